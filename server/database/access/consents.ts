import { compiledOnce } from '../compiled-once.ts'
import type { Queries } from '../database.ts'

/**
 * Whether the organization asks its vendors to accept its documentation and this vendor has never
 * accepted any version. A newer version is asked for, but does not close the projects.
 */
export const lacksConsent = async (
  tx: Queries,
  vendorId: number,
  parentId: number,
): Promise<boolean> =>
  (await findAsked(tx, { parentId })).length > 0 &&
  (await findAccepted(tx, { vendorId })).length === 0

const findAsked = compiledOnce((tx, { parentId }: { parentId: number }) =>
  tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', parentId)
    .where('documentation_version', '>', 0)
    .where('documentation_text', '<>', ''),
)
const findAccepted = compiledOnce((tx, { vendorId }: { vendorId: number }) =>
  tx.selectFrom('consents').select('version').where('vendor_id', '=', vendorId),
)
