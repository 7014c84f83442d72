import { describe, expect, test } from 'vitest'
import { buildTx, runCommand, runInverse } from '../../tests/support/memory-tx.ts'
import {
  buildCollaborator,
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildProject,
  buildRequirement,
  buildRows,
  buildStatement,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import type { ParameterValue } from '../entities/parameter.ts'
import { MUTATIONS } from './index.ts'

const projectId = PROJECT_ID
const approver = buildCollaborator('role-project-req-approver', { userId: 9, name: 'Anna' })
const evaluation = {
  project: [buildProject({ state: 'EVALUATION' })],
  commitment: [
    buildCommitment({ values: { met: 20 }, submitted: true }),
    buildCommitment({ requirementId: 'r2', values: { met: 20 } }),
  ],
}
const open = (
  changes: Parameters<typeof buildRows>[0] = {},
  more: Partial<Parameters<typeof buildTx>[0]> = {},
) => buildTx({ rows: buildRows({ ...evaluation, ...changes }), actor: approver, now: 100, ...more })
const target = (requirementId = 'r1') => ({
  projectId,
  requirementId,
  vendorId: 7,
  parameterId: 'met',
})
const say = (
  value: ParameterValue,
  reason = 'shown in the demonstration',
  requirementId = 'r1',
) => ({ ...target(requirementId), value, reason })

test('[OV1] an override keeps the submitted value and records person, time and reason', async () => {
  const memory = await runCommand(open(), 'overrides.set', say(60))
  expect(memory.row('override', 'r1.7.met')).toMatchObject({
    value: 60,
    originalValue: 20,
    originalKey: null,
    reason: 'shown in the demonstration',
    modifiedBy: { id: 9, name: 'Anna' },
    modifiedOn: 100,
    history: [],
    removed: false,
    packageId: 'p1',
    documentId: 'd1',
  })
  expect(memory.row('commitment', 'r1.7')?.values).toEqual({ met: 20 })
})

test('[OV2] a value that was never submitted gives no original', async () => {
  expect(
    (await runCommand(open(), 'overrides.set', say(60, 'x', 'r2'))).row('override', 'r2.7.met'),
  ).toMatchObject({ originalValue: null, originalKey: null })
})

test('[OV3] for a choice, the original is its number with the key beside it; an override may set a key or a percentage', async () => {
  const statement = buildStatement({
    type: 'RADIO',
    options: [
      { key: 'yes', label: 'Yes', value: 100 },
      { key: 'no', label: 'No', value: 0 },
    ],
  })
  const choice = {
    requirement: [buildRequirement({ definition: buildDefinition({ answer: [statement] }) })],
    commitment: [buildCommitment({ values: { met: 'yes' }, submitted: true })],
  }
  const memory = await runCommand(open(choice), 'overrides.set', say('no'))
  expect(memory.row('override', 'r1.7.met')).toMatchObject({
    value: 'no',
    originalValue: 100,
    originalKey: 'yes',
  })
  expect(
    (await runCommand(open(choice), 'overrides.set', say(50))).row('override', 'r1.7.met')?.value,
  ).toBe(50)
  await runCommand(memory, 'overrides.remove', { ...target(), reason: 'wrong' })
  expect(memory.row('override', 'r1.7.met')).toMatchObject({ removed: true, value: 'yes' })
})

test.each([[null], [101], [-1], ['high'], ['']])(
  '[OV4] %s is no value for a statement',
  async (value) => {
    await expect(runCommand(open(), 'overrides.set', say(value))).rejects.toEqual(
      refusal('INPUT_INVALID', 'value'),
    )
  },
)

test.each([0, 100])('[OV4] %s is a value for a statement', async (value) => {
  const memory = await runCommand(open(), 'overrides.set', say(value))
  expect(memory.row('override', 'r1.7.met')?.value).toBe(value)
})

test('[OV5] an override needs a reason, a vendor of the project and a field of the answer', async () => {
  await expect(runCommand(open(), 'overrides.set', say(1, '  '))).rejects.toThrow()
  await expect(runCommand(open(), 'overrides.set', { ...say(1), vendorId: 99 })).rejects.toEqual(
    refusal('NOT_FOUND', 'vendorId'),
  )
  await expect(
    runCommand(open(), 'overrides.set', { ...say(1), parameterId: 'text' }),
  ).rejects.toEqual(refusal('NOT_FOUND', 'parameterId'))
  await expect(runCommand(open(), 'overrides.set', say(1, 'x', 'gone'))).rejects.toEqual(
    refusal('ROW_DELETED'),
  )
})

test('[OV6] overrides are possible only in EVALUATION, for holders of SC_OVERRIDE', async () => {
  for (const state of ['PUBLISHED', 'VALIDATION'] as const) {
    await expect(
      runCommand(open({ project: [buildProject({ state })] }), 'overrides.set', say(1)),
    ).rejects.toEqual(refusal('STATE_FORBIDS'))
  }
  await expect(
    runCommand(open({ project: [buildProject({ state: 'CLOSED' })] }), 'overrides.set', say(1)),
  ).rejects.toEqual(refusal('PROJECT_READ_ONLY'))
  await expect(
    runCommand(
      open({}, { actor: buildCollaborator('role-project-req-author') }),
      'overrides.set',
      say(1),
    ),
  ).rejects.toEqual(refusal('NOT_ALLOWED'))
})

test('[OV7] a former override stays in the history, newest first, and the original stays what it was', async () => {
  const memory = await runCommand(open(), 'overrides.set', say(60, 'first'))
  await runCommand(memory, 'overrides.set', say(70, 'second'))
  await runCommand(memory, 'overrides.set', say(70, 'second'))
  await runCommand(memory, 'overrides.set', say(80, 'third'))
  expect(memory.row('override', 'r1.7.met')).toMatchObject({
    value: 80,
    originalValue: 20,
    history: [
      { reason: 'second', value: 70 },
      { reason: 'first', value: 60 },
    ],
  })
})

test('[OV8] a removed override leaves the original in force and stays on record', async () => {
  const memory = await runCommand(open(), 'overrides.set', say(60, 'first'))
  await runCommand(memory, 'overrides.remove', { ...target(), reason: 'mistaken' })
  expect(memory.row('override', 'r1.7.met')).toMatchObject({
    removed: true,
    value: 20,
    reason: 'mistaken',
    history: [{ reason: 'first', value: 60 }],
  })
  const puts = memory.puts.length
  await runCommand(memory, 'overrides.remove', { ...target(), reason: 'again' })
  expect([memory.puts.length, memory.row('override', 'r1.7.met')?.reason]).toEqual([
    puts,
    'mistaken',
  ])
  await runCommand(memory, 'overrides.set', say(75, 'back'))
  expect(memory.row('override', 'r1.7.met')).toMatchObject({
    removed: false,
    value: 75,
    originalValue: 20,
  })
  await runCommand(open(), 'overrides.remove', { ...target(), reason: 'nothing there' })
  await expect(
    runCommand(open(), 'overrides.remove', { ...target('gone'), reason: 'x' }),
  ).rejects.toEqual(refusal('NOT_FOUND'))
})

test("[OV9] a second person's override on another base is a conflict that shows the first", async () => {
  const first = await runCommand(open(), 'overrides.set', say(60, 'first'))
  const second = open(
    { override: first.rows('override') },
    { base: { 'override/r1.7.met#value': null } },
  )
  await runCommand(second, 'overrides.set', say(30, 'mine'))
  expect(second.row('override', 'r1.7.met')?.value).toBe(60)
  expect(second.conflicts).toMatchObject([
    { field: 'value', theirs: { value: 60, reason: 'first' }, mine: { value: 30, reason: 'mine' } },
  ])
})

test('[OV10] undo restores the former override or removes the override', async () => {
  const memory = open({}, { isServer: false })
  await runCommand(memory, 'overrides.set', say(60, 'first'))
  const first = MUTATIONS['overrides.set'].inverse?.(say(60, 'first'), memory.base)
  expect(first).toEqual([{ command: 'overrides.remove', args: { ...target(), reason: 'first' } }])
  const changed = open({ override: memory.rows('override') }, { isServer: false })
  await runCommand(changed, 'overrides.set', say(75, 'second'))
  await runInverse(
    changed,
    MUTATIONS['overrides.set'].inverse?.(say(75, 'second'), changed.base) ?? [],
  )
  expect(changed.row('override', 'r1.7.met')).toMatchObject({
    removed: false,
    value: 60,
    reason: 'first',
  })
  const remove = { ...target(), reason: 'mistaken' }
  await runCommand(memory, 'overrides.remove', remove)
  await runInverse(memory, MUTATIONS['overrides.remove'].inverse?.(remove, memory.base) ?? [])
  expect(memory.row('override', 'r1.7.met')).toMatchObject({
    removed: false,
    value: 60,
    reason: 'first',
  })
  expect(MUTATIONS['overrides.set'].inverse?.(say(1), {})).toEqual([])
})

describe('a field that does not score', () => {
  const fields = [
    buildStatement(),
    buildParameter({ id: 'note', key: 'note', name: 'Note' }),
    buildParameter({ id: 'price', key: 'price', name: 'Price', inputType: 'number' }),
    buildParameter({ id: 'from', key: 'from', name: 'From', type: 'DATE_PICKER' }),
    buildParameter({ id: 'proof', key: 'proof', name: 'Proof', inputType: 'file' }),
    buildParameter({ id: 'more', key: 'more', name: 'More', type: 'TEXTAREA' }),
    buildParameter({ id: 'cloud', key: 'cloud', name: 'Cloud', type: 'CHECKBOX' }),
    buildParameter({
      ...{ id: 'where', key: 'where', name: 'Where', type: 'RADIO' },
      options: [{ key: 'eu', label: 'In the EU', value: 'eu' }],
    }),
    buildParameter({ id: 'inner', key: 'inner', name: 'Inner', hidden: true }),
    buildParameter({
      id: 'how',
      key: 'how',
      name: 'How',
      type: 'SELECTBOX',
      options: [
        { key: 'own', label: 'By own staff', value: 'staff' },
        { key: 'sub', label: 'By a subcontractor', value: 'other' },
      ],
    }),
  ]
  const values = { met: 20, note: 'Planned', price: 7, how: 'own' }
  const opened = () =>
    open({
      requirement: [buildRequirement({ definition: buildDefinition({ answer: fields }) })],
      commitment: [buildCommitment({ values, submitted: true })],
    })
  const sayOf = (parameterId: string, value: ParameterValue) => ({ ...say(value), parameterId })

  test.each([
    ['note', 'Delivered', { originalValue: 'Planned', originalKey: null }],
    ['price', 1_000, { originalValue: 7, originalKey: null }],
    ['from', '2027-01-31', { originalValue: null, originalKey: null }],
    ['more', 'First line\nSecond', { originalValue: null, originalKey: null }],
    ['cloud', false, { originalValue: null, originalKey: null }],
    ['where', 'eu', { originalValue: null, originalKey: null }],
    ['how', 'sub', { originalValue: 'staff', originalKey: 'own' }],
  ])('[OV11] %s takes %s and keeps the submitted value', async (parameterId, value, original) => {
    const memory = await runCommand(opened(), 'overrides.set', sayOf(parameterId, value))
    const id = `r1.7.${parameterId}`
    expect(memory.row('override', id)).toMatchObject({ value, ...original })
    await runCommand(memory, 'overrides.remove', { ...target(), parameterId, reason: 'wrong' })
    expect(memory.row('override', id)).toMatchObject({
      removed: true,
      value: (values as Record<string, ParameterValue>)[parameterId] ?? null,
    })
  })

  test.each([
    ['note', 5],
    ['note', ''],
    ['note', null],
    ['price', 'dear'],
    ['from', '31.01.2027'],
    ['price', null],
    ['from', ''],
    ['more', 5],
    ['cloud', 'yes'],
    ['where', 'us'],
    ['how', 'other'],
    ['how', ''],
    ['proof', 'picture.png'],
    ['proof', '[]'],
  ])('[OV12] %s refuses %s', async (parameterId, value) => {
    await expect(runCommand(opened(), 'overrides.set', sayOf(parameterId, value))).rejects.toEqual(
      refusal('INPUT_INVALID', 'value'),
    )
  })

  test('[OV12] a hidden field cannot be overridden', async () => {
    await expect(runCommand(opened(), 'overrides.set', sayOf('inner', 'x'))).rejects.toEqual(
      refusal('NOT_FOUND', 'parameterId'),
    )
  })
})
