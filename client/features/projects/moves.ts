import { mayReweighByAddendum } from '#schema/rules/scoring.ts'
import type { Transition } from '#schema/rules/project-transitions.ts'
import { transitionsFrom } from '#schema/rules/project-transitions.ts'
import type { Project, ProjectState } from '#schema/entities/project.ts'
import { isOpeningEarly } from '#schema/rules/opening.ts'
import { api } from '../../lib/api.ts'

/** Moves that need nothing but a yes. The others have a dialog of their own. */
const PLAIN_CALLS: { readonly [path: string]: (id: string) => Promise<unknown> } = {
  'move-to-validation': (id) => api.stateTransitions.moveToValidation({ params: { id } }),
  'move-to-evaluation': (id) => api.stateTransitions.moveToEvaluation({ params: { id } }),
  'move-to-closed': (id) => api.stateTransitions.moveToClosed({ params: { id } }),
  'move-to-archived': (id) => api.stateTransitions.moveToArchived({ params: { id } }),
}
export type MoveDialog = 'vendors' | 'publish' | 'back-to-published'
const DIALOGS: { readonly [path: string]: MoveDialog } = {
  'move-to-preparation': 'vendors', 'add-vendor': 'vendors', 'move-to-published': 'publish', 'move-back-to-published': 'back-to-published',
}

export type Move =
  | { transition: Transition; kind: 'plain'; run: (projectId: string) => Promise<unknown> }
  | { transition: Transition; kind: 'dialog'; dialog: MoveDialog }

/**
 * What the person can do next, the way forward first. Republishing is offered where published weights can change, since nothing else published can, and a new
 * version while nothing makes one: neither would do anything.
 */
export const movesFrom = (project: Project, now: number): Move[] =>
  transitionsFrom(project.state).flatMap((transition): Move[] => {
    // Two people do that: opening-part.tsx.
    if (transition.effect === 'open' && isOpeningEarly(project, now)) return []
    const path = transition.path ?? ''
    const run = PLAIN_CALLS[path]
    const dialog = DIALOGS[path]
    if (run !== undefined) return [{ transition, kind: 'plain', run }]
    const isEmpty = transition.effect === 'republish' && !mayReweighByAddendum(project)
    return dialog === undefined || isEmpty ? [] : [{ transition, kind: 'dialog', dialog }]
  })

/** The one move that leads on; the others stand beside or in the menu. A publishing ends by itself, at its deadline. */
const FORWARD: { readonly [S in ProjectState]?: ProjectState } = {
  DRAFT: 'PREPARATION', PREPARATION: 'PUBLISHED', VALIDATION: 'EVALUATION', EVALUATION: 'CLOSED',
}
export const isForward = ({ from, to }: Transition): boolean => FORWARD[from] === to
