import { expect, test } from 'vitest'
import { buildTx, type MemoryTx, runCommand, runInverse } from '../../tests/support/memory-tx.ts'
import {
  buildDefinition,
  buildOwner,
  buildParameter,
  buildRequirement,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import type { Parameter } from '../entities/parameter.ts'
import { parseDefinition } from '../rules/definition/parameters.ts'
import { MUTATIONS } from './index.ts'

const projectId = PROJECT_ID
const field = (id: string, changes: Partial<Parameter> = {}) =>
  buildParameter({ id, key: id, name: id, ...changes })
const fields = (...ids: string[]) => ids.map((id) => field(id))
const of = (answer: Parameter[], content: Parameter[] = []) => buildDefinition({ answer, content })
const open = (definition: string, more: Partial<Parameters<typeof buildTx>[0]> = {}): MemoryTx =>
  buildTx({
    rows: buildRows({ requirement: [buildRequirement({ definition })] }),
    actor: buildOwner(),
    ...more,
  })
const write = (memory: MemoryTx, definition: string) =>
  runCommand(memory, 'requirements.update', { projectId, id: 'r1', patch: { definition } })
const stored = (memory: MemoryTx) =>
  parseDefinition(memory.row('requirement', 'r1')?.definition ?? '').suppliersCommitment.parameters
const ids = (memory: MemoryTx) => stored(memory).map(({ id }) => id)

/**
 * Writes `mine` on a device that saw `seen`, and sends the edit to a server that has `theirs` by
 * then.
 */
async function sync(seen: string, mine: string, theirs: string): Promise<MemoryTx> {
  const device = await write(open(seen, { isServer: false }), mine)
  return write(open(theirs, { base: device.base }), mine)
}

test('[DM1] parameters that two people add are both kept, each behind the one that it followed', async () => {
  const memory = await sync(
    of(fields('a', 'b')),
    of(fields('a', 'mine', 'b')),
    of(fields('a', 'b', 'theirs')),
  )
  expect(ids(memory)).toEqual(['a', 'mine', 'b', 'theirs'])
  expect(memory.conflicts).toEqual([])
})

test('[DM1] a parameter that one person puts first stays first', async () => {
  expect(
    ids(await sync(of(fields('a')), of(fields('a', 'mine')), of(fields('theirs', 'a')))),
  ).toEqual(['theirs', 'a', 'mine'])
})

test('[DM2] changes of different parameters merge', async () => {
  const memory = await sync(
    of(fields('a', 'b')),
    of([field('a', { name: 'mine' }), field('b')]),
    of([field('a'), field('b', { name: 'theirs' })]),
  )
  expect(stored(memory).map(({ name }) => name)).toEqual(['mine', 'theirs'])
  expect(memory.conflicts).toEqual([])
})

test('[DM3] a change of the same parameter is a conflict that shows base, mine and theirs, and the other changes apply', async () => {
  const memory = await sync(
    of(fields('a', 'b')),
    of([field('a', { name: 'mine' }), field('b', { name: 'mine' })]),
    of([field('a', { name: 'theirs' }), field('b')]),
  )
  expect(stored(memory).map(({ name }) => name)).toEqual(['theirs', 'mine'])
  expect(memory.conflicts).toMatchObject([
    {
      field: 'definition.answer.a',
      base: { name: 'a' },
      mine: { name: 'mine' },
      theirs: { name: 'theirs' },
    },
  ])
})

test('[DM4] a parameter that one person deletes and no other changes is gone; delete against change is a conflict', async () => {
  expect(ids(await sync(of(fields('a', 'b')), of(fields('a')), of(fields('a', 'b', 'c'))))).toEqual(
    ['a', 'c'],
  )
  const against = await sync(
    of(fields('a', 'b')),
    of(fields('a')),
    of([field('a'), field('b', { name: 'theirs' })]),
  )
  expect([ids(against), against.conflicts.map(({ mine }) => mine)]).toEqual([['a', 'b'], [null]])
})

test('[DM4] a parameter that another person deleted does not come back with a text that still contains it', async () => {
  expect(
    ids(
      await sync(
        of(fields('a', 'b')),
        of([field('a', { name: 'mine' }), field('b')]),
        of(fields('a')),
      ),
    ),
  ).toEqual(['a'])
})

test('[DM5] a new order is kept beside new names, and two new orders are a conflict', async () => {
  expect(
    ids(
      await sync(of(fields('a', 'b', 'c')), of(fields('c', 'a', 'b')), of(fields('a', 'b', 'c'))),
    ),
  ).toEqual(['c', 'a', 'b'])
  expect(
    ids(
      await sync(
        of(fields('a', 'b', 'c')),
        of([field('a', { name: 'x' }), ...fields('b', 'c')]),
        of(fields('c', 'b', 'a')),
      ),
    ),
  ).toEqual(['c', 'b', 'a'])
  const both = await sync(
    of(fields('a', 'b', 'c')),
    of(fields('b', 'a', 'c')),
    of(fields('c', 'b', 'a')),
  )
  expect([ids(both), both.conflicts.map(({ field: name }) => name)]).toEqual([
    ['c', 'b', 'a'],
    ['definition.answerOrder'],
  ])
})

test('[DM6] a parameter that a condition uses cannot be deleted', async () => {
  const used = of(
    [
      field('b', {
        visibleWhen: {
          join: 'all',
          conditions: [{ parameterKey: 'a', op: 'filled', value: null }],
        },
      }),
    ],
    fields('a'),
  )
  const without = of(parseDefinition(used).suppliersCommitment.parameters)
  await expect(write(open(used), without)).rejects.toEqual(
    expect.objectContaining({ code: 'PARAMETER_USED', detail: { key: 'a', where: 'b' } }),
  )
})

test('[DM7] changes that together form a cycle of conditions are refused with its path', async () => {
  const on = (key: string): Partial<Parameter> => ({
    visibleWhen: { join: 'all', conditions: [{ parameterKey: key, op: 'filled', value: null }] },
  })
  const seen = of(fields('a', 'b'))
  const device = await write(open(seen, { isServer: false }), of([field('a', on('b')), field('b')]))
  await expect(
    write(
      open(of([field('a'), field('b', on('a'))]), { base: device.base }),
      of([field('a', on('b')), field('b')]),
    ),
  ).rejects.toEqual(
    expect.objectContaining({ code: 'PARAMETER_CYCLE', detail: { path: 'a → b → a' } }),
  )
})

test('[DM7] an edit that contains a cycle is refused with its path', async () => {
  const on = (key: string): Partial<Parameter> => ({
    visibleWhen: { join: 'all', conditions: [{ parameterKey: key, op: 'filled', value: null }] },
  })
  const writeFields = (...answer: Parameter[]) => write(open(of(fields('a', 'b', 'c'))), of(answer))
  await expect(
    writeFields(field('a', on('b')), field('b', on('c')), field('c', on('a'))),
  ).rejects.toEqual(
    expect.objectContaining({ code: 'PARAMETER_CYCLE', detail: { path: 'a → b → c → a' } }),
  )
  const memory = await writeFields(field('a', on('b')), field('b', on('c')), field('c'))
  expect(stored(memory)[0]).toMatchObject(on('b'))
})

test('[DM8] undo reverts only what the edit changed, and keeps the work of others', async () => {
  const seen = of(fields('a', 'b', 'c'), fields('t'))
  const mine = of([field('c'), field('a', { name: 'mine' })], fields('t'))
  const device = await write(open(seen, { isServer: false }), mine)
  const args = { projectId, id: 'r1', patch: { definition: mine } }
  const back = MUTATIONS['requirements.update'].inverse?.(args, device.base) ?? []
  await runInverse(device, back)
  expect(device.row('requirement', 'r1')?.definition).toBe(seen)

  const later = open(
    of([field('c', { name: 'theirs' }), field('a', { name: 'mine' })], fields('t')),
  )
  await runInverse(later, back)
  expect(stored(later).map(({ id, name }) => [id, name])).toEqual([
    ['a', 'a'],
    ['b', 'b'],
    ['c', 'theirs'],
  ])
})

test('[DM9] resolving a conflict writes only the named parameter, even with the own value', async () => {
  const mine = of([field('a', { name: 'mine' }), field('b')])
  const args = { projectId, id: 'r1', patch: { definition: mine } }
  const chosen =
    MUTATIONS['requirements.update'].withValues?.(args, {
      'requirement/r1#definition.answer.a': field('a', { name: 'mine' }),
    }) ?? []
  expect(chosen).toHaveLength(1)
  const memory = await runInverse(
    open(of([field('a', { name: 'theirs' }), field('b', { name: 'theirs' })])),
    chosen,
  )
  expect(stored(memory).map(({ name }) => name)).toEqual(['mine', 'theirs'])
  const removed =
    MUTATIONS['requirements.update'].withValues?.(args, {
      'requirement/r1#definition.answer.a': null,
    }) ?? []
  expect(ids(await runInverse(open(of(fields('a', 'b'))), removed))).toEqual(['b'])
  expect(MUTATIONS['requirements.update'].withValues?.(args, {})).toEqual([])
})

test('[DM10] undo restores an order that was changed alone', async () => {
  const seen = of(fields('a', 'b', 'c'))
  const mine = of(fields('c', 'b', 'a'))
  const device = await write(open(seen, { isServer: false }), mine)
  expect(ids(device)).toEqual(['c', 'b', 'a'])
  await runInverse(
    device,
    MUTATIONS['requirements.update'].inverse?.(
      { projectId, id: 'r1', patch: { definition: mine } },
      device.base,
    ) ?? [],
  )
  expect(ids(device)).toEqual(['a', 'b', 'c'])
})
