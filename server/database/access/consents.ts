import type { Queries } from '../database.ts'

/** The organization asks its vendors to accept its documentation, and this vendor has never accepted any version of it. A newer version is asked for, but closes nothing. */
export const lacksConsent = async (tx: Queries, vendorId: number, parentId: number): Promise<boolean> => {
  const asked = await tx.selectFrom('organizations').select('id').where('id', '=', parentId).where('documentation_version', '>', 0).where('documentation_text', '<>', '').executeTakeFirst()
  if (asked === undefined) return false
  return await tx.selectFrom('consents').select('version').where('vendor_id', '=', vendorId).executeTakeFirst() === undefined
}
