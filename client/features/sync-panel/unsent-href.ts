import { threadPath } from '../../lib/comment-paths.ts'
import { readRow } from '../../lib/project-store.ts'
import type { UnsentEdit } from '../../lib/unsent-edits.ts'

/** Address of the row that an unsent edit changed. */
export const unsentHref = (edit: UnsentEdit): string => {
  const base = `/project/${edit.projectId}`
  for (const key of edit.entityKeys) {
    const [entity, id = ''] = splitKey(key)
    if (entity === 'requirement') return requirementHref(base, edit.projectId, id)
    if (entity === 'commitment' || entity === 'override')
      return requirementHref(base, edit.projectId, id.split('.')[0] ?? '')
    if (entity === 'document') return `${base}/documents/${id}`
    if (entity === 'package') return `${base}/packages/${id}`
    if (entity === 'release') return `${base}/releases`
    if (entity === 'comment' || entity === 'reply')
      return commentHref(edit.projectId, entity, id) ?? `${base}/detail`
    if (entity === 'publication') return threadPath(edit.projectId, { type: 'Q', id })
    if (entity === 'project') return `${base}/settings/general`
  }
  return `${base}/detail`
}

const commentHref = (
  projectId: string,
  entity: 'comment' | 'reply',
  id: string,
): string | undefined => {
  const comment = readRow(
    projectId,
    'comment',
    entity === 'comment' ? id : (readRow(projectId, 'reply', id)?.commentId ?? ''),
  )
  return comment && threadPath(projectId, comment, entity === 'reply' ? id : undefined)
}

const splitKey = (key: string): [string, string] => {
  const slash = key.indexOf('/')
  return [key.slice(0, slash), key.slice(slash + 1)]
}

const requirementHref = (base: string, projectId: string, requirementId: string): string => {
  const requirement = readRow(projectId, 'requirement', requirementId)
  return requirement === undefined
    ? `${base}/documents`
    : `${base}/documents/${requirement.documentId}/requirement/${requirement.fullId ?? requirement.id}`
}
