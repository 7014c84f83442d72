import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { Language } from '#schema/tables/languages.ts'
import type { Queries } from '../database.ts'
import { type Person, vendorActor } from './read-actor.ts'

/** The columns that `personOf` needs. */
export const PERSON = [
  'users.id as userId',
  'users.name as name',
  'organization_members.roles as roles',
  'organization_members.is_primary_contact as isPrimary',
] as const
interface PersonRow {
  userId: number
  name: string
  roles: string
  isPrimary: number
}
/** A person, acting for one of their organizations. */
export const personOf = (
  { userId, name, roles, isPrimary }: PersonRow,
  organization: { organizationId: number; parentId: number | null },
): Person => ({
  userId,
  name,
  ...organization,
  organizationName: '',
  roles: JSON.parse(roles) as string[],
  isPrimaryContact: isPrimary === 1,
})

export interface VendorContact {
  actor: ProjectActor
  email: string
  language: Language
}

/** Active contacts of the invited vendors, or of one of them, who can open the project. */
export const readVendorContacts = async (
  tx: Queries,
  project: Project,
  vendorId: number | 'all',
): Promise<VendorContact[]> => {
  const query = tx
    .selectFrom('project_vendors')
    .innerJoin('organizations', 'organizations.id', 'project_vendors.vendor_id')
    .innerJoin('organization_members', 'organization_members.organization_id', 'organizations.id')
    .innerJoin('users', 'users.id', 'organization_members.user_id')
    .leftJoin('restrictions', (join) =>
      join
        .onRef('restrictions.user_id', '=', 'users.id')
        .onRef('restrictions.vendor_id', '=', 'organizations.id')
        .onRef('restrictions.project_id', '=', 'project_vendors.project_id'),
    )
    .select([
      ...PERSON,
      'users.email',
      'users.language',
      'organizations.id as organizationId',
      'restrictions.user_id as granted',
      'restrictions.package_ids',
    ])
    .where('project_vendors.project_id', '=', project.id)
    .where('organizations.state', '=', 'ACTIVE')
    .where('organization_members.state', '=', 'ACTIVE')
    .where('users.blocked', '=', 0)
    .where('users.approval', '=', 'APPROVED')
    .orderBy('users.id')
  const rows = await (
    vendorId === 'all' ? query : query.where('project_vendors.vendor_id', '=', vendorId)
  ).execute()
  return rows.flatMap((row) => {
    const person = personOf(row, {
      organizationId: row.organizationId,
      parentId: project.organizationId,
    })
    const grant = row.granted === null ? undefined : { package_ids: row.package_ids }
    const actor = vendorActor(person, project, grant)
    return actor === null ? [] : [{ actor, email: row.email, language: row.language }]
  })
}
