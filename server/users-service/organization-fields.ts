import { Refusal } from '#schema/refusal.ts'
import type { Queries } from '../database/database.ts'

export const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
export const requireZone = (zone: string): void => {
  if (!isZone(zone))
    throw new Refusal('INPUT_INVALID', {
      field: 'zone',
      detail: { field: 'zone', problem: 'is no time zone' },
    })
}

/**
 * Refuses a name already used by another organization, or by another vendor of the same requestor.
 * Vendors of other requestors are not considered.
 */
export const requireFreeName = async (
  tx: Queries,
  { name, parentId, except }: { name: string; parentId: number | null; except: number | null },
): Promise<void> => {
  const rows = await tx
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .execute()
  const isTaken = rows.some(
    (row) => row.id !== except && row.name.toLocaleLowerCase() === name.toLocaleLowerCase(),
  )
  if (isTaken) throw new Refusal('ENTITY_ALREADY_EXISTS', { field: 'name' })
}

interface OrganizationProfile {
  id: number
  name: string
  description: string
  zone: string
  updatedOn: number
}
/**
 * Writes the profile of a requestor or of a vendor; refused if `updatedOn` is not the version in the
 * database.
 */
export const writeProfile = async (
  tx: Queries,
  { id, updatedOn, ...profile }: OrganizationProfile,
  { parentId, now }: { parentId: number | null; now: number },
): Promise<void> => {
  requireZone(profile.zone)
  await requireFreeName(tx, { name: profile.name, parentId, except: id })
  const { numUpdatedRows } = await tx
    .updateTable('organizations')
    .set({ ...profile, updated_on: Math.max(now, updatedOn + 1) })
    .where('id', '=', id)
    .where('updated_on', '=', updatedOn)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('requirement.stale')
}
