import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EditBase, MutationTx, ProjectActor } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import {
  buildCommitment,
  buildOwner,
  buildProject,
  buildRequirement,
  buildRows,
  buildSection,
  buildVendorContact,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storedRow, storeRows } from '../../tests/support/stored-project.ts'
import { createMutationTx } from './mutation-tx.ts'
import { closeUnit, openUnit } from './project-unit.ts'

/** Vendor 7 and vendor 8 have answered r1; the other project has the same ids. */
let rows: EmptyDatabase
const [OWN, OTHER] = ['r1.7', 'r1.8']
const answer = (vendorId: number, note: string) =>
  buildCommitment({ vendorId, values: { note }, updatedOn: 0 })
beforeEach(async () => {
  rows = await openEmptyDatabase()
  const set = buildRows({ commitment: [answer(7, 'own'), answer(8, 'other')] })
  await storeRows(rows, set)
  const elsewhere = [answer(7, 'elsewhere')]
  const project = [buildProject({ organizationId: 2 })]
  await storeRows(rows, inProject({ ...set, project, commitment: elsewhere }, 'other'))
})
afterEach(() => rows.close())

type Options = Parameters<typeof createMutationTx>[0]
interface Given extends Partial<Options> {
  actor?: ProjectActor
  base?: EditBase | null
}
/** Runs a command's work in the project, and keeps what it wrote. */
const run = async <T>(given: Given, work: (tx: MutationTx) => Promise<T>) =>
  await rows.database.write(async (queries) => {
    const ports = { dialect: rows.database.dialect, clock: () => NOW }
    const unit = await openUnit(queries, ports, PROJECT_ID)
    const { tx, conflicts } = createMutationTx({
      ...{ rows: unit.rows, actor: buildOwner(), now: NOW, base: null },
      heldFile: async (hash) => ({ bytes: hash.length, kind: 'pdf' }),
      isOnTeam: async (userId) => userId === 1,
      ...given,
    })
    const value = await work(tx)
    unit.rows.accept()
    await closeUnit(queries, unit, { id: 1, name: 'Owner' })
    return { value, conflicts }
  })
const vendor = buildVendorContact({ vendorId: 7 })
const noteOf = async (id: string, projectId = PROJECT_ID) =>
  (await storedRow(rows, 'commitment', { projectId, id }))?.values['note']

describe('a command of a vendor', () => {
  it('reads the answers of its own vendor alone, by id and in lists', async () => {
    const read = async (actor: ProjectActor) =>
      (
        await run({ actor }, async (tx) => [
          (await tx.get('commitment', OWN))?.id,
          (await tx.get('commitment', OTHER))?.id,
          (await tx.get('commitment', 'r9.7'))?.id,
          (await tx.list('commitment', 'requirementId', 'r1')).map(({ id }) => id).toSorted(),
        ])
      ).value
    expect(await read(vendor)).toEqual([OWN, undefined, undefined, [OWN]])
    const colleague = buildVendorContact({ vendorId: 8 })
    expect(await read(colleague)).toEqual([undefined, OTHER, undefined, [OTHER]])
    const stranger = buildVendorContact({ vendorId: null })
    expect(await read(stranger)).toEqual([undefined, undefined, undefined, []])
    expect(await read(buildOwner())).toEqual([OWN, OTHER, undefined, [OWN, OTHER]])
  })

  it('reads rows that belong to no vendor', async () => {
    const { value } = await run({ actor: vendor }, async (tx) => [
      (await tx.get('requirement', 'r1'))?.id,
      (await tx.list('section', 'documentId', 'd1')).map(({ id }) => id),
      (await tx.list('requirement', 'documentId', 'd1')).length,
    ])
    expect(value).toEqual(['r1', ['s1'], 2])
  })

  it('writes the answers of its own vendor alone', async () => {
    await run({ actor: vendor }, async (tx) => tx.put('commitment', answer(7, 'mine')))
    const foreign = run({ actor: vendor }, async (tx) => tx.put('commitment', answer(8, 'mine')))
    await expect(foreign).rejects.toThrow('wrote commitment of another vendor')
    expect([await noteOf(OWN), await noteOf(OTHER), await noteOf(OWN, 'other')]).toEqual([
      ...['mine', 'other', 'elsewhere'],
    ])
    await run({}, async (tx) => tx.put('commitment', answer(8, 'by the owner')))
    expect(await noteOf(OTHER)).toBe('by the owner')
  })

  it('may write rows that belong to no vendor', async () => {
    const discussion = { vendorId: null } as never
    const written: unknown[] = []
    const rowsOf = { put: (...row: unknown[]) => void written.push(row) } as never
    const { tx } = createMutationTx({
      ...{ rows: rowsOf, actor: vendor, now: NOW, base: null },
      ...{ heldFile: async () => null, isOnTeam: async () => true },
    })
    tx.put('comment', discussion)
    tx.put('comment', { vendorId: 7 } as never)
    expect(written).toEqual([
      ['comment', { vendorId: null }, NOW],
      ['comment', { vendorId: 7 }, NOW],
    ])
  })
})

describe('a command', () => {
  it('writes at its time, deletes, and keeps what it removes for its person', async () => {
    await run({}, async (tx) => {
      tx.put('section', buildSection({ name: 'Renamed' }))
      tx.delete('section', 's2')
    })
    const named = await storedRow(rows, 'section', { id: 's1' })
    expect([named?.name, named?.updatedOn]).toEqual(['Renamed', NOW])
    expect(await storedRow(rows, 'section', { id: 's2' })).toBeUndefined()
    expect(await storedRow(rows, 'section', { projectId: 'other', id: 's2' })).toBeDefined()
    const root = { entity: 'requirement', id: 'r2' } as const
    await run({}, async (tx) => tx.remove('requirement', buildRequirement({ id: 'r2' }), root))
    expect(await storedRow(rows, 'requirement', { id: 'r2' })).toBeUndefined()
    const removed = async (actor: ProjectActor) =>
      (await run({ actor }, async (tx) => await tx.removed(root))).value.map(({ row }) => row.id)
    expect(await removed(buildOwner())).toEqual(['r2'])
    expect(await removed(buildOwner({ userId: 2 }))).toEqual([])
  })

  it('numbers within the prefix of the document, and only in one that is there', async () => {
    const next = async (id: string) =>
      (await run({}, async (tx) => [await tx.nextNumber(id), await tx.nextNumber(id)])).value
    const [first, second] = await next('d1')
    expect(Number(second) - Number(first)).toBe(1)
    const [secure] = await next('d2')
    expect(secure).toBe(first)
    await expect(next('d9')).rejects.toThrow('There is no document d9')
  })

  it('has the ports that it was given, and no others', async () => {
    const readsDiscussions = async () => true
    const formerDocuments = async () => []
    const sealReceipt = (text: string) => `sealed ${text}`
    const verdictOf = () => ({ kind: 'valid' }) as const
    const { value } = await run({}, async (tx) => [
      await tx.heldFile('hash'),
      [await tx.isOnTeam(1), await tx.isOnTeam(2)],
      ['formerDocuments' in tx, 'readsDiscussions' in tx, 'sealReceipt' in tx],
      [tx.isServer, tx.now, tx.actor.userId],
      tx.sha256('text'),
    ])
    expect(value).toEqual([
      { bytes: 4, kind: 'pdf' },
      [true, false],
      [false, false, false],
      [true, NOW, 1],
      createHash('sha256').update('text').digest('hex'),
    ])
    const judge = (tx: MutationTx) => tx.verdictOf?.(buildRequirement(), answer(7, ''), [])
    await expect(run({}, async (tx) => judge(tx))).rejects.toThrow('before the transaction')
    const given = { formerDocuments, readsDiscussions, sealReceipt, verdictOf }
    const all = await run(given, async (tx) => [
      judge(tx)?.kind,
      await tx.formerDocuments?.(),
      await tx.readsDiscussions?.(1),
      tx.sealReceipt?.('a'),
    ])
    expect(all.value).toEqual(['valid', [], true, 'sealed a'])
  })
})

describe('a field', () => {
  const row = { entity: 'section', id: 's1' } as const
  const settle = async (
    base: EditBase | null,
    [current, mine]: readonly [unknown, unknown],
    field = 'name',
  ) => {
    const { value, conflicts } = await run({ base }, async (tx) =>
      tx.settle(row, field, current, mine),
    )
    return { value, conflicts }
  }

  it('of a command without a base is always taken', async () => {
    expect(await settle(null, ['theirs', 'mine'])).toEqual({ value: true, conflicts: [] })
  })

  it('is taken if no one changed it, and left if the person did not', async () => {
    const base = { 'section/s1#name': 'seen', 'section/s2#name': 'theirs' }
    expect(await settle(base, ['seen', 'mine'])).toEqual({ value: true, conflicts: [] })
    expect(await settle(base, ['mine', 'mine'])).toEqual({ value: true, conflicts: [] })
    expect(await settle(base, ['theirs', 'seen'])).toEqual({ value: false, conflicts: [] })
  })

  it('[SY9] that both changed is left, and reported with all three values', async () => {
    const conflict = { ...row, field: 'name', theirsBy: '', theirsOn: 0 }
    const base = { 'section/s1#name': 'seen' }
    expect(await settle(base, ['theirs', 'mine'])).toEqual({
      value: false,
      conflicts: [{ ...conflict, base: 'seen', mine: 'mine', theirs: 'theirs' }],
    })
    expect((await settle(base, [undefined, 'mine'])).conflicts).toMatchObject([
      { base: 'seen', mine: 'mine', theirs: null },
    ])
    expect((await settle(base, ['theirs', undefined])).conflicts).toMatchObject([
      { mine: null, theirs: 'theirs' },
    ])
    expect((await settle({}, ['theirs', 'mine'])).conflicts).toMatchObject([{ base: null }])
  })

  it('of a row that is left is reported with the reason', async () => {
    const { conflicts } = await run({}, async (tx) =>
      tx.leave(row, new Refusal('ROW_DELETED', { detail: { name: 'x' } })),
    )
    expect(conflicts).toMatchObject([
      { ...row, theirs: { reason: 'ROW_DELETED', detail: { name: 'x' } } },
    ])
  })
})
