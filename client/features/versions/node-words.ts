import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DiffStatus } from '#schema/rules/diff/diff-status.ts'
import type { NodeKind, ProjectTree, TreeDiff } from '#schema/rules/diff/diff-tree.ts'
import type { PillTone } from '#client/ui/elements/state-pill.tsx'

export const STATUS_WORDS: Readonly<
  Record<DiffStatus, { name: MessageDescriptor; tone: PillTone }>
> = {
  NEW: { name: msg`New`, tone: 'teal' },
  CHANGED: { name: msg`Changed`, tone: 'amber' },
  REMOVED: { name: msg`Removed`, tone: 'red' },
  UNCHANGED: { name: msg`Unchanged`, tone: 'neutral' },
}
/** The order of the filters: what matters first. */
export const STATUS_ORDER = ['CHANGED', 'NEW', 'REMOVED', 'UNCHANGED'] as const

export const KIND_NAMES: Readonly<Record<NodeKind, MessageDescriptor>> = {
  package: msg`Package`,
  document: msg`Document`,
  section: msg`Section`,
  requirement: msg`Requirement`,
}

/** The short code of a row, if its kind has one, and its name. */
export const labelOf = (node: TreeDiff): { code: string | null; name: string } => {
  const row = node.after ?? node.before
  const name = row?.name ?? ''
  if (node.kind === 'requirement')
    return { code: (node.after ?? node.before)?.fullId ?? null, name }
  if (node.kind === 'document') return { code: (node.after ?? node.before)?.prefix ?? null, name }
  return { code: null, name }
}

/** Names of the rows of one version, by id. */
type Names = ReadonlyMap<string, string>
export interface BothNames {
  before: Names
  after: Names
}
export const namesOf = ({ packages, documents, sections }: ProjectTree): Names =>
  new Map([...packages, ...documents, ...sections].map(({ id, name }) => [id, name]))

/** The names of the rows above a row, from the package down. */
const pathOf = (row: object | null, names: Names): string[] => {
  const { packageId, documentId, sectionId } = (row ?? {}) as Record<string, unknown>
  return [packageId, documentId, sectionId].flatMap((id) =>
    typeof id === 'string' ? [names.get(id) ?? ''] : [],
  )
}

/**
 * Where a moved row was before, without the names that it shares with its new place; null = it is
 * at its former place.
 */
export const formerPlace = (node: TreeDiff, { before, after }: BothNames): string | null => {
  if (node.before === null || !node.changes.includes('place')) return null
  const [was, is] = [pathOf(node.before, before), pathOf(node.after, after)]
  const from = was.findIndex((name, at) => name !== is[at])
  return was
    .slice(Math.max(0, from))
    .filter((name) => name !== '')
    .join(' / ')
}

export const statusName = (status: DiffStatus): string => i18n._(STATUS_WORDS[status].name)
