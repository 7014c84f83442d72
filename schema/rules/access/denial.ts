import type { ProjectState } from '../../entities/project.ts'
import { Refusal } from '../../refusal.ts'
import type { MessageCode } from '../../tables/messages.ts'
import type { Permission } from '../../tables/permissions.ts'

/** The reason of a denial, from which the interface can tell what would allow the action. */
export type Reason =
  /** The person needs one of these permissions. */
  | { readonly kind: 'permission'; readonly anyOf: readonly Permission[] }
  /** The person's relation to the subject never allows the action. */
  | { readonly kind: 'relation' }
  /**
   * The subject belongs to another organization or vendor, and is answered as if it did not exist.
   */
  | { readonly kind: 'scope' }
  /** The permission counts only for packages or documents that the person owns. */
  | { readonly kind: 'assignment'; readonly permission: Permission }
  /** The contact was not given this package. */
  | { readonly kind: 'restriction' }
  /** Only the owner and project administrators may. */
  | { readonly kind: 'administrator' }
  /** Only the author may. */
  | { readonly kind: 'authorship' }
  /** Only the primary contact may perform the action. */
  | { readonly kind: 'primary' }
  /** People may not do this to themselves. */
  | { readonly kind: 'self' }
  /** The action is allowed in these states. */
  | {
      readonly kind: 'state'
      readonly state: ProjectState
      readonly allowedIn: readonly ProjectState[]
    }
  | { readonly kind: 'readOnly'; readonly state: ProjectState }
  /** Answers are sealed until the publishing ends. */
  | { readonly kind: 'sealed' }
  /** The instant of the deadline, in ms. */
  | { readonly kind: 'deadline'; readonly deadlineAt: number }

export interface Denial {
  readonly code: MessageCode
  readonly reason: Reason
}

/** The default code of each reason. */
const CODES = {
  permission: 'NOT_ALLOWED',
  relation: 'NOT_ALLOWED',
  scope: 'NOT_FOUND',
  assignment: 'NOT_ALLOWED',
  restriction: 'NOT_ALLOWED',
  authorship: 'NOT_ALLOWED',
  administrator: 'SCORING_ADMINISTRATOR',
  primary: 'NOT_ALLOWED',
  self: 'NOT_ALLOWED',
  state: 'STATE_FORBIDS',
  readOnly: 'PROJECT_READ_ONLY',
  sealed: 'STATE_FORBIDS',
  deadline: 'DEADLINE_PASSED',
} as const satisfies Record<Reason['kind'], MessageCode>

export const deny = (reason: Reason, code: MessageCode = CODES[reason.kind]): Denial => ({
  code,
  reason,
})

/** Returns null if one of the permissions is held, or if none is needed. */
export const needPermission = (
  held: readonly Permission[],
  anyOf: readonly Permission[],
): Denial | null =>
  anyOf.length === 0 || anyOf.some((permission) => held.includes(permission))
    ? null
    : deny({ kind: 'permission', anyOf })

export const needState = (
  state: ProjectState,
  allowedIn: readonly ProjectState[],
  code?: MessageCode,
): Denial | null =>
  allowedIn.includes(state) ? null : deny({ kind: 'state', state, allowedIn }, code)

export const refuse = (denial: Denial | null): void => {
  if (denial !== null) throw new Refusal(denial.code)
}
