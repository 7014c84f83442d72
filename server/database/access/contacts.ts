import { inPieces, type Queries } from '../database.ts'
import { activeMembers } from './active-members.ts'
import { standsOnBothSides } from './both-sides.ts'

/** A contact of a vendor who sees a project. `packageIds` absent = all packages. */
export interface Contact {
  id: number
  name: string
  packageIds?: string[]
}

interface Wanted {
  vendorId: number
  projectIds: readonly string[]
}

/** The active contacts of the vendor who see each project, by name. */
export const readContacts = async (
  tx: Queries,
  { vendorId, projectIds }: Wanted,
): Promise<Map<string, Contact[]>> => {
  const people = await activeMembers(tx, [vendorId])
    .select(['users.id', 'users.name', 'is_primary_contact as isPrimary'])
    .orderBy('users.name')
    .orderBy('users.id')
    .execute()
  const contacts = new Map<string, Contact[]>()
  for (const piece of inPieces(projectIds)) {
    const grants = await tx
      .selectFrom('restrictions')
      .select(['project_id', 'user_id', 'package_ids'])
      .where('vendor_id', '=', vendorId)
      .where('project_id', 'in', piece)
      .execute()
    for (const projectId of piece) {
      const own = new Map(
        grants.filter((one) => one.project_id === projectId).map((one) => [one.user_id, one]),
      )
      contacts.set(
        projectId,
        people.flatMap(({ id, name, isPrimary }): Contact[] => {
          const grant = own.get(id)
          if (isPrimary === 1) return [{ id, name }]
          if (grant === undefined) return []
          const { package_ids: list } = grant
          return [list === null ? { id, name } : { id, name, packageIds: JSON.parse(list) }]
        }),
      )
    }
  }
  return contacts
}

interface Place {
  projectId: string
  vendorId: number
  /** Undefined = any package. */
  packageId: string | undefined
}

/** Whether the person is a contact of the vendor who sees the package and acts for one side only. */
export const isContact = async (
  tx: Queries,
  { projectId, vendorId, packageId }: Place,
  userId: number,
): Promise<boolean> => {
  const contacts = (await readContacts(tx, { vendorId, projectIds: [projectId] })).get(projectId)
  const found = contacts?.find(({ id }) => id === userId)
  if (found === undefined || (await standsOnBothSides(tx, projectId, userId))) return false
  const { packageIds } = found
  return packageIds === undefined || packageId === undefined || packageIds.includes(packageId)
}
