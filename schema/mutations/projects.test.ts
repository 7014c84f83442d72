import { expect, test } from 'vitest'
import { buildTx, runCommand, runInverse } from '../../tests/support/memory-tx.ts'
import { buildCollaborator, buildOwner, buildProject, buildRows, PROJECT_ID } from '../../tests/support/project-rows.ts'
import type { Project } from '../entities/project.ts'
import { MUTATIONS } from './index.ts'
import type { CommandArgs } from './inputs.ts'

const projectId = PROJECT_ID
type Patch = CommandArgs['projects.update']['patch']
const open = (changes: Partial<Project> = {}, more: Partial<Parameters<typeof buildTx>[0]> = {}) =>
  buildTx({ rows: buildRows({ project: [buildProject(changes)] }), actor: buildOwner(), now: Date.parse('2030-01-01T00:00:00Z'), ...more })
const update = (memory: ReturnType<typeof open>, patch: Patch) => runCommand(memory, 'projects.update', { projectId, patch })
const refusal = (code: string, field?: string) => expect.objectContaining({ code, ...(field === undefined ? {} : { field }) })

test('[PJ1] the fields of a patch are set and the others stay', async () => {
  const memory = await update(open(), { name: ' Mail ', tags: ['a', 'b'], stopInValidation: false })
  expect(memory.row('project', projectId)).toMatchObject({ name: 'Mail', tags: ['a', 'b'], stopInValidation: false, description: '', version: '1' })
})

test('[PJ2] a deadline is stored with the instant it ends', async () => {
  const memory = await update(open(), { deadline: { date: '2030-06-30', zone: 'Europe/Bratislava' } })
  expect(memory.row('project', projectId)?.deadlineAt).toBe(Date.parse('2030-06-30T22:00:00Z'))
  await update(memory, { deadline: null })
  expect(memory.row('project', projectId)).toMatchObject({ deadline: null, deadlineAt: null })
  await expect(update(memory, { deadline: { date: '2030-06-30', zone: 'Nowhere/City' } })).rejects.toEqual(refusal('INPUT_INVALID', 'deadline.zone'))
})

test('[PJ3] while vendors may answer, the deadline stays in the future', async () => {
  for (const state of ['PUBLISHED', 'VALIDATION'] as const) {
    await expect(update(open({ state }), { deadline: null })).rejects.toEqual(refusal('DEADLINE_MISSING', 'patch.deadline'))
    await expect(update(open({ state }), { deadline: { date: '2029-12-30', zone: 'UTC' } })).rejects.toEqual(refusal('DEADLINE_PAST', 'patch.deadline'))
    await expect(update(open({ state, sealed: false }), { deadline: { date: '2030-05-01', zone: 'UTC' } })).resolves.toBeDefined()
  }
})

test('[PJ4] the seal is set before the publishing and not broken after it', async () => {
  expect((await update(open(), { sealed: false })).row('project', projectId)?.sealed).toBe(false)
  await expect(update(open({ state: 'PUBLISHED' }), { sealed: false })).rejects.toEqual(refusal('STATE_FORBIDS', 'patch.sealed'))
  await expect(update(open({ state: 'PUBLISHED' }), { sealed: true, name: 'x' })).resolves.toBeDefined()
})

test('[PJ5] a read-only project and a person without the permission are refused', async () => {
  await expect(update(open({ state: 'CLOSED' }), { name: 'x' })).rejects.toEqual(refusal('PROJECT_READ_ONLY'))
  await expect(update(open({}, { actor: buildCollaborator('role-project-req-author') }), { name: 'x' })).rejects.toEqual(refusal('NOT_ALLOWED'))
})

test('[PJ6] every field settles by itself: a clean one is applied beside one in conflict', async () => {
  const memory = open({ name: 'Theirs' }, { base: { 'project/project#name': 'Groupware', 'project/project#description': '' } })
  await update(memory, { name: 'Mine', description: 'Mine' })
  expect(memory.row('project', projectId)).toMatchObject({ name: 'Theirs', description: 'Mine' })
  expect(memory.conflicts.map(({ field }) => field)).toEqual(['name'])
})

test('[PJ7] undo puts back what stood there; unsent edits become one', async () => {
  const memory = open({}, { isServer: false })
  const args = { projectId, patch: { name: 'Mail', tags: ['x'] } }
  await runCommand(memory, 'projects.update', args)
  await runInverse(memory, MUTATIONS['projects.update'].inverse?.(args, memory.base) ?? [])
  expect(memory.row('project', projectId)).toMatchObject({ name: 'Groupware', tags: [] })
  expect(MUTATIONS['projects.update'].inverse?.(args, {})).toEqual([])
  const merge = MUTATIONS['projects.update'].coalesce
  expect(merge?.(args, { projectId, patch: { name: 'Post' } })).toEqual({ projectId, patch: { name: 'Post', tags: ['x'] } })
  expect(merge?.(args, { projectId: 'other', patch: {} })).toBeNull()
})

test('[PJ8] a patch that changes nothing writes nothing', async () => {
  expect((await update(open(), { name: 'Groupware' })).puts).toEqual([])
  expect((await update(open(), {})).puts).toEqual([])
})

test('[OP5] a deadline that has passed is refused before the publishing too; one that lies there already hinders no other edit', async () => {
  for (const state of ['DRAFT', 'PREPARATION'] as const) {
    await expect(update(open({ state }), { deadline: { date: '2029-12-31', zone: 'UTC' } })).rejects.toEqual(refusal('DEADLINE_PAST', 'patch.deadline'))
    const past = { deadline: { date: '2029-12-31', zone: 'UTC' }, deadlineAt: Date.parse('2030-01-01T00:00:00Z') }
    expect((await update(open({ state, ...past }), { name: 'Other' })).row('project', projectId)).toMatchObject({ name: 'Other', ...past })
  }
})

test('[OP6] a sealed, published deadline is extended with a reason, which goes with the edit through merging and conflicts, and is not undone', async () => {
  const later = { date: '2030-06-30', zone: 'UTC' }
  const args = { projectId, patch: { deadline: later, name: 'Mail' }, deadlineReason: 'More time' }
  const memory = open({ state: 'PUBLISHED' }, { isServer: false })
  await expect(update(open({ state: 'PUBLISHED' }), { deadline: later })).rejects.toEqual(refusal('DEADLINE_REASON', 'deadlineReason'))
  await expect(update(open({ state: 'PUBLISHED' }), { deadline: { date: '2030-01-30', zone: 'UTC' } })).rejects.toEqual(refusal('DEADLINE_EARLIER', 'patch.deadline'))
  await runCommand(memory, 'projects.update', args)
  expect(memory.row('project', projectId)).toMatchObject({ deadline: later, name: 'Mail', deadlineExtensions: [{ to: later, reason: 'More time' }] })
  const { inverse, coalesce, withValues } = MUTATIONS['projects.update']
  expect(inverse?.(args, memory.base)).toEqual([{ command: 'projects.update', args: { projectId, patch: { name: 'Groupware' } } }])
  expect(inverse?.({ ...args, patch: { deadline: later } }, { 'project/project#deadline': null })).toEqual([])
  expect(coalesce?.(args, { projectId, patch: { name: 'Post' } })).toEqual({ ...args, patch: { deadline: later, name: 'Post' } })
  expect(withValues?.(args, { 'project/project#deadline': later })).toEqual([{ command: 'projects.update', args: { ...args, patch: { deadline: later } } }])
})
