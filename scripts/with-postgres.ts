// Runs a command next to a real PostgreSQL: `node scripts/with-postgres.ts vitest run --project
// api`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { nodeBinary, projectRoot } from '../tests/support/project-root.ts'
import { prepareTemplate, startPostgres } from '../tests/support/postgres.ts'

const [script, ...args] = process.argv.slice(2)
if (!script) throw new Error('usage: node scripts/with-postgres.ts <script> [arguments]')

const cluster = await startPostgres()
try {
  await prepareTemplate(cluster.url)
  const child = spawn(nodeBinary, [script, ...args], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: cluster.url },
  })
  const [code] = await once(child, 'exit')
  process.exitCode = typeof code === 'number' ? code : 1
} finally {
  await cluster.stop()
}
