import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildTx,
  type Conflict,
  type MemoryTx,
  runCommand,
} from '../../../tests/support/memory-tx.ts'
import {
  buildCommitment,
  buildDefinition,
  buildOwner,
  buildParameter,
  buildProject,
  buildRequirement,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import type { CommitmentValues } from '../../entities/commitment.ts'
import type { Parameter } from '../../entities/parameter.ts'
import { interleave, sameValue, settleField } from './merge.ts'
import { parseDefinition } from '../definition/parameters.ts'

/*
 * Two people saw `base`; `theirs` arrived first, and `mine` is settled against it. The properties
 * are checked for the rule alone and for the commands that devices send, for answers and for
 * definitions.
 */
interface Merged {
  values: Record<string, unknown>
  conflicts: Pick<Conflict, 'field' | 'base' | 'mine' | 'theirs'>[]
}
type Fields = Record<string, unknown>

const byRule = (base: Fields, theirs: Fields, mine: Fields): Merged => {
  const merged: Merged = { values: { ...theirs }, conflicts: [] }
  for (const field of new Set([
    ...Object.keys(base),
    ...Object.keys(theirs),
    ...Object.keys(mine),
  ])) {
    const settlement = settleField({ base: base[field], current: theirs[field], mine: mine[field] })
    if (settlement === 'take') merged.values[field] = mine[field]
    if (settlement === 'conflict')
      merged.conflicts.push({ field, base: base[field], mine: mine[field], theirs: theirs[field] })
  }
  return merged
}

/** Makes the edit on a device with one state, and sends it to a server with another. */
const travel = async (
  seen: () => MemoryTx,
  edit: (memory: MemoryTx) => Promise<MemoryTx>,
  met: (base: MemoryTx['base']) => MemoryTx,
): Promise<MemoryTx> => edit(met((await edit(seen())).base))

const KEYS = ['text', 'more', 'last']
const answers = { content: [], answer: KEYS.map((id) => buildParameter({ id, key: id, name: id })) }
const answerRows = (values: Fields) =>
  buildRows({
    project: [buildProject({ state: 'PUBLISHED' })],
    requirement: [buildRequirement({ definition: buildDefinition(answers) })],
    commitment: [buildCommitment({ values: values as CommitmentValues })],
  })
const byAnswers = async (base: Fields, theirs: Fields, mine: Fields): Promise<Merged> => {
  const actor = buildVendorContact()
  const memory = await travel(
    () => buildTx({ rows: answerRows(base), actor, isServer: false }),
    (tx) =>
      runCommand(tx, 'commitments.update', {
        projectId: PROJECT_ID,
        requirementId: 'r1',
        vendorId: 7,
        values: mine as CommitmentValues,
      }),
    (seen) => buildTx({ rows: answerRows(theirs), actor, base: seen }),
  )
  return {
    values: memory.row('commitment', 'r1.7')?.values ?? {},
    conflicts: memory.conflicts.map((conflict) => ({
      ...conflict,
      field: conflict.field.replace('values.', ''),
    })),
  }
}

const value = fc.constantFrom('a', 'b', 'c', null)
const fields = fc.record({ text: value, more: value, last: value }, { noNullPrototype: true })
const filled = (values: Fields): Fields =>
  Object.fromEntries(Object.entries(values).filter(([, one]) => one !== null && one !== undefined))
const WAYS = [
  ['the rule', async (...sides: [Fields, Fields, Fields]) => byRule(...sides)],
  ['answers', byAnswers],
] as const

describe.each(WAYS)('merging by %s', (_, merge) => {
  test('[MP1] with a side that changed nothing gives the other side', async () => {
    await fc.assert(
      fc.asyncProperty(fields, fields, async (base, side) => {
        const [mine, theirs] = [await merge(base, base, side), await merge(base, side, base)]
        expect([
          filled(mine.values),
          mine.conflicts,
          filled(theirs.values),
          theirs.conflicts,
        ]).toEqual([filled(side), [], filled(side), []])
      }),
    )
  })
  test('[MP2] is symmetric up to the names of the sides', async () => {
    await fc.assert(
      fc.asyncProperty(fields, fields, fields, async (base, one, other) => {
        const [there, back] = [await merge(base, one, other), await merge(base, other, one)]
        const turned = (list: Merged['conflicts']) =>
          list.map(({ field, mine, theirs }) => ({
            field,
            mine: theirs ?? null,
            theirs: mine ?? null,
          }))
        expect(turned(there.conflicts)).toEqual(
          back.conflicts.map(({ field, mine, theirs }) => ({
            field,
            mine: mine ?? null,
            theirs: theirs ?? null,
          })),
        )
        const settled = ({ values, conflicts }: Merged) =>
          filled(
            Object.fromEntries(
              Object.entries(values).filter(
                ([field]) => !conflicts.some((conflict) => conflict.field === field),
              ),
            ),
          )
        expect(settled(there)).toEqual(settled(back))
      }),
    )
  })
  test('[MP3] loses nothing of either side without a conflict that names it', async () => {
    await fc.assert(
      fc.asyncProperty(fields, fields, fields, async (base, theirs, mine) => {
        const { values, conflicts } = await merge(base, theirs, mine)
        for (const field of KEYS as (keyof typeof base)[]) {
          const conflict = conflicts.find((one) => one.field === field)
          for (const [side, wrote] of [
            ['mine', mine],
            ['theirs', theirs],
          ] as const) {
            const isChanged = !sameValue(wrote[field], base[field])
            const isKept =
              sameValue(values[field], wrote[field]) ||
              (conflict !== undefined && sameValue(conflict[side], wrote[field]))
            expect(!isChanged || isKept).toBe(true)
          }
        }
      }),
    )
  })
  test('[MP4] finds no conflict where at most one side changed a field', async () => {
    await fc.assert(
      fc.asyncProperty(fields, fields, fields, async (base, theirs, mine) => {
        const { conflicts } = await merge(base, theirs, mine)
        const isFought = (field: keyof typeof base) =>
          !sameValue(mine[field], base[field]) &&
          !sameValue(theirs[field], base[field]) &&
          !sameValue(mine[field], theirs[field])
        expect(conflicts.map(({ field }) => field).sort()).toEqual(
          (KEYS as (keyof typeof base)[]).filter(isFought).sort(),
        )
      }),
    )
  })
})

describe('merging definitions', () => {
  const projectId = PROJECT_ID
  const rowsWith = (definition: string) =>
    buildRows({ requirement: [buildRequirement({ definition })] })
  const side = fc
    .record({
      ids: fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e']),
      names: fc.array(fc.constantFrom('x', 'y'), { minLength: 5, maxLength: 5 }),
    })
    .map(({ ids, names }) =>
      ids.map((id): Parameter =>
        buildParameter({ id, key: id, name: names['abcde'.indexOf(id)] ?? '' }),
      ),
    )
  const of = (answer: Parameter[]): string => buildDefinition({ content: [], answer })

  const merge = async (base: Parameter[], theirs: Parameter[], mine: Parameter[]) => {
    const actor = buildOwner()
    const memory = await travel(
      () => buildTx({ rows: rowsWith(of(base)), actor, isServer: false }),
      (tx) =>
        runCommand(tx, 'requirements.update', {
          projectId,
          id: 'r1',
          patch: { definition: of(mine) },
        }),
      (seen) => buildTx({ rows: rowsWith(of(theirs)), actor, base: seen }),
    )
    const parameters = parseDefinition(memory.row('requirement', 'r1')?.definition ?? '')
      .suppliersCommitment.parameters
    return { parameters: [...parameters], conflicts: memory.conflicts }
  }
  const find = (parameters: readonly Parameter[], id: string): Parameter | null =>
    parameters.find((parameter) => parameter.id === id) ?? null
  const idsOf = (parameters: readonly Parameter[]): string[] => parameters.map(({ id }) => id)
  const common = (list: readonly Parameter[], ...others: (readonly Parameter[])[]): string[] =>
    idsOf(list).filter((id) => others.every((other) => find(other, id) !== null))

  test('[MP1] with a side that changed nothing gives the other side, in its order', async () => {
    await fc.assert(
      fc.asyncProperty(side, side, async (base, other) => {
        expect(await merge(base, base, other)).toEqual({ parameters: other, conflicts: [] })
        expect(await merge(base, other, base)).toEqual({ parameters: other, conflicts: [] })
      }),
    )
  })
  test('[MP2] is symmetric up to the names of the sides', async () => {
    await fc.assert(
      fc.asyncProperty(side, side, side, async (base, one, other) => {
        const [there, back] = [await merge(base, one, other), await merge(base, other, one)]
        const brief = (list: Conflict[], turned: boolean) =>
          list
            .map(({ field, mine, theirs }) =>
              JSON.stringify(turned ? [field, theirs, mine] : [field, mine, theirs]),
            )
            .sort()
        expect(
          brief(
            there.conflicts.filter(({ field }) => !field.endsWith('Order')),
            true,
          ),
        ).toEqual(
          brief(
            back.conflicts.filter(({ field }) => !field.endsWith('Order')),
            false,
          ),
        )
        const fought = new Set(there.conflicts.map(({ field }) => field.split('.').at(-1)))
        const settled = (list: Parameter[]) =>
          list.filter(({ id }) => !fought.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1))
        expect(settled(there.parameters)).toEqual(settled(back.parameters))
      }),
    )
  })
  test('[MP3] loses nothing of either side without a conflict that names it', async () => {
    await fc.assert(
      fc.asyncProperty(side, side, side, async (base, theirs, mine) => {
        const { parameters, conflicts } = await merge(base, theirs, mine)
        for (const id of 'abcde') {
          const conflict = conflicts.find(({ field }) => field === `definition.answer.${id}`)
          for (const [name, wrote] of [
            ['mine', mine],
            ['theirs', theirs],
          ] as const) {
            const isChanged = !sameValue(find(wrote, id), find(base, id))
            const isKept =
              sameValue(find(parameters, id), find(wrote, id)) ||
              (conflict !== undefined && sameValue(conflict[name], find(wrote, id)))
            expect([id, name, !isChanged || isKept]).toEqual([id, name, true])
          }
        }
        expect(new Set(idsOf(parameters)).size).toBe(parameters.length)
      }),
    )
  })
  test('[MP5] an order that one side changed is kept; two changed orders conflict', async () => {
    await fc.assert(
      fc.asyncProperty(side, side, side, async (base, theirs, mine) => {
        const { parameters, conflicts } = await merge(base, theirs, mine)
        const order = (list: readonly Parameter[]) =>
          common(list, base, theirs, mine, parameters).join()
        const wanted = [order(mine), order(theirs)].filter((one) => one !== order(base))
        const isConflict = conflicts.some(({ field }) => field === 'definition.answerOrder')
        if (new Set(wanted).size === 2) expect(isConflict).toBe(true)
        else if (!isConflict) expect(order(parameters)).toBe(wanted[0] ?? order(base))
      }),
    )
  })
  test('[MP6] ids that only one list has stay behind the id that they followed', () => {
    const list = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f'])
    fc.assert(
      fc.property(list, list, (main, other) => {
        const woven = interleave(main, other)
        expect([...woven].sort()).toEqual([...new Set([...main, ...other])].sort())
        expect(woven.filter((id) => main.includes(id))).toEqual(main)
        for (const [i, id] of other.entries()) {
          if (!main.includes(id)) expect(woven[woven.indexOf(id) - 1]).toBe(other[i - 1])
        }
      }),
    )
  })
})
