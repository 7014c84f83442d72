import type { ProjectState } from '../../entities/project.ts'
import { Refusal } from '../../refusal.ts'

export interface Transition {
  readonly from: ProjectState
  readonly to: ProjectState
  /**
   * The last part of the call's path under /state-transition; null = allowed, but not by a call.
   */
  readonly path: string | null
  /** The label of the button. */
  readonly label: string
  /** The question to confirm; null = none. */
  readonly confirmation: string | null
  /** The additional effect, in project-moves.ts. */
  readonly effect:
    | 'move'
    | 'open'
    | 'put-away'
    | 'move-with-vendors'
    | 'add-vendors'
    | 'publish'
    | 'republish'
    | 'reopen'
    | 'new-version'
    | 'none'
}

const ARCHIVE = {
  to: 'ARCHIVED',
  path: 'move-to-archived',
  label: 'Archive',
  confirmation: 'Archive this project? It becomes read-only, and there is no way back.',
  effect: 'move',
} as const
const NEW_VERSION = {
  to: 'PREPARATION',
  path: 'move-back-to-preparation',
  label: 'Create new version',
  confirmation:
    'Create a new version of this project? This version is archived, and the work goes on in the new one.',
  effect: 'new-version',
} as const

/** All allowed moves; every other move is refused. */
export const TRANSITIONS: readonly Transition[] = [
  {
    from: 'DRAFT',
    to: 'PREPARATION',
    path: 'move-to-preparation',
    label: 'Move to preparation',
    confirmation: 'Leave the draft? The project becomes available to its team members.',
    effect: 'move-with-vendors',
  },
  {
    from: 'PREPARATION',
    to: 'PREPARATION',
    path: 'add-vendor',
    label: 'Add vendors',
    confirmation: null,
    effect: 'add-vendors',
  },
  {
    from: 'PREPARATION',
    to: 'PUBLISHED',
    path: 'move-to-published',
    label: 'Publish',
    confirmation:
      'Publish this project? Its vendors see the requirements and may answer until the deadline.',
    effect: 'publish',
  },
  { from: 'PREPARATION', ...ARCHIVE },
  {
    from: 'PUBLISHED',
    to: 'VALIDATION',
    path: 'move-to-validation',
    label: 'End publishing',
    confirmation:
      'End the publishing before the deadline? Vendors can no longer change their answers, and the answers open to your team.',
    effect: 'open',
  },
  {
    from: 'PUBLISHED',
    to: 'PUBLISHED',
    path: 'move-to-published',
    label: 'Republish',
    confirmation:
      'Publish the changes? Answers to changed requirements have to be submitted again.',
    effect: 'republish',
  },
  { from: 'PUBLISHED', ...ARCHIVE, effect: 'put-away' },
  {
    from: 'VALIDATION',
    to: 'PUBLISHED',
    path: 'move-back-to-published',
    label: 'Back to publishing',
    confirmation:
      'Move back to publishing? Vendors may change their answers again until the deadline.',
    effect: 'reopen',
  },
  {
    from: 'VALIDATION',
    to: 'EVALUATION',
    path: 'move-to-evaluation',
    label: 'Start evaluation',
    confirmation:
      'Start the evaluation? Vendors cannot answer any more, and there is no way back to publishing.',
    effect: 'move',
  },
  { from: 'VALIDATION', ...ARCHIVE },
  { from: 'EVALUATION', ...NEW_VERSION },
  {
    from: 'EVALUATION',
    to: 'CLOSED',
    path: 'move-to-closed',
    label: 'Close',
    confirmation: 'Close this project? It becomes read-only.',
    effect: 'move',
  },
  {
    from: 'EVALUATION',
    to: 'EVALUATED',
    path: null,
    label: 'Evaluated',
    confirmation: null,
    effect: 'none',
  },
  { from: 'EVALUATION', ...ARCHIVE },
  { from: 'CLOSED', ...NEW_VERSION },
  { from: 'CLOSED', ...ARCHIVE },
]

/** Returns the moves that a person can make from a state, without the one that has no call. */
export const transitionsFrom = (state: ProjectState): Transition[] =>
  TRANSITIONS.filter((transition) => transition.from === state && transition.path !== null)

const requireFound = (
  transition: Transition | undefined,
  from: ProjectState,
  to: ProjectState,
): Transition => {
  if (transition === undefined) throw new Refusal('state.wrong', { detail: { from, to } })
  return transition
}

/** Returns the move; throws Refusal('state.wrong') if it does not exist. */
export const requireTransition = (from: ProjectState, to: ProjectState): Transition =>
  requireFound(
    TRANSITIONS.find((transition) => transition.from === from && transition.to === to),
    from,
    to,
  )

/**
 * Returns the move that a call makes from a state; throws Refusal('state.wrong') with the state
 * that the call needs.
 */
export const requireCall = (
  from: ProjectState,
  { path, to }: Pick<Transition, 'path' | 'to'>,
): Transition =>
  requireFound(
    TRANSITIONS.find(
      (transition) => transition.from === from && transition.to === to && transition.path === path,
    ),
    from,
    to,
  )
