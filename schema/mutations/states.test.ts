import { describe, expect, test } from 'vitest'
import { buildTx, type MemoryTx, runCommand } from '../../tests/support/memory-tx.ts'
import {
  buildCollaborator,
  buildCommitment,
  buildDefinition,
  buildOwner,
  buildProject,
  buildRows,
  buildVendorContact,
  PROJECT_ID as projectId,
} from '../../tests/support/project-rows.ts'
import type { Project, ProjectState } from '../entities/project.ts'
import type { CommandArgs, CommandName } from './inputs.ts'
import type { ProjectActor } from './mutation.ts'

/** Every state, and what a command does in it that may run in the states `open`. */
const STATES = [
  'INITIALIZING',
  'DRAFT',
  'PREPARATION',
  'PUBLISHED',
  'VALIDATION',
  'EVALUATION',
  'EVALUATED',
  'CLOSED',
  'ARCHIVED',
] as const satisfies readonly ProjectState[]
const openIn = (open: readonly ProjectState[]) =>
  STATES.map((state) => [state, open.includes(state) ? 'runs' : 'is refused'])

const build = (
  state: ProjectState,
  actor: ProjectActor = buildOwner(),
  changes: Partial<Project> = {},
): MemoryTx =>
  buildTx({
    actor,
    rows: buildRows({
      project: [buildProject({ state, ...changes })],
      commitment: [buildCommitment({ values: { met: 20 }, submitted: true })],
    }),
  })
const REFUSALS = ['STATE_FORBIDS', 'PROJECT_READ_ONLY', 'NOT_ALLOWED', 'comment.state']
/** Runs the command; a refusal for another reason than state and person fails the test. */
const outcome = async <N extends CommandName>(memory: MemoryTx, name: N, args: CommandArgs[N]) => {
  try {
    await runCommand(memory, name, args)
  } catch (error) {
    expect(REFUSALS).toContain((error as { code?: string }).code)
    expect([memory.puts, memory.deletes]).toEqual([[], []])
    return 'is refused'
  }
  expect(memory.puts.length + memory.deletes.length).toBeGreaterThan(0)
  return 'runs'
}
/** What the command does in each state. */
const outcomes = <N extends CommandName>(name: N, args: CommandArgs[N], actor?: ProjectActor) =>
  Promise.all(STATES.map(async (state) => [state, await outcome(build(state, actor), name, args)]))

const BEFORE_PUBLISHING = ['DRAFT', 'PREPARATION'] as const
const CONTENT: { [N in CommandName]?: CommandArgs[N] } = {
  'packages.create': { projectId, id: 'x', name: 'x', after: null },
  'packages.update': { projectId, id: 'p1', name: 'x' },
  'packages.move': { projectId, id: 'p1', after: 'p2' },
  'packages.delete': { projectId, id: 'p1' },
  'documents.create': {
    ...{ projectId, id: 'x', packageId: 'p1', name: 'x', prefix: 'X', after: null },
  },
  'documents.update': { projectId, id: 'd1', patch: { name: 'x' } },
  'documents.move': { projectId, id: 'd1', after: null },
  'documents.delete': { projectId, id: 'd1' },
  'sections.create': { projectId, id: 'x', documentId: 'd1', name: 'x', after: null },
  'sections.update': { projectId, id: 's1', name: 'x' },
  'sections.move': { projectId, id: 's1', after: null },
  'sections.delete': { projectId, id: 's1' },
  'requirements.create': {
    ...{ projectId, id: 'x', sectionId: 's1', after: null, name: 'x' },
    definition: buildDefinition(),
  },
  'requirements.createBulk': {
    ...{ projectId, documentId: 'd1', sections: [{ id: 'x', name: 'x' }], requirements: [] },
  },
  'requirements.update': { projectId, id: 'r1', patch: { name: 'x' } },
  'requirements.updateBulk': { projectId, items: [{ id: 'r1', patch: { name: 'x' } }] },
  'requirements.move': { projectId, ids: ['r1'], sectionId: 's1', after: 'r2' },
  'requirements.delete': { projectId, ids: ['r1'] },
}
const RELEASES: { [N in CommandName]?: CommandArgs[N] } = {
  'releases.create': { projectId, id: 'x', version: '9', date: null, after: null },
  'releases.update': { projectId, id: 'rel0', patch: { version: '9' } },
  'releases.move': { projectId, id: 'rel0', after: null },
  'releases.delete': { projectId, id: 'rel0' },
}
const listOf = (table: object) => Object.entries(table) as [CommandName, never][]

describe('content', () => {
  test.each(listOf(CONTENT))('[CF5] %s runs in DRAFT and PREPARATION only', async (name, args) => {
    expect(await outcomes(name, args)).toEqual(openIn(BEFORE_PUBLISHING))
  })
  test.each(listOf(CONTENT))(
    '[CF5] %s is refused to a vendor in every state',
    async (name, args) => {
      expect(await outcomes(name, args, buildVendorContact())).toEqual(openIn([]))
    },
  )
})

describe('releases', () => {
  test.each(listOf(RELEASES))(
    '[RL6] %s runs in DRAFT and PREPARATION, for people who may write all content',
    async (name, args) => {
      expect(await outcomes(name, args)).toEqual(openIn(BEFORE_PUBLISHING))
      const author = buildCollaborator('role-project-req-author')
      expect(await outcome(build('PREPARATION', author), name, args)).toBe('runs')
      for (const actor of [
        buildCollaborator('role-project-req-colaborator'),
        buildCollaborator('role-project-req-reviewer'),
        buildVendorContact(),
      ])
        expect(await outcomes(name, args, actor)).toEqual(openIn([]))
    },
  )
})

describe('restoring', () => {
  const root = { entity: 'section', id: 's1' } as const
  const restoredBy = (actor: ProjectActor) =>
    Promise.all(
      STATES.map(async (state) => {
        const memory = build('PREPARATION')
        await runCommand(memory, 'sections.delete', { projectId, id: 's1' })
        memory.tx.put('project', buildProject({ state }))
        const tx = { ...memory.tx, actor }
        // The executor takes back what a refused command wrote.
        return await runCommand({ ...memory, tx }, 'content.restore', { projectId, root }).then(
          () => [state, memory.row('section', 's1') === undefined ? 'does nothing' : 'runs'],
          (error: { code?: string }) => [
            state,
            REFUSALS.includes(error.code ?? '') ? 'is refused' : error,
          ],
        )
      }),
    )
  test('[CR6] content is restored in DRAFT and PREPARATION only', async () => {
    expect(await restoredBy(buildOwner())).toEqual(openIn(BEFORE_PUBLISHING))
  })
  test.each([
    ['a reviewer', buildCollaborator('role-project-req-reviewer')],
    ['a person with other documents', buildCollaborator('role-project-req-colaborator')],
    ['a vendor', buildVendorContact()],
  ])('[CR6] %s restores nothing', async (_, actor) => {
    expect(await restoredBy(actor)).toEqual(openIn([]))
  })
})

describe('comments', () => {
  const comment = (type: 'D' | 'Q') => ({
    ...{ projectId, id: 'c1', place: { kind: 'requirement' as const, id: 'r1' } },
    ...{ type, severity: null, text: 'How many?' },
  })
  test('[CC4] vendors write in PUBLISHED only, requestors in every state before CLOSED', async () => {
    expect(await outcomes('comments.create', comment('Q'), buildVendorContact())).toEqual(
      openIn(['PUBLISHED']),
    )
    const author = buildCollaborator('role-project-req-author')
    for (const actor of [buildOwner(), author])
      expect(await outcomes('comments.create', comment('D'), actor)).toEqual(
        openIn([...BEFORE_PUBLISHING, 'PUBLISHED', 'VALIDATION', 'EVALUATION', 'EVALUATED']),
      )
  })
})

describe('overrides', () => {
  const place = { projectId, requirementId: 'r1', vendorId: 7, parameterId: 'met' }
  const args = { ...place, value: 60, reason: 'shown' }
  const ROLES: [string, ProjectActor, boolean][] = [
    ['the owner', buildOwner(), true],
    ['an approver', buildCollaborator('role-project-req-approver'), true],
    ['a project administrator', buildCollaborator('role-project-admin'), true],
    ['an author', buildCollaborator('role-project-req-author'), false],
    ['a reviewer', buildCollaborator('role-project-req-reviewer'), false],
    ['a contact of the vendor', buildVendorContact(), false],
  ]
  test.each(ROLES)('[OV6] %s overrides in EVALUATION only, if at all', async (_, actor, mayRun) => {
    const open = openIn(mayRun ? ['EVALUATION'] : [])
    expect(await outcomes('overrides.set', args, actor)).toEqual(open)
    const overridden = await runCommand(build('EVALUATION'), 'overrides.set', args)
    const remove = { ...place, reason: 'mistaken' }
    const removed = await Promise.all(
      STATES.map(async (state) => {
        const rows = buildRows({
          project: [buildProject({ state })],
          override: overridden.rows('override'),
        })
        return [state, await outcome(buildTx({ rows, actor }), 'overrides.remove', remove)]
      }),
    )
    expect(removed).toEqual(open)
  })
})

describe('the seal', () => {
  const seal = (state: ProjectState, sealed: boolean) =>
    outcome(build(state, buildOwner(), { sealed: !sealed, publishedOn: 1 }), 'projects.update', {
      projectId,
      patch: { sealed },
    })
  test.each([true, false])('[PJ4] can be set to %s before publishing only', async (sealed) => {
    const found = await Promise.all(STATES.map(async (state) => [state, await seal(state, sealed)]))
    expect(found).toEqual(openIn(BEFORE_PUBLISHING))
  })
})

describe('names', () => {
  const NAMED: [CommandName, object, number][] = [
    ['packages.create', { ...CONTENT['packages.create'] }, 200],
    ['packages.update', { ...CONTENT['packages.update'] }, 200],
    ['documents.create', { ...CONTENT['documents.create'] }, 200],
    ['sections.create', { ...CONTENT['sections.create'] }, 200],
    ['sections.update', { ...CONTENT['sections.update'] }, 200],
    ['requirements.create', { ...CONTENT['requirements.create'] }, 2_000],
  ]
  test.each(NAMED)('[CF7] %s trims its name and bounds it', async (command, args, max) => {
    const named = async (name: string) => {
      const { puts } = await runCommand(build('PREPARATION'), command, { ...args, name } as never)
      return puts.map(({ row }) => (row as { name?: string }).name)
    }
    expect(await named(` ${'x'.repeat(max)}\n`)).toEqual(['x'.repeat(max)])
    for (const name of ['', '  ', 'x'.repeat(max + 1)])
      await expect(named(name)).rejects.toThrow(/length/)
  })
})
