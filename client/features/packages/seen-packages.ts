import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Document, Package } from '#schema/entities/structure.ts'
import { seen, seenList, type SeenTable } from '#schema/rules/export/seen-table.ts'
import { type AssignedFilter, isDocumentShown } from '../../lib/assigned-filter.ts'
import { assignedTo, type TeamMember } from '../../lib/assigned-to.ts'
import { loadRows } from '../../lib/project-store.ts'

interface SeenPackages {
  projectId: string
  isVendor: boolean
  assigned: AssignedFilter | undefined
  userId: number
  team: readonly TeamMember[]
}
interface Line {
  row: Package | Document
  inPackage: Package
  document: Document | null
  /** Null = a package, whose requirements its documents have. */
  requirements: number | null
}

/** Each package before its documents, as the page of packages shows them. */
export const seenPackages = async ({
  projectId,
  isVendor,
  assigned,
  ...readers
}: SeenPackages): Promise<SeenTable> => {
  const lines: Line[] = []
  for (const inPackage of await loadRows(projectId, 'package', { projectId })) {
    const all = await loadRows(projectId, 'document', { packageId: inPackage.id })
    const shown = all.filter((inDocument) =>
      isDocumentShown(assigned, { inPackage, inDocument }, readers),
    )
    if (assigned !== undefined && shown.length === 0) continue
    lines.push({ row: inPackage, inPackage, document: null, requirements: null })
    for (const document of shown) {
      const { length } = await loadRows(projectId, 'requirement', { documentId: document.id })
      lines.push({ row: document, inPackage, document, requirements: length })
    }
  }
  const peopleOf = ({ row }: Line): string => {
    const { owner, members } = assignedTo(row, readers.team)
    return [...(owner === null ? [] : [owner]), ...members].map(({ name }) => name).join(', ')
  }
  return seenList(
    i18n._(msg`Packages`),
    [
      [seen(i18n._(msg`Package`)), ({ inPackage }) => inPackage.name],
      [seen(i18n._(msg`Prefix`)), ({ document }) => document?.prefix ?? null],
      [seen(i18n._(msg`Document`)), ({ document }) => document?.name ?? null],
      ...(isVendor ? [] : [[seen(i18n._(msg`Owner`)), peopleOf] as const]),
      [seen(i18n._(msg`Requirements`), 'number'), ({ requirements }) => requirements],
      ...(isVendor
        ? []
        : [[seen(i18n._(msg`Weight`), 'percent'), ({ row }: Line) => row.weight] as const]),
    ],
    lines,
  )
}
