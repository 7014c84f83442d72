import * as v from 'valibot'
import { expect, test } from 'vitest'
import { buildTx, type MemoryTx, runCommand, runInverse } from '../../tests/support/memory-tx.ts'
import {
  buildCommitment,
  buildOwner,
  buildProject,
  buildRows,
  PROJECT_ID as projectId,
} from '../../tests/support/project-rows.ts'
import { ENTITIES } from '../entities/rows.ts'
import { COMMAND_INPUTS, COMMANDS } from './inputs.ts'
import { isCommand, MUTATIONS } from './index.ts'

test('[CF10] every command name has one mutation with its own input', () => {
  expect(Object.keys(MUTATIONS).sort()).toEqual([...COMMANDS].sort())
  for (const name of COMMANDS) expect(MUTATIONS[name].input).toBe(COMMAND_INPUTS[name])
  expect(new Set(Object.values(MUTATIONS)).size).toBe(COMMANDS.length)
})

test('[CF10] names that objects inherit are not commands', () => {
  expect(isCommand('commitments.update')).toBe(true)
  expect(isCommand('toString')).toBe(false)
  expect(isCommand('__proto__')).toBe(false)
})

/** The types of all objects in a schema, those in lists, options and fields included. */
const objectTypesIn = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, entries, wrapped, item, options, pipe } = schema as Record<string, unknown>
  const parts = [wrapped, item, options, ...(Array.isArray(pipe) ? pipe.slice(1) : [])].flat()
  return entries === undefined || typeof entries !== 'object' || entries === null
    ? parts.flatMap(objectTypesIn)
    : [String(type), ...[...Object.values(entries), ...parts].flatMap(objectTypesIn)]
}

test.each(COMMANDS)('[CF11] %s refuses unknown keys, also in the objects of its fields', (name) => {
  const { issues = [] } = v.safeParse(COMMAND_INPUTS[name], { surprise: 1 })
  expect(issues.map((issue) => v.getDotPath(issue))).toContain('surprise')
  expect(new Set(objectTypesIn(COMMAND_INPUTS[name]))).toEqual(new Set(['strict_object']))
})

const place = { requirementId: 'r1', vendorId: 7, parameterId: 'met' }
const DELETIONS = {
  'packages.delete': { id: 'p1' },
  'documents.delete': { id: 'd1' },
  'sections.delete': { id: 's1' },
  'requirements.delete': { ids: ['r1', 'r2'] },
  'releases.delete': { id: 'rel0' },
  'attachments.remove': { id: 'f1' },
  'overrides.remove': { ...place, reason: 'mistaken' },
} as const

/** A device with a file on r1 and an override of its answer. */
const openDevice = async (): Promise<MemoryTx> => {
  const actor = buildOwner()
  const project = [buildProject({ state: 'EVALUATION' })]
  const commitment = [buildCommitment({ values: { met: 20 }, submitted: true })]
  const judged = buildTx({ rows: buildRows({ project, commitment }), actor })
  await runCommand(judged, 'overrides.set', { projectId, ...place, value: 60, reason: 'shown' })
  const override = judged.rows('override')
  const written = buildTx({ rows: buildRows(), actor, isServer: false })
  await runCommand(written, 'attachments.create', {
    ...{ projectId, id: 'f1', place: { kind: 'requirement', id: 'r1' } },
    file: { contentHash: 'a'.repeat(64), bytes: 10, mime: 'application/pdf' },
    ...{ name: 'plan.pdf', alias: '', description: '' },
  })
  const attachment = written.rows('attachment')
  const rows = buildRows({ commitment, override, attachment })
  return buildTx({ rows, actor, isServer: false })
}
const inForce = (memory: MemoryTx): string[] =>
  ENTITIES.flatMap((entity) =>
    memory
      .rows(entity)
      .filter((row) => !('removed' in row) || !row.removed)
      .map(({ id }) => `${entity} ${id}`),
  ).toSorted()

test('[CF12] every command that deletes is tried below', () => {
  expect(COMMANDS.filter((command) => /\.(delete|remove)$/.test(command)).toSorted()).toEqual(
    Object.keys(DELETIONS).toSorted(),
  )
})

test.each(Object.keys(DELETIONS) as (keyof typeof DELETIONS)[])(
  '[CF12] %s can be undone',
  async (command) => {
    const memory = await openDevice()
    if (command === 'overrides.remove')
      memory.tx.put('project', buildProject({ state: 'EVALUATION' }))
    const before = inForce(memory)
    const args = { projectId, ...DELETIONS[command] } as never
    await runCommand(memory, command, args)
    expect(inForce(memory).length).toBeLessThan(before.length)
    await runInverse(memory, MUTATIONS[command].inverse?.(args, memory.base, memory.removed) ?? [])
    expect(inForce(memory)).toEqual(before)
  },
)
