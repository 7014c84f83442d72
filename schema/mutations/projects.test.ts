import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { buildTx, runCommand, runInverse } from '../../tests/support/memory-tx.ts'
import {
  buildCollaborator,
  buildOwner,
  buildProject,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import type { Project } from '../entities/project.ts'
import { MUTATIONS } from './index.ts'
import type { CommandArgs } from './inputs.ts'

const projectId = PROJECT_ID
type Patch = CommandArgs['projects.update']['patch']
const open = (changes: Partial<Project> = {}, more: Partial<Parameters<typeof buildTx>[0]> = {}) =>
  buildTx({
    rows: buildRows({ project: [buildProject(changes)] }),
    actor: buildOwner(),
    now: Date.parse('2030-01-01T00:00:00Z'),
    ...more,
  })
const update = (memory: ReturnType<typeof open>, patch: Patch) =>
  runCommand(memory, 'projects.update', { projectId, patch })

test('[PJ1] the fields of a patch are set and the others stay', async () => {
  const memory = await update(open(), { name: ' Mail ', tags: ['a', 'b'], stopInValidation: false })
  expect(memory.row('project', projectId)).toMatchObject({
    name: 'Mail',
    tags: ['a', 'b'],
    stopInValidation: false,
    description: '',
    version: '1',
  })
})

test('[PJ2] a deadline is stored with the instant it ends', async () => {
  const memory = await update(open(), {
    deadline: { date: '2030-06-30', zone: 'Europe/Bratislava' },
  })
  expect(memory.row('project', projectId)?.deadlineAt).toBe(Date.parse('2030-06-30T22:00:00Z'))
  await update(memory, { deadline: null })
  expect(memory.row('project', projectId)).toMatchObject({ deadline: null, deadlineAt: null })
  await expect(
    update(memory, { deadline: { date: '2030-06-30', zone: 'Nowhere/City' } }),
  ).rejects.toEqual(refusal('INPUT_INVALID', 'deadline.zone'))
})

test('[PJ3] in PUBLISHED and VALIDATION the deadline stays set, and a new one is in the future', async () => {
  for (const state of ['PUBLISHED', 'VALIDATION'] as const) {
    await expect(update(open({ state }), { deadline: null })).rejects.toEqual(
      refusal('DEADLINE_MISSING', 'patch.deadline'),
    )
    // The last day that is over ends at the present moment.
    for (const date of ['2029-12-30', '2029-12-31'])
      await expect(
        update(open({ state, sealed: false }), { deadline: { date, zone: 'UTC' } }),
      ).rejects.toEqual(refusal('DEADLINE_PAST', 'patch.deadline'))
    const deadline = { date: '2030-01-01', zone: 'UTC' }
    const memory = await update(open({ state, sealed: false }), { deadline })
    expect(memory.row('project', projectId)?.deadline).toEqual(deadline)
  }
})

test('[PJ4] the seal is set before publishing and cannot be removed after it', async () => {
  expect((await update(open(), { sealed: false })).row('project', projectId)?.sealed).toBe(false)
  await expect(update(open({ state: 'PUBLISHED' }), { sealed: false })).rejects.toEqual(
    refusal('STATE_FORBIDS', 'patch.sealed'),
  )
  await expect(
    update(open({ state: 'PUBLISHED' }), { sealed: true, name: 'x' }),
  ).resolves.toBeDefined()
})

test('[PJ5] a read-only project and a person without the permission are refused', async () => {
  await expect(update(open({ state: 'CLOSED' }), { name: 'x' })).rejects.toEqual(
    refusal('PROJECT_READ_ONLY'),
  )
  await expect(
    update(open({}, { actor: buildCollaborator('role-project-req-author') }), { name: 'x' }),
  ).rejects.toEqual(refusal('NOT_ALLOWED'))
})

test('[PJ6] each field settles on its own: a field without a conflict is applied beside one in conflict', async () => {
  const memory = open(
    { name: 'Theirs' },
    { base: { 'project/project#name': 'Groupware', 'project/project#description': '' } },
  )
  await update(memory, { name: 'Mine', description: 'Mine' })
  expect(memory.row('project', projectId)).toMatchObject({ name: 'Theirs', description: 'Mine' })
  expect(memory.conflicts.map(({ field }) => field)).toEqual(['name'])
})

test('[PJ7] undo restores the former values; unsent edits are combined', async () => {
  const memory = open({}, { isServer: false })
  const args = { projectId, patch: { name: 'Mail', tags: ['x'] } }
  await runCommand(memory, 'projects.update', args)
  await runInverse(memory, MUTATIONS['projects.update'].inverse?.(args, memory.base) ?? [])
  expect(memory.row('project', projectId)).toMatchObject({ name: 'Groupware', tags: [] })
  expect(MUTATIONS['projects.update'].inverse?.(args, {})).toEqual([])
  const merge = MUTATIONS['projects.update'].coalesce
  expect(merge?.(args, { projectId, patch: { name: 'Post' } })).toEqual({
    projectId,
    patch: { name: 'Post', tags: ['x'] },
  })
  expect(merge?.(args, { projectId: 'other', patch: {} })).toBeNull()
})

test('[PJ8] a patch that changes nothing writes nothing', async () => {
  expect((await update(open(), { name: 'Groupware' })).puts).toEqual([])
  expect((await update(open(), {})).puts).toEqual([])
})

test('[OP5] a deadline in the past is refused before publishing too; a stored one does not prevent other edits', async () => {
  for (const state of ['DRAFT', 'PREPARATION'] as const) {
    await expect(
      update(open({ state }), { deadline: { date: '2029-12-31', zone: 'UTC' } }),
    ).rejects.toEqual(refusal('DEADLINE_PAST', 'patch.deadline'))
    const past = {
      deadline: { date: '2029-12-31', zone: 'UTC' },
      deadlineAt: Date.parse('2030-01-01T00:00:00Z'),
    }
    expect(
      (await update(open({ state, ...past }), { name: 'Other' })).row('project', projectId),
    ).toMatchObject({ name: 'Other', ...past })
  }
})

test('[OP6] a sealed, published deadline is extended with a reason, which goes with the edit through merging and conflicts, and is not undone', async () => {
  const later = { date: '2030-06-30', zone: 'UTC' }
  const args = { projectId, patch: { deadline: later, name: 'Mail' }, deadlineReason: 'More time' }
  const memory = open({ state: 'PUBLISHED' }, { isServer: false })
  await expect(update(open({ state: 'PUBLISHED' }), { deadline: later })).rejects.toEqual(
    refusal('DEADLINE_REASON', 'deadlineReason'),
  )
  await expect(update(open({ state: 'EVALUATION' }), { deadline: null })).rejects.toEqual(
    refusal('DEADLINE_MISSING', 'patch.deadline'),
  )
  await expect(
    update(open({ state: 'PUBLISHED' }), { deadline: { date: '2030-01-30', zone: 'UTC' } }),
  ).rejects.toEqual(refusal('DEADLINE_EARLIER', 'patch.deadline'))
  await runCommand(memory, 'projects.update', args)
  expect(memory.row('project', projectId)).toMatchObject({
    deadline: later,
    name: 'Mail',
    deadlineExtensions: [{ to: later, reason: 'More time' }],
  })
  const { inverse, coalesce, withValues } = MUTATIONS['projects.update']
  expect(inverse?.(args, memory.base)).toEqual([
    { command: 'projects.update', args: { projectId, patch: { name: 'Groupware' } } },
  ])
  expect(
    inverse?.({ ...args, patch: { deadline: later } }, { 'project/project#deadline': null }),
  ).toEqual([])
  expect(coalesce?.(args, { projectId, patch: { name: 'Post' } })).toEqual({
    ...args,
    patch: { deadline: later, name: 'Post' },
  })
  expect(withValues?.(args, { 'project/project#deadline': later })).toEqual([
    { command: 'projects.update', args: { ...args, patch: { deadline: later } } },
  ])
})

describe('scoring rules', () => {
  const rules = { futureCredit: 0.5, unplannedCredit: 0, knockOutsApplied: false }
  const change = (memory: ReturnType<typeof open>, patch: object, reason?: string) =>
    runCommand(memory, 'projects.update', {
      projectId,
      patch,
      ...(reason === undefined ? {} : { evaluationReason: reason }),
    })

  test.each(['VALIDATION', 'EVALUATION'] as const)(
    '[WE5] in %s the rules of scoring change with a reason, by the owner or a project administrator',
    async (state) => {
      await expect(change(open({ state }), { evaluation: rules })).rejects.toEqual(
        refusal('REASON_MISSING', 'evaluationReason'),
      )
      const memory = await change(open({ state }), { evaluation: rules }, 'Agreed')
      expect(memory.row('project', projectId)).toMatchObject({
        evaluation: rules,
        scoringChanges: [{ what: 'rules', reason: 'Agreed', by: { id: 1, name: 'Owner' } }],
      })
      const others = buildTx({
        rows: buildRows({ project: [buildProject({ state })] }),
        actor: buildCollaborator('role-org-admin'),
      })
      await expect(change(others, { evaluation: rules }, 'Agreed')).rejects.toEqual(
        refusal('SCORING_ADMINISTRATOR'),
      )
      expect(
        (await change(open({ state }), { name: 'Other' })).row('project', projectId)
          ?.scoringChanges,
      ).toBeUndefined()
    },
  )

  test.each([{ futureCredit: 0.5 }, { unplannedCredit: 0.5 }, { knockOutsApplied: true }])(
    '[WE5] %o alone needs a reason too, also of a project administrator',
    async (one) => {
      const evaluation = { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false, ...one }
      const by = () =>
        buildTx({
          rows: buildRows({ project: [buildProject({ state: 'EVALUATION' })] }),
          actor: buildCollaborator('role-project-admin'),
        })
      await expect(change(by(), { evaluation })).rejects.toEqual(
        refusal('REASON_MISSING', 'evaluationReason'),
      )
      const memory = await change(by(), { evaluation }, 'Agreed')
      expect(memory.row('project', projectId)).toMatchObject({
        ...{ evaluation, scoringChanges: [{ what: 'rules', reason: 'Agreed' }] },
      })
    },
  )
  test('[WE5] while the answers are closed they change without a reason; a change with a reason needs one to be undone', async () => {
    const memory = await change(open({ state: 'PREPARATION' }), { evaluation: rules })
    expect(memory.row('project', projectId)?.scoringChanges).toBeUndefined()
    const { inverse, coalesce } = MUTATIONS['projects.update']
    const args = { projectId, patch: { evaluation: rules }, evaluationReason: 'Agreed' }
    expect(inverse?.(args, { 'project/project#evaluation': rules })).toEqual([])
    expect(coalesce?.(args, { projectId, patch: { name: 'x' } })).toBeNull()
  })

  test('[WE6] the choice to publish weights can change only before the first publishing', async () => {
    expect(
      (await change(open({ state: 'PREPARATION' }), { weightsPublished: true })).row(
        'project',
        projectId,
      )?.weightsPublished,
    ).toBe(true)
    for (const state of ['PUBLISHED', 'VALIDATION', 'EVALUATION'] as const) {
      await expect(change(open({ state }), { weightsPublished: true })).rejects.toEqual(
        refusal('STATE_FORBIDS', 'patch.weightsPublished'),
      )
      await expect(
        change(open({ state, weightsPublished: true }), { weightsPublished: false }),
      ).rejects.toEqual(refusal('STATE_FORBIDS', 'patch.weightsPublished'))
      await expect(change(open({ state }), { weightsPublished: false })).resolves.toBeDefined()
    }
  })

  test('[WE4] credits are published with the weights and locked with them; knock-outs are applied with a reason all the same', async () => {
    const locked = () => open({ state: 'EVALUATION', publishedOn: 1, weightsPublished: true })
    await expect(change(locked(), { evaluation: rules }, 'Agreed')).rejects.toEqual(
      refusal('WEIGHTS_LOCKED'),
    )
    const applied = { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: true }
    expect(
      (await change(locked(), { evaluation: applied }, 'Agreed')).row('project', projectId)
        ?.evaluation,
    ).toEqual(applied)
  })
})

test.each([
  { language: 'pt-BR' },
  { weight: 40 },
  { avatar: 'a'.repeat(64) },
  { weightsPublished: true },
] satisfies Patch[])(
  '[PJ1] the first value of an optional field can be undone: %o',
  async (patch) => {
    const memory = open({}, { isServer: false })
    const fields = Object.keys(patch) as (keyof Project)[]
    const shown = () => fields.map((field) => memory.row('project', projectId)?.[field] || null)
    expect(shown()).toEqual([null])
    await update(memory, patch)
    expect(shown()).toEqual(Object.values(patch))
    const args = { projectId, patch }
    await runInverse(memory, MUTATIONS['projects.update'].inverse?.(args, memory.base) ?? [])
    expect(shown()).toEqual([null])
  },
)

test('[PJ9] the language of the texts is a tag of BCP 47, and can be taken back', async () => {
  const memory = await update(open({}, { isServer: false }), { language: 'pt-BR' })
  expect(memory.row('project', projectId)?.language).toBe('pt-BR')
  const args = { projectId, patch: { language: 'pt-BR' } }
  await runInverse(memory, MUTATIONS['projects.update'].inverse?.(args, memory.base) ?? [])
  expect(memory.row('project', projectId)?.language ?? null).toBeNull()
  const { issues } = v.safeParse(MUTATIONS['projects.update'].input, {
    projectId,
    patch: { language: 'Portuguese' },
  })
  expect(issues?.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([
    ['patch.language', 'is no language tag such as en, sk or pt-BR'],
  ])
})
