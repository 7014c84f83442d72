import type { Queries } from '../database.ts'

/** Members of a project and grants of its vendors, as they are stored, each in a fixed order. */
export const readAccessRows = async (tx: Queries, projectId: string) => ({
  members: await tx
    .selectFrom('project_members')
    .select(['user_id', 'roles'])
    .where('project_id', '=', projectId)
    .orderBy('user_id')
    .execute(),
  grants: await tx
    .selectFrom('restrictions')
    .select(['vendor_id', 'user_id', 'package_ids'])
    .where('project_id', '=', projectId)
    .orderBy('vendor_id')
    .orderBy('user_id')
    .execute(),
})
