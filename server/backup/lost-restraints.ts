import { listOfPeople } from './lost-of-people.ts'
import { listOfProjects } from './lost-of-projects.ts'
import { again, companyOf, isGone, nameOf, projectOf, without } from './right-names.ts'
import type { Rights } from './rights.ts'

/**
 * What was taken away or changed after a backup and is undone by restoring it: one line each, for a
 * person who does it again.
 * @param backup the rights that the backup holds
 * @param later the rights that held before the restore
 */
export const listLostRestraints = (backup: Rights, later: Rights): string[] => [
  ...listOfPeople(backup, later),
  ...ofOrganizations(backup, later),
  ...ofMemberships(backup, later),
  ...ofHolders(backup, later),
  ...listOfProjects(backup, later),
  ...ofInvitations(backup, later),
]

const ofOrganizations = (backup: Rights, later: Rights): string[] =>
  [...backup.organizations].flatMap(([id, before]) => {
    const { name } = before
    const after = later.organizations.get(id)
    if (after === undefined) return [`organization or vendor deleted: ${name}`]
    return [
      ...(before.isActive && !after.isActive ? [`vendor made inactive: ${name}`] : []),
      ...(after.requiresSecondFactor && !before.requiresSecondFactor
        ? [`second factor required: ${name}; it is not required again`]
        : []),
      ...(after.approvesContacts && !before.approvesContacts
        ? [`approval of contacts turned on: ${name}; it is off again`]
        : []),
    ]
  })

const ofMemberships = (backup: Rights, later: Rights): string[] =>
  [...backup.memberships].flatMap(([key, before]) => {
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
  })

type Membership = Rights['memberships'] extends ReadonlyMap<string, infer M> ? M : never
const HOLDERS: Record<string, (membership: Membership) => boolean> = {
  'owner of organization': ({ roles }) => roles.includes('role-org-owner'),
  'primary contact of vendor': ({ isPrimaryContact }) => isPrimaryContact,
}

/** Owners and primary contacts, who decide for their organization. */
const ofHolders = (backup: Rights, later: Rights): string[] =>
  Object.entries(HOLDERS).flatMap(([what, holds]) => {
    const holders = holdersOf(later, holds)
    return [...holdersOf(backup, holds)].flatMap(([organizationId, before]) => {
      if (!later.organizations.has(organizationId)) return []
      const after = holders.get(organizationId) ?? []
      if (before.join() === after.join()) return []
      const names = (rights: Rights, ids: readonly number[]): string =>
        ids.map((id) => nameOf(rights, id)).join(', ') || 'none'
      const company = companyOf(backup, organizationId)
      return [again(`${what} changed: ${company}`, names(backup, before), names(later, after))]
    })
  })

/** Ids of people by organization. */
const holdersOf = (rights: Rights, holds: (one: Membership) => boolean): Map<number, number[]> => {
  const held = [...rights.memberships]
    .filter(([, membership]) => holds(membership))
    .map(([key]) => key.split(' ').map(Number))
  return new Map(
    [...Map.groupBy(held, ([organizationId = 0]) => organizationId)].map(([id, found]) => [
      id,
      found.map(([, userId = 0]) => userId).sort((a, b) => a - b),
    ]),
  )
}

const ofInvitations = (backup: Rights, later: Rights): string[] =>
  [...backup.invitations].flatMap(([id, { email, organizationId, projectId, state }]) => {
    if (state !== 'open' || later.invitations.get(id)?.state !== 'withdrawn') return []
    const place = projectId === null ? '' : ` (project ${projectOf(backup, projectId)})`
    const company = companyOf(backup, organizationId)
    return [`invitation withdrawn: ${email} to ${company}${place}; do not send it again`]
  })
