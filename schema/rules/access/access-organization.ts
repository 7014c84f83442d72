import { PERMISSIONS, type Permission } from '../../tables/permissions.ts'
import { ROLE_PERMISSIONS } from '../../tables/role-permissions.ts'
import { type RoleScope, rolesOfScope } from '../../tables/roles.ts'
import { type Denial, deny, needPermission } from './denial.ts'
import {
  ORGANIZATION_RULES,
  type OrganizationAction,
  type OrganizationRule,
} from './organization-actions.ts'
import type { Person } from './project-actor.ts'

/**
 * Something outside projects: the organization or vendor it lies in and, where it is a person's,
 * whose it is.
 */
export interface OrganizationSubject {
  organizationId: number
  /** Set where that organization is a vendor of another. */
  parentId: number | null
  /** Whose account, notification or template. */
  userId?: number | undefined
  /** A template that its author has not published. */
  isPrivate?: boolean | undefined
}

export type OrganizationRelation = 'organization' | 'ownVendor' | 'vendor' | 'parent' | 'foreign'

/**
 * How the place of the subject stands to the person: the own organization or vendor, a vendor of
 * it, the one it is a vendor of, or another.
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

/** What the person holds by roles of one scope; a role given in the wrong place counts nowhere. */
export function heldBy(person: Pick<Person, 'roles'>, scope: RoleScope): Permission[] {
  const roles = rolesOfScope(person.roles, scope)
  return PERMISSIONS.filter((permission) =>
    roles.some((role) => (ROLE_PERMISSIONS[role] as readonly Permission[]).includes(permission)),
  )
}

const SCOPE_OF = {
  organization: 'organization',
  vendor: 'organization',
  ownVendor: 'vendor',
  parent: 'vendor',
} as const

/**
 * What is needed where the subject lies, narrowed to one's own and other people's private things
 * where the rule tells them apart.
 */
function needIn(
  rule: OrganizationRule,
  relation: Exclude<OrganizationRelation, 'foreign'>,
  isOwn: boolean,
  subject: OrganizationSubject,
) {
  if (rule[relation] === undefined) return undefined
  if (isOwn && rule.mine !== undefined) return rule.mine
  return !isOwn && subject.isPrivate === true && rule.private !== undefined
    ? rule.private
    : rule[relation]
}

/**
 * Why a person may not do something outside projects; null = they may. What lies in another
 * organization is answered as if it did not exist.
 * @param inProject what the person holds in the project in whose name they ask; only the choice of
 * vendors looks at it
 */
export function organizationDenial(
  person: Person,
  action: OrganizationAction,
  subject: OrganizationSubject,
  inProject: readonly Permission[] = [],
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
  const need = needIn(rule, relation, isOwn, subject)
  if (need === undefined) return deny({ kind: 'relation' })
  if (rule.isForPrimaryContact === true && !person.isPrimaryContact)
    return deny({ kind: 'primary' })
  const projectNeed =
    relation === 'organization' || relation === 'vendor' ? (rule.inProject ?? []) : []
  if (projectNeed.some((permission) => inProject.includes(permission))) return null
  return needPermission(heldBy(person, SCOPE_OF[relation]), need)
}
