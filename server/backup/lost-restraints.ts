import type { Rights } from './rights.ts'

/**
 * What was taken away after a backup and is given back by restoring it: one line each, for a person
 * who does it again.
 * @param backup the rights that hold after the restore
 * @param later the rights that held before it
 */
export const listLostRestraints = (backup: Rights, later: Rights): string[] => [
  ...ofPeople(backup, later),
  ...ofOrganizations(backup, later),
  ...ofProjects(backup, later),
]

const nameOf = ({ people }: Rights, id: string | number | undefined): string =>
  people.get(Number(id))?.username ?? `person ${id}`
const companyOf = ({ organizations }: Rights, id: string | number | undefined): string =>
  organizations.get(Number(id))?.name ?? `organization ${id}`
const projectOf = ({ projects }: Rights, id: string | undefined): string =>
  `${projects.get(id ?? '') ?? ''} (${id})`

const ofPeople = (backup: Rights, later: Rights): string[] =>
  [...backup.people].flatMap(([id, before]) => {
    const after = later.people.get(id)
    // A row of an account never leaves, so another row of this id is of another installation.
    if (after?.uuid !== before.uuid || before.isDeleted) return []
    const { username } = before
    if (after.isDeleted) return [`account deleted: ${username}`]
    return [
      ...(after.isBlocked && !before.isBlocked ? [`person blocked: ${username}`] : []),
      ...(after.password === before.password
        ? []
        : [`password changed: ${username}; the former one is valid again`]),
      ...(after.hasSecondFactor && !before.hasSecondFactor
        ? [`second factor turned on: ${username}; it is off again`]
        : []),
    ]
  })

const without = (before: readonly string[], after: readonly string[]): string[] =>
  before.filter((item) => !after.includes(item))

const ofOrganizations = (backup: Rights, later: Rights): string[] => [
  ...[...backup.organizations].flatMap(([id, { name, isActive }]) => {
    const after = later.organizations.get(id)
    if (after === undefined) return [`organization or vendor deleted: ${name}`]
    return isActive && !after.isActive ? [`vendor made inactive: ${name}`] : []
  }),
  ...[...backup.memberships].flatMap(([key, before]) => {
    const [organizationId, userId] = key.split(' ')
    if (!later.organizations.has(Number(organizationId)) || isGone(later, userId)) return []
    const who = `${nameOf(backup, userId)} in ${companyOf(backup, organizationId)}`
    const after = later.memberships.get(key)
    if (after === undefined) return [`member removed: ${who}`]
    const lost = without(before.roles, after.roles)
    return [
      ...(before.state === 'ACTIVE' && after.state !== 'ACTIVE'
        ? [`member set to ${after.state}: ${who}`]
        : []),
      ...(lost.length > 0 ? [`roles removed: ${who}: ${lost.join(', ')}`] : []),
    ]
  }),
]
const isGone = ({ people }: Rights, userId: string | undefined): boolean =>
  people.get(Number(userId))?.isDeleted === true

const ofProjects = (backup: Rights, later: Rights): string[] => [
  ...[...backup.projects.keys()].flatMap((id) =>
    later.projects.has(id) ? [] : [`project deleted: ${projectOf(backup, id)}`],
  ),
  ...[...backup.members].flatMap(([key, roles]) => {
    const [projectId, userId] = key.split(' ')
    if (!later.projects.has(projectId ?? '') || isGone(later, userId)) return []
    const who = `${nameOf(backup, userId)} in project ${projectOf(backup, projectId)}`
    const after = later.members.get(key)
    if (after === undefined) return [`member removed: ${who}`]
    const lost = without(roles, after)
    return lost.length > 0 ? [`roles removed: ${who}: ${lost.join(', ')}`] : []
  }),
  ...[...backup.vendors].flatMap((key) => {
    const [projectId, vendorId] = key.split(' ')
    if (later.vendors.has(key) || !later.projects.has(projectId ?? '')) return []
    return [
      `vendor removed: ${companyOf(backup, vendorId)} from project ${projectOf(backup, projectId)}`,
    ]
  }),
  ...[...backup.grants].flatMap(([key, packages]) => {
    const [projectId, vendorId, userId] = key.split(' ')
    if (!later.projects.has(projectId ?? '') || isGone(later, userId)) return []
    const who =
      `${nameOf(backup, userId)} of ${companyOf(backup, vendorId)} in project ` +
      projectOf(backup, projectId)
    const after = later.grants.get(key)
    if (after === undefined) return [`access of contact removed: ${who}`]
    if (after === null) return []
    const lost = packages === null ? ['all others'] : without(packages, after)
    return lost.length > 0 ? [`packages of contact removed: ${who}: ${lost.join(', ')}`] : []
  }),
]
