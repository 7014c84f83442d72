import { expect, test } from 'vitest'
import { buildTx, runCommand, runInverse } from '../../tests/support/memory-tx.ts'
import {
  buildCommitment,
  buildDefinition,
  buildDocument,
  buildOwner,
  buildPackage,
  buildParameter,
  buildProject,
  buildRelease,
  buildRequirement,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { findRow } from './context.ts'
import { MUTATIONS } from './index.ts'
import { inOrder, ranksAtEnd } from './siblings.ts'

const projectId = PROJECT_ID
const device = (changes: Parameters<typeof buildRows>[0] = {}) =>
  buildTx({ rows: buildRows(changes), actor: buildOwner(), isServer: false })

test('[RL7] undo of a deletion restores the release at its place with version and date', async () => {
  const release = [
    buildRelease({ date: '2027-01-31' }),
    buildRelease({ id: 'rel1', version: '2.0', number: 1, rank: 'V00020' }),
  ]
  const memory = await runCommand(device({ release }), 'releases.delete', { projectId, id: 'rel0' })
  await runInverse(
    memory,
    MUTATIONS['releases.delete'].inverse?.({ projectId, id: 'rel0' }, memory.base) ?? [],
  )
  expect(
    inOrder(memory.rows('release')).map(({ id, version, date }) => [id, version, date]),
  ).toEqual([
    ['rel0', '1.0', '2027-01-31'],
    ['rel1', '2.0', null],
  ])
})

test('[RQ20] a requirement named twice is moved once', async () => {
  const memory = await runCommand(device(), 'requirements.move', {
    projectId,
    ids: ['r2', 'r2'],
    sectionId: 's1',
    after: null,
  })
  expect(
    inOrder(memory.rows('requirement').filter((row) => row.sectionId === 's1')).map(({ id }) => id),
  ).toEqual(['r2', 'r1'])
})

test('[CF2] a project is found by its own id', async () => {
  const { tx } = device()
  expect((await findRow(tx, 'project', { projectId, id: projectId }))?.id).toBe(projectId)
})

test('[CF8] an update to the current value writes nothing', async () => {
  const memory = device()
  await runCommand(memory, 'sections.update', { projectId, id: 's1', name: 'General' })
  await runCommand(memory, 'documents.update', {
    projectId,
    id: 'd1',
    patch: { name: 'Functions' },
  })
  await runCommand(memory, 'packages.update', { projectId, id: 'p1', name: 'Core' })
  await runCommand(memory, 'releases.update', { projectId, id: 'rel0', patch: { version: '1.0' } })
  expect(memory.puts).toEqual([])
})

test('[CF8] edits of different rows stay separate', () => {
  const [one, other] = [
    { projectId, id: 'a', name: 'x' },
    { projectId, id: 'b', name: 'x' },
  ]
  expect([
    MUTATIONS['packages.update'].coalesce?.(one, other),
    MUTATIONS['sections.update'].coalesce?.(one, other),
  ]).toEqual([null, null])
})

test('[CF9] undo does nothing if the former row was not recorded', () => {
  expect(
    MUTATIONS['requirements.update'].inverse?.({ projectId, id: 'r1', patch: {} }, {}),
  ).toEqual([])
  expect(
    MUTATIONS['requirements.move'].inverse?.(
      { projectId, ids: ['r1'], sectionId: 's1', after: null },
      {},
    ),
  ).toEqual([])
  expect(MUTATIONS['releases.delete'].inverse?.({ projectId, id: 'rel0' }, {})).toEqual([])
})

test('[DM8] undo of an edit restores its texts and its fields', async () => {
  const memory = device()
  const args = {
    projectId,
    id: 'r1',
    patch: {
      name: 'Renamed',
      definition: buildDefinition({
        content: [buildParameter({ id: 'text', key: 'text', name: 'Text', value: 'Other.' })],
      }),
    },
  }
  const before = memory.row('requirement', 'r1')
  await runCommand(memory, 'requirements.update', args)
  await runInverse(memory, MUTATIONS['requirements.update'].inverse?.(args, memory.base) ?? [])
  expect(memory.row('requirement', 'r1')).toMatchObject({
    name: before?.name,
    definition: before?.definition,
  })
})

test('[SB2] a refusal of an answer to a requirement without a number names the requirement', async () => {
  const rows = buildRows({
    project: [buildProject({ state: 'PUBLISHED' })],
    requirement: [buildRequirement({ fullId: null })],
    commitment: [buildCommitment({ values: { note: 'x' } })],
  })
  const submit = runCommand(buildTx({ rows, actor: buildVendorContact() }), 'commitments.submit', {
    projectId,
    vendorId: 7,
    items: [{ requirementId: 'r1', contentHash: 'a'.repeat(64) }],
  })
  await expect(submit).rejects.toMatchObject({
    code: 'CONTENT_CHANGED',
    detail: { requirementId: 'r1', fullId: '' },
  })
})

test('[OV3] an override of an answer without a value for the statement has no original', async () => {
  const rows = buildRows({
    project: [buildProject({ state: 'EVALUATION' })],
    commitment: [buildCommitment({ values: { note: 'x' }, submitted: true })],
  })
  const memory = buildTx({ rows, actor: buildOwner() })
  await runCommand(memory, 'overrides.set', {
    projectId,
    requirementId: 'r1',
    vendorId: 7,
    parameterId: 'met',
    value: 50,
    reason: 'seen',
  })
  expect(memory.rows('override')[0]).toMatchObject({
    value: 50,
    originalValue: null,
    originalKey: null,
  })
})

test('[SE3] rows are appended after the last one, whatever the order of the list', () => {
  const [rank = ''] = ranksAtEnd(
    [
      { id: 'a', rank: 'V00020' },
      { id: 'b', rank: 'V00000' },
    ],
    1,
  )
  expect(rank > 'V00020').toBe(true)
})

test('[WS4] the undo of weights lists them by id, and unset weights are not restored', async () => {
  const open = (weight: number | null) =>
    device({
      package: [buildPackage({ id: 'p2', weight }), buildPackage({ id: 'p1', weight: 40 })],
      document: [
        buildDocument({ weight: 100 }),
        buildDocument({ id: 'd2', packageId: 'p2', weight: 100 }),
      ],
    })
  const args = {
    projectId,
    packages: [
      { id: 'p1', weight: 10 },
      { id: 'p2', weight: 90 },
    ],
    documents: [],
  }
  const known = await runCommand(open(60), 'weights.set', args)
  expect(MUTATIONS['weights.set'].inverse?.(args, known.base)).toMatchObject([
    {
      args: {
        packages: [
          { id: 'p1', weight: 40 },
          { id: 'p2', weight: 60 },
        ],
      },
    },
  ])
  const fresh = await runCommand(open(null), 'weights.set', args)
  expect(MUTATIONS['weights.set'].inverse?.(args, fresh.base)).toEqual([])
  expect(MUTATIONS['weights.set'].inverse?.(args, {})).toEqual([])
})
