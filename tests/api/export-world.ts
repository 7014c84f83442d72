import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { Export, ExportContent, ExportFormat } from '#schema/entities/export.ts'
import { ExportFiles } from '#server/exports/export-files.ts'
import { insertExport } from '#server/exports/export-rows.ts'
import { createExporter } from '#server/exports/exporter.ts'
import { FolderStore } from '#server/files/folder-store.ts'
import { buildCommitment } from '../support/project-rows.ts'
import {
  buildWorld,
  PROJECT as projectId,
  type Username,
  type World,
  type WorldOptions,
} from './world.ts'

export const [OF_ALPHA, OF_BETA] = ['ALPHA-TAINT', 'BETA-TAINT']
export const WAIT = { timeout: 60_000, interval: 50 }
export const params = { id: projectId }

/** The world of the running test, by `buildExportWorld`. */
export let world: World
export const closing: (() => Promise<unknown>)[] = []
/** To be run after each test. */
export const closeExportWorld = async (): Promise<void> => {
  for (const close of closing.splice(0)) await close()
  await world.close()
}

/** Both vendors answered every requirement. */
export const buildExportWorld = async (
  project: WorldOptions['project'] = { state: 'EVALUATION', publishedOn: 0 },
  rows: WorldOptions['rows'] = {},
): Promise<void> => {
  world = await buildWorld({ project, rows })
  const { alpha, beta } = world.companies
  const places = [
    { requirementId: 'r1', packageId: 'p1', documentId: 'd1' },
    { requirementId: 'r3', packageId: 'p2', documentId: 'd2' },
  ]
  for (const [vendorId, note] of [
    [alpha, OF_ALPHA],
    [beta, OF_BETA],
  ] as const)
    for (const place of places) {
      const values = { met: 80, 'met.release': -2, note: `${note} ${place.requirementId}` }
      const row = buildCommitment({ ...place, vendorId, values, submitted: true })
      await world.database.queries
        .insertInto('commitments')
        .values({
          project_id: projectId,
          id: row.id,
          updated_on: 0,
          body: JSON.stringify(row),
          package_id: row.packageId,
          document_id: row.documentId,
          requirement_id: row.requirementId,
          vendor_id: vendorId,
          answered: 1,
          submitted: 1,
        })
        .execute()
    }
}

export interface Wanted {
  content?: ExportContent
  format?: ExportFormat
  vendorIds?: number[]
}
export const start = async (username: Username, wanted: Wanted = {}): Promise<Export> =>
  await (
    await world.as(username)
  ).call(API.exports.start, {
    params,
    body: { content: 'everything', format: 'json', ...wanted },
  })
export const startRaw = async (username: Username, wanted: Wanted) =>
  await (
    await world.as(username)
  ).raw('POST', `/projects-service/projects/${projectId}/exports/start`, {
    content: 'everything',
    format: 'json',
    ...wanted,
  })
export const listOf = async (username: Username) =>
  await (await world.as(username)).call(API.exports.list, { params })
export const downloadRaw = async (username: Username, id: string, url = world.url) => {
  const { token } = await world.as(username)
  const path = `/api/projects-service/projects/${projectId}/exports/${id}/content`
  const answer = await fetch(`${url}${path}`, { headers: { 'X-Auth-Token': token } })
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  }
}
export const textOf = ({ bytes }: { bytes: Uint8Array }): string => new TextDecoder().decode(bytes)
export const codeOf = (answer: { bytes: Uint8Array }): unknown =>
  (JSON.parse(textOf(answer)) as { messageCodes: string[] }).messageCodes[0]

interface Table {
  name: string
  rows: Record<string, unknown>[]
}
/** The tables of a JSON export, made and downloaded by one person. */
export const tablesFor = async (
  username: Username,
  wanted: Wanted = {},
): Promise<{ tables: Table[]; text: string }> => {
  const made = await start(username, wanted)
  expect(made.state).toBe('ready')
  const text = textOf(await downloadRaw(username, made.id))
  return { tables: (JSON.parse(text) as { tables: Table[] }).tables, text }
}
export const namesOf = ({ tables }: { tables: Table[] }): string[] => tables.map(({ name }) => name)
export const rowsOf = ({ tables }: { tables: Table[] }, name: string): Table['rows'] =>
  tables.find((table) => table.name === name)?.rows ?? []

export const filesIn = (): string[] => {
  const dir = join(world.filesDir, 'exports')
  return existsSync(dir) ? readdirSync(dir) : []
}
/** The exporter of another server on the same database and files. */
export const otherExporter = () => {
  const exporter = createExporter({
    database: world.database,
    files: new ExportFiles(new FolderStore(world.filesDir)),
    blobs: new FolderStore(world.filesDir),
    clock: () => world.clock.now,
    onTold: () => undefined,
    onError: (error) => {
      throw error
    },
  })
  closing.push(exporter.stop)
  return exporter
}
/** An export that waits for a server, as a large one does. */
export const insertWaiting = async (username: Username, content: ExportContent = 'requirements') =>
  await world.database.write((tx) =>
    insertExport(tx, {
      project_id: projectId,
      user_id: world.users[username],
      organization_id: world.companies[username.startsWith('alpha') ? 'alpha' : 'city'],
      request: { content, format: 'json', vendorIds: null },
      total: 9_000,
      isTold: true,
      now: world.clock.now,
    }),
  )
export const changeExport = async (id: string, values: object): Promise<void> => {
  await world.database.queries.updateTable('exports').set(values).where('id', '=', id).execute()
}
export const stateOfExport = async (id: string): Promise<string | undefined> => {
  const row = await world.database.queries
    .selectFrom('exports')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.state
}
