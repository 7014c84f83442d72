import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import type { ExportRequest } from '#schema/entities/export.ts'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { watchRows } from '../../tests/support/changed-rows.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import {
  buildCommitment,
  buildProject,
  buildProjectVendor,
  buildRequirement,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../tests/support/stored-project.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { FolderStore } from '../files/folder-store.ts'
import { ExportFiles } from '../exports/export-files.ts'
import { createExporter } from '../exports/exporter.ts'
import { exportHandlers as handlers } from './exports.ts'

const WEEK_MS = 7 * 86_400_000
let town: Town
let woken: number
let [olga, anna, vera, bob] = [0, 0, 0, 0]
/** Olga's project with answers of two vendors, and another one of hers; Anna only reads content. */
const openProjects = async (project: Partial<Project>, requirements = 3): Promise<void> => {
  town = await openTown()
  const { city, alpha, beta } = town
  olga = await town.person('olga', city, 'role-org-power-user')
  anna = await town.person('anna', city)
  vera = await town.person('vera', alpha, 'role-vendor-primary-contact')
  bob = await town.person('bob', beta, 'role-vendor-primary-contact')
  const set = buildRows({
    project: [buildProject({ organizationId: city, ownerId: olga, publishedOn: 1, ...project })],
    projectVendor: [
      { ...buildProjectVendor(beta), name: 'Beta' },
      { ...buildProjectVendor(alpha), name: 'Alpha' },
    ],
    requirement: Array.from({ length: requirements }, (_, index) =>
      buildRequirement({ id: `r${index + 1}`, fullId: `FUN-${index + 1}` }),
    ),
    commitment: [alpha, beta].map((vendorId) => buildCommitment({ vendorId, submitted: true })),
  })
  for (const id of [PROJECT_ID, 'other']) {
    await storeRows(town.rows, inProject(set, id))
    await town.joins(id, anna, 'role-project-req-author')
  }
  woken = 0
  const { database, dataDir } = town.rows
  const blobs = new FolderStore(dataDir)
  const exporter = createExporter({
    database,
    files: new ExportFiles(blobs),
    blobs,
    clock: () => town.calls.now,
    onTold: () => undefined,
    onError: (error) => {
      throw error
    },
  })
  Object.assign(town.calls.services, { exporter: { ...exporter, wake: () => (woken += 1) } })
}
beforeEach(() => openProjects({ state: 'EVALUATION' }))
const close = async (): Promise<void> => {
  await town.calls.services.exporter.stop()
  await town.rows.close()
}
afterEach(close)
const reopen = async (...given: Parameters<typeof openProjects>): Promise<void> => {
  await close()
  await openProjects(...given)
}

const params = { id: PROJECT_ID }
const NO = { params, query: undefined, body: undefined }
const start = async (by: number, body: Partial<ExportRequest> = {}, id = PROJECT_ID) =>
  await handlers.start(
    {
      ...{ params: { id }, query: undefined },
      body: { content: 'requirements', format: 'csv', vendorIds: null, ...body },
    },
    await town.calls.by(by),
  )
const list = async (by: number) => await handlers.list(NO, await town.calls.by(by))
const remove = async (by: number, id: string) =>
  await handlers.delete({ ...NO, body: { id } }, await town.calls.by(by))
/** The headers and the text of the download. */
const download = async (by: number, exportId: string, dest?: string) => {
  const headers: Record<string, string> = {}
  let content = ''
  const reply = {
    type(mime: string) {
      headers['type'] = mime
      return this
    },
    header(name: string, value: string) {
      headers[name] = value
      return this
    },
    async send(stream: Readable) {
      content = await text(stream)
    },
  }
  const request = { headers: dest === undefined ? {} : { 'sec-fetch-dest': dest } }
  const context = { ...(await town.calls.by(by)), reply, request } as never
  await handlers.download({ ...NO, params: { id: PROJECT_ID, exportId } }, context)
  return { headers, content }
}
const change = (values: object, id: string) =>
  town.rows.database.queries.updateTable('exports').set(values).where('id', '=', id).execute()

describe('[EX1] a small export', () => {
  it('is ready in the answer, and shown to its person in this project alone', async () => {
    const made = await start(olga)
    expect(made).toEqual({
      ...{ id: made.id, content: 'requirements', format: 'csv', vendors: null },
      ...{ state: 'ready', failure: null, done: 3, total: 3, askedBy: 'olga Person' },
      ...{ createdOn: NOW, expiresOn: NOW + WEEK_MS },
      ...{ fileName: 'Groupware 1 Requirements 2029-06-01.zip', bytes: expect.any(Number) },
    })
    const shown = await list(olga)
    expect(shown.exports).toEqual([made])
    expect(shown.vendors.map(({ name }) => name)).toEqual(['Alpha', 'Beta'])
    expect(shown.contents).toContain('archive')
    expect((await list(anna)).exports).toEqual([])
    expect(woken).toBe(0)
  })

  it('names the chosen vendors, and is downloaded as a file that no page can show', async () => {
    const made = await start(olga, { content: 'answers', vendorIds: [town.alpha] })
    expect(made.vendors).toEqual(['Alpha'])
    const { headers, content } = await download(olga, made.id)
    expect(content).toContain('Alpha')
    expect(content).not.toContain('Beta')
    expect(headers).toMatchObject({
      type: 'text/csv; charset=utf-8',
      'content-length': String(made.bytes),
      'content-disposition': expect.stringMatching(/^attachment; filename="Groupware/),
    })
    expect(await outcomeOf(download(olga, made.id, 'empty'))).toBe('done')
    expect(await outcomeOf(download(olga, made.id, 'document'))).toBe('NOT_FOUND')
    const whole = await start(olga, { content: 'everything' })
    expect((await download(olga, whole.id)).headers['type']).toBe('application/zip')
  })

  it('of a vendor holds its own answers, whatever the vendors are called', async () => {
    const shown = await list(vera)
    expect([shown.vendors, shown.contents.includes('evaluation')]).toEqual([[], false])
    const made = await start(vera, { content: 'answers' })
    const { content } = await download(vera, made.id)
    expect([content.includes('Alpha'), content.includes('Beta')]).toEqual([true, false])
    expect(await outcomeOf(start(vera, { content: 'answers', vendorIds: [town.beta] }))).toBe(
      'NOT_ALLOWED',
    )
  })
})

describe('[EX4] an export', () => {
  it('is of its person and organization alone', async () => {
    const made = await start(vera)
    for (const by of [olga, bob, anna]) {
      expect(await outcomeOf(download(by, made.id))).toBe('NOT_FOUND')
      expect(await outcomeOf(remove(by, made.id))).toBe('NOT_FOUND')
    }
    expect(await outcomeOf(download(vera, 'unknown'))).toBe('NOT_FOUND')
    await change({ organization_id: town.city }, made.id)
    expect(await outcomeOf(download(vera, made.id))).toBe('NOT_FOUND')
    expect((await list(vera)).exports).toEqual([])
    const stranger = await town.person('sven', town.village, 'role-org-owner')
    expect(await outcomeOf(start(stranger))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    expect(await outcomeOf(remove(stranger, made.id))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
  })

  it('is deleted with its file, and no other one', async () => {
    const [first, second] = [await start(olga), await start(olga)]
    const changes = await watchRows(town.rows.database)
    await remove(olga, first.id)
    expect(await changes()).toEqual([`exports ${PROJECT_ID}/…/olga -`])
    const files = await town.calls.services.exporter.files.list()
    expect(files.map(({ id }) => id)).toEqual([second.id])
  })

  it('is neither shown nor downloaded from the moment when it expires', async () => {
    const made = await start(olga)
    town.calls.now = NOW + WEEK_MS - 1
    expect([(await list(olga)).exports.length, await outcomeOf(download(olga, made.id))]).toEqual([
      1,
      'done',
    ])
    town.calls.now += 1
    expect([(await list(olga)).exports.length, await outcomeOf(download(olga, made.id))]).toEqual([
      0,
      'NOT_FOUND',
    ])
  })

  it('is not downloaded by a person who lost a right since', async () => {
    await town.joins('other', vera, 'role-project-admin')
    const colleague = await town.person('carl', town.city)
    await town.joins(PROJECT_ID, colleague, 'role-project-admin')
    const made = await start(colleague, { content: 'requirements' })
    expect(await outcomeOf(download(colleague, made.id))).toBe('done')
    await town.rows.database.queries
      .updateTable('project_members')
      .set({ roles: '["role-project-req-author"]' })
      .where('user_id', '=', colleague)
      .execute()
    expect(await outcomeOf(download(colleague, made.id))).toBe('EXPORT_OUTDATED')
    await change({ state: 'failed', failure: 'rights' }, made.id)
    expect(await outcomeOf(download(colleague, made.id))).toBe('EXPORT_OUTDATED')
    await change({ state: 'running', failure: null }, made.id)
    expect(await outcomeOf(download(colleague, made.id))).toBe('NOT_FOUND')
    await change({ state: 'failed', failure: 'size' }, made.id)
    expect(await outcomeOf(download(colleague, made.id))).toBe('NOT_FOUND')
  })

  it('whose file is gone is not found', async () => {
    const made = await start(olga)
    await town.calls.services.exporter.files.remove({ id: made.id, attempt: 1 })
    expect(await outcomeOf(download(olga, made.id))).toBe('NOT_FOUND')
  })

  it('shows at least the rows that are written', async () => {
    const made = await start(olga)
    await change(
      {
        done: 9,
        total: 5,
        state: 'running',
        request: '{"content":"answers","format":"csv","vendorIds":[1,999]}',
      },
      made.id,
    )
    expect((await list(olga)).exports).toMatchObject([{ done: 9, total: 9, vendors: [] }])
  })
})

describe('[EX5] [EX8] a large export', () => {
  it('waits for the exporter, and its person has two unfinished ones at most', async () => {
    await reopen({ state: 'EVALUATION' }, 376)
    const large = { content: 'evaluation', format: 'json' } as const
    const small = await start(olga, { ...large, vendorIds: [town.alpha] })
    expect([small.state, woken]).toEqual(['ready', 0])
    expect(await start(olga, large)).toMatchObject({ state: 'waiting', done: 0, total: 3_008 })
    expect(woken).toBe(1)
    expect((await start(olga, large)).state).toBe('waiting')
    expect(await outcomeOf(start(olga, large))).toBe('EXPORTS_FULL')
    const told = await town.rows.database.queries.selectFrom('exports').select('is_told').execute()
    expect(told.map(({ is_told }) => is_told).toSorted()).toEqual([0, 1, 1])
  })
})

describe('[EX3] [PL46] a requestor who asks for sealed answers', () => {
  beforeEach(() => reopen({ state: 'PUBLISHED' }))
  const logged = async () =>
    (
      await town.rows.database.queries
        .selectFrom('project_log')
        .select(['project_id', 'actor_id', 'detail'])
        .where('kind', '=', 'readRefused')
        .execute()
    ).map(({ project_id, actor_id, detail }) => [project_id, actor_id, JSON.parse(detail)])

  it('is refused, and the log of the project tells it, once for each vendor', async () => {
    const { alpha, beta } = town
    expect((await list(olga)).vendors).toEqual([])
    for (const body of [
      { content: 'answers' },
      { content: 'evaluation' },
      { content: 'requirements', vendorIds: [alpha, beta] },
      { content: 'requirements', vendorIds: [999] },
    ] as const)
      expect(await outcomeOf(start(olga, body as never))).toBe('NOT_ALLOWED')
    expect(await logged()).toEqual(
      [null, alpha, beta].map((vendorId) => [
        PROJECT_ID,
        olga,
        { count: 1, vendorId, what: 'answers' },
      ]),
    )
  })

  it('may export what is not sealed, and nothing is told', async () => {
    expect((await start(olga, { content: 'everything', format: 'json' })).state).toBe('ready')
    expect(await outcomeOf(start(anna, { content: 'archive', format: 'tenderbook' }))).toBe(
      'NOT_ALLOWED',
    )
    expect(await logged()).toEqual([])
    const made = await start(vera, { content: 'answers' })
    expect((await download(vera, made.id)).content).toContain('Alpha')
  })
})
