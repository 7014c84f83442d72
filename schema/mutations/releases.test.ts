import { expect, test } from 'vitest'
import { buildTx, runCommand, runInverse } from '../../tests/support/memory-tx.ts'
import {
  buildCollaborator,
  buildCommitment,
  buildDefinition,
  buildOwner,
  buildParameter,
  buildProject,
  buildRelease,
  buildRequirement,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import type { Parameter } from '../entities/parameter.ts'
import { compareRanks } from '../rules/evaluation/rank.ts'
import { MUTATIONS } from './index.ts'

const projectId = PROJECT_ID
const three = {
  release: [
    buildRelease(),
    buildRelease({ id: 'rel1', version: '2.0', number: 1, rank: 'V00010' }),
    buildRelease({ id: 'rel2', version: '3.0', number: 2, rank: 'V00020' }),
  ],
}
const open = (
  changes: Parameters<typeof buildRows>[0] = three,
  more: Partial<Parameters<typeof buildTx>[0]> = {},
) => buildTx({ rows: buildRows(changes), actor: buildOwner(), ...more })
const order = (memory: ReturnType<typeof open>) =>
  memory
    .rows('release')
    .toSorted(compareRanks)
    .map(({ id }) => id)

test('[RL1] a release gets the next number, which answers store, and its place in the order', async () => {
  const memory = await runCommand(open(), 'releases.create', {
    projectId,
    id: 'x',
    version: ' 1.5 ',
    date: '2031-01-01',
    after: 'rel0',
  })
  expect(memory.row('release', 'x')).toMatchObject({
    version: '1.5',
    number: 3,
    date: '2031-01-01',
  })
  expect(order(memory)).toEqual(['rel0', 'x', 'rel1', 'rel2'])
  await runCommand(memory, 'releases.create', {
    projectId,
    id: 'x',
    version: '1.5',
    date: '2031-01-01',
    after: null,
  })
  expect(
    (
      await runCommand(open({ release: [] }), 'releases.create', {
        projectId,
        id: 'x',
        version: '1',
        date: null,
        after: null,
      })
    ).row('release', 'x')?.number,
  ).toBe(0)
})

test('[RL1] the next number follows the highest one, also where releases were deleted', async () => {
  const release = [
    buildRelease({ number: 7 }),
    buildRelease({ id: 'rel1', version: '2.0', number: 2, rank: 'V00010' }),
  ]
  const create = { projectId, id: 'x', version: '3.0', date: null, after: null }
  expect(
    (await runCommand(open({ release }), 'releases.create', create)).row('release', 'x'),
  ).toEqual(expect.objectContaining({ number: 8 }))
})

test('[RL2] versions are unique and dates are days', async () => {
  const create = { projectId, id: 'x', version: '2.0', date: null, after: null }
  await expect(runCommand(open(), 'releases.create', create)).rejects.toEqual(
    refusal('validation.unique', 'version'),
  )
  await expect(
    runCommand(open(), 'releases.create', { ...create, version: '9', date: '2031-02-30' }),
  ).rejects.toEqual(refusal('validation.date', 'date'))
  await expect(
    runCommand(open(), 'releases.update', { projectId, id: 'rel0', patch: { version: '2.0' } }),
  ).rejects.toEqual(refusal('validation.unique', 'patch.version'))
  await expect(
    runCommand(open(), 'releases.update', { projectId, id: 'gone', patch: {} }),
  ).rejects.toEqual(refusal('ROW_DELETED'))
})

test('[RL3] an update can be undone, and unsent updates are combined', async () => {
  const memory = open(three, { isServer: false })
  const edit = { projectId, id: 'rel0', patch: { version: '1.1', date: '2031-01-01' } }
  await runCommand(memory, 'releases.update', edit)
  await runInverse(memory, MUTATIONS['releases.update'].inverse?.(edit, memory.base) ?? [])
  expect(memory.row('release', 'rel0')).toMatchObject({ version: '1.0', date: null })
  expect(
    MUTATIONS['releases.update'].coalesce?.(edit, { ...edit, patch: { version: '1.2' } }),
  ).toMatchObject({ patch: { version: '1.2', date: '2031-01-01' } })
  expect(MUTATIONS['releases.update'].coalesce?.(edit, { ...edit, id: 'rel1' })).toBeNull()
  expect(MUTATIONS['releases.update'].inverse?.(edit, {})).toEqual([])
})

test('[RL4] a release moves and is moved back', async () => {
  const memory = open(three, { isServer: false })
  const move = { projectId, id: 'rel2', after: 'rel0' }
  await runCommand(memory, 'releases.move', move)
  expect(order(memory)).toEqual(['rel0', 'rel2', 'rel1'])
  await runInverse(memory, MUTATIONS['releases.move'].inverse?.(move, memory.base) ?? [])
  expect(order(memory)).toEqual(['rel0', 'rel1', 'rel2'])
  expect(MUTATIONS['releases.move'].inverse?.(move, {})).toEqual([])
  expect(
    order(await runCommand(open(), 'releases.move', { projectId, id: 'rel1', after: null })),
  ).toEqual(['rel1', 'rel0', 'rel2'])
})

test.each<[string, Partial<Parameter>]>([
  ['a value', { value: '2.0' }],
  ['the label of an option', { type: 'RADIO', options: [{ key: 'a', label: '2.0', value: 'a' }] }],
  [
    'a condition for visibility',
    {
      visibleWhen: {
        join: 'all',
        conditions: [{ parameterKey: 'text', op: 'equals', value: '2.0' }],
      },
    },
  ],
  [
    'a condition for an answer',
    {
      validations: [
        {
          kind: 'requiredConditionally',
          when: {
            join: 'any',
            conditions: [{ parameterKey: 'text', op: 'equals', value: '2.0' }],
          },
        },
      ],
    },
  ],
])('[RL5] a release that %s of a definition names cannot be deleted', async (_what, changes) => {
  const content = [buildParameter({ id: 'text', key: 'text' }), buildParameter(changes)]
  const used = {
    ...three,
    requirement: [buildRequirement({ definition: buildDefinition({ content }) })],
  }
  const remove = (id: string) => runCommand(open(used), 'releases.delete', { projectId, id })
  await expect(remove('rel1')).rejects.toEqual(refusal('RELEASE_USED'))
  expect(order(await remove('rel2'))).toEqual(['rel0', 'rel1'])
})

test('[RL5] a release that an answer names cannot be deleted', async () => {
  const used = { ...three, commitment: [buildCommitment({ values: { met: 1, 'met.release': 1 } })] }
  await expect(
    runCommand(open(used), 'releases.delete', { projectId, id: 'rel1' }),
  ).rejects.toEqual(refusal('RELEASE_USED'))
  expect(order(await runCommand(open(used), 'releases.delete', { projectId, id: 'rel2' }))).toEqual(
    ['rel0', 'rel1'],
  )
  expect(
    MUTATIONS['releases.create'].inverse?.(
      { projectId, id: 'x', version: '1', date: null, after: null },
      {},
    ),
  ).toEqual([{ command: 'releases.delete', args: { projectId, id: 'x' } }])
})

test('[RL6] releases are written in DRAFT and PREPARATION by people who may write all content', async () => {
  await expect(
    runCommand(open({ project: [buildProject({ state: 'EVALUATION' })] }), 'releases.delete', {
      projectId,
      id: 'rel0',
    }),
  ).rejects.toEqual(refusal('STATE_FORBIDS'))
  await expect(
    runCommand(
      open(three, { actor: buildCollaborator('role-project-req-colaborator') }),
      'releases.move',
      { projectId, id: 'rel0', after: null },
    ),
  ).rejects.toEqual(refusal('NOT_ALLOWED'))
})
