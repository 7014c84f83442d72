import type { Comment } from '#schema/entities/comment.ts'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { OpenDevice } from '#client/lib/device.ts'
import type { RowSet } from './memory-tx.ts'
import { openPageProject } from './page-project.ts'
import { buildOwner, buildRows, PROJECT_ID } from './project-rows.ts'

/** A question of vendor 7 about the project, whose text is its id. */
export const buildComment = (id: string, changes: Partial<Comment> = {}): Comment =>
  ({
    ...{ id, projectId: PROJECT_ID, packageId: null, documentId: null, requirementId: null },
    ...{ vendorId: 7, type: 'Q', severity: null, text: id, authorId: 3, authorName: 'Vera' },
    ...{ createdOn: 0, updatedOn: 0, officialReplies: [], publicationId: null },
    ...changes,
  }) as Comment

interface CommentProject {
  actor?: ProjectActor
  rows?: object
  project?: Partial<Project>
}

/** Opens a published project in this page; see `openPageProject`. */
export const openCommentProject = ({
  actor = buildOwner(),
  rows = {},
  project = {},
}: CommentProject = {}): Promise<OpenDevice> =>
  openPageProject({
    actor,
    rows: { ...buildRows(), ...rows } as RowSet,
    project: { state: 'PUBLISHED', publishedOn: 1, ...project },
  })
