import type { ProjectUnit } from './project-unit.ts'

/** Takes people who leave the team out of everything that was assigned to them in the project. */
export const clearAssignments = async (
  { rows, now }: ProjectUnit,
  userIds: readonly number[],
): Promise<void> => {
  const isGone = (userId: number | null): boolean => userId !== null && userIds.includes(userId)
  for (const row of await rows.list('package', 'projectId', rows.projectId))
    if (isGone(row.ownerId)) rows.put('package', { ...row, ownerId: null }, now)
  for (const row of await rows.list('document', 'projectId', rows.projectId)) {
    const { members = [], ...rest } = row
    const left = members.filter((userId) => !isGone(userId))
    if (left.length === members.length && !isGone(row.ownerId)) continue
    const ownerId = isGone(row.ownerId) ? null : row.ownerId
    rows.put('document', { ...rest, ownerId, ...(left.length === 0 ? {} : { members: left }) }, now)
  }
  rows.accept()
}
