import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { openConflicts } from '../../lib/conflict-dialog.ts'
import { useOverdueEdits } from '../../lib/overdue-edits.ts'
import type { ParkedEdit } from '../../lib/parked.ts'
import { useHome } from '../../lib/home-list.ts'
import { Moment } from '../../ui/elements/moment.tsx'
import classes from './notifications-panel.module.css'

const SHOWN = 5

/** The person's own edits that have needed a decision for over an hour; they lead to it. */
export function WaitingEdits({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const id = useId()
  const edits = useOverdueEdits()
  const { projects } = useHome()
  if (edits.length === 0) return null
  const decide = (edit?: ParkedEdit) => () => {
    onClose()
    openConflicts(null, edit?.id)
  }
  const hiddenCount = edits.length - SHOWN
  return (
    <section className={classes.waiting} aria-labelledby={id}>
      <h3 id={id}>{t`Your edits that need a decision`}</h3>
      <ul className={classes.list}>
        {edits.slice(0, SHOWN).map((edit) => (
          <li key={edit.id} className={classes.line} data-unread>
            <button type="button" className={classes.text} onClick={decide(edit)}>
              <span className={classes.message}>{edit.label}</span>
              <span className={classes.when}>
                {edit.status === 'conflict' ? (
                  <Trans>Changed by two people</Trans>
                ) : (
                  <Trans>Rejected</Trans>
                )}{' '}
                · <Moment at={edit.at} isInLink />
                <ProjectName name={projects.find((one) => one.id === edit.projectId)?.name} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <button type="button" className={classes.rest} onClick={decide()}>
          <Plural value={hiddenCount} one="and # more" other="and # more" />
        </button>
      )}
    </section>
  )
}

/** A project that the person may not see any more has no name here. */
function ProjectName({ name }: { name: string | undefined }) {
  return name === undefined ? null : <> · {name}</>
}
