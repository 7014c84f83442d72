import { Trans, useLingui } from '@lingui/react/macro'
import { IconFileExport, IconLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Package } from '#schema/entities/structure.ts'
import { readRows } from '../../lib/project-store.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { copyLink } from '../../ui/browser/copy-link.ts'
import { MoveToDialog } from '../../ui/dialogs/move-to-dialog.tsx'
import type { MenuItem } from '../../ui/floating/menu-button.tsx'
import { RowMenu } from '../../ui/elements/row-menu.tsx'
import { editStructure, offerUndo } from './edit-structure.ts'
import { moveItems } from './move-items.tsx'
import type { Rights } from './use-rights.ts'

interface PackageMenuProps {
  row: Package
  packageIds: readonly string[]
  rights: Rights
  documentCount: number
  onRename: () => void
  onMove: (after: string | null) => void
  /** Downloads the package's documents; absent = the person may not. */
  onExport: (() => void) | undefined
}

export function PackageMenu({
  row,
  packageIds,
  rights,
  documentCount,
  onRename,
  onMove,
  onExport,
}: PackageMenuProps) {
  const { t } = useLingui()
  const [isMoving, setMoving] = useState(false)
  const { id, projectId, name } = row
  const remove = async () => {
    const isConfirmed = await confirm({
      title: t`Delete package ${name}?`,
      confirmLabel: t`Delete package`,
      danger: true,
      body:
        documentCount === 0 ? (
          <Trans>You can undo this for 30 days.</Trans>
        ) : (
          <Trans>
            Its documents and all their requirements are deleted too. You can undo this for 30 days.
          </Trans>
        ),
    })
    if (!isConfirmed) return
    const isDeleted = await editStructure(
      'packages.delete',
      { projectId, id },
      t`Delete package ${name}`,
    )
    if (isDeleted) offerUndo(projectId, t`Package ${name} deleted`)
  }
  const items: MenuItem[] = [
    ...(rights.mayEdit(row)
      ? [{ label: t`Rename`, icon: <IconPencil size={15} aria-hidden />, run: onRename }]
      : []),
    ...(rights.mayWrite
      ? moveItems({ ids: packageIds, id, onMove, onChoose: () => setMoving(true) })
      : []),
    {
      label: t`Copy link`,
      icon: <IconLink size={15} aria-hidden />,
      run: () => copyLink(`/project/${projectId}/packages/${id}`),
    },
    ...(onExport !== undefined && documentCount > 0
      ? [
          {
            label: t`Export as ReqIF`,
            icon: <IconFileExport size={15} aria-hidden />,
            run: onExport,
          },
        ]
      : []),
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
    const others = readRows(projectId, 'package', { projectId }).filter((other) => other.id !== id)
    return others.map((other) => ({ id: other.id, label: other.name }))
  }
  return (
    <>
      <RowMenu label={t`Actions for package ${name}`} items={items} />
      {isMoving && (
        <MoveToDialog
          title={t`Move ${name}`}
          places={places()}
          onMove={onMove}
          onClose={() => setMoving(false)}
        />
      )}
    </>
  )
}
