import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CommentType, Place } from '#schema/entities/comment.ts'
import { commentDenial, type CommentAction } from '#schema/rules/comments/comment-rules.ts'
import type { Denial } from '#schema/rules/access/denial.ts'
import { serverNow } from '#client/lib/clock.ts'
import { useProjectState, useRow } from '#client/lib/project-store.ts'
import { codeText } from '#client/ui/feedback/refusal-text.ts'

interface Subject {
  type: CommentType
  vendorId: number | null
  packageId: string | null
  documentId: string | null
}
/**
 * 'hidden' = the person's role never allows the action, so do not offer it. `reason` says why it is
 * disabled now; null = it is allowed.
 */
export type Right = 'hidden' | { reason: string | null }

const VOICE: ReadonlySet<CommentAction> = new Set([
  'comment.markOfficial',
  'comment.publish',
  'comment.correct',
])

function rightOf(denial: Denial | null, action: CommentAction): Right {
  if (denial === null) return { reason: null }
  const {
    reason: { kind },
    code,
  } = denial
  if (kind === 'relation' || kind === 'scope') return 'hidden'
  if (kind === 'permission' && VOICE.has(action))
    return {
      reason: i18n._(
        msg`Only the owner, a project administrator or the document owner can do this`,
      ),
    }
  return { reason: codeText(code) }
}

/** Returns what the person may do with a comment, and why not. */
export function useCommentRights(
  projectId: string,
  subject: Subject,
): (action: CommentAction) => Right {
  const { summary, actor } = useProjectState(projectId)
  const documentOwner = useRow(projectId, 'document', subject.documentId ?? '')?.ownerId
  return (action) => {
    if (!actor || !summary) return 'hidden'
    return rightOf(
      commentDenial(actor, action, {
        ...subject,
        state: summary.state,
        deadlineAt: summary.deadlineAt,
        now: serverNow(),
        ownsDocument: documentOwner === actor.userId,
      }),
      action,
    )
  }
}

/** The package and document of a place, as the rules of rights need them. */
export function usePlaceSubject(
  projectId: string,
  place: Place,
): { packageId: string | null; documentId: string | null } {
  const { kind, id } = place
  const requirement = useRow(projectId, 'requirement', kind === 'requirement' ? id : '')
  const document = useRow(
    projectId,
    'document',
    kind === 'document' ? id : (requirement?.documentId ?? ''),
  )
  if (kind === 'package') return { packageId: id, documentId: null }
  return { packageId: document?.packageId ?? null, documentId: document?.id ?? null }
}
