import { describe, expect, test } from 'vitest'
import { PROJECT_STATES, type ProjectState } from '../../entities/project.ts'
import { Refusal } from '../../refusal.ts'
import { messageText } from '../../tables/messages.ts'
import {
  requireCall,
  requireTransition,
  TRANSITIONS,
  transitionsFrom,
} from './project-transitions.ts'

/** The specification's moves as a grid: from the state of the row to the state of the column. */
const GRID = `
                INITIALIZING DRAFT PREPARATION PUBLISHED VALIDATION EVALUATION EVALUATED CLOSED ARCHIVED
  INITIALIZING  -            -     -           -         -          -          -         -      -
  DRAFT         -            -     yes         -         -          -          -         -      -
  PREPARATION   -            -     yes         yes       -          -          -         -      yes
  PUBLISHED     -            -     -           yes       yes        -          -         -      yes
  VALIDATION    -            -     -           yes       -          yes        -         -      yes
  EVALUATION    -            -     yes         -         -          -          yes       yes    yes
  EVALUATED     -            -     -           -         -          -          -         -      -
  CLOSED        -            -     yes         -         -          -          -         -      yes
  ARCHIVED      -            -     -           -         -          -          -         -      -
`
const [header = [], ...lines] = GRID.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const PAIRS = lines.flatMap(([from = '', ...cells]) =>
  cells.map(
    (cell, at) => [from, header[at] ?? '', cell === 'yes'] as [ProjectState, ProjectState, boolean],
  ),
)

const refusalFrom = (act: () => unknown): Refusal | null => {
  try {
    act()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

describe('moves between states', () => {
  test('[TR1] the grid names every pair of the nine states', () => {
    expect(PAIRS).toHaveLength(81)
    expect(new Set(PAIRS.flatMap(([from, to]) => [from, to]))).toEqual(new Set(PROJECT_STATES))
  })

  test.each(PAIRS)('[TR1] %s to %s: %s', (from, to, isAllowed) => {
    const refusal = refusalFrom(() =>
      expect(requireTransition(from, to)).toMatchObject({ from, to }),
    )
    if (isAllowed) return expect(refusal).toBeNull()
    expect(refusal).toMatchObject({ code: 'state.wrong', detail: { from, to } })
    expect(messageText('state.wrong', refusal?.detail)).toBe(
      `Wrong state transition! Project state cannot be changed from ${from} to ${to}`,
    )
  })

  test('[TR1] each move is in the table once', () => {
    expect(TRANSITIONS.map(({ from, to }) => `${from} ${to}`).toSorted()).toEqual(
      PAIRS.filter(([, , isAllowed]) => isAllowed)
        .map(([from, to]) => `${from} ${to}`)
        .toSorted(),
    )
  })
})

test('[TR2] EVALUATED, ARCHIVED and INITIALIZING have no moves, and no call leads to EVALUATED', () => {
  expect((['EVALUATED', 'ARCHIVED', 'INITIALIZING'] as const).flatMap(transitionsFrom)).toEqual([])
  expect(PROJECT_STATES.flatMap(transitionsFrom).some(({ to }) => to === 'EVALUATED')).toBe(false)
})

test('[TR3] every call of the specification makes a move', () => {
  const paths = new Set(TRANSITIONS.flatMap(({ path }) => path ?? []))
  expect([...paths].sort()).toEqual([
    'add-vendor',
    'move-back-to-preparation',
    'move-back-to-published',
    'move-to-archived',
    'move-to-closed',
    'move-to-evaluation',
    'move-to-preparation',
    'move-to-published',
    'move-to-validation',
  ])
})

test('[TR3] a call makes its own move only, though another one leads to the same state', () => {
  expect(requireCall('PREPARATION', { path: 'add-vendor', to: 'PREPARATION' }).effect).toBe(
    'add-vendors',
  )
  for (const [from, path, to] of [
    ['CLOSED', 'move-to-preparation', 'PREPARATION'],
    ['DRAFT', 'add-vendor', 'PREPARATION'],
    ['PREPARATION', 'move-to-preparation', 'PREPARATION'],
    ['VALIDATION', 'move-to-published', 'PUBLISHED'],
    ['PREPARATION', 'move-back-to-published', 'PUBLISHED'],
  ] as const) {
    expect(refusalFrom(() => requireCall(from, { path, to }))).toMatchObject({
      code: 'state.wrong',
      detail: { from, to },
    })
  }
})

test('[TR4] every move that changes the state is confirmed first, in words that say what it does', () => {
  const archive = 'Archive this project? It becomes read-only, and there is no way back.'
  const newVersion =
    'Create a new version of this project? This version is archived, and the work goes on in the new one.'
  expect(
    Object.fromEntries(
      TRANSITIONS.map(({ from, to, confirmation }) => [`${from} ${to}`, confirmation]),
    ),
  ).toEqual({
    'DRAFT PREPARATION': 'Leave the draft? The project becomes available to its team members.',
    'PREPARATION PREPARATION': null,
    'PREPARATION PUBLISHED':
      'Publish this project? Its vendors see the requirements and may answer until the deadline.',
    'PREPARATION ARCHIVED': archive,
    'PUBLISHED VALIDATION':
      'End the publishing before the deadline? Vendors can no longer change their answers, and the answers open to your team.',
    'PUBLISHED PUBLISHED':
      'Publish the changes? Answers to changed requirements have to be submitted again.',
    'PUBLISHED ARCHIVED': archive,
    'VALIDATION PUBLISHED':
      'Move back to publishing? Vendors may change their answers again until the deadline.',
    'VALIDATION EVALUATION':
      'Start the evaluation? Vendors cannot answer any more, and there is no way back to publishing.',
    'VALIDATION ARCHIVED': archive,
    'EVALUATION PREPARATION': newVersion,
    'EVALUATION CLOSED': 'Close this project? It becomes read-only.',
    'EVALUATION EVALUATED': null,
    'EVALUATION ARCHIVED': archive,
    'CLOSED PREPARATION': newVersion,
    'CLOSED ARCHIVED': archive,
  })
})

test('[TR5] the moves offered in one state have distinct labels', () => {
  expect(
    Object.fromEntries(
      PROJECT_STATES.map((state) => [state, transitionsFrom(state).map(({ label }) => label)]),
    ),
  ).toEqual({
    INITIALIZING: [],
    EVALUATED: [],
    ARCHIVED: [],
    DRAFT: ['Move to preparation'],
    PREPARATION: ['Add vendors', 'Publish', 'Archive'],
    PUBLISHED: ['End publishing', 'Republish', 'Archive'],
    VALIDATION: ['Back to publishing', 'Start evaluation', 'Archive'],
    EVALUATION: ['Create new version', 'Close', 'Archive'],
    CLOSED: ['Create new version', 'Archive'],
  })
})
