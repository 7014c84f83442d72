import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTx, type RowSet, runCommand } from '../../tests/support/memory-tx.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildProject,
  buildRequirement,
  buildRows,
  buildVendorContact,
  PROJECT_ID as projectId,
} from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import type { CommitmentValues } from '../entities/commitment.ts'
import { canonicalContent } from '../rules/answers/commitments.ts'
import type { CommandArgs } from './inputs.ts'

const vendorId = 7
const open = (rows: RowSet = {}) =>
  buildTx({
    actor: buildVendorContact(),
    rows: buildRows({ project: [buildProject({ state: 'PUBLISHED' })], ...rows }),
  })
const submit = (ids: readonly string[], values: CommitmentValues) => {
  const contentHash = createHash('sha256').update(canonicalContent(values)).digest('hex')
  const items = ids.map((requirementId) => ({ requirementId, contentHash }))
  return { projectId, vendorId, items }
}

type Item = CommandArgs['commitments.updateBulk']['items'][number]
const GOOD: Item = { requirementId: 'r1', values: { met: 1 } }
test.each<[string, Item, ReturnType<typeof refusal>]>([
  [
    'an unknown field',
    { requirementId: 'r2', values: { other: 1 } },
    refusal('INPUT_INVALID', 'values.other'),
  ],
  [
    'a value of another type',
    { requirementId: 'r2', values: { met: 'much' } },
    refusal('INPUT_INVALID', 'values.met'),
  ],
  ['a deleted requirement', { requirementId: 'gone', values: {} }, refusal('ROW_DELETED')],
])('[CO9] a pasted block with %s is refused as a whole', async (_, bad, expected) => {
  const paste = (items: Item[]) =>
    runCommand(open(), 'commitments.updateBulk', { projectId, vendorId, items })
  const last: Item = { requirementId: 'r3', values: { met: 3 } }
  for (const items of [
    [bad, GOOD, last],
    [GOOD, bad, last],
    [GOOD, last, bad],
  ])
    await expect(paste(items)).rejects.toEqual(expected)
  expect((await paste([GOOD, last])).rows('commitment').map(({ id }) => id)).toEqual([
    'r1.7',
    'r3.7',
  ])
})

test('[CO9] a pasted block is refused if one answer lies outside of the granted packages', async () => {
  const actor = buildVendorContact({ packageIds: ['p1'] })
  const rows = buildRows({ project: [buildProject({ state: 'PUBLISHED' })] })
  const items = [GOOD, { requirementId: 'r3', values: { met: 3 } }]
  await expect(
    runCommand(buildTx({ actor, rows }), 'commitments.updateBulk', { projectId, vendorId, items }),
  ).rejects.toEqual(refusal('NOT_ALLOWED'))
})

test('[SB5] an answer with a required field cannot be submitted empty', async () => {
  const note = buildParameter({ id: 'note', key: 'note', validations: [{ kind: 'required' }] })
  const definition = buildDefinition({ answer: [note] })
  const memory = open({
    requirement: [
      buildRequirement({ definition }),
      buildRequirement({ id: 'r2', definition, rank: 'V00020' }),
    ],
    commitment: [buildCommitment({ requirementId: 'r2', values: { note: 'Yes' } })],
  })
  await expect(runCommand(memory, 'commitments.submit', submit(['r1'], {}))).rejects.toMatchObject({
    code: 'SUBMIT_INVALID',
    field: 'items.0.note',
  })
  await runCommand(memory, 'commitments.submit', submit(['r2'], { note: 'Yes' }))
  expect(memory.rows('commitment').map(({ id, submitted }) => [id, submitted])).toEqual([
    ['r2.7', true],
  ])
})

test('[SB6] 500 answers are submitted by one command that lists the releases once', async () => {
  const values = { met: 100, 'met.release': -2 }
  const ids = Array.from({ length: 500 }, (_, n) => `n${n}`)
  const memory = open({
    requirement: ids.map((id) => buildRequirement({ id, fullId: `FUN-${id}` })),
    commitment: ids.map((requirementId) => buildCommitment({ requirementId, values })),
  })
  await runCommand(memory, 'commitments.submit', submit(ids, values))
  expect(memory.rows('commitment').filter(({ submitted }) => submitted)).toHaveLength(500)
  expect(memory.lists.map(({ entity }) => entity)).toEqual(['release'])
})
