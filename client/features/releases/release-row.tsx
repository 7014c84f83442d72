import { Trans, useLingui } from '@lingui/react/macro'
import {
  IconArrowDown,
  IconArrowUp,
  IconArrowsSort,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { Release } from '#schema/entities/project.ts'
import { formatDate } from '#schema/rules/format.ts'
import { mutate } from '../../lib/mutate.ts'
import { useUnsent } from '../../lib/project-store.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { lazyPart } from '../../ui/pages/lazy-part.tsx'
import { MoveToDialog } from '../../ui/dialogs/move-to-dialog.tsx'
import { onReorderKeys, stepAfter } from '../../ui/elements/reorder.ts'
import type { MenuItem } from '../../ui/floating/menu-button.tsx'
import { RowMenu } from '../../ui/elements/row-menu.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { UnsentDot } from '../../ui/feedback/unsent-dot.tsx'
import classes from './releases-page.module.css'

const ReleaseForm = lazyPart(() => import('./release-form.tsx').then((part) => part.ReleaseForm))

interface ReleaseRowProps {
  release: Release
  releases: readonly Release[]
  mayWrite: boolean
}

export function ReleaseRow({ release, releases, mayWrite }: ReleaseRowProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState<'edit' | 'move' | null>(null)
  const { id, projectId, version } = release
  const isUnsent = useUnsent(projectId, 'release', id)
  const ids = releases.map((row) => row.id)
  const up = stepAfter(ids, id, -1)
  const down = stepAfter(ids, id, 1)
  const move = (after: string | null) => {
    const options = { scope: projectId, undoLabel: t`Move release ${version}` }
    mutate('releases.move', { projectId, id, after }, options).catch((error: unknown) =>
      toast.error(error),
    )
  }
  const remove = async () => {
    const isConfirmed = await confirm({
      title: t`Delete release ${version}?`,
      body: <Trans>You can undo this.</Trans>,
      confirmLabel: t`Delete release`,
      danger: true,
    })
    if (!isConfirmed) return
    mutate(
      'releases.delete',
      { projectId, id },
      { scope: projectId, undoLabel: t`Delete release ${version}` },
    ).then(
      () => toast.success(t`Release ${version} was deleted.`),
      (error: unknown) => toast.error(error),
    )
  }
  const items = useRowItems({
    up,
    down,
    canMoveTo: releases.length > 1,
    move,
    remove: () => void remove(),
    setOpen,
  })
  return (
    <li
      className={classes.row}
      tabIndex={mayWrite ? 0 : undefined}
      aria-label={version}
      onKeyDown={mayWrite ? onReorderKeys(ids, id, move) : undefined}
    >
      {open === 'edit' ? (
        <Suspense fallback={null}>
          <ReleaseForm
            projectId={projectId}
            release={release}
            after={null}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      ) : (
        <>
          <span className={classes.position} aria-hidden>
            {ids.indexOf(id) + 1}
          </span>
          <span className={classes.version}>
            {version}
            {isUnsent && <UnsentDot />}
          </span>
          <span className={classes.date}>
            {release.date === null ? <Trans>no date</Trans> : formatDate(release.date)}
          </span>
          {mayWrite && <RowMenu label={t`Actions for release ${version}`} items={items} />}
        </>
      )}
      {open === 'move' && (
        <MoveToDialog
          title={t`Move release ${version}`}
          places={releases
            .filter((row) => row.id !== id)
            .map((row) => ({ id: row.id, label: row.version }))}
          onMove={move}
          onClose={() => setOpen(null)}
        />
      )}
    </li>
  )
}

interface RowActions {
  /**
   * The row to follow after a step up or down (null = move to the start); undefined = no such step.
   */
  up: string | null | undefined
  down: string | null | undefined
  canMoveTo: boolean
  move: (after: string | null) => void
  remove: () => void
  setOpen: (dialog: 'edit' | 'move') => void
}

/** Menu items of a release at its position in the list. */
const useRowItems = ({ up, down, canMoveTo, move, remove, setOpen }: RowActions): MenuItem[] => {
  const { t } = useLingui()
  return [
    { label: t`Edit`, icon: <IconPencil size={15} aria-hidden />, run: () => setOpen('edit') },
    ...(up === undefined
      ? []
      : [
          {
            label: t`Move up`,
            icon: <IconArrowUp size={15} aria-hidden />,
            keys: 'alt+arrowup',
            run: () => move(up),
          },
        ]),
    ...(down === undefined
      ? []
      : [
          {
            label: t`Move down`,
            icon: <IconArrowDown size={15} aria-hidden />,
            keys: 'alt+arrowdown',
            run: () => move(down),
          },
        ]),
    ...(canMoveTo
      ? [
          {
            label: t`Move to…`,
            icon: <IconArrowsSort size={15} aria-hidden />,
            run: () => setOpen('move'),
          },
        ]
      : []),
    {
      label: t`Delete`,
      icon: <IconTrash size={15} aria-hidden />,
      isDanger: true,
      run: remove,
    },
  ]
}
