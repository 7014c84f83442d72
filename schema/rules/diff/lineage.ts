import type { Document } from '../../entities/structure.ts'
import type { MessageCode } from '../../tables/messages.ts'

/** Returns the id that identifies a row in every version of its project. */
export const lineageOf = ({
  id,
  lineageId,
}: {
  id: string
  lineageId?: string | undefined
}): string => lineageId ?? id

type Prefixed = Pick<Document, 'id' | 'lineageId' | 'prefix'>

/**
 * Returns why a document cannot have the prefix; null = it can. A prefix is taken if another
 * document of the project has it, or had it in a former version: full ids with that prefix name
 * the other document's requirements for good. A document keeps its own prefix in all versions.
 */
export function prefixProblem(
  wanted: Prefixed,
  documents: readonly Prefixed[],
  former: readonly Prefixed[],
): Extract<MessageCode, 'DOCUMENT_PREFIX_ALREADY_USED' | 'DOCUMENT_PREFIX_PREVIOUSLY_USED'> | null {
  if (documents.some((other) => other.id !== wanted.id && other.prefix === wanted.prefix))
    return 'DOCUMENT_PREFIX_ALREADY_USED'
  const isFormerOfAnother = former.some(
    (other) => other.prefix === wanted.prefix && lineageOf(other) !== lineageOf(wanted),
  )
  return isFormerOfAnother ? 'DOCUMENT_PREFIX_PREVIOUSLY_USED' : null
}
