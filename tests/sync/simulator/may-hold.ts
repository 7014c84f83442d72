import type SQLite from 'better-sqlite3'
import type { Entity, Row } from '#schema/entities/rows.ts'

/*
 * What the specification lets a person read of a project, written a second time: it imports none of
 * the product's rules of access, so that a bug in them shows as a broken I3 or I4. Histories have
 * no documentation to accept and nobody on both sides, so these rules are missing here.
 */

interface Standing {
  organizationId: number
  parentId: number | null
  roles: string
  isPrimaryContact: 0 | 1
}
const STANDING = `
  select organizations.id as organizationId, organizations.parent_id as parentId,
    organization_members.roles as roles, organization_members.is_primary_contact as isPrimaryContact
  from users, organization_members, organizations
  where users.id = ? and users.blocked = 0 and users.approval = 'APPROVED'
    and organizations.id = users.active_organization_id and organizations.state = 'ACTIVE'
    and organization_members.organization_id = organizations.id
    and organization_members.user_id = users.id and organization_members.state = 'ACTIVE'`

/** Roles in histories that open a project of the organization or of the vendor. */
const ADMINISTRATOR = 'role-org-admin'
const COLLABORATORS = ['role-project-req-author', 'role-project-req-approver']
const CONTACT = 'role-vendor-contact'
/** Gives parts to colleagues, and opens nothing by itself. */
const MANAGER = 'role-vendor-primary-contact'
const KNOWN = [ADMINISTRATOR, ...COLLABORATORS, CONTACT, MANAGER]

const rolesIn = (text: string): string[] => {
  const roles = JSON.parse(text) as string[]
  const unknown = roles.find((role) => !KNOWN.includes(role))
  if (unknown !== undefined) throw new Error(`may-hold.ts does not know what ${unknown} may read`)
  return roles
}

/** States in which the project is not yet shown to colleagues, and those before vendors see it. */
const UNFINISHED = ['INITIALIZING', 'DRAFT']
const BEFORE_PUBLISHING = [...UNFINISHED, 'PREPARATION']

const readSides = (
  connection: SQLite.Database,
  userId: number,
  project: Row<'project'>,
): { sides: string[]; packageIds: readonly string[] | null } | null => {
  const person = connection.prepare(STANDING).get(userId) as Standing | undefined
  if (person === undefined) return null
  const roles = rolesIn(person.roles)
  if (person.organizationId === project.organizationId) {
    const isOwner = project.ownerId === userId
    const isUnfinished = UNFINISHED.includes(project.state)
    const own = connection
      .prepare('select roles from project_members where project_id = ? and user_id = ?')
      .pluck()
      .get(project.id, userId) as string | undefined
    const isMember = own !== undefined && rolesIn(own).some((role) => COLLABORATORS.includes(role))
    if (!isOwner && !roles.includes(ADMINISTRATOR) && (!isMember || isUnfinished)) return null
    return { sides: ['int', 'talk', ...openAnswers(connection, project)], packageIds: null }
  }
  if (person.parentId !== project.organizationId || BEFORE_PUBLISHING.includes(project.state))
    return null
  const vendorId = person.organizationId
  const isInvited = connection
    .prepare('select 1 from project_vendors where project_id = ? and vendor_id = ?')
    .pluck()
    .get(project.id, vendorId)
  const grant = connection
    .prepare(
      'select package_ids from restrictions where project_id = ? and vendor_id = ? and user_id = ?',
    )
    .get(project.id, vendorId, userId) as { package_ids: string | null } | undefined
  if (isInvited === undefined || !roles.includes(CONTACT)) return null
  if (person.isPrimaryContact === 0 && grant === undefined) return null
  const list = person.isPrimaryContact === 1 ? null : (grant?.package_ids ?? null)
  return {
    sides: ['pub', `v${vendorId}`, `w${vendorId}`, 'qa', `q${vendorId}`],
    packageIds: list === null ? null : (JSON.parse(list) as string[]),
  }
}

/** The answers' sides that the project's own people read: none while the answers are sealed. */
const openAnswers = (connection: SQLite.Database, project: Row<'project'>): string[] => {
  const isSealed =
    BEFORE_PUBLISHING.includes(project.state) ||
    (project.state === 'PUBLISHED' && project.sealed) ||
    (project.state === 'ARCHIVED' && project.archivedSealed === true)
  if (isSealed) return []
  const vendors = connection
    .prepare('select vendor_id from project_vendors where project_id = ?')
    .pluck()
    .all(project.id) as number[]
  return [...vendors.map((vendorId) => `v${vendorId}`), 'over']
}

const shared = (): string[] => ['int', 'pub']
const SIDES: { readonly [E in Entity]: (row: Row<E>) => string[] } = {
  project: shared,
  release: shared,
  package: shared,
  document: shared,
  section: shared,
  requirement: shared,
  projectVendor: () => ['int'],
  override: () => ['over'],
  commitment: ({ vendorId }) => [`v${vendorId}`],
  attachment: ({ vendorId }) => (vendorId === null ? shared() : [`v${vendorId}`]),
  // The asker reads its own question; a discussion has no asker.
  comment: ({ vendorId }) => ['talk', ...(vendorId === null ? [] : [`q${vendorId}`])],
  reply: ({ vendorId, isByVendor, officialOn }) => [
    'talk',
    ...(vendorId !== null && (isByVendor || officialOn !== null) ? [`q${vendorId}`] : []),
  ],
  publication: () => ['talk', 'qa'],
  vendorPart: ({ vendorId }) => [`w${vendorId}`],
}

export interface Reader {
  /** Whether the person reads buckets of this name, with rows in them or not. */
  reads(bucket: string): boolean
  /** The buckets in which the person's device holds the row; none = it must not hold it. */
  bucketsOf<E extends Entity>(entity: E, row: Row<E>): string[]
}

/** @returns null if the project is closed to the person */
export const readReader = (
  connection: SQLite.Database,
  userId: number,
  projectId: string,
): Reader | null => {
  const text = connection.prepare('select body from projects where id = ?').pluck().get(projectId)
  if (text === undefined) return null
  const project = JSON.parse(text as string) as Row<'project'>
  const found = readSides(connection, userId, project)
  if (found === null) return null
  const { sides, packageIds } = found
  const reads = (bucket: string): boolean => {
    const [place = '', side = ''] = bucket.split(':')
    return (
      sides.includes(side) && (place === '*' || packageIds === null || packageIds.includes(place))
    )
  }
  return {
    reads,
    bucketsOf(entity, row) {
      const place = entity === 'package' ? row.id : 'packageId' in row ? row.packageId : null
      return SIDES[entity](row)
        .map((side) => `${side === 'talk' ? '*' : (place ?? '*')}:${side}`)
        .filter(reads)
    },
  }
}
