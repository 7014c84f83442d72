import type { Permission } from '../../tables/permissions.ts'
import { type Denial, deny, needPermission } from './denial.ts'
import { heldBy } from './held-by.ts'
import {
  ORGANIZATION_RULES,
  type OrganizationAction,
  type OrganizationRule,
} from './organization-actions.ts'
import type { Person } from './project-actor.ts'

/** The subject of an action outside projects: its organization or vendor, and its owner if any. */
export interface OrganizationSubject {
  organizationId: number
  /** The parent of a vendor organization; null = the organization is no vendor. */
  parentId: number | null
  /** The owner of the account, notification or template. */
  userId?: number | undefined
  /** A template that its author has not published. */
  isPrivate?: boolean | undefined
  /**
   * The person's permissions in the project for which they act. Only rules with `inProject` read
   * it.
   */
  inProject?: readonly Permission[] | undefined
}

export type OrganizationRelation = 'organization' | 'ownVendor' | 'vendor' | 'parent' | 'foreign'

/**
 * Returns how the subject's organization relates to the person's: the same, a vendor of it, its
 * parent, or foreign.
 */
export function relationTo(
  person: Pick<Person, 'organizationId' | 'parentId'>,
  subject: OrganizationSubject,
): OrganizationRelation {
  const isRequestor = person.parentId === null
  if (subject.organizationId === person.organizationId)
    return isRequestor ? 'organization' : 'ownVendor'
  if (isRequestor && subject.parentId === person.organizationId) return 'vendor'
  return subject.organizationId === person.parentId ? 'parent' : 'foreign'
}

const SCOPE_OF = {
  organization: 'organization',
  vendor: 'organization',
  ownVendor: 'vendor',
  parent: 'vendor',
} as const

/** Returns the permissions needed; undefined = the relation never allows the action. */
function needIn(
  rule: OrganizationRule,
  relation: Exclude<OrganizationRelation, 'foreign'>,
  { isOwn, isPrivate }: { isOwn: boolean; isPrivate: boolean },
) {
  if (rule[relation] === undefined) return undefined
  if (isOwn && rule.mine !== undefined) return rule.mine
  return !isOwn && isPrivate && rule.private !== undefined ? rule.private : rule[relation]
}

/**
 * Returns why a person may not do an action outside projects; null = they may. A subject of a
 * foreign organization is denied as if it did not exist.
 */
export function organizationDenial(
  person: Person,
  action: OrganizationAction,
  subject: OrganizationSubject,
): Denial | null {
  const rule: OrganizationRule = ORGANIZATION_RULES[action]
  const isOwn = subject.userId === person.userId
  if (rule.self !== undefined && isOwn) return rule.self === 'never' ? deny({ kind: 'self' }) : null
  if (
    rule.anywhere !== undefined &&
    needPermission(heldBy(person, 'system'), rule.anywhere) === null
  )
    return null
  const relation = relationTo(person, subject)
  if (relation === 'foreign') return deny({ kind: 'scope' })
  const need = needIn(rule, relation, { isOwn, isPrivate: subject.isPrivate === true })
  if (need === undefined) return deny({ kind: 'relation' })
  if (rule.isForPrimaryContact === true && !person.isPrimaryContact)
    return deny({ kind: 'primary' })
  const projectNeed =
    relation === 'organization' || relation === 'vendor' ? (rule.inProject ?? []) : []
  if (projectNeed.some((permission) => subject.inProject?.includes(permission) === true))
    return null
  return needPermission(heldBy(person, SCOPE_OF[relation]), need)
}
