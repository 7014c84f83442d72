import { describe, expect, test } from 'vitest'
import { PROJECT_STATES, type ProjectState } from '../../entities/project.ts'
import {
  isActionAllowed,
  isActionEverAllowed,
  isReadOnly,
  PROJECT_ACTIONS,
  type ProjectAction,
  RELATIONS,
} from './project-actions.ts'

/*
 * Section 4 of the specification, cell by cell. CONTENT is what the owner may do in DRAFT: weights,
 * packages and documents with their owners, content configuration. The list leaves out state moves, adding vendors
 * and the project header: moves belong to the owner, and the organization administrator acts in the
 * owner's place, so these two actions are also listed for collaborators. Seeing weights is not
 * listed, because the team sees them in every state (rules/access/access-project.ts).
 */
const CONTENT: ProjectAction[] = [
  'project.edit',
  'content.write',
  'content.remove',
  'release.write',
  'weights.set',
  'requirement.exclude',
  'owners.edit',
]
const EVALUATING: ProjectAction[] = [
  'project.edit',
  'weights.set',
  'requirement.exclude',
  'owners.edit',
  'override.write',
]
const CELLS: Record<ProjectState, Record<(typeof RELATIONS)[number], ProjectAction[]>> = {
  INITIALIZING: { owner: [], collaborator: [], vendor: [] },
  DRAFT: { owner: [...CONTENT, 'state.move'], collaborator: [], vendor: [] },
  PREPARATION: {
    owner: [...CONTENT, 'notification.send', 'state.move', 'vendors.add'],
    collaborator: [...CONTENT, 'state.move', 'vendors.add'],
    vendor: [],
  },
  PUBLISHED: {
    owner: ['project.edit', 'owners.edit', 'notification.send', 'state.move'],
    collaborator: ['project.edit', 'owners.edit', 'state.move'],
    vendor: ['commitment.write'],
  },
  VALIDATION: {
    owner: ['project.edit', 'notification.send', 'owners.edit', 'state.move'],
    collaborator: ['project.edit', 'owners.edit', 'state.move'],
    vendor: [],
  },
  EVALUATION: {
    owner: [...EVALUATING, 'notification.send', 'state.move'],
    collaborator: [...EVALUATING, 'state.move'],
    vendor: [],
  },
  EVALUATED: {
    owner: ['notification.send', 'owners.edit'],
    collaborator: ['owners.edit'],
    vendor: [],
  },
  CLOSED: { owner: ['notification.send', 'state.move'], collaborator: ['state.move'], vendor: [] },
  ARCHIVED: { owner: [], collaborator: [], vendor: [] },
}

describe('actions per state × owner, collaborator, vendor', () => {
  const cells = PROJECT_STATES.flatMap((state) =>
    RELATIONS.map((relation) => ({ state, relation, actions: CELLS[state][relation] })),
  )

  test('[SA1] there are 27 cells', () => expect(cells).toHaveLength(27))

  test.each(cells)('[SA1] $state, $relation: $actions', ({ state, relation, actions }) => {
    for (const action of PROJECT_ACTIONS)
      expect([action, isActionAllowed(state, relation, action)]).toEqual([
        action,
        actions.includes(action),
      ])
  })

  test('[SA1] what a relation may do in no state is never its action', () => {
    for (const relation of RELATIONS) {
      const ever = new Set(PROJECT_STATES.flatMap((state) => CELLS[state][relation]))
      expect(PROJECT_ACTIONS.filter((action) => isActionEverAllowed(relation, action))).toEqual(
        PROJECT_ACTIONS.filter((action) => ever.has(action)),
      )
    }
  })
})

test('[SA2] ARCHIVED and INITIALIZING permit no action', () => {
  for (const state of ['ARCHIVED', 'INITIALIZING'] as const) {
    for (const relation of RELATIONS)
      expect(PROJECT_ACTIONS.filter((action) => isActionAllowed(state, relation, action))).toEqual(
        [],
      )
  }
})

test('[SA3] the project is read-only in EVALUATED, CLOSED and ARCHIVED', () => {
  expect(PROJECT_STATES.filter(isReadOnly)).toEqual(['EVALUATED', 'CLOSED', 'ARCHIVED'])
})

test('[SA3] a read-only state permits no change of content, answers, overrides or weights', () => {
  const writing: ProjectAction[] = [
    'project.edit',
    'content.write',
    'content.remove',
    'release.write',
    'weights.set',
    'requirement.exclude',
    'commitment.write',
    'override.write',
    'vendors.add',
  ]
  for (const state of PROJECT_STATES.filter(isReadOnly)) {
    for (const relation of RELATIONS)
      expect(writing.filter((action) => isActionAllowed(state, relation, action))).toEqual([])
  }
})

test('[SA4] overriding is possible in EVALUATION only, answering in PUBLISHED only and by vendors only', () => {
  const statesOf = (action: ProjectAction) =>
    PROJECT_STATES.flatMap((state) =>
      RELATIONS.filter((relation) => isActionAllowed(state, relation, action)).map(
        (relation) => `${state} ${relation}`,
      ),
    )
  expect(statesOf('override.write')).toEqual(['EVALUATION owner', 'EVALUATION collaborator'])
  expect(statesOf('commitment.write')).toEqual(['PUBLISHED vendor'])
})
