/**
 * Makes a new version of a project of 10,000 requirements with the answers of three vendors, while
 * another person edits another project, and prints how long the version took and the edits waited.
 * Run: npm run bench:versions [-- --requirements 10000 --vendors 3 --database-url postgres://…]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { execute, type CommandServices } from '#server/commands/execute.ts'
import { createVersion } from '#server/copies/new-version.ts'
import { openDatabase } from '#server/database/open.ts'
import { seedOrganization, seedProject, seedUser } from '#server/database/seed.ts'
import { makeScale, scaleProject } from './scale-rows.ts'

/** What an edit may wait for a version. */
const MOST_WAIT_MS = 1_000
const PAUSE_MS = 10

const { values } = parseArgs({
  options: {
    requirements: { type: 'string', default: '10000' },
    vendors: { type: 'string', default: '3' },
    'database-url': { type: 'string' },
  },
})
const [count, vendorCount] = [Number(values.requirements), Number(values.vendors)]

const seed = async (database: Awaited<ReturnType<typeof openDatabase>>): Promise<number> => {
  const organizationId = await seedOrganization(database, { name: 'City' })
  const vendors: number[] = []
  for (let n = 1; n <= vendorCount; n++)
    vendors.push(
      await seedOrganization(database, { name: `Vendor ${n}`, parentId: organizationId }),
    )
  const ownerId = await seedUser(database, {
    username: 'bench-owner',
    password: 'none',
    firstname: 'Bench',
    lastname: 'Owner',
    email: 'bench-owner@city.example',
    organizationId,
    roles: ['role-org-power-user'],
  })
  const context = { organizationId, ownerId, ownerName: 'Bench Owner' }
  const [first = 0] = vendors
  const at = (projectId: string, size: number, state: 'EVALUATION' | 'PREPARATION') =>
    scaleProject(makeScale(size), size, { ...context, projectId, vendorId: first, state })
  const { project, rows } = at('large', count, 'EVALUATION')
  // The answers of the first vendor, given by each vendor.
  const others = vendors.slice(1).flatMap((vendorId) =>
    rows.flatMap((one): typeof rows => {
      if (one.entity === 'projectVendor')
        return [{ ...one, row: { ...one.row, id: `large.${vendorId}`, vendorId } }]
      if (one.entity !== 'commitment') return []
      const id = `${one.row.requirementId}.${vendorId}`
      return [{ ...one, row: { ...one.row, id, vendorId } }]
    }),
  )
  await seedProject(database, {
    project: { ...project, publishedOn: 1 },
    rows: [...rows, ...others],
  })
  await seedProject(database, at('small', 10, 'PREPARATION'))
  return ownerId
}

const dataDir = await mkdtemp(join(tmpdir(), 'bench-versions-'))
const database = await openDatabase({
  dataDir,
  ...(values['database-url'] === undefined ? {} : { databaseUrl: values['database-url'] }),
})
const services: CommandServices = {
  database,
  clock: Date.now,
  publish: () => undefined,
  judge: () => Promise.reject(new Error('Nothing is submitted')),
  onError: (error) => {
    throw error
  },
}
try {
  const userId = await seed(database)
  const waits: number[] = []
  let isDone = false
  const editing = (async () => {
    for (let n = 0; !isDone; n++) {
      const started = performance.now()
      await execute(services, userId, {
        command: 'projects.update',
        args: { projectId: 'small', patch: { description: `Edit ${n}` } },
      })
      waits.push(performance.now() - started)
      await wait(PAUSE_MS)
    }
  })()
  const started = performance.now()
  const id = await createVersion(services, {
    userId,
    projectId: 'large',
    version: undefined,
    baseUrl: 'http://127.0.0.1',
  })
  const seconds = (performance.now() - started) / 1_000
  isDone = true
  await editing
  const sorted = waits.toSorted((a, b) => a - b)
  const rows = await database.queries
    .selectFrom('sync_row')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', id)
    .executeTakeFirstOrThrow()
  const longest = Math.round(sorted.at(-1) ?? 0)
  process.stdout.write(
    `${JSON.stringify({
      database: database.dialect,
      requirements: count,
      answers: count * vendorCount,
      'rows of devices': Number(rows.count),
      seconds: Math.round(seconds * 10) / 10,
      edits: waits.length,
      'median wait ms': Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
      'p99 wait ms': Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
      'longest wait ms': longest,
    })}\n`,
  )
  if (longest > MOST_WAIT_MS) {
    process.stdout.write(`An edit waited longer than ${MOST_WAIT_MS} ms\n`)
    process.exitCode = 1
  }
} finally {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
}
