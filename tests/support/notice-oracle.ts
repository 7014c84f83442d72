/*
 * Who is told of which event, written by hand a second time and in another form than the product's
 * rules. It knows only the model below and no code of the product.
 */

export interface ModelPerson {
  id: number
  /** 0 = the requestor; otherwise the vendor. */
  vendorId: number
  isActive: boolean
  isPrimary: boolean
  isOrganizationAdmin: boolean
  /** Roles in the project; null = no member. */
  roles: readonly string[] | null
  /** What a contact was granted: null = nothing, 'all', or packages. */
  grant: null | 'all' | readonly string[]
  isMuted: boolean
}
export interface ModelVendor {
  id: number
  isInvited: boolean
  isActive: boolean
  hasStarted: boolean
  hasSubmittedAll: boolean
}
export interface ModelProject {
  ownerId: number
  state: string
  documentOwnerId: number | null
}
export interface Model {
  project: ModelProject
  people: ModelPerson[]
  vendors: ModelVendor[]
}
export interface ModelEvent {
  kind: string
  actorId: number | null
  vendorId: number | null
  packageIds: readonly string[] | null
  userIds: readonly number[] | null
}

/**
 * Letters: `o` owner, `m` members, `a` contacts of all vendors, `v` contacts of the event's vendor;
 * `P` only the people named, `D` only the owner of the document, `S` also the person who acted, `W`
 * no contact of a vendor that has submitted everything, `N` only if a vendor has not started, `U` also
 * people who muted the project.
 */
export const WHO_IS_TOLD: Readonly<Record<string, string>> = {
  'project.ready': 'oS',
  'project.prepared': 'm',
  'project.published': 'oma',
  'project.republished': 'oma',
  'project.invited': 'v',
  'project.ended': 'oma',
  'project.opened': 'oma',
  'project.evaluation': 'om',
  'project.closed': 'om',
  'message.team': 'om',
  'message.vendors': 'a',
  'message.vendor': 'v',
  'deadline.changed': 'omaU',
  'deadline.week': 'omaWU',
  'deadline.day': 'omaWU',
  'deadline.hours': 'omaWU',
  'vendors.notStarted': 'omNU',
  'late.waiting': 'o',
  'owner.changed': 'omP',
  'member.added': 'omP',
  'roles.changed': 'omP',
  'package.assigned': 'omP',
  'document.assigned': 'omP',
  'package.reassigned': 'omP',
  'document.reassigned': 'omP',
  'document.joined': 'omP',
  'access.changed': 'vP',
  'part.given': 'vP',
  'document.overridden': 'omD',
  'export.ready': 'omvPS',
  'export.failed': 'omvPS',
  'answers.submitted': 'v',
  'question.asked': 'om',
  'painPoint.reported': 'om',
  'question.continued': 'om',
  'painPoint.continued': 'om',
  'discussion.mentioned': 'omP',
  'reply.official': 'v',
  'painPoint.replied': 'v',
  'answer.published': 'a',
  'answer.corrected': 'a',
}

const BEFORE_PUBLISHING = ['INITIALIZING', 'DRAFT', 'PREPARATION']
const OWNERS_ALONE = ['INITIALIZING', 'DRAFT']

/** Whether the person may see the project at all. */
export const mayOpen = ({ project, vendors }: Model, person: ModelPerson): boolean => {
  if (!person.isActive) return false
  if (person.vendorId === 0) {
    if (person.id === project.ownerId || person.isOrganizationAdmin) return true
    // A member without a role may not browse.
    return (person.roles ?? []).length > 0 && !OWNERS_ALONE.includes(project.state)
  }
  const vendor = vendors.find(({ id }) => id === person.vendorId)
  return (
    vendor?.isInvited === true &&
    vendor.isActive &&
    !BEFORE_PUBLISHING.includes(project.state) &&
    (person.isPrimary || person.grant !== null)
  )
}

/** The ids of the people to tell, ascending. */
export const expectedReceivers = (model: Model, event: ModelEvent): number[] => {
  const letters = WHO_IS_TOLD[event.kind] ?? ''
  const has = (letter: string): boolean => letters.includes(letter)
  const { project, vendors, people } = model
  if (has('N') && vendors.every(({ isInvited, hasStarted }) => !isInvited || hasStarted)) return []
  const isMeant = (person: ModelPerson): boolean => {
    if (person.vendorId === 0) return person.id === project.ownerId ? has('o') : has('m')
    return has('a') || (has('v') && person.vendorId === event.vendorId)
  }
  const seesPackage = ({ vendorId, isPrimary, grant }: ModelPerson): boolean => {
    if (vendorId === 0 || isPrimary || event.packageIds === null || grant === 'all') return true
    return event.packageIds.some((id) => grant !== null && grant.includes(id))
  }
  const isFinished = ({ vendorId }: ModelPerson): boolean =>
    vendors.some(({ id, hasSubmittedAll }) => id === vendorId && hasSubmittedAll)
  return people
    .filter((person) => mayOpen(model, person))
    .filter(({ id, vendorId, roles }) => vendorId !== 0 || id === project.ownerId || roles !== null)
    .filter(({ isMuted }) => !isMuted || has('U'))
    .filter(isMeant)
    .filter(({ id }) => has('S') || id !== event.actorId)
    .filter(({ id }) => !has('P') || event.userIds?.includes(id) === true)
    .filter(({ id }) => !has('D') || id === project.documentOwnerId)
    .filter((person) => !has('W') || !isFinished(person))
    .filter(seesPackage)
    .map(({ id }) => id)
    .toSorted((one, other) => one - other)
}
