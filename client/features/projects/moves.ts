import type { Transition } from '#schema/rules/project/project-transitions.ts'
import { transitionsFrom } from '#schema/rules/project/project-transitions.ts'
import type { ProjectState } from '#schema/entities/project.ts'
import { api } from '../../lib/api.ts'
import {
  type ProjectOffer,
  projectOfferDenial,
  type ProjectView,
} from '../../lib/offers/project-offers.ts'

/** Transitions that only need a confirmation; the others have their own dialogs. */
const PLAIN_CALLS: { readonly [path: string]: (id: string) => Promise<unknown> } = {
  'move-to-validation': (id) => api.stateTransitions.moveToValidation({ params: { id } }),
  'move-to-evaluation': (id) => api.stateTransitions.moveToEvaluation({ params: { id } }),
  'move-to-closed': (id) => api.stateTransitions.moveToClosed({ params: { id } }),
  'move-to-archived': (id) => api.stateTransitions.moveToArchived({ params: { id } }),
}
export type MoveDialogName = 'vendors' | 'publish' | 'back-to-published' | 'new-version'
const DIALOGS: { readonly [path: string]: MoveDialogName } = {
  'move-to-preparation': 'vendors',
  'add-vendor': 'vendors',
  'move-to-published': 'publish',
  'move-back-to-published': 'back-to-published',
  'move-back-to-preparation': 'new-version',
}

export type Move =
  | { transition: Transition; kind: 'plain'; run: (projectId: string) => Promise<unknown> }
  | { transition: Transition; kind: 'dialog'; dialog: MoveDialogName }

const OFFERS: { readonly [path: string]: ProjectOffer } = {
  'move-to-preparation': 'move.preparation',
  'add-vendor': 'move.addVendors',
  'move-to-published': 'move.publish',
  'move-to-validation': 'move.validation',
  'move-back-to-published': 'move.backToPublished',
  'move-to-evaluation': 'move.evaluation',
  'move-to-closed': 'move.closed',
  'move-to-archived': 'move.archived',
  'move-back-to-preparation': 'move.newVersion',
}

/** The transitions that the person can make. */
export const movesFrom = (view: ProjectView): Move[] =>
  transitionsFrom(view.project.state).flatMap((transition): Move[] => {
    const path = transition.path ?? ''
    const offer = OFFERS[path]
    if (offer === undefined || projectOfferDenial(offer, view) !== null) return []
    const run = PLAIN_CALLS[path]
    const dialog = DIALOGS[path]
    if (run !== undefined) return [{ transition, kind: 'plain', run }]
    return dialog === undefined ? [] : [{ transition, kind: 'dialog', dialog }]
  })

/**
 * The main next state of each state; other transitions are secondary. PUBLISHED has none: it ends
 * at its deadline.
 */
const FORWARD: { readonly [S in ProjectState]?: ProjectState } = {
  DRAFT: 'PREPARATION',
  PREPARATION: 'PUBLISHED',
  VALIDATION: 'EVALUATION',
  EVALUATION: 'CLOSED',
}
export const isForward = ({ from, to }: Transition): boolean => FORWARD[from] === to
