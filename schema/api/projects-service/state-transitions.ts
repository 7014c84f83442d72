import * as v from 'valibot'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import { reason } from '../../entities/fields.ts'
import { Deadline } from '../../entities/project.ts'
import { IdInPath, NumberId } from '../common.ts'
import { endpoints, type Endpoint } from '../endpoint.ts'
import { ProjectSummary } from '../sync.ts'
import { SeenWeights } from './project-bodies.ts'

const invited = v.strictObject({
  vendorIds: v.pipe(v.array(NumberId), v.maxLength(200)),
  /** The contacts who get access; of a vendor not named here, all active ones. */
  contacts: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          vendorId: NumberId,
          userIds: v.pipe(v.array(NumberId), v.maxLength(FIELD_LIMITS.members)),
        }),
      ),
      v.maxLength(200),
    ),
  ),
})
const deadline = v.strictObject({
  deadline: v.optional(Deadline),
  deadlineReason: v.optional(reason),
})
const common = { params: IdInPath, access: 'user', method: 'PUT', reply: ProjectSummary } as const
const errors = [
  'ACCESS_TO_PROJECT_IS_DENIED',
  'NOT_ALLOWED',
  'state.wrong',
] as const satisfies Endpoint['errors']
const DEADLINE_ERRORS = [
  'DEADLINE_MISSING',
  'DEADLINE_PAST',
  'DEADLINE_EARLIER',
  'DEADLINE_REASON',
] as const satisfies Endpoint['errors']
const path = <const N extends string>(name: N) =>
  `/projects-service/projects/{id}/state-transition/${name}` as const

/**
 * Calls that move a project to another state. A move that the state does not allow is refused with
 * 'state.wrong'.
 */
export const stateTransitions = endpoints({
  moveToPreparation: {
    ...common,
    path: path('move-to-preparation'),
    summary: 'DRAFT → PREPARATION with the chosen contacts of the chosen vendors',
    body: invited,
    errors: [...errors, 'INVALID_INPUT', 'INPUT_INVALID', 'BOTH_SIDES'],
  },
  addVendor: {
    ...common,
    path: path('add-vendor'),
    summary: 'Adds vendors in PREPARATION, each with its chosen contacts',
    body: invited,
    errors: [...errors, 'INVALID_INPUT', 'INPUT_INVALID', 'BOTH_SIDES'],
  },
  moveToPublished: {
    ...common,
    path: path('move-to-published'),
    summary: 'PREPARATION → PUBLISHED, or publishes again',
    body: v.strictObject({
      ...deadline.entries,
      /** The new weights in an addendum to a project that publishes its weights. */
      weights: v.optional(SeenWeights),
    }),
    errors: [
      ...errors,
      'NOTHING_TO_PUBLISH',
      ...DEADLINE_ERRORS,
      'WEIGHT_TOTAL',
      'WEIGHTS_LOCKED',
      'ROW_DELETED',
      'SCORING_ADMINISTRATOR',
      'REASON_MISSING',
      'requirement.stale',
    ],
  },
  moveToValidation: {
    ...common,
    path: path('move-to-validation'),
    summary: 'PUBLISHED → VALIDATION: ends the answering',
    errors: [...errors, 'OPENING_NEEDS_TWO'],
  },
  moveBackToPublished: {
    ...common,
    path: path('move-back-to-published'),
    summary: 'VALIDATION → PUBLISHED',
    body: deadline,
    errors: [...errors, 'STATE_FORBIDS', ...DEADLINE_ERRORS],
  },
  moveToEvaluation: {
    ...common,
    path: path('move-to-evaluation'),
    summary: 'VALIDATION → EVALUATION',
    errors: [...errors],
  },
  moveToClosed: {
    ...common,
    path: path('move-to-closed'),
    summary: 'EVALUATION → CLOSED',
    errors: [...errors],
  },
  moveToArchived: {
    ...common,
    path: path('move-to-archived'),
    summary: 'Archives the project',
    errors: [...errors],
  },
})
