import { useMemo } from 'react'
import { type Place, placeOfComment } from '#schema/entities/comment.ts'
import type { Started } from '#client/lib/comment-paths.ts'
import { useRows, rowsWhere } from '#client/lib/project-store.ts'

const INDEX = {
  project: 'projectId',
  package: 'packageId',
  document: 'documentId',
  requirement: 'requirementId',
} as const

/** The comments and published pairs at a place itself, without those of its parts. */
export function usePlaceRows(projectId: string, { kind, id }: Place) {
  const comments = useRows(projectId, 'comment', rowsWhere(INDEX[kind], id))
  const publications = useRows(projectId, 'publication', rowsWhere(INDEX[kind], id))
  return useMemo(() => {
    const isHere = (row: Parameters<typeof placeOfComment>[0]): boolean =>
      placeOfComment(row).id === id
    return { comments: comments.filter(isHere), publications: publications.filter(isHere) }
  }, [comments, publications, id])
}

/**
 * Counts the threads of each type at a place. A published pair whose question the person sees is
 * not counted twice.
 */
export function useCommentCounts(
  projectId: string,
  place: Place,
): Readonly<Record<Started, number>> {
  const { comments, publications } = usePlaceRows(projectId, place)
  const ofType = (type: Started) => comments.filter((comment) => comment.type === type).length
  const others = publications.filter(
    ({ id }) => !comments.some(({ publicationId }) => publicationId === id),
  ).length
  return { Q: ofType('Q') + others, PP: ofType('PP'), D: ofType('D') }
}
