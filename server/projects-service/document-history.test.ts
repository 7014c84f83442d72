import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import {
  buildProject,
  buildProjectVendor,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../tests/support/stored-project.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { openProject } from './open-project.ts'
import { type HistoryLine, readableChange, readDocumentHistory } from './document-history.ts'

const PUBLISHED = NOW - 1_000
const OPENED = NOW - 100
let town: Town
let [olga, vera] = [0, 0]
let seq = 100
beforeEach(async () => {
  town = await openTown()
  const { city, alpha, beta } = town
  olga = await town.person('olga', city, 'role-org-power-user')
  vera = await town.person('vera', alpha, 'role-vendor-primary-contact')
  const set = buildRows({
    project: [project()],
    projectVendor: [buildProjectVendor(alpha), buildProjectVendor(beta)],
  })
  for (const id of [PROJECT_ID, 'other']) await storeRows(town.rows, inProject(set, id))
  await town.rows.database.queries.deleteFrom('change_log').execute()
})
afterEach(() => town.rows.close())
const project = (changes: Partial<Project> = {}): Project =>
  buildProject({
    ...{ organizationId: town.city, ownerId: olga, state: 'EVALUATION', sealed: false },
    ...{ publishedOn: PUBLISHED, ...changes },
  })
const setProject = (changes: Partial<Project>) => {
  const { state, ...rest } = project(changes)
  return town.rows.database.queries
    .updateTable('projects')
    .set({ state, body: JSON.stringify({ state, ...rest }) })
    .where('id', '=', PROJECT_ID)
    .execute()
}
const value = (field: string, after: string) => ({ field, label: null, before: null, after })
const details = (whole: object[], published?: object[]) =>
  JSON.stringify({ label: 'Gone', whole, ...(published === undefined ? {} : { published }) })
/** Adds a line of the log; the later it is added, the newer. */
const add = async (
  changes: Partial<HistoryLine> & { project_id?: string; document_id?: string },
) => {
  const { rows } = town
  await rows.database.queries
    .insertInto('change_log')
    .values({
      ...{ project_id: PROJECT_ID, seq: (seq += 1), document_id: 'd1' },
      ...{ entity: 'requirement', entity_id: 'r1', kind: 'changed', fields: '["name"]' },
      ...{ details: null, actor_id: null, actor_name: 'Olga', at: NOW, vendor_id: null },
      ...changes,
    })
    .execute()
}
const read = async (by: number, requirementId?: string, page: object = {}) =>
  await readDocumentHistory(await openProject(await town.calls.by(by), PROJECT_ID), 'd1', {
    ...{ pageNumber: 0, pageSize: 50, filters: {}, sorts: [], requirementId, ...page },
  })
const shown = async (...given: Parameters<typeof read>) =>
  (await read(...given)).items.map(({ entity, id, fields }) => `${entity} ${id} ${fields.join()}`)

describe('the history of a document', () => {
  it('has its lines alone, newest first and in pages', async () => {
    await add({ entity_id: 's1', entity: 'section' })
    await add({ entity_id: 'r1' })
    await add({ project_id: 'other' })
    await add({ document_id: 'd2' })
    await add({ entity: 'vendorPart', entity_id: 'x' })
    expect(await shown(olga)).toEqual(['requirement r1 name', 'section s1 name'])
    const second = await read(olga, undefined, { pageNumber: 1, pageSize: 1 })
    expect([second.total, second.items.map(({ id }) => id)]).toEqual([2, ['s1']])
  })

  it('of one requirement has it, its answers and overrides, and none of a requirement beside it', async () => {
    const { alpha } = town
    await add({ entity_id: 'r1' })
    await add({ entity: 'commitment', entity_id: `r1.${alpha}`, vendor_id: alpha })
    await add({ entity: 'override', entity_id: `r1.${alpha}.met`, vendor_id: alpha })
    await add({ entity: 'comment', entity_id: 'r1.c' })
    await add({ entity_id: 'r10' })
    await add({ entity_id: 'r1x.5' })
    expect(await shown(olga, 'r1')).toEqual([
      `override r1.${alpha}.met name`,
      `commitment r1.${alpha} name`,
      'requirement r1 name',
    ])
    expect(await outcomeOf(read(olga, 'r9'))).toBe('NOT_FOUND')
  })

  it('names a row as it is called now, or as it was called when it was deleted', async () => {
    await add({ entity_id: 'r1', details: details([]) })
    await add({ entity: 'section', entity_id: 's1' })
    await add({ entity_id: 'r9', kind: 'deleted', details: details([]) })
    await add({ entity_id: 'r9', kind: 'deleted' })
    await add({ fields: '["+definition.a","+definition.b"]' })
    await add({ fields: '["+definition.a","name"]' })
    expect((await read(olga)).items.map(({ label, kind }) => `${kind} ${label}`)).toEqual([
      'changed FUN-0001',
      'added FUN-0001',
      'deleted ',
      'deleted Gone',
      'changed General',
      'changed FUN-0001',
    ])
  })
})

describe('a vendor', () => {
  it('reads since the publication what the team changed in its own form, from the organization', async () => {
    await add({ at: PUBLISHED - 1 })
    await add({ at: PUBLISHED, fields: '["vendorHelp"]' })
    await add({ fields: '["evaluatorHelp"]' })
    await add({ fields: '["weight","ownerId","definition.x","+definition.x","excluded"]' })
    await add({
      fields: '["evaluatorHelp"]',
      details: details([value('whole', 'secret')], [value('values.note', 'told')]),
    })
    await add({ at: PUBLISHED, details: details([value('whole', 'secret')], [value('v', 'w')]) })
    await add({ entity: 'package', entity_id: 'p1' })
    await add({ entity: 'override', entity_id: 'o' })
    await add({ entity: 'comment', entity_id: 'c' })
    const { items } = await read(vera)
    expect(items.map(({ fields, changes }) => [fields, changes.map(({ after }) => after)])).toEqual(
      [
        [['name'], []],
        [[], ['told']],
        [['vendorHelp'], []],
      ],
    )
    expect(new Set(items.map(({ actor }) => actor))).toEqual(new Set(['City']))
  })

  it('reads its own answers whole at any time, and none of another vendor', async () => {
    const { alpha, beta } = town
    const answer = { entity: 'commitment', at: PUBLISHED - 1, actor_name: 'Vera' } as const
    const told = details([value('values.note', 'mine')])
    await add({ ...answer, entity_id: `r1.${alpha}`, vendor_id: alpha, details: told })
    await add({ ...answer, entity_id: `r1.${beta}`, vendor_id: beta, details: told })
    await add({ ...answer, entity: 'attachment', entity_id: 'f', vendor_id: alpha })
    const { items } = await read(vera)
    expect(items).toMatchObject([
      {
        ...{ id: `r1.${alpha}`, actor: 'Vera', kind: 'changed' },
        changes: [{ field: 'values.note', label: 'Note', after: 'mine' }],
      },
    ])
  })
})

describe('a requestor', () => {
  const answered = async (at: number): Promise<void> => {
    const { alpha } = town
    const told = details([value('values.note', `at ${at}`)])
    await add({
      entity: 'commitment',
      entity_id: `r1.${alpha}`,
      vendor_id: alpha,
      at,
      details: told,
    })
  }
  const values = async (): Promise<unknown[]> =>
    (await read(olga)).items.flatMap(({ changes }) => changes.map(({ after }) => after))

  it('reads the own content whole, also from before the publication', async () => {
    await add({ at: PUBLISHED - 1, details: details([value('name', 'draft')], []) })
    expect(await values()).toEqual(['draft'])
    expect((await read(olga)).items[0]?.actor).toBe('Olga')
  })

  it('reads of an answer what changed after the publication or the last opening', async () => {
    for (const at of [PUBLISHED, PUBLISHED + 1, OPENED, OPENED + 1]) await answered(at)
    expect(await values()).toEqual([`at ${OPENED + 1}`, `at ${OPENED}`, `at ${PUBLISHED + 1}`])
    const openings = [1, OPENED].map((at) => ({ kind: 'deadline', at }) as const)
    await setProject({ sealed: true, openings })
    expect(await values()).toEqual([`at ${OPENED + 1}`])
    await setProject({ sealed: true })
    expect(await values()).toEqual([])
  })

  it('reads nothing of an answer while it is sealed', async () => {
    await answered(OPENED + 1)
    await setProject({ state: 'PUBLISHED', sealed: true })
    expect(await shown(olga)).toEqual([])
  })

  it('reads comments only with the right to', async () => {
    await add({ entity: 'comment', entity_id: 'c' })
    expect(await shown(olga)).toEqual(['comment c name'])
  })
})

it('an archive gets the changes that its reader may read, with their values, and none beside documents', async () => {
  const reader = await openProject(await town.calls.by(olga), PROJECT_ID)
  const line: HistoryLine & { document_id: string } = {
    entity: 'commitment',
    kind: 'changed',
    ...{ entity_id: 'r1.7', document_id: 'd1', fields: '["submitted"]', actor_name: 'Vera' },
    ...{ at: NOW, vendor_id: town.alpha, details: details([value('values.note', 'x')]) },
  }
  expect(readableChange(reader, line)).toEqual({
    ...{ at: NOW, actorName: 'Vera', entity: 'commitment', entityId: 'r1.7', documentId: 'd1' },
    ...{ vendorId: town.alpha, kind: 'changed', fields: ['submitted'] },
    details: { label: 'Gone', whole: [value('values.note', 'x')] },
  })
  expect(readableChange(reader, { ...line, details: null })?.details).toBeNull()
  expect(readableChange(reader, { ...line, at: PUBLISHED })?.details?.whole).toEqual([])
  expect(readableChange(reader, { ...line, document_id: null })).toBeNull()
  expect(readableChange(reader, { ...line, vendor_id: 999 })).toBeNull()
})
