import { describe, expect, test } from 'vitest'
import { buildTx, runCommand, runInverse } from '../../tests/support/memory-tx.ts'
import {
  buildCollaborator,
  buildDocument,
  buildOwner,
  buildPackage,
  buildProject,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import { MUTATIONS } from './index.ts'

const projectId = PROJECT_ID
const weighed = {
  package: [
    buildPackage({ weight: 60 }),
    buildPackage({ id: 'p2', weight: 40 }),
    buildPackage({ id: 'p3', weight: 0 }),
  ],
  document: [
    buildDocument({ weight: 100 }),
    buildDocument({ id: 'd2', packageId: 'p2', weight: 100 }),
  ],
}
const open = (
  changes: Parameters<typeof buildRows>[0] = weighed,
  more: Partial<Parameters<typeof buildTx>[0]> = {},
) => buildTx({ rows: buildRows(changes), actor: buildOwner(), ...more })
const set = (packages: Record<string, number>, documents: Record<string, number> = {}) => {
  const list = (weights: Record<string, number>) =>
    Object.entries(weights).map(([id, weight]) => ({ id, weight }))
  return { projectId, packages: list(packages), documents: list(documents) }
}

test('[WS1] all weights are written in hundredths; rows that are not named keep their weights', async () => {
  const memory = await runCommand(open(), 'weights.set', set({ p1: 33.333, p2: 66.67 }))
  expect(memory.rows('package').map(({ id, weight }) => [id, weight])).toEqual([
    ['p1', 33.33],
    ['p2', 66.67],
    ['p3', 0],
  ])
  expect(memory.puts).toHaveLength(2)
})

test('[WS2] packages total 100, and so do the documents of each package that has any', async () => {
  await expect(runCommand(open(), 'weights.set', set({ p1: 50 }))).rejects.toEqual(
    expect.objectContaining({ code: 'WEIGHT_TOTAL', field: 'packages', detail: { total: 90 } }),
  )
  await expect(runCommand(open(), 'weights.set', set({}, { d2: 99.99 }))).rejects.toEqual(
    refusal('WEIGHT_TOTAL', 'documents.p2'),
  )
  await expect(runCommand(open(buildRows()), 'weights.set', set({ p1: 100 }))).rejects.toEqual(
    refusal('WEIGHT_TOTAL', 'documents.p1'),
  )
})

test('[WS3] a deleted package invalidates the set', async () => {
  await expect(runCommand(open(), 'weights.set', set({ gone: 1 }))).rejects.toEqual(
    refusal('ROW_DELETED'),
  )
})

test('[WS4] a concurrent change of any weight conflicts with the whole set', async () => {
  const seen = { packages: { p1: 50, p2: 50, p3: 0 }, documents: { d1: 100, d2: 100 } }
  const memory = await runCommand(
    open(weighed, { base: { 'project/project#weights': seen } }),
    'weights.set',
    set({ p1: 10, p2: 90 }),
  )
  expect([memory.puts, memory.conflicts.length]).toEqual([[], 1])
})

test('[WS4] so does one of a document, and no conflict comes from weights as the person saw them', async () => {
  const packages = { p1: 60, p2: 40, p3: 0 }
  const write = (documents: Record<string, number>) =>
    runCommand(
      open(weighed, { base: { 'project/project#weights': { packages, documents } } }),
      'weights.set',
      set({ p1: 10, p2: 90 }),
    )
  const fought = await write({ d1: 100, d2: 90 })
  expect([fought.puts, fought.conflicts.length]).toEqual([[], 1])
  const settled = await write({ d1: 100, d2: 100 })
  expect(settled.rows('package').map(({ weight }) => weight)).toEqual([10, 90, 0])
  expect(settled.conflicts).toEqual([])
})

test('[WS5] undo restores the former set, if all its weights were set', async () => {
  const memory = open(weighed, { isServer: false })
  const args = set({ p1: 10, p2: 90 })
  await runCommand(memory, 'weights.set', args)
  await runInverse(memory, MUTATIONS['weights.set'].inverse?.(args, memory.base) ?? [])
  expect(memory.rows('package').map(({ weight }) => weight)).toEqual([60, 40, 0])
  const unset = open(buildRows(), { isServer: false })
  const first = set({ p1: 50, p2: 50 }, { d1: 100, d2: 100 })
  await runCommand(unset, 'weights.set', first)
  expect(MUTATIONS['weights.set'].inverse?.(first, unset.base)).toEqual([])
  expect(MUTATIONS['weights.set'].inverse?.(first, {})).toEqual([])
  expect(MUTATIONS['weights.set'].coalesce?.(args, first)).toBe(first)
  expect(MUTATIONS['weights.set'].coalesce?.(args, { ...first, projectId: 'other' })).toBeNull()
})

test('[WS6] weights are set in EVALUATION too, and not while published', async () => {
  const evaluated = { ...weighed, project: [buildProject({ state: 'EVALUATION' })] }
  await runCommand(open(evaluated), 'weights.set', { ...set({ p1: 10, p2: 90 }), reason: 'Agreed' })
  const published = { ...weighed, project: [buildProject({ state: 'PUBLISHED' })] }
  await expect(runCommand(open(published), 'weights.set', set({ p1: 10, p2: 90 }))).rejects.toEqual(
    refusal('STATE_FORBIDS'),
  )
})

describe('once the answers are open', () => {
  const evaluated = { ...weighed, project: [buildProject({ state: 'EVALUATION', publishedOn: 1 })] }
  const args = { ...set({ p1: 10, p2: 90 }), reason: 'The board agreed' }
  const by = (role: string) => open(evaluated, { actor: buildCollaborator(role), now: 5 })

  test('[WE1] weights need a reason, and the project keeps who changed them when and why, newest first', async () => {
    await expect(
      runCommand(open(evaluated), 'weights.set', set({ p1: 10, p2: 90 })),
    ).rejects.toEqual(refusal('REASON_MISSING', 'reason'))
    const memory = open(evaluated, { now: 5 })
    await runCommand(memory, 'weights.set', args)
    await runCommand(memory, 'weights.set', { ...set({ p1: 20, p2: 80 }), reason: 'A slip' })
    const change = { what: 'weights', by: { id: 1, name: 'Owner' }, on: 5 }
    expect(memory.row('project', projectId)?.scoringChanges).toEqual([
      { ...change, reason: 'A slip' },
      { ...change, reason: 'The board agreed' },
    ])
    expect(memory.rows('package').map(({ weight }) => weight)).toEqual([20, 80, 0])
  })

  test('[WE1] unchanged weights write nothing', async () => {
    const memory = await runCommand(open(evaluated), 'weights.set', {
      ...set({ p1: 60, p2: 40 }),
      reason: 'Nothing',
    })
    expect(memory.puts).toEqual([])
  })

  test('[WE1] before the opening no reason is needed, and nothing is recorded', async () => {
    for (const given of [set({ p1: 10, p2: 90 }), { ...args, reason: 'Early' }]) {
      const memory = await runCommand(open(), 'weights.set', given)
      expect(memory.row('project', projectId)?.scoringChanges).toBeUndefined()
      expect(memory.rows('package')[0]?.weight).toBe(10)
    }
  })

  test('[WE2] the owner and project administrators set them, no author and no administrator of the organization', async () => {
    await runCommand(by('role-project-admin'), 'weights.set', args)
    for (const role of ['role-project-req-author', 'role-org-admin', 'role-org-owner']) {
      await expect(runCommand(by(role), 'weights.set', args)).rejects.toEqual(
        refusal('SCORING_ADMINISTRATOR'),
      )
    }
    await expect(runCommand(by('role-project-req-reviewer'), 'weights.set', args)).rejects.toEqual(
      refusal('NOT_ALLOWED'),
    )
  })

  test('[WE3] a change with a reason is not undone without one, and two with different reasons stay two', () => {
    const { inverse, withValues, coalesce } = MUTATIONS['weights.set']
    const seen = { packages: { p1: 60, p2: 40 }, documents: { d1: 100 } }
    const base = { 'project/project#weights': seen }
    expect(inverse?.(args, base)).toEqual([])
    expect(withValues?.(args, base)).toEqual([
      expect.objectContaining({ args: expect.objectContaining({ reason: args.reason }) }),
    ])
    expect(coalesce?.(args, { ...args, reason: 'Another' })).toBeNull()
    expect(coalesce?.(args, args)).toBe(args)
  })
})

test('[WE4] published weights are locked from the publishing on', async () => {
  const evaluated = (publishedOn: number | null) =>
    open({
      ...weighed,
      project: [buildProject({ state: 'EVALUATION', publishedOn, weightsPublished: true })],
    })
  const args = { ...set({ p1: 10, p2: 90 }), reason: 'Agreed' }
  await expect(runCommand(evaluated(1), 'weights.set', args)).rejects.toEqual(
    refusal('WEIGHTS_LOCKED'),
  )
  const prepared = open({ ...weighed, project: [buildProject({ weightsPublished: true })] })
  expect((await runCommand(prepared, 'weights.set', args)).rows('package')[0]?.weight).toBe(10)
})
