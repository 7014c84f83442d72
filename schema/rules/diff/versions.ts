import type { ProjectVersion } from '../../entities/history.ts'
import type { Document } from '../../entities/structure.ts'
import type { MessageCode } from '../../tables/messages.ts'
import { lineageOf } from './diff-tree.ts'

type Version = Pick<ProjectVersion, 'projectId' | 'version' | 'isCurrent'>

/** Names of versions that look the same are the same. */
const sameName = (a: string, b: string): boolean =>
  a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * Why no version of that name can be made out of a project; `versions` = all of its lineage. A
 * newer version counts before a taken name.
 */
export function versionProblem(
  name: string,
  projectId: string,
  versions: readonly Version[],
): Extract<MessageCode, 'VERSION_TOO_OLD' | 'VERSION_NOT_UNIQUE'> | null {
  if (versions.some((version) => version.isCurrent && version.projectId !== projectId))
    return 'VERSION_TOO_OLD'
  return versions.some((version) => sameName(version.version, name)) ? 'VERSION_NOT_UNIQUE' : null
}

const counted = (name: string): string => {
  if (!/\d/.test(name)) return name === '' ? '2' : `${name} 2`
  return name.replace(/\d+(?=\D*$)/, (digits) =>
    String(BigInt(digits) + 1n).padStart(digits.length, '0'),
  )
}

/**
 * A name for the next version that none has yet: the last number in the name of the one before is
 * counted up.
 */
export function nextVersionName(
  name: string,
  versions: readonly Pick<Version, 'version'>[],
): string {
  let next = counted(name.trim())
  while (versions.some(({ version }) => sameName(version, next))) next = counted(next)
  return next
}

type Prefixed = Pick<Document, 'id' | 'lineageId' | 'prefix'>

/**
 * Why a document cannot have a prefix: another document of the project has it, or another one had
 * it in a former version, since full ids that start with it mean that one's requirements for good.
 * A document keeps its own prefix through all versions.
 */
export function prefixProblem(
  prefix: string,
  document: Pick<Prefixed, 'id' | 'lineageId'>,
  documents: readonly Prefixed[],
  former: readonly Prefixed[],
): Extract<MessageCode, 'DOCUMENT_PREFIX_ALREADY_USED' | 'DOCUMENT_PREFIX_PREVIOUSLY_USED'> | null {
  if (documents.some((other) => other.id !== document.id && other.prefix === prefix))
    return 'DOCUMENT_PREFIX_ALREADY_USED'
  return former.some((other) => other.prefix === prefix && lineageOf(other) !== lineageOf(document))
    ? 'DOCUMENT_PREFIX_PREVIOUSLY_USED'
    : null
}
