import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BucketCursors, type PullPage, SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { openDatabase } from '#server/database/open.ts'
import { seedOrganization, seedProject, seedUser } from '#server/database/seed.ts'
import { definitionText } from '#schema/rules/definition/parameters.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import { buildDocument, buildPackage, buildProject } from '../support/project-rows.ts'
import { startServer } from '../support/start-server.ts'

export interface CursorOptions {
  databaseUrl: string
  rows: number
  writers?: number
  processes?: number
  rowsPerEdit?: number
}
export interface CursorSummary {
  rows: number
  commits: number
  pulls: number
  missed: number
  doubled: number
  seconds: number
}

const PROJECT = 'cursor'
const PASSWORD = 'Fault-password-1'
const DEFINITION = definitionText({
  contentConfiguration: { parameters: [] },
  suppliersCommitment: { parameters: [] },
})

/**
 * Writers of one project push through several server processes on one PostgreSQL, while one reader
 * per process pulls from its cursors without a pause. Each row is written once, so each must arrive
 * exactly once.
 * @returns how many rows a reader missed or received twice
 */
export const runCursor = async ({
  databaseUrl,
  rows,
  writers = 16,
  processes = 2,
  rowsPerEdit = 50,
}: CursorOptions): Promise<CursorSummary> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-cursor-'))
  await seedWriters({ databaseUrl, dataDir }, writers)
  const servers = await Promise.all(
    Array.from({ length: processes }, () =>
      startServer({ dataDir, databaseUrl, demo: false, startTimeoutMs: 120_000 }),
    ),
  )
  try {
    const clients = await Promise.all(servers.map(({ url }) => signInApi(url, 'owner', PASSWORD)))
    const clientOf = (index: number): ApiClient => {
      const client = clients[index % processes]
      if (client === undefined) throw new Error('no server')
      return client
    }
    const edits = Math.ceil(rows / writers / rowsPerEdit)
    const readers = clients.map((client) => new Reader(client, writers, edits * rowsPerEdit))
    const before = performance.now()
    let isDone = false
    const reading = Promise.all(
      readers.map(async (reader) => {
        while (!isDone) await reader.pull()
        await reader.pull()
      }),
    )
    await Promise.all(
      Array.from({ length: writers }, (_, writer) =>
        write(clientOf(writer), writer, edits, rowsPerEdit),
      ),
    )
    isDone = true
    await reading
    const sum = (of: (reader: Reader) => number): number =>
      readers.reduce((total, reader) => total + of(reader), 0)
    return {
      rows: edits * rowsPerEdit * writers,
      commits: edits * writers,
      pulls: sum(({ pulls }) => pulls),
      missed: sum((reader) => reader.missed()),
      doubled: sum(({ doubled }) => doubled),
      seconds: Math.round((performance.now() - before) / 1_000),
    }
  } finally {
    for (const server of servers) await server.dispose()
    await rm(dataDir, { recursive: true })
  }
}

/**
 * One document per writer keeps the rows that writers read of each other few. All writers share the
 * project's log and its lock.
 */
const seedWriters = async (
  place: { databaseUrl: string; dataDir: string },
  writers: number,
): Promise<void> => {
  const database = await openDatabase(place)
  const organizationId = await seedOrganization(database, { name: 'City' })
  const ownerId = await seedUser(database, {
    username: 'owner',
    password: PASSWORD,
    firstname: 'O',
    lastname: 'P',
    organizationId,
    roles: ['role-org-admin'],
    iterations: 1_000,
  })
  await seedProject(database, {
    project: buildProject({ id: PROJECT, organizationId, ownerId }),
    rows: [
      { entity: 'package', row: buildPackage({ projectId: PROJECT }) },
      ...Array.from({ length: writers }, (_, writer) => ({
        entity: 'document' as const,
        row: buildDocument({ id: `d${writer}`, projectId: PROJECT, prefix: `W${writer}-` }),
      })),
    ],
  })
  await database.close()
}

const write = async (
  client: ApiClient,
  writer: number,
  edits: number,
  rowsPerEdit: number,
): Promise<void> => {
  const clientId = randomUUID()
  for (let edit = 0; edit < edits; edit++) {
    const sectionId = `s${writer}-${edit}`
    const requirements = Array.from({ length: rowsPerEdit }, (_, index) => ({
      id: `r${writer}-${edit * rowsPerEdit + index}`,
      sectionId,
      name: 'Row',
      definition: DEFINITION,
      sourceId: null,
    }))
    const args = {
      projectId: PROJECT,
      documentId: `d${writer}`,
      sections: [{ id: sectionId, name: 'Section' }],
      requirements,
    }
    const mutations = [
      { mid: edit + 1, command: 'requirements.createBulk', args, base: {}, clientAt: 0 },
    ]
    const { status, text } = await client.raw('POST', '/sync/push', {
      serverId: client.serverId,
      clientId,
      schemaVersion: SYNC_PROTOCOL,
      mutations,
    })
    if (status !== 200) throw new Error(`push answered ${status}: ${text}`)
  }
}

/** Follows the log with its cursors and records which rows arrived. */
class Reader {
  pulls = 0
  doubled = 0
  readonly #client: ApiClient
  readonly #clientId = randomUUID()
  readonly #seen: Uint8Array[]
  #cursors: BucketCursors = {}

  constructor(client: ApiClient, writers: number, rowsPerWriter: number) {
    this.#client = client
    this.#seen = Array.from({ length: writers }, () => new Uint8Array(rowsPerWriter))
  }

  missed(): number {
    return this.#seen.reduce(
      (sum, rows) => sum + rows.reduce((missing, seen) => missing + (seen === 0 ? 1 : 0), 0),
      0,
    )
  }

  async pull(): Promise<void> {
    const body = {
      serverId: this.#client.serverId,
      clientId: this.#clientId,
      schemaVersion: SYNC_PROTOCOL,
      projects: { [PROJECT]: { epoch: 0, buckets: this.#cursors } },
      home: null,
      ackMid: 0,
    }
    const { status, text } = await this.#client.raw('POST', '/sync/pull', body)
    if (status !== 200) throw new Error(`pull answered ${status}: ${text}`)
    this.pulls += 1
    for (const line of text.trim().split('\n')) {
      const { project }: PullPage = JSON.parse(line)
      if (project === null) continue
      this.#cursors = project.cursors
      for (const { entity, id } of project.rows) if (entity === 'requirement') this.#mark(id)
    }
  }

  #mark(id: string): void {
    const [writer, row] = id.slice(1).split('-').map(Number)
    const rows = this.#seen[writer ?? -1]
    if (rows === undefined || row === undefined) throw new Error(`${id} was never written`)
    if (rows[row] === 1) this.doubled += 1
    rows[row] = 1
  }
}
