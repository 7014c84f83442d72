import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { NO_INPUT, outcomeOf } from '../../tests/support/call-context.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import {
  buildCommitment,
  buildDefinition,
  buildRequirement,
  buildSection,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { judgeHere, type JudgeJob } from '../commands/judge/judge-answers.ts'
import type { SignedInContext } from '../route.ts'
import {
  commitmentHandlers as commitments,
  overrideHandlers as overrides,
  requirementHandlers as requirements,
} from './requirements.ts'

let town: ContentTown
const open = async (project: Partial<Project> = {}) => {
  town = await openContentTown(project, ({ alpha, beta }) => ({
    section: [
      buildSection(),
      buildSection({ id: 's3', rank: 'V00020' }),
      buildSection({ id: 's2', packageId: 'p2', documentId: 'd2' }),
    ],
    requirement: [
      buildRequirement(),
      buildRequirement({ id: 'r2', fullId: 'FUN-0002', name: 'Two', rank: 'V00020' }),
      buildRequirement({ id: 'r4', fullId: 'FUN-0004', name: 'Four', rank: 'V00040' }),
      buildRequirement({
        ...{ id: 'r3', packageId: 'p2', documentId: 'd2', sectionId: 's2', fullId: 'FUN-0003' },
      }),
    ],
    commitment: [
      buildCommitment({ vendorId: alpha, values: { met: 50 } }),
      buildCommitment({ vendorId: beta, values: { met: 10 } }),
    ],
  }))
}
const PUBLISHED = { state: 'PUBLISHED', publishedOn: 1 } as const
const EVALUATION = { state: 'EVALUATION', publishedOn: 1 } as const
afterEach(async () => {
  expect(await town.elsewhere()).toEqual([])
  await town.rows.close()
})
const done = { done: true }
const by = (userId: number): Promise<SignedInContext> => town.calls.by(userId)
const body = <T>(content: T) => ({ ...NO_INPUT, body: content })
const at = (id: string) => ({ ...NO_INPUT, params: { id } })
const order = (sectionId: string) =>
  town.order('requirement', (row) => 'sectionId' in row && row.sectionId === sectionId)

describe('a requirement', () => {
  it('is read with its index, by its id or by its full id in its document', async () => {
    await open()
    const read = await requirements.get(at('r2'), await by(town.olga))
    expect(read).toMatchObject({ id: 'r2', index: 1, supplierCommitments: [] })
    const find = async (docId: string, fullId: string) =>
      await requirements.byFullId({ ...NO_INPUT, query: { docId, fullId } }, await by(town.olga))
    expect(await find('d1', 'FUN-0002')).toEqual(read)
    expect(await outcomeOf(find('d1', 'FUN-0003'))).toBe('NOT_FOUND')
    expect(await outcomeOf(find('d1', 'FUN-000'))).toBe('NOT_FOUND')
    expect(await outcomeOf(requirements.get(at('r1'), await by(town.vera)))).toBe('NOT_FOUND')
  })

  it('is made at the end of its section, or after another', async () => {
    await open()
    const create = async (content: object) =>
      await requirements.create(
        body({ sectionId: 's1', name: 'New', definition: buildDefinition(), ...content }),
        await by(town.olga),
      )
    const last = await create({ vendorHelp: 'Help', evaluatorHelp: 'Look', sourceId: 'X-1' })
    expect(last).toMatchObject({
      ...{ name: 'New', index: 3, documentId: 'd1', packageId: 'p1', status: 'NEW', version: 1 },
      ...{ vendorHelp: 'Help', evaluatorHelp: 'Look', sourceId: 'X-1', fullId: 'FUN-0001' },
    })
    expect(await create({ id: 'r8', after: 'r1' })).toMatchObject({ id: 'r8', index: 1 })
    expect(await create({ id: 'r9', after: null })).toMatchObject({ id: 'r9', index: 0 })
    expect(await order('s1')).toEqual(['r9', 'r1', 'r8', 'r2', 'r4', last.id])
    expect(await create({ id: 'r0', sectionId: 's3' })).toMatchObject({ index: 0 })
  })

  it('is made with others, in sections that come with them', async () => {
    await open()
    const one = { sectionId: 's1', name: 'One', definition: buildDefinition(), sourceId: null }
    const create = async (content: object) =>
      await requirements.createBulk(
        body({ sections: [], requirements: [], ...content }),
        await by(town.olga),
      )
    const made = await create({
      documentId: 'd1',
      sections: [{ id: 's9', name: 'Ninth' }],
      requirements: [
        { ...one, id: 'n1', sourceId: 'X-1' },
        { ...one, sectionId: 's9', name: 'Two' },
      ],
    })
    expect(made).toMatchObject([
      { id: 'n1', sectionId: 's1', name: 'One', sourceId: 'X-1' },
      { sectionId: 's9', name: 'Two', sourceId: null },
    ])
    expect(await town.row('section', 's9')).toMatchObject({ name: 'Ninth', documentId: 'd1' })
    // Without a document, that of the first section counts.
    const found = await create({ requirements: [{ ...one, sectionId: 's2', name: 'Three' }] })
    expect(found).toMatchObject([{ documentId: 'd2', sectionId: 's2', name: 'Three' }])
    expect(await outcomeOf(create({}))).toBe('INPUT_INVALID documentId')
    expect(await outcomeOf(create({ requirements: [{ ...one, sectionId: 's0' }] }))).toBe(
      'NOT_FOUND',
    )
  })

  it('is updated alone or with others', async () => {
    await open()
    const changed = await requirements.update(
      body({ id: 'r2', updatedOn: 0, name: 'New' }),
      await by(town.olga),
    )
    expect(changed).toMatchObject({ id: 'r2', name: 'New', index: 1 })
    const both = await requirements.updateBulk(
      body({
        requirements: [
          { id: 'r4', updatedOn: 0, name: 'Last' },
          { id: 'r1', updatedOn: 0, name: 'First' },
        ],
      }),
      await by(town.olga),
    )
    expect(both.map(({ id, name }) => [id, name])).toEqual([
      ['r4', 'Last'],
      ['r1', 'First'],
    ])
    expect(await town.row('requirement', 'r2')).toEqual(
      expect.objectContaining({ name: 'New', updatedOn: changed.updatedOn }),
    )
  })

  it('moves to an index, which counts the others alone, by its newest version', async () => {
    await open()
    const move = async (content: object, ids = ['r1']) =>
      await requirements.move(body({ ids, sectionId: 's1', ...content }), await by(town.olga))
    expect(await move({ index: 2 })).toEqual(done)
    expect(await order('s1')).toEqual(['r2', 'r4', 'r1'])
    expect(await outcomeOf(move({ index: 3 }))).toBe('INPUT_INVALID index')
    await move({ index: 0 }, ['r1', 'r4'])
    expect(await order('s1')).toEqual(['r1', 'r4', 'r2'])
    await move({ after: 'r2' })
    expect(await order('s1')).toEqual(['r4', 'r2', 'r1'])
    await move({ sectionId: 's3' }, ['r2'])
    expect([await order('s1'), await order('s3')]).toEqual([['r4', 'r1'], ['r2']])
    const { updatedOn = 0 } = (await town.row('requirement', 'r1')) ?? {}
    const seen = { r1: updatedOn - 1, r4: 0 }
    expect(await outcomeOf(move({ index: 0, updatedOn: seen }))).toBe('requirement.stale')
    expect(await outcomeOf(move({ index: 0, updatedOn: {} }))).toBe('INPUT_INVALID updatedOn')
    expect(await move({ index: 0, updatedOn: { r1: updatedOn } })).toEqual(done)
    expect(await order('s1')).toEqual(['r1', 'r4'])
  })

  it('is deleted with others and their answers', async () => {
    await open()
    const input = body({ reqIds: ['r1', 'r4'] })
    expect(await outcomeOf(requirements.delete(input, await by(town.vera)))).toBe('NOT_FOUND')
    expect(await requirements.delete(input, await by(town.olga))).toEqual(done)
    expect([await order('s1'), await order('s2')]).toEqual([['r2'], ['r3']])
    expect(await town.row('commitment', `r1.${town.beta}`)).toBeUndefined()
    expect(await outcomeOf(requirements.delete(body({ reqIds: [] }), await by(town.olga)))).toBe(
      'NOT_FOUND',
    )
  })

  it('is left out of the evaluation with a reason, by its newest version', async () => {
    await open()
    const exclude = async (updatedOn: number, reason: string | null) =>
      await requirements.exclude(body({ id: 'r1', updatedOn, reason }), await by(town.olga))
    expect(await outcomeOf(exclude(1, 'Twice'))).toBe('requirement.stale')
    const row = await exclude(0, 'Twice')
    expect(row).toMatchObject({ id: 'r1', excluded: { reason: 'Twice', on: NOW } })
    expect(await exclude(row.updatedOn, null)).toMatchObject({ id: 'r1', excluded: null })
  })

  it('has a history by its document', async () => {
    await open()
    await requirements.update(body({ id: 'r2', updatedOn: 0, name: 'New' }), await by(town.olga))
    const page = { pageNumber: 0, pageSize: 50, filters: {}, sorts: [], requirementId: 'r2' }
    const input = { ...NO_INPUT, params: { docId: 'd1' }, body: page }
    const { items } = await requirements.byDocument(input, await by(town.olga))
    expect(items[0]).toMatchObject({ id: 'r2', kind: 'changed', fields: ['version', 'name'] })
    expect(await outcomeOf(requirements.byDocument(input, await by(town.vera)))).toBe('NOT_FOUND')
  })
})

describe('the conflicts of a requirement', () => {
  const conflict = (entity: string, id: string, field = 'name') => ({
    ...{ entity, id, field, base: 'a', mine: 'b', theirs: 'c' },
  })
  let mid = 0
  const note = async (conflicts: object[], more: object = {}) => {
    const { queries } = town.rows.database
    mid += 1
    await queries
      .insertInto('mutation_result')
      .values({
        ...{ client_id: 'device', mid, status: 'conflict', reason: null, detail: '{}' },
        ...{ conflicts: JSON.stringify(conflicts), command: 'x', args: null },
        ...{ project_id: PROJECT_ID, client_at: NOW - 5, at: NOW + mid },
        ...more,
      })
      .execute()
  }
  it('are those of requestors for requestors, and those of an answer for its vendor', async () => {
    await open(PUBLISHED)
    const { queries } = town.rows.database
    await queries
      .insertInto('sync_client')
      .values({
        ...{ client_id: 'device', user_id: town.anna, organization_id: town.city },
        ...{ last_mid: 0, schema_version: 1, seen_at: 0 },
      })
      .execute()
    const own = conflict('requirement', 'r1')
    const answer = conflict('commitment', `r1.${town.alpha}`, 'met')
    const others = [
      conflict('requirement', 'r10'),
      conflict('commitment', `r1.${town.beta}`),
      conflict('commitment', `r10.${town.alpha}`),
      conflict('section', 'r1'),
    ]
    await note([own, answer, ...others])
    await note([conflict('requirement', 'r1', 'vendorHelp')])
    await note([own], { status: 'applied' })
    await note([own], { project_id: 'zother' })
    const read = async (userId: number) => await requirements.conflicts(at('r1'), await by(userId))
    expect((await read(town.olga)).map(({ field, at: on }) => [field, on - NOW - mid])).toEqual([
      ['vendorHelp', -2],
      ['name', -3],
    ])
    expect(await read(town.vera)).toEqual([
      { ...answer, mineBy: 'anna Person', mineOn: NOW - 5, at: NOW + mid - 3 },
    ])
    await town.elsewhere()
  })
})

describe('an answer', () => {
  const write = async (userId: number, content: object, id = 'r1') =>
    await requirements.updateCommitment(
      { ...at(id), body: { values: { met: 70 }, ...content } },
      await by(userId),
    )
  const stored = (vendorId: number, id = 'r1') => town.row('commitment', `${id}.${vendorId}`)

  it('is the caller’s own vendor’s by default, and changes by its newest version', async () => {
    await open(PUBLISHED)
    expect(await outcomeOf(write(town.vera, {}))).toBe('INPUT_INVALID updatedOn')
    expect(await outcomeOf(write(town.vera, { updatedOn: 9 }))).toBe('requirement.stale')
    const written = await write(town.vera, { updatedOn: 0 })
    expect(written).toMatchObject({ vendorId: town.alpha, values: { met: 70 }, updatedOn: NOW })
    expect(await stored(town.alpha)).toEqual(written)
    expect(await stored(town.beta)).toMatchObject({ values: { met: 10 }, updatedOn: 0 })
    const first = await requirements.createCommitment(
      { ...at('r2'), body: { vendorId: town.alpha, values: { note: 'x' } } },
      await by(town.vera),
    )
    expect(first).toMatchObject({ id: `r2.${town.alpha}`, values: { note: 'x' } })
  })

  it('of another vendor, or without a vendor, is refused', async () => {
    await open(PUBLISHED)
    const { vera, olga, beta, alpha } = town
    expect(await outcomeOf(write(vera, { vendorId: beta, updatedOn: 0 }))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(write(olga, { updatedOn: 0 }))).toBe('INPUT_INVALID vendorId')
    expect(await outcomeOf(write(olga, { vendorId: alpha, updatedOn: 0 }))).toBe('NOT_ALLOWED')
    expect(await stored(beta)).toMatchObject({ values: { met: 10 } })
  })

  it('is written with others, each by its newest version, all or none', async () => {
    await open(PUBLISHED)
    const bulk = async (items: object[]) =>
      await commitments.updateBulk(
        body({ projectId: PROJECT_ID, vendorId: town.alpha, items }) as never,
        await by(town.vera),
      )
    const [one, two] = [
      { requirementId: 'r2', values: { met: 1 } },
      { requirementId: 'r1', values: { met: 2 }, updatedOn: 0 },
    ]
    expect(await outcomeOf(bulk([one, { ...two, updatedOn: 4 }]))).toBe('requirement.stale')
    expect(await outcomeOf(bulk([one, { ...two, updatedOn: undefined }]))).toBe(
      'INPUT_INVALID items.1.updatedOn',
    )
    expect(await stored(town.alpha, 'r2')).toBeUndefined()
    expect((await bulk([one, two])).map(({ id, values }) => [id, values['met']])).toEqual([
      [`r2.${town.alpha}`, 1],
      [`r1.${town.alpha}`, 2],
    ])
  })

  it('is submitted with the content that the vendor saw; others stay drafts, with the reason', async () => {
    await open(PUBLISHED)
    const hashOf = (values: object) =>
      createHash('sha256')
        .update(canonicalContent(values as never))
        .digest('hex')
    const values = { met: 50, 'met.release': -2, note: 'x' }
    const saved = await write(town.vera, { values, updatedOn: 0 })
    await write(town.vera, { values }, 'r2')
    const context = await by(town.vera)
    const judging = {
      ...context,
      commands: { ...context.commands, judge: async (job: JudgeJob) => judgeHere(job) },
    }
    const items = [
      { requirementId: 'r1', contentHash: hashOf(saved.values) },
      { requirementId: 'r2', contentHash: hashOf({ met: 1 }) },
      { requirementId: 'r1', contentHash: hashOf(saved.values) },
    ]
    const input = body({ projectId: PROJECT_ID, vendorId: town.alpha, items })
    const reply = await commitments.submit(input, judging)
    expect(reply.submitted).toMatchObject([{ id: `r1.${town.alpha}`, submitted: true, values }])
    expect(reply.remaining).toMatchObject([
      { requirementId: 'r2', messageCodes: ['CONTENT_CHANGED'], message: expect.any(String) },
    ])
    expect(reply.message).toContain('1')
    expect(await stored(town.alpha, 'r2')).toMatchObject({ submitted: false })
    expect(await stored(town.beta)).toMatchObject({ submitted: false, updatedOn: 0 })
  })

  it('has a receipt that the server knows again', async () => {
    await open(PUBLISHED)
    const receipts = [{ answerId: 'r1.9', submittedOn: 1, by: 'x', contentHash: 'a'.repeat(64) }]
    const input = { ...at(PROJECT_ID), body: { receipts } }
    const [standing] = await commitments.checkReceipts(input, await by(town.vera))
    expect(standing).toBe('unknown')
  })
})

describe('an override', () => {
  const set = async (content: object) =>
    await overrides.set(
      body({
        ...{ requirementId: 'r1', vendorId: town.alpha, parameterId: 'met' },
        ...{ value: 40, reason: 'Less', ...content },
      }),
      await by(town.olga),
    )
  const remove = async (updatedOn: number, vendorId = town.alpha) =>
    await overrides.remove(
      body({ requirementId: 'r1', vendorId, parameterId: 'met', reason: 'Wrong', updatedOn }),
      await by(town.olga),
    )
  it('is set, changed and removed by its newest version, for one vendor', async () => {
    await open(EVALUATION)
    const first = await set({})
    expect(first).toMatchObject({ id: `r1.${town.alpha}.met`, value: 40, reason: 'Less' })
    const other = await set({ vendorId: town.beta, value: 5 })
    expect(await outcomeOf(set({ value: 30 }))).toBe('INPUT_INVALID updatedOn')
    expect(await outcomeOf(set({ value: 30, updatedOn: 1 }))).toBe('requirement.stale')
    const second = await set({ value: 30, updatedOn: first.updatedOn })
    expect(await outcomeOf(remove(first.updatedOn))).toBe('requirement.stale')
    expect(await remove(second.updatedOn)).toEqual(done)
    expect(await town.row('override', first.id)).toMatchObject({ removed: true })
    expect(await town.row('override', other.id)).toEqual(other)
  })
})
