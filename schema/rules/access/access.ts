import type { Entity, Row } from '../../entities/rows.ts'
import type { Project, ProjectState } from '../../entities/project.ts'
import type { ProjectActor } from '../../mutations/mutation.ts'
import type { MessageCode } from '../../tables/messages.ts'
import { PERMISSIONS, type Permission } from '../../tables/permissions.ts'
import { ROLE_PERMISSIONS } from '../../tables/role-permissions.ts'
import { type Denial, deny, needPermission, refuse } from './denial.ts'
import {
  ACTION_PERMISSIONS,
  ADMINISTRATOR_STATES,
  isActionEverAllowed,
  OWNER_ACTIONS,
  type ProjectAction,
} from './project-actions.ts'
import { timeDenial } from '../project/write-times.ts'

export type { ProjectAction } from './project-actions.ts'

export interface AccessSubject {
  state: ProjectState
  /** The package that the action touches; a restricted vendor contact needs it among theirs. */
  packageId?: string | undefined
  /** Whose answer it is. */
  vendorId?: number | undefined
  deadlineAt?: number | null | undefined
  now?: number | undefined
  /** The person owns the package or document that the action touches. */
  isAssigned?: boolean | undefined
  /** The person owns the document: that counts as permission to write it. */
  ownsDocument?: boolean | undefined
}

/**
 * What a person holds in a project: that of their roles, and of the owner the project
 * administrator's set.
 */
export function effectivePermissions(roleIds: readonly string[], isOwner: boolean): Permission[] {
  const table: Record<string, readonly Permission[]> = ROLE_PERMISSIONS
  const roles = isOwner ? [...roleIds, 'role-project-admin'] : roleIds
  const held = new Set(
    roles.flatMap((role) => (Object.hasOwn(table, role) ? (table[role] ?? []) : [])),
  )
  return PERMISSIONS.filter((permission) => held.has(permission))
}

function permissionDenial(
  actor: ProjectActor,
  action: ProjectAction,
  subject: AccessSubject,
): Denial | null {
  if (!isActionEverAllowed(actor.relation, action)) return deny({ kind: 'relation' })
  if (actor.relation === 'vendor') return vendorDenial(actor, subject)
  const instead = OWNER_ACTIONS[action]
  if (instead !== undefined)
    return actor.relation === 'owner' ? null : needPermission(actor.permissions, instead)
  const needed = ACTION_PERMISSIONS[action]
  if (needed === undefined) return null
  if (action === 'content.write' && subject.ownsDocument === true) return null
  const { assigned } = needed
  if (assigned === undefined || !actor.permissions.includes(assigned))
    return needPermission(actor.permissions, needed.anyOf)
  return subject.isAssigned === true || needPermission(actor.permissions, needed.anyOf) === null
    ? null
    : deny({ kind: 'assignment', permission: assigned })
}

function vendorDenial(
  { vendorId, packageIds }: ProjectActor,
  subject: AccessSubject,
): Denial | null {
  if (subject.vendorId !== undefined && subject.vendorId !== vendorId)
    return deny({ kind: 'scope' }, 'NOT_ALLOWED')
  return subject.packageId === undefined ||
    packageIds === null ||
    packageIds.includes(subject.packageId)
    ? null
    : deny({ kind: 'restriction' })
}

/**
 * Why a person may not do something in a project; null = they may. Checks permission before state
 * and state before the deadline, so that no one learns the state of what they may not touch.
 */
export function denialOf(
  actor: ProjectActor,
  action: ProjectAction,
  subject: AccessSubject,
): Denial | null {
  const unpermitted = permissionDenial(actor, action, subject)
  if (unpermitted !== null) return unpermitted
  return (
    timeDenial(actor.relation, action, subject) ?? administratorDenial(actor, action, subject.state)
  )
}

function administratorDenial(
  { relation, isAdministrator }: ProjectActor,
  action: ProjectAction,
  state: ProjectState,
): Denial | null {
  const isTheirs = relation === 'owner' || isAdministrator === true
  const isReserved = ADMINISTRATOR_STATES[action]?.includes(state) === true
  return isReserved && !isTheirs ? deny({ kind: 'administrator' }) : null
}

/** The code alone of `denialOf`. */
export const refusalOf = (
  actor: ProjectActor,
  action: ProjectAction,
  subject: AccessSubject,
): MessageCode | null => denialOf(actor, action, subject)?.code ?? null

export function requireAllowed(
  actor: ProjectActor,
  action: ProjectAction,
  subject: AccessSubject,
): void {
  refuse(denialOf(actor, action, subject))
}

type ProjectGlance = Pick<Project, 'state' | 'sealed'> & {
  publishedOn?: number | null | undefined
  archivedSealed?: boolean | undefined
}

const VENDOR_STATES: readonly ProjectState[] = [
  'PUBLISHED',
  'VALIDATION',
  'EVALUATION',
  'EVALUATED',
  'CLOSED',
  'ARCHIVED',
]
/**
 * In these the answers are open to requestors, but for a project that was archived before they were
 * opened.
 */
export const OPEN_STATES: readonly ProjectState[] = [
  'VALIDATION',
  'EVALUATION',
  'EVALUATED',
  'CLOSED',
  'ARCHIVED',
]

/**
 * A vendor has access from the publishing on; a project archived before it was published stays
 * unknown to them.
 */
export const isOpenToVendors = (project: ProjectGlance): boolean =>
  VENDOR_STATES.includes(project.state) &&
  !(project.state === 'ARCHIVED' && project.publishedOn === null)

/** Whether requestors may read the vendors' answers yet. */
export const areAnswersOpen = (project: ProjectGlance): boolean =>
  (OPEN_STATES.includes(project.state) && !isArchivedSealed(project)) ||
  (project.state === 'PUBLISHED' && !project.sealed)

const isArchivedSealed = ({ state, archivedSealed = false }: ProjectGlance): boolean =>
  state === 'ARCHIVED' && archivedSealed

/** Until it leaves these, a project is its owner's; an organization administrator may mend it. */
const OWNER_STATES: readonly ProjectState[] = ['INITIALIZING', 'DRAFT']

function isOpenToRequestor(actor: ProjectActor, project: ProjectGlance): boolean {
  if (actor.relation === 'owner' || actor.permissions.includes('ORG_ADMIN')) return true
  return actor.permissions.includes('PROJECT_BROWSE') && !OWNER_STATES.includes(project.state)
}

/**
 * The sides of the project's buckets that a person reads, apart from comments and from the answers
 * that are open to requestors: `int`, or `pub` and their own.
 */
export function sidesOf(actor: ProjectActor, project: ProjectGlance): string[] {
  if (actor.relation !== 'vendor') return isOpenToRequestor(actor, project) ? ['int'] : []
  return actor.vendorId !== null && isOpenToVendors(project) ? ['pub', `v${actor.vendorId}`] : []
}

/**
 * What a requestor needs for the comments of a project: a holder of one of these holds them all.
 */
const COMMENTS = [
  'DISCUSSION_BROWSE',
  'QA_BROWSE',
  'PP_BROWSE',
] as const satisfies readonly Permission[]
/**
 * Those of a vendor are apart from its answers, because requestors read them before the answers are
 * open, and more of them than the vendor.
 */
const ASKED = ['QA_BROWSE', 'PP_BROWSE'] as const satisfies readonly Permission[]

/** Every bucket of the project that a person reads: `<package or *>:<side>`. */
export function bucketsOf(
  actor: ProjectActor,
  project: ProjectGlance,
  packageIds: readonly string[],
  vendorIds: readonly number[],
): string[] {
  const sides = sidesOf(actor, project)
  const [shared] = sides
  if (shared === undefined) return []
  const readable = packageIds.filter(
    (id) => actor.packageIds === null || actor.packageIds.includes(id),
  )
  const inPackages = (perPackage: readonly string[]): string[] =>
    readable.flatMap((id) => perPackage.map((side) => `${id}:${side}`))
  const holds = (permissions: readonly Permission[]): boolean =>
    permissions.every((permission) => actor.permissions.includes(permission))
  if (actor.relation === 'vendor') {
    const asked = holds(ASKED) ? ['qa', `q${actor.vendorId}`] : []
    return [`*:${shared}`, ...asked.map((side) => `*:${side}`), ...inPackages([...sides, ...asked])]
  }
  const answers =
    areAnswersOpen(project) && actor.permissions.includes('SC_BROWSE')
      ? vendorIds.map((vendorId) => `v${vendorId}`)
      : []
  return [
    `*:${shared}`,
    ...(holds(COMMENTS) ? ['*:talk'] : []),
    ...inPackages([...sides, ...answers]),
  ]
}

const PACKAGE_OF: { [E in Entity]: (row: Row<E>) => string } = {
  project: () => '*',
  projectVendor: () => '*',
  release: () => '*',
  package: (row) => row.id,
  document: (row) => row.packageId,
  section: (row) => row.packageId,
  requirement: (row) => row.packageId,
  commitment: (row) => row.packageId,
  override: (row) => row.packageId,
  attachment: (row) => row.packageId,
  comment: (row) => row.packageId ?? '*',
  reply: (row) => row.packageId ?? '*',
  publication: (row) => row.packageId ?? '*',
}
const isShared = (_: unknown, side: string): boolean => side === 'int' || side === 'pub'
const isInner = (_: unknown, side: string): boolean => side === 'int'
const isAsker = ({ vendorId }: { vendorId: number | null }, side: string): boolean =>
  vendorId !== null && side === `q${vendorId}`
const isOnSide: { [E in Entity]: (row: Row<E>, side: string) => boolean } = {
  project: isShared,
  projectVendor: isInner,
  release: isShared,
  package: isShared,
  document: isShared,
  section: isShared,
  requirement: isShared,
  commitment: (row, side) => side === `v${row.vendorId}`,
  override: isInner,
  attachment: (row, side) =>
    row.vendorId === null ? isShared(row, side) : side === `v${row.vendorId}`,
  comment: (row, side) => side === 'talk' || isAsker(row, side),
  reply: (row, side) =>
    side === 'talk' || (isAsker(row, side) && (row.isByVendor || row.officialOn !== null)),
  publication: (_, side) => side === 'talk' || side === 'qa',
}

/**
 * The bucket that carries the row to one side; null where that side never gets it. Sides: `int`
 * requestors, `pub` every vendor, `v<vendorId>` that vendor's answers and files, `talk` the
 * comments as requestors read them, `q<vendorId>` that vendor's own questions and pain points, `qa`
 * what is published of them.
 */
export function bucketOf<E extends Entity>(entity: E, row: Row<E>, side: string): string | null {
  if (!isOnSide[entity](row, side)) return null
  // No requestor is restricted to packages.
  return side === 'talk' ? '*:talk' : `${PACKAGE_OF[entity](row)}:${side}`
}

/** Whether a bucket carries comments and nothing else. */
export const isOfComments = (bucket: string): boolean => /:(talk|qa|q\d+)$/.test(bucket)
