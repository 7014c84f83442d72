import type { Rights } from './rights.ts'
import { deadlineText } from './lost-time.ts'
import { again, companyOf, isGone, nameOf, projectOf, without } from './right-names.ts'

/** What the restore gave back or undid in projects: one line each. */
export const listOfProjects = (backup: Rights, later: Rights): string[] => [
  ...ofStanding(backup, later),
  ...ofMembers(backup, later),
  ...ofVendors(backup, later),
  ...ofGrants(backup, later),
]

const ofStanding = (backup: Rights, later: Rights): string[] =>
  [...backup.projects].flatMap(([id, before]) => {
    const project = projectOf(backup, id)
    const after = later.projects.get(id)
    if (after === undefined) return [`project deleted: ${project}`]
    const owners = [nameOf(backup, before.ownerId), nameOf(later, after.ownerId)] as const
    const lines: string[] = []
    if (before.ownerId !== after.ownerId) lines.push(again(`owner changed: ${project}`, ...owners))
    if (before.state !== after.state)
      lines.push(again(`state changed: ${project}`, before.state, after.state))
    if (before.deadlineAt !== after.deadlineAt)
      lines.push(again(`deadline changed: ${project}`, deadlineText(before), deadlineText(after)))
    if (after.isOpen && !before.isOpen)
      lines.push(`answers opened: ${project}; they are sealed again, but may have been read`)
    if (before.isOpen && !after.isOpen)
      lines.push(`answers sealed: ${project}; they are open again`)
    return lines
  })

const ofMembers = (backup: Rights, later: Rights): string[] =>
  [...backup.members].flatMap(([key, roles]) => {
    const [projectId, userId] = key.split(' ')
    if (!later.projects.has(projectId ?? '') || isGone(later, userId)) return []
    const who = `${nameOf(backup, userId)} in project ${projectOf(backup, projectId)}`
    const after = later.members.get(key)
    if (after === undefined) return [`member removed: ${who}`]
    const lost = without(roles, after)
    return lost.length > 0 ? [`roles removed: ${who}: ${lost.join(', ')}`] : []
  })

const ofVendors = (backup: Rights, later: Rights): string[] =>
  [...backup.vendors].flatMap((key) => {
    const [projectId, vendorId] = key.split(' ')
    if (later.vendors.has(key) || !later.projects.has(projectId ?? '')) return []
    return [
      `vendor removed: ${companyOf(backup, vendorId)} from project ${projectOf(backup, projectId)}`,
    ]
  })

const ofGrants = (backup: Rights, later: Rights): string[] =>
  [...backup.grants].flatMap(([key, packages]) => {
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
  })
