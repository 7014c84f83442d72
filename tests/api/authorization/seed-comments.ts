import { commentId, type Comment, type Publication, type Reply } from '#schema/entities/comment.ts'
import type { NewProject } from '#server/database/seed.ts'
import type { ProjectIds } from './matrix-row.ts'

/**
 * Comments of a project, with the same ids in both projects: a question of each vendor with a draft
 * and an official reply, a discussion, and a published pair.
 */
export const commentIds = ({ project, vendor }: Pick<ProjectIds, 'project' | 'vendor'>) => ({
  question: commentId(`${project}-q`, vendor),
  draft: `${project}-draft${vendor}`,
  official: `${project}-official${vendor}`,
  discussion: `${project}-d`,
  publication: `${project}-qa`,
})

interface Core {
  projectId: string
  packageId: string
  documentId: string
}
interface Taints {
  /** For the requestors only. */ inner: string
  /** For every member of the project. */ shared: string
}
const written = { authorId: 1, authorName: 'Somebody', createdOn: 0, updatedOn: 0 }

export const commentsOfVendor = (
  core: Core,
  requirementId: string,
  vendorId: number,
  own: string,
  { inner, shared }: Taints,
): NewProject['rows'] => {
  const { question, draft, official } = commentIds({ project: core.projectId, vendor: vendorId })
  const asked: Comment = {
    ...core,
    ...written,
    id: question,
    requirementId,
    type: 'Q',
    vendorId,
    severity: null,
    text: own,
    officialReplies: [{ replyId: official, by: 1, on: 0 }],
    publicationId: null,
  }
  const reply: Omit<Reply, 'id' | 'text' | 'officialOn'> = {
    ...core,
    ...written,
    requirementId,
    commentId: question,
    vendorId,
    isByVendor: false,
  }
  return [
    { entity: 'comment', row: asked },
    { entity: 'reply', row: { ...reply, id: draft, text: inner, officialOn: null } },
    { entity: 'reply', row: { ...reply, id: official, text: shared, officialOn: 0 } },
  ]
}

export const commentsOfRequestor = (
  core: Core,
  requirementId: string,
  { inner, shared }: Taints,
): NewProject['rows'] => {
  const { discussion, publication } = commentIds({ project: core.projectId, vendor: 0 })
  const discussed: Comment = {
    ...core,
    ...written,
    id: discussion,
    requirementId,
    type: 'D',
    vendorId: null,
    severity: null,
    text: inner,
    officialReplies: [],
    publicationId: null,
  }
  const pair: Publication = {
    ...core,
    id: publication,
    requirementId,
    type: 'QA',
    updatedOn: 0,
    revisions: [
      { revision: 1, question: shared, answer: shared, isCorrection: false, by: 1, on: 0 },
    ],
  }
  return [
    { entity: 'comment', row: discussed },
    { entity: 'publication', row: pair },
  ]
}
