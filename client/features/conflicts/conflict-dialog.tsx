import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import {
  closeConflicts,
  type ConflictDialogState,
  useConflictDialog,
} from '#client/lib/conflict-dialog.ts'
import { useParked, type ParkedEdit } from '#client/lib/parked.ts'
import { useHome } from '#client/lib/home-list.ts'
import { readRow, useProjectState, useRow } from '#client/lib/project-store.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ConflictForm } from './conflict-form.tsx'
import { LeftAnswers } from './left-answers.tsx'
import { isPart, reasonText } from './parked-words.ts'
import { RefusedEdit } from './refused-edit.tsx'
import classes from './conflict-dialog.module.css'

interface ConflictsDialogProps {
  opened: boolean
  onClose: () => void
}

/**
 * Lists the edits that need a decision and opens one of them. Mounted once; the marker of a row
 * opens it too.
 */
export function ConflictsDialog({ opened, onClose }: ConflictsDialogProps) {
  const asked = useConflictDialog()
  const isOpen = opened || asked !== null
  const close = () => {
    closeConflicts()
    onClose()
  }
  return isOpen ? <Tray asked={asked} onClose={close} /> : null
}

function Tray({ asked, onClose }: { asked: ConflictDialogState | null; onClose: () => void }) {
  const { t } = useLingui()
  const parked = useParked()
  const [pickedId, setPickedId] = useState<string | null>(asked?.editId ?? null)
  const entityId = asked?.entityId ?? null
  const shown =
    parked.find(({ id }) => id === pickedId) ??
    parked.find((one) => entityId !== null && JSON.stringify(one.args).includes(entityId)) ??
    parked[0]
  return (
    <Dialog
      onClose={onClose}
      size={parked.length > 1 ? 1_080 : 860}
      title={shown ? <Title parked={shown} /> : t`Nothing to decide`}
    >
      {!shown && (
        <p>
          <Trans>All your edits are saved on the server or waiting to be sent.</Trans>
        </p>
      )}
      {shown && (
        <div className={classes.split} data-tray={parked.length > 1 || undefined}>
          {parked.length > 1 && (
            <nav aria-label={t`Edits that need your decision`} className={classes.tray}>
              <ul>
                {parked.map((one) => (
                  <li key={one.id}>
                    <button
                      type="button"
                      className={classes.entry}
                      aria-current={one.id === shown.id || undefined}
                      onClick={() => setPickedId(one.id)}
                    >
                      <strong>{one.label}</strong>
                      <span className={classes.dim}>
                        {one.status === 'conflict' && !isPart(one)
                          ? t`Changed by two people`
                          : reasonText(one)}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          <ParkedView
            key={shown.id}
            parked={shown}
            onDone={() => {
              setPickedId(null)
              if (parked.length <= 1) onClose()
            }}
            onLeave={onClose}
          />
        </div>
      )}
    </Dialog>
  )
}

function ParkedView({
  parked,
  onDone,
  onLeave,
}: {
  parked: ParkedEdit
  onDone: () => void
  onLeave: () => void
}) {
  const { status } = useProjectState(parked.projectId)
  const { projects } = useHome()
  const project = projects.find(({ id }) => id === parked.projectId)
  return (
    <section className={classes.view}>
      {project && <p className={classes.dim}>{project.name}</p>}
      {isPart(parked) ? (
        <LeftAnswers parked={parked} onDone={onDone} onLeave={onLeave} />
      ) : parked.status === 'conflict' && status !== 'denied' ? (
        <ConflictForm parked={parked} onDone={onDone} />
      ) : (
        <RefusedEdit parked={parked} onDone={onDone} onLeave={onLeave} />
      )}
    </section>
  )
}

function Title({ parked }: { parked: ParkedEdit }) {
  const { t } = useLingui()
  const requirementId = (parked.conflicts[0]?.id ?? '').split('.')[0] ?? ''
  const requirement =
    useRow(parked.projectId, 'requirement', requirementId) ??
    readRow(parked.projectId, 'requirement', requirementId)
  const name = requirement?.fullId ?? parked.label
  if (isPart(parked)) return <>{t`Partly saved: ${parked.label}`}</>
  return (
    <>
      {parked.status === 'conflict'
        ? t`${name} was changed by two people`
        : t`Rejected: ${parked.label}`}
    </>
  )
}
