import { afterEach, describe, expect, it } from 'vitest'
import type { RequirementUpdate } from '#schema/api/projects-service/requirements.ts'
import type { Project } from '#schema/entities/project.ts'
import type { InferInput } from 'valibot'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildRequirement,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { openProject } from './open-project.ts'
import { readRequirementDetails } from './requirement-details.ts'
import { updateRequirements } from './update-requirements.ts'

let town: ContentTown
let notes: () => Promise<string>
const open = async (project: Partial<Project> = {}) => {
  town = await openContentTown(project, ({ alpha, beta }) => ({
    requirement: [
      buildRequirement(),
      buildRequirement({ id: 'r2', fullId: 'FUN-0002', name: 'Two', rank: 'V00020' }),
      buildRequirement({ id: 'r4', fullId: 'FUN-0004', name: 'Four', rank: 'V00040' }),
      buildRequirement({
        ...{ id: 'r3', packageId: 'p2', documentId: 'd2', sectionId: 's2', fullId: 'SEC-0001' },
      }),
    ],
    commitment: [
      buildCommitment({ vendorId: alpha, values: { met: 50, note: 'half' }, submitted: true }),
      buildCommitment({ vendorId: beta, values: { met: 10 }, submitted: true }),
    ],
  }))
  notes = async () =>
    JSON.stringify(
      (await Promise.all(['r1', 'r2', 'r3', 'r4'].map((id) => town.row('requirement', id)))).map(
        (row) => row?.name,
      ),
    )
}
afterEach(async () => {
  expect(await town.elsewhere()).toEqual([])
  await town.rows.close()
})
type Update = InferInput<typeof RequirementUpdate>
const update = async (by: number, ...updates: Update[]) =>
  await updateRequirements(
    await town.calls.by(by),
    PROJECT_ID,
    updates.map((one) => ({
      ...one,
      supplierCommitments: one.supplierCommitments?.map(({ definition, ...rest }) => ({
        ...rest,
        definition: { parameters: {}, ...definition },
      })),
    })),
  )
const outcome = (by: number, ...updates: Update[]) => outcomeOf(update(by, ...updates))
const details = async (by: number, id = 'r1') =>
  await readRequirementDetails(await openProject(await town.calls.by(by), PROJECT_ID), id)
const order = (sectionId: string) =>
  town.order('requirement', (row) => 'sectionId' in row && row.sectionId === sectionId)

describe('an update of requirements', () => {
  it('takes the whole reply back and then changes nothing', async () => {
    await open()
    const sent = await details(town.olga)
    await update(town.olga, sent)
    expect(await details(town.olga)).toEqual(sent)
    expect(town.calls.told).toEqual([])
  })

  it('changes texts that differ and no others, and counts the version up', async () => {
    await open()
    const before = await town.row('requirement', 'r1')
    await update(town.olga, { id: 'r1', updatedOn: 0, name: 'New name', vendorHelp: '' })
    expect(await town.row('requirement', 'r1')).toEqual({
      ...{ ...before, name: 'New name', version: 2, status: 'NEW', updatedBy: town.olga },
      updatedOn: NOW,
    })
    expect(await notes()).toBe('["New name","Two","Sends mail","Four"]')
    const definition = buildDefinition({ answer: [buildParameter({ id: 'x', key: 'x' })] })
    const rest = { definition, vendorHelp: 'Help', evaluatorHelp: 'Look' }
    await update(town.olga, { id: 'r2', updatedOn: 0, ...rest })
    expect(await town.row('requirement', 'r2')).toMatchObject({ ...rest, name: 'Two' })
  })

  it('of several is all or none', async () => {
    await open()
    const [one, two] = [
      { id: 'r1', updatedOn: 0, name: 'One!' },
      { id: 'r2', updatedOn: 0, name: 'Two!' },
    ]
    expect(await outcome(town.olga, one, { ...two, updatedOn: 1 })).toBe('requirement.stale')
    expect(await outcome(town.olga, one, { ...two, id: 'r9' })).toBe('NOT_FOUND')
    // An older version is refused even if nothing changes.
    expect(await outcome(town.olga, { id: 'r1', updatedOn: -1 })).toBe('requirement.stale')
    expect(await notes()).toBe('["Sends mail","Two","Sends mail","Four"]')
    await update(town.olga, one, two)
    expect(await notes()).toBe('["One!","Two!","Sends mail","Four"]')
    expect(town.calls.told).toEqual([`publish ${PROJECT_ID}`])
  })

  it.each([
    ['projectId', 'zother'],
    ['packageId', 'p2'],
    ['documentId', 'd2'],
    ['lineageId', 'r2'],
    ['fullId', 'FUN-0009'],
    ['sourceId', 'mine'],
    ['version', 2],
    ['rank', 'V00001'],
    ['updatedBy', 4],
    ['status', 'OLD'],
    ['status', 'CHANGED'],
  ])('leaves %s to the server: %s is refused', async (field, value) => {
    await open()
    const sent = { id: 'r1', updatedOn: 0, name: 'New', [field]: value }
    expect(await outcome(town.olga, sent)).toBe(`NOT_ALLOWED ${field}`)
    expect(await notes()).toBe('["Sends mail","Two","Sends mail","Four"]')
  })

  it('takes the status that a change of its texts gives', async () => {
    await open()
    await update(town.olga, { id: 'r1', updatedOn: 0, name: 'New', status: 'NEW' })
    const queries = town.rows.database.queries.updateTable('requirements')
    const old = JSON.stringify(buildRequirement({ id: 'r2', status: 'OLD', name: 'Two' }))
    await queries
      .set({ body: old })
      .where('id', '=', 'r2')
      .where('project_id', '=', PROJECT_ID)
      .execute()
    const second = { id: 'r2', updatedOn: 0, status: 'CHANGED' } as const
    expect(await outcome(town.olga, second)).toBe('NOT_ALLOWED status')
    await update(town.olga, { ...second, name: 'Changed' })
    expect(await town.row('requirement', 'r2')).toMatchObject({
      name: 'Changed',
      status: 'CHANGED',
    })
  })

  it('moves to an index, or to the end of another section', async () => {
    await open()
    await update(town.olga, { id: 'r4', updatedOn: 0, index: 0 })
    expect(await order('s1')).toEqual(['r4', 'r1', 'r2'])
    const { updatedOn } = await details(town.olga, 'r4')
    await update(town.olga, { id: 'r4', updatedOn, index: 2 })
    expect(await order('s1')).toEqual(['r1', 'r2', 'r4'])
    const told = town.calls.told.length
    await update(town.olga, { id: 'r2', updatedOn: 0, index: 1, sectionId: 's1' })
    expect(town.calls.told).toHaveLength(told)
    expect(await outcome(town.olga, { id: 'r2', updatedOn: 0, index: 3 })).toBe(
      'INPUT_INVALID index',
    )
    // Requirements stay in their document, whose prefix their ids begin with.
    expect(await outcome(town.olga, { id: 'r2', updatedOn: 0, sectionId: 's2' })).toMatch(
      /^INPUT_INVALID/,
    )
    expect(await order('s2')).toEqual(['r3'])
  })

  it('excludes with a reason, and includes again', async () => {
    await open()
    const excluded = { reason: 'Twice', by: 'x', on: 1 }
    await update(town.olga, { id: 'r1', updatedOn: 0, excluded })
    const row = await town.row('requirement', 'r1')
    expect(row?.excluded).toEqual({ reason: 'Twice', by: 'olga Person', on: NOW })
    expect((await town.row('requirement', 'r2'))?.excluded).toBeNull()
    await update(town.olga, { id: 'r1', updatedOn: row?.updatedOn ?? 0, excluded: null })
    expect((await town.row('requirement', 'r1'))?.excluded).toBeNull()
  })

  it('of a project or requirement that the person may not see is refused', async () => {
    await open()
    const sent = { id: 'r1', updatedOn: 0, name: 'Mine' }
    expect(await outcome(town.vera, sent)).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    expect(await outcome(town.villager, sent)).toBe('ACCESS_TO_PROJECT_IS_DENIED')
  })
})

describe('the answers in an update', () => {
  const PUBLISHED = { state: 'PUBLISHED', publishedOn: 1 } as const
  const answer = (parameters: Record<string, number | string>, more: object = {}): Update => ({
    ...{ id: 'r1', updatedOn: 0 },
    supplierCommitments: [
      { vendorId: town.alpha, updatedOn: 0, definition: { parameters }, ...more },
    ],
  })
  const stored = (vendorId: number) => town.row('commitment', `r1.${vendorId}`)

  it('change the values that differ, of the vendor alone', async () => {
    await open(PUBLISHED)
    await update(town.vera, answer({ met: 50, note: 'most' }))
    expect(await stored(town.alpha)).toMatchObject({
      ...{ values: { met: 50, note: 'most' }, submitted: false, updatedOn: NOW },
    })
    expect(await stored(town.beta)).toMatchObject({ values: { met: 10 }, updatedOn: 0 })
    expect(await town.row('requirement', 'r1')).toMatchObject({ updatedOn: 0 })
    const told = town.calls.told.length
    await update(town.vera, answer({ met: 50 }, { submitted: false, updatedOn: 1 }))
    expect(town.calls.told).toHaveLength(told)
  })

  it('need the version that the vendor saw', async () => {
    await open(PUBLISHED)
    expect(await outcome(town.vera, answer({ met: 1 }, { updatedOn: 5 }))).toBe('requirement.stale')
    expect(await outcome(town.vera, answer({ met: 1 }, { updatedOn: undefined }))).toBe(
      'INPUT_INVALID supplierCommitments.0.updatedOn',
    )
    expect(await outcome(town.vera, answer({ met: 1 }, { vendorId: town.beta }))).toBe(
      'NOT_ALLOWED',
    )
    expect(await stored(town.alpha)).toMatchObject({ values: { met: 50 } })
    expect(await stored(town.beta)).toMatchObject({ values: { met: 10 } })
  })

  it('are not submitted by it', async () => {
    await open(PUBLISHED)
    const submit = (by: number, submitted: boolean, more: object = {}) =>
      outcome(by, answer({}, { submitted, ...more }))
    expect(await submit(town.vera, false)).toBe('INPUT_INVALID supplierCommitments.0.submitted')
    expect(await submit(town.vera, true)).toBe('done')
    const other = answer({}, { submitted: true, vendorId: town.beta })
    expect(await outcome(town.vera, other)).toBe('NOT_ALLOWED')
    expect(await submit(town.olga, true)).toBe('NOT_ALLOWED')
    town.calls.now = Date.parse('2030-02-01T00:00:00Z') - 1
    expect(await submit(town.vera, false)).toBe('INPUT_INVALID supplierCommitments.0.submitted')
  })

  it('leave the requirement to the requestor', async () => {
    await open(PUBLISHED)
    expect(await outcome(town.vera, { id: 'r1', updatedOn: 0, name: 'Mine' })).toBe('NOT_ALLOWED')
    expect(await notes()).toBe('["Sends mail","Two","Sends mail","Four"]')
  })
})

describe('the overrides in an update', () => {
  const override = (content: object, vendorId = town.alpha): Update => ({
    ...{ id: 'r1', updatedOn: 0 },
    supplierCommitments: [
      {
        vendorId,
        definition: {
          overrides: [{ parameterId: 'met', value: 40, reason: 'Less', ...content }],
        },
      },
    ],
  })
  const stored = (vendorId = town.alpha) => town.row('override', `r1.${vendorId}.met`)

  it('are set, changed by their newest version, and removed, for one vendor', async () => {
    await open({ state: 'EVALUATION', publishedOn: 1 })
    await update(town.olga, override({}))
    const first = await stored()
    expect(first).toMatchObject({ value: 40, reason: 'Less', originalValue: 50, removed: false })
    expect(await stored(town.beta)).toBeUndefined()
    const told = town.calls.told.length
    await update(town.olga, override({ updatedOn: first?.updatedOn }))
    expect(town.calls.told).toHaveLength(told)
    const other = { reason: 'Far less' }
    expect(await outcome(town.olga, override({ ...other }))).toBe(
      'INPUT_INVALID supplierCommitments.0.definition.overrides.0.updatedOn',
    )
    expect(await outcome(town.olga, override({ ...other, updatedOn: 1 }))).toBe('requirement.stale')
    await update(town.olga, override({ ...other, updatedOn: first?.updatedOn }))
    const second = await stored()
    expect(second).toMatchObject({ value: 40, reason: 'Far less' })
    await update(town.olga, override({ ...other, value: 20, updatedOn: second?.updatedOn }))
    const third = await stored()
    expect(third).toMatchObject({ value: 20, reason: 'Far less' })
    await update(
      town.olga,
      override({ ...other, value: 20, removed: true, updatedOn: third?.updatedOn }),
    )
    expect(await stored()).toMatchObject({ removed: true })
    // One that is not there is removed already.
    const length = town.calls.told.length
    await update(town.olga, override({ removed: true }, town.beta))
    expect(town.calls.told).toHaveLength(length)
    expect(await town.row('commitment', `r1.${town.alpha}`)).toMatchObject({ values: { met: 50 } })
  })

  it('are refused to an author', async () => {
    await open({ state: 'EVALUATION', publishedOn: 1 })
    expect(await outcome(town.anna, override({}))).toBe('NOT_ALLOWED')
    expect(await stored()).toBeUndefined()
  })
})
