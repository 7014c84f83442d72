import type { ProjectUnit } from './project-unit.ts'

/** Takes a contact out of every part of a vendor that was given to them in the project. */
export const clearParts = async (
  { rows, now }: ProjectUnit,
  { vendorId, userId }: { vendorId: number; userId: number },
): Promise<void> => {
  for (const row of await rows.list('vendorPart', 'projectId', rows.projectId)) {
    const isTheirs = row.userId === userId
    if (row.vendorId !== vendorId || !(isTheirs || row.submitters.includes(userId))) continue
    const submitters = row.submitters.filter((id) => id !== userId)
    const given = isTheirs ? { userId: null, isReady: false } : {}
    rows.put('vendorPart', { ...row, ...given, submitters }, now)
  }
  rows.accept()
}
