import type { ProjectState } from '../../entities/project.ts'
import { Refusal } from '../../refusal.ts'
import type { MessageCode } from '../../tables/messages.ts'
import type { Permission } from '../../tables/permissions.ts'

/**
 * Why a person may not do something, so that the interface can say it, and what would change it.
 */
export type Reason =
  /** One of these would be needed. */
  | { readonly kind: 'permission'; readonly anyOf: readonly Permission[] }
  /** No one in this relation to it ever may. */
  | { readonly kind: 'relation' }
  /** It belongs to another organization or vendor: answered as if it did not exist. */
  | { readonly kind: 'scope' }
  /** The permission counts only on a package or document of one's own. */
  | { readonly kind: 'assignment'; readonly permission: Permission }
  /** The contact was not given this package. */
  | { readonly kind: 'restriction' }
  /** Only the owner and project administrators may. */
  | { readonly kind: 'administrator' }
  /** Only who wrote or uploaded it may. */
  | { readonly kind: 'authorship' }
  /** Only the primary contact may. */
  | { readonly kind: 'primary' }
  /** Not to oneself. */
  | { readonly kind: 'self' }
  /** In these states it would be allowed. */
  | {
      readonly kind: 'state'
      readonly state: ProjectState
      readonly allowedIn: readonly ProjectState[]
    }
  | { readonly kind: 'readOnly'; readonly state: ProjectState }
  /** Answers are sealed until the publishing ends. */
  | { readonly kind: 'sealed' }
  /** Over since this instant, ms. */
  | { readonly kind: 'deadline'; readonly deadlineAt: number }

export interface Denial {
  readonly code: MessageCode
  readonly reason: Reason
}

/** What the person is told, unless a rule has a text of its own. */
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

/** Null where one of the permissions is held, or none is needed. */
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
