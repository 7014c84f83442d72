import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import type { ChainAudience } from '#schema/rules/project/project-log.ts'
import { connectDatabase } from './database/open.ts'
import type { ChainEnd } from './database/project-log/verify-logs.ts'
import { verifyLogs } from './database/project-log/verify-logs.ts'
import { readCommandEnvironment } from './env.ts'

/**
 * `npm run verify-log`: recomputes every chain of the project logs and prints each broken one.
 * Exits with 1 if a chain is broken and 2 if the chains cannot be read. Writes nothing to the
 * database. `--write FILE` stores the ends of the chains, `--against FILE` compares with a stored
 * file.
 */
const Noted = v.array(
  v.object({
    projectId: v.string(),
    audience: v.custom<ChainAudience>(
      (value) => typeof value === 'string' && /^(team|v\d+)$/.test(value),
    ),
    serial: v.number(),
    hash: v.string(),
  }),
)

const PROBLEMS = {
  missing: 'an entry is missing',
  content: 'this entry or the one before was changed',
  head: 'the end is not the one that was noted',
}

const run = async (): Promise<boolean> => {
  const options = { write: { type: 'string' }, against: { type: 'string' } } as const
  const { values } = parseArgs({ options })
  const environment = readCommandEnvironment()
  const file = join(environment.dataDir, 'tenderbook.sqlite')
  if (environment.databaseUrl === undefined && !existsSync(file))
    throw new Error(`There is no ${file}`)
  const noted: ChainEnd[] =
    values.against === undefined
      ? []
      : v.parse(Noted, JSON.parse(readFileSync(values.against, 'utf8')))
  const database = connectDatabase(environment)
  try {
    const { chains, entries, broken, heads } = await verifyLogs(database, noted)
    for (const { projectId, audience, serial, problem } of broken) {
      process.stdout.write(
        `BROKEN project ${projectId}, chain ${audience}, entry ${serial}: ${PROBLEMS[problem]}\n`,
      )
    }
    process.stdout.write(`${chains} chains, ${entries} entries, ${broken.length} broken\n`)
    if (values.write !== undefined)
      writeFileSync(values.write, `${JSON.stringify(heads, null, 1)}\n`, { mode: 0o600 })
    return broken.length === 0
  } finally {
    await database.close()
  }
}

run().then(
  (isWhole) => {
    process.exitCode = isWhole ? 0 : 1
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  },
)
