import { describe, expect, test } from 'vitest'
import { buildProject } from '../../../tests/support/project-rows.ts'
import { PROJECT_STATES, type Project, type ProjectState } from '../../entities/project.ts'
import {
  dueStates,
  finishInitializing,
  type MoveFacts,
  type MoveInput,
  moveOutcome,
} from './project-moves.ts'
import { requireTransition, TRANSITIONS } from './project-transitions.ts'

const NOW = Date.parse('2029-06-01T12:00:00Z')
const buildFacts = (
  state: ProjectState,
  changes: Partial<MoveFacts> = {},
  project: Partial<Project> = {},
): MoveFacts => ({
  project: buildProject({ state, publishedOn: 100, ...project }),
  requirements: [{ id: 'r1', status: 'NEW', updatedOn: 50 }],
  packages: [
    { id: 'p1', weight: 60 },
    { id: 'p2', weight: 40 },
  ],
  documents: [
    { packageId: 'p1', weight: 100 },
    { packageId: 'p2', weight: 99.99 },
    { packageId: 'p2', weight: 0.01 },
  ],
  commitments: [],
  vendorIds: [7],
  ...changes,
})
const approved = {
  reason: 'Done',
  askedBy: { id: 1, name: 'Owner' },
  confirmedBy: { id: 2, name: 'Colleague' },
}
const input: MoveInput = {
  now: NOW,
  by: 1,
  vendorIds: [8],
  newVersion: { id: 'next', version: '2' },
  approved,
}
const move = (
  from: ProjectState,
  to: ProjectState,
  facts: MoveFacts = buildFacts(from),
  changes: Partial<MoveInput> = {},
) => moveOutcome(requireTransition(from, to), facts, { ...input, ...changes })
const code = (name: string, field?: string) =>
  expect.objectContaining(field === undefined ? { code: name } : { code: name, field })

/**
 * The result of each of the sixteen moves: the state of the project, and what is created, added or
 * recorded.
 */
const OUTCOMES: Record<string, string> = {
  'DRAFT PREPARATION': 'PREPARATION, vendors 8',
  'PREPARATION PREPARATION': 'PREPARATION, vendors 8',
  'PREPARATION PUBLISHED': 'PUBLISHED, published',
  'PREPARATION ARCHIVED': 'ARCHIVED',
  'PUBLISHED VALIDATION': 'VALIDATION',
  'PUBLISHED PUBLISHED': 'PUBLISHED, published, addendum 1',
  'PUBLISHED ARCHIVED': 'ARCHIVED',
  'VALIDATION PUBLISHED': 'PUBLISHED',
  'VALIDATION EVALUATION': 'EVALUATION',
  'VALIDATION ARCHIVED': 'ARCHIVED',
  'EVALUATION PREPARATION': 'ARCHIVED, new version 2 INITIALIZING, answers next',
  'EVALUATION CLOSED': 'CLOSED',
  'EVALUATION EVALUATED': 'EVALUATION',
  'EVALUATION ARCHIVED': 'ARCHIVED',
  'CLOSED PREPARATION': 'ARCHIVED, new version 2 INITIALIZING, answers next',
  'CLOSED ARCHIVED': 'ARCHIVED',
}

describe('results of a move', () => {
  test.each(TRANSITIONS.map(({ from, to }) => [from, to] as const))(
    '[MV1] %s to %s',
    (from, to) => {
      const facts = buildFacts(from)
      const { project, addedVendorIds, addendum, newVersion, projectId } = move(from, to, facts)
      expect(
        [
          project.state,
          ...(addedVendorIds.length === 0 ? [] : [`vendors ${addedVendorIds.join(' ')}`]),
          ...(project.publishedOn === NOW ? ['published'] : []),
          ...(addendum === null ? [] : [`addendum ${addendum.number}`]),
          ...(newVersion === null ? [] : [`new version ${newVersion.version} ${newVersion.state}`]),
          ...(projectId === facts.project.id ? [] : [`answers ${projectId}`]),
        ].join(', '),
      ).toBe(OUTCOMES[`${from} ${to}`])
    },
  )

  test('[MV1] a move changes only its own fields and none of its inputs', () => {
    for (const { from, to, effect } of TRANSITIONS) {
      const facts = buildFacts(from)
      const before = structuredClone(facts)
      const { project } = move(from, to, facts)
      const changed = Object.keys(project).filter(
        (field) =>
          JSON.stringify(project[field as keyof Project]) !==
          JSON.stringify(before.project[field as keyof Project]),
      )
      const allowed = {
        publish: ['state', 'publishedOn'],
        republish: ['addendum', 'publishedOn'],
        open: ['state', 'openings'],
        'put-away': ['state', 'archivedSealed'],
      } as Record<string, string[]>
      expect(changed.filter((field) => !(allowed[effect] ?? ['state']).includes(field))).toEqual([])
      expect(facts).toEqual(before)
    }
  })
})

describe('conditions of a move', () => {
  test.each([
    ['DRAFT', 'PREPARATION'],
    ['PREPARATION', 'PREPARATION'],
  ] as const)(
    '[MV2] %s to %s needs vendors, and adds those that are not in it yet, once',
    (from, to) => {
      for (const vendorIds of [undefined, []])
        expect(() => move(from, to, buildFacts(from), { vendorIds })).toThrow(
          code('INVALID_INPUT', 'vendorIds'),
        )
      expect(move(from, to, buildFacts(from), { vendorIds: [7, 8, 8, 9] }).addedVendorIds).toEqual([
        8, 9,
      ])
    },
  )

  test('[MV3] publishing needs a requirement and weights that total 100 in the project and in every package', () => {
    const publish = (changes: Partial<MoveFacts>) => () =>
      move('PREPARATION', 'PUBLISHED', buildFacts('PREPARATION', changes))
    expect(publish({})).not.toThrow()
    expect(publish({ requirements: [] })).toThrow(code('NOTHING_TO_PUBLISH'))
    expect(
      publish({
        packages: [
          { id: 'p1', weight: 60 },
          { id: 'p2', weight: 39.99 },
        ],
      }),
    ).toThrow(expect.objectContaining({ code: 'WEIGHT_TOTAL', detail: { total: 99.99 } }))
    expect(
      publish({
        documents: [
          { packageId: 'p1', weight: 100 },
          { packageId: 'p2', weight: null },
        ],
      }),
    ).toThrow(expect.objectContaining({ code: 'WEIGHT_TOTAL', detail: { total: 0 } }))
    expect(publish({ documents: [] })).not.toThrow()
  })

  test.each([
    ['PREPARATION', 'PUBLISHED'],
    ['PUBLISHED', 'PUBLISHED'],
    ['VALIDATION', 'PUBLISHED'],
  ] as const)('[MV4] %s to %s needs a deadline that is still to come', (from, to) => {
    expect(() => move(from, to, buildFacts(from, {}, { deadline: null }))).toThrow(
      code('DEADLINE_MISSING', 'deadline'),
    )
    expect(() =>
      move(from, to, buildFacts(from), { deadline: { date: '2029-05-31', zone: 'UTC' } }),
    ).toThrow(code('DEADLINE_PAST', 'deadline'))
    expect(() =>
      move(from, to, buildFacts(from), {
        deadline: { date: '2029-06-01', zone: 'UTC' },
        now: Date.parse('2029-06-02T00:00:00Z'),
      }),
    ).toThrow(code('DEADLINE_PAST', 'deadline'))
    const deadline = { date: '2029-06-01', zone: 'UTC' }
    expect(
      move(from, to, buildFacts(from, {}, { deadline: null }), { deadline }).project,
    ).toMatchObject({ deadline, deadlineAt: Date.parse('2029-06-02T00:00:00Z') })
    expect(move(from, to).project).toMatchObject({
      deadline: { date: '2030-01-31' },
      deadlineAt: Date.parse('2030-02-01T00:00:00Z'),
    })
  })
})

test('[MV5] a republishing freezes what changed since the last one as the next addendum, and reopens submitted answers to CHANGED requirements alone', () => {
  const outcome = move(
    'PUBLISHED',
    'PUBLISHED',
    buildFacts(
      'PUBLISHED',
      {
        requirements: [
          { id: 'same', status: 'CHANGED', updatedOn: 100 },
          { id: 'changed', status: 'CHANGED', updatedOn: 101 },
          { id: 'new', status: 'NEW', updatedOn: 102 },
          { id: 'old', status: 'OLD', updatedOn: 50 },
        ],
        commitments: [
          { id: 'changed.7', requirementId: 'changed', submitted: true },
          { id: 'changed.8', requirementId: 'changed', submitted: false },
          { id: 'same.7', requirementId: 'same', submitted: true },
          { id: 'new.7', requirementId: 'new', submitted: true },
          { id: 'old.7', requirementId: 'old', submitted: true },
        ],
      },
      { addendum: 2 },
    ),
  )
  expect(outcome.addendum).toEqual({
    projectId: 'project',
    number: 3,
    requirementIds: ['changed', 'new'],
    by: 1,
    on: NOW,
  })
  expect(outcome.project).toMatchObject({ addendum: 3, publishedOn: NOW })
  expect(outcome.reopenedIds).toEqual(['changed.7'])
  expect(
    move('PUBLISHED', 'PUBLISHED', buildFacts('PUBLISHED', {}, { publishedOn: null })).addendum
      ?.requirementIds,
  ).toEqual(['r1'])
})

test('[MV6] a new version starts INITIALIZING, unpublished and without deadline; the former one is archived as it was', () => {
  const evaluation = { futureCredit: 0.5, unplannedCredit: 0.1, knockOutsApplied: true }
  const { project, newVersion } = move(
    'CLOSED',
    'PREPARATION',
    buildFacts('CLOSED', {}, { addendum: 2, evaluation }),
  )
  expect(project).toEqual(
    buildProject({ state: 'ARCHIVED', publishedOn: 100, addendum: 2, evaluation }),
  )
  expect(newVersion).toEqual(
    buildProject({
      id: 'next',
      version: '2',
      state: 'INITIALIZING',
      deadline: null,
      deadlineAt: null,
      addendum: 0,
      publishedOn: null,
      createdOn: NOW,
      updatedOn: NOW,
      evaluation: { ...evaluation, knockOutsApplied: false },
      openings: [],
      deadlineExtensions: [],
    }),
  )
  expect(() =>
    move('EVALUATION', 'PREPARATION', buildFacts('EVALUATION'), { newVersion: undefined }),
  ).toThrow(code('INPUT_INVALID', 'newVersion'))
})

test('[WE9] what changed after the opening stays with its version', () => {
  const scoringChanges = [
    { what: 'rules' as const, reason: 'Agreed', by: { id: 1, name: 'Owner' }, on: 1 },
  ]
  const { project, newVersion } = move(
    'CLOSED',
    'PREPARATION',
    buildFacts('CLOSED', {}, { scoringChanges, weightsPublished: true }),
  )
  expect(project.scoringChanges).toEqual(scoringChanges)
  expect([newVersion?.scoringChanges, newVersion?.weightsPublished]).toEqual([undefined, true])
})

test('[MV7] when the copy is complete, a new project opens as DRAFT and a new version as PREPARATION; nothing else leaves INITIALIZING', () => {
  const initializing = buildProject({ state: 'INITIALIZING' })
  expect([
    finishInitializing(initializing, 'DRAFT').state,
    finishInitializing(initializing, 'PREPARATION').state,
  ]).toEqual(['DRAFT', 'PREPARATION'])
  for (const state of PROJECT_STATES.filter((other) => other !== 'INITIALIZING')) {
    expect(() => finishInitializing(buildProject({ state }), 'DRAFT')).toThrow(
      expect.objectContaining({ code: 'state.wrong', detail: { from: state, to: 'DRAFT' } }),
    )
  }
})

test('[MV8] once its deadline is over the system moves a published project on, through VALIDATION or as far as it', () => {
  const due = (changes: Partial<Project>, now: number) =>
    dueStates(
      buildProject({ state: 'PUBLISHED', deadlineAt: 1_000, stopInValidation: false, ...changes }),
      now,
    )
  expect(due({}, 999)).toEqual([])
  expect(due({}, 1_000)).toEqual(['VALIDATION', 'EVALUATION'])
  expect(due({ stopInValidation: true }, 1_000)).toEqual(['VALIDATION'])
  expect(due({ deadlineAt: null }, 1_000)).toEqual([])
  for (const state of PROJECT_STATES.filter((other) => other !== 'PUBLISHED'))
    expect(due({ state }, 1_000)).toEqual([])
})
