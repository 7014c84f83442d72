import { commitChange } from '#sync/engine/change.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import type { OpenParts } from './parts.ts'

/**
 * Requests a project, or removes its copy from this device.
 * @returns whether anything changed
 */
export const setOpen = async (
  { storage, publish }: Pick<OpenParts, 'storage' | 'publish'>,
  projectId: string,
  isOpen: boolean,
): Promise<boolean> => {
  const change = await storage.transaction('apply', async (tx) => {
    const cursor = await tx.cursor(projectId)
    if (isOpen === (cursor !== undefined && !cursor.isDenied)) return null
    if (isOpen) tx.putCursor({ ...newCursor(projectId), rev: (cursor?.rev ?? 0) + 1 })
    else {
      await tx.emptyProject(projectId)
      tx.deleteCursor(projectId)
    }
    return await commitChange(tx, projectId, { cursor: true, reload: !isOpen })
  })
  if (change === null) return false
  publish([change])
  return true
}
