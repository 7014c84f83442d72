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
  /** The package of the row; a contact limited to packages must have been given it. */
  packageId?: string | undefined
  /** The vendor that owns the answer. */
  vendorId?: number | undefined
  deadlineAt?: number | null | undefined
  now?: number | undefined
  /** The person owns the package or document of the row. */
  isAssigned?: boolean | undefined
  /** The person owns the document, which counts as permission to write it. */
  ownsDocument?: boolean | undefined
}

/** The permissions of the roles; an owner also has those of a project administrator. */
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
 * Returns why a person may not do the action; null = they may. Checks permission before state, and
 * state before the deadline, so that a person without permission does not learn the state.
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

/** Returns only the code of `denialOf`. */
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
/** States in which requestors read the answers, unless the project was archived while sealed. */
export const OPEN_STATES: readonly ProjectState[] = [
  'VALIDATION',
  'EVALUATION',
  'EVALUATED',
  'CLOSED',
  'ARCHIVED',
]

/** Vendors have access once the project is published; not to one archived before publishing. */
export const isOpenToVendors = (project: ProjectGlance): boolean =>
  VENDOR_STATES.includes(project.state) &&
  !(project.state === 'ARCHIVED' && project.publishedOn === null)

/** Tells whether requestors may read the vendors' answers. */
export const areAnswersOpen = (project: ProjectGlance): boolean =>
  (OPEN_STATES.includes(project.state) && !isArchivedSealed(project)) ||
  (project.state === 'PUBLISHED' && !project.sealed)

const isArchivedSealed = ({ state, archivedSealed = false }: ProjectGlance): boolean =>
  state === 'ARCHIVED' && archivedSealed

/** States in which only the owner and organization administrators see a project. */
const OWNER_STATES: readonly ProjectState[] = ['INITIALIZING', 'DRAFT']

function isOpenToRequestor(actor: ProjectActor, project: ProjectGlance): boolean {
  if (actor.relation === 'owner' || actor.permissions.includes('PROJECT_ADMIN')) return true
  return actor.permissions.includes('PROJECT_BROWSE') && !OWNER_STATES.includes(project.state)
}

/**
 * Returns the sides whose buckets a person reads, without comments and without answers opened to
 * requestors: `int` for requestors, `pub`, `v<vendorId>` and `w<vendorId>` for vendor contacts.
 */
export function sidesOf(actor: ProjectActor, project: ProjectGlance): string[] {
  if (actor.relation !== 'vendor') return isOpenToRequestor(actor, project) ? ['int'] : []
  return actor.vendorId !== null && isOpenToVendors(project)
    ? ['pub', `v${actor.vendorId}`, `w${actor.vendorId}`]
    : []
}

/** The permissions a requestor needs to read comments; every role has all of them or none. */
const COMMENTS = [
  'DISCUSSION_BROWSE',
  'QA_BROWSE',
  'PP_BROWSE',
] as const satisfies readonly Permission[]
/**
 * The permissions a vendor contact needs to read comments. Comments have buckets apart from the
 * answers, because requestors read comments before the answers are open, and read more of them than
 * the vendor.
 */
const ASKED = ['QA_BROWSE', 'PP_BROWSE'] as const satisfies readonly Permission[]

/** Returns every bucket of the project that a person reads: `<package or *>:<side>`. */
export function bucketsOf(
  actor: ProjectActor,
  project: ProjectGlance,
  { packageIds, vendorIds }: { packageIds: readonly string[]; vendorIds: readonly number[] },
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
      ? [...vendorIds.map((vendorId) => `v${vendorId}`), 'over']
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
  vendorPart: (row) => row.packageId,
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
  override: (_, side) => side === 'over',
  attachment: (row, side) =>
    row.vendorId === null ? isShared(row, side) : side === `v${row.vendorId}`,
  comment: (row, side) => side === 'talk' || isAsker(row, side),
  reply: (row, side) =>
    side === 'talk' || (isAsker(row, side) && (row.isByVendor || row.officialOn !== null)),
  publication: (_, side) => side === 'talk' || side === 'qa',
  vendorPart: (row, side) => side === `w${row.vendorId}`,
}

/**
 * Returns the bucket that carries the row to one side; null = the side never receives it. Sides:
 * `int` = requestors, `pub` = all vendors, `v<vendorId>` = one vendor's answers and files,
 * `w<vendorId>` = who answers what inside one vendor, which requestors never read, `over` =
 * overrides, for requestors who read answers, `talk` = comments as requestors read them,
 * `q<vendorId>` = one vendor's questions and pain points, `qa` = published questions and answers.
 */
export function bucketOf<E extends Entity>(entity: E, row: Row<E>, side: string): string | null {
  if (!isOnSide[entity](row, side)) return null
  // Requestors read the comments of all packages, so these lie in one bucket.
  return side === 'talk' ? '*:talk' : `${PACKAGE_OF[entity](row)}:${side}`
}

/** Tells whether a bucket carries only comments. */
export const isOfComments = (bucket: string): boolean => /:(talk|qa|q\d+)$/.test(bucket)
