import { expect, test } from 'vitest'
import { buildTx, runCommand, runInverse } from '../../tests/support/memory-tx.ts'
import { buildDocument, buildOwner, buildPackage, buildProject, buildRows, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { MUTATIONS } from './index.ts'

const projectId = PROJECT_ID
const weighed = {
  package: [buildPackage({ weight: 60 }), buildPackage({ id: 'p2', weight: 40 }), buildPackage({ id: 'p3', weight: 0 })],
  document: [buildDocument({ weight: 100 }), buildDocument({ id: 'd2', packageId: 'p2', weight: 100 })],
}
const open = (changes: Parameters<typeof buildRows>[0] = weighed, more: Partial<Parameters<typeof buildTx>[0]> = {}) => buildTx({ rows: buildRows(changes), actor: buildOwner(), ...more })
const set = (packages: Record<string, number>, documents: Record<string, number> = {}) => {
  const list = (weights: Record<string, number>) => Object.entries(weights).map(([id, weight]) => ({ id, weight }))
  return { projectId, packages: list(packages), documents: list(documents) }
}
const refusal = (code: string, field?: string) => expect.objectContaining({ code, ...(field === undefined ? {} : { field }) })

test('[WS1] the whole set is written in hundredths; what is not named keeps its weight', async () => {
  const memory = await runCommand(open(), 'weights.set', set({ p1: 33.333, p2: 66.67 }))
  expect(memory.rows('package').map(({ id, weight }) => [id, weight])).toEqual([['p1', 33.33], ['p2', 66.67], ['p3', 0]])
  expect(memory.puts).toHaveLength(2)
})

test('[WS2] packages total 100, and so do the documents of each package that has any', async () => {
  await expect(runCommand(open(), 'weights.set', set({ p1: 50 }))).rejects.toEqual(expect.objectContaining({ code: 'WEIGHT_TOTAL', field: 'packages', detail: { total: 90 } }))
  await expect(runCommand(open(), 'weights.set', set({}, { d2: 99.99 }))).rejects.toEqual(refusal('WEIGHT_TOTAL', 'documents.p2'))
  await expect(runCommand(open(buildRows()), 'weights.set', set({ p1: 100 }))).rejects.toEqual(refusal('WEIGHT_TOTAL', 'documents.p1'))
})

test('[WS3] a package that is gone makes the set meaningless', async () => {
  await expect(runCommand(open(), 'weights.set', set({ gone: 1 }))).rejects.toEqual(refusal('ROW_DELETED'))
})

test('[WS4] somebody else who changed any weight meanwhile is a conflict of the whole set', async () => {
  const seen = { packages: { p1: 50, p2: 50, p3: 0 }, documents: { d1: 100, d2: 100 } }
  const memory = await runCommand(open(weighed, { base: { 'project/project#weights': seen } }), 'weights.set', set({ p1: 10, p2: 90 }))
  expect([memory.puts, memory.conflicts.length]).toEqual([[], 1])
})

test('[WS5] undo puts the former set back, unless nobody had set one', async () => {
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
  await runCommand(open({ ...weighed, project: [buildProject({ state: 'EVALUATION' })] }), 'weights.set', set({ p1: 10, p2: 90 }))
  await expect(runCommand(open({ ...weighed, project: [buildProject({ state: 'PUBLISHED' })] }), 'weights.set', set({ p1: 10, p2: 90 }))).rejects.toEqual(refusal('STATE_FORBIDS'))
})
