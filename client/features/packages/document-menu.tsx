import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconCopy, IconHash, IconLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { Document } from '#schema/entities/structure.ts'
import { readRow, readRows } from '../../lib/project-store.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { copyLink } from '../../ui/browser/copy-link.ts'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { MoveToDialog } from '../../ui/dialogs/move-to-dialog.tsx'
import type { MenuItem } from '../../ui/floating/menu-button.tsx'
import { RowMenu } from '../../ui/elements/row-menu.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import { editStructure, offerUndo } from './edit-structure.ts'
import { moveItems } from './move-items.tsx'
import type { Rights } from './use-rights.ts'

const PrefixDialog = lazyDialog(() =>
  import('./prefix-dialog.tsx').then((part) => part.PrefixDialog),
)

const CloneDocumentDialog = lazyDialog(() =>
  import('./clone-document-dialog.tsx').then((part) => part.CloneDocumentDialog),
)

interface DocumentMenuProps {
  row: Document
  documentIds: readonly string[]
  rights: Rights
  requirementCount: number
  onRename: () => void
  onMove: (after: string | null) => void
}

export function DocumentMenu({
  row,
  documentIds,
  rights,
  requirementCount,
  onRename,
  onMove,
}: DocumentMenuProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState<'move' | 'prefix' | 'clone' | null>(null)
  const { id, projectId, name } = row
  const isNumbered = readRows(projectId, 'requirement', { documentId: id }).some(
    (requirement) => requirement.fullId !== null,
  )
  const remove = async () => {
    const isConfirmed = await confirm({
      title: t`Delete document ${name}?`,
      confirmLabel: t`Delete document`,
      danger: true,
      body: <RemovalText requirementCount={requirementCount} />,
    })
    if (!isConfirmed) return
    const isDeleted = await editStructure(
      'documents.delete',
      { projectId, id },
      t`Delete document ${name}`,
    )
    if (isDeleted) offerUndo(projectId, t`Document ${name} deleted`)
  }
  const editing: MenuItem[] = [
    { label: t`Rename`, icon: <IconPencil size={15} aria-hidden />, run: onRename },
    {
      label: t`Change prefix`,
      icon: <IconHash size={15} aria-hidden />,
      run: () => setOpen('prefix'),
      reason: isNumbered ? t`Requirements are already numbered with it.` : null,
    },
    ...moveItems({ ids: documentIds, id, onMove, onChoose: () => setOpen('move') }),
  ]
  const offlineReason = useOfflineReason()
  const inPackage = readRow(projectId, 'package', row.packageId)
  const items: MenuItem[] = [
    ...(rights.mayEdit(row) ? editing : []),
    ...(inPackage !== undefined && rights.mayEdit(inPackage)
      ? [
          {
            label: t`Clone document…`,
            icon: <IconCopy size={15} aria-hidden />,
            reason: offlineReason,
            run: () => setOpen('clone'),
          },
        ]
      : []),
    {
      label: t`Copy link`,
      icon: <IconLink size={15} aria-hidden />,
      run: () => copyLink(`/project/${projectId}/documents/${id}`),
    },
    ...(rights.mayRemove(row)
      ? [
          {
            label: t`Delete`,
            icon: <IconTrash size={15} aria-hidden />,
            isDanger: true,
            run: () => void remove(),
          },
        ]
      : []),
  ]
  const places = () => {
    const others = readRows(projectId, 'document', { packageId: row.packageId }).filter(
      (other) => other.id !== id,
    )
    return others.map((other) => ({ id: other.id, label: other.name }))
  }
  return (
    <>
      <RowMenu label={t`Actions for document ${name}`} items={items} />
      {open === 'move' && (
        <MoveToDialog
          title={t`Move ${name}`}
          places={places()}
          onMove={onMove}
          onClose={() => setOpen(null)}
        />
      )}
      <Suspense fallback={null}>
        {open === 'clone' && (
          <CloneDocumentDialog
            row={row}
            rights={rights}
            requirementCount={requirementCount}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'prefix' && <PrefixDialog row={row} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}

function RemovalText({ requirementCount }: { requirementCount: number }) {
  return (
    <>
      {requirementCount > 0 && (
        <>
          <Plural
            value={requirementCount}
            one="Its requirement is deleted too."
            other="Its # requirements are deleted too."
          />{' '}
        </>
      )}
      <Trans>You can undo this for 30 days.</Trans>
    </>
  )
}
