import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isMessageCode } from '#schema/tables/messages.ts'
import { type CarriedRecord, forgetCarried } from '../../lib/carried-work.ts'
import { deliverCarried } from '../../lib/deliver-carried.ts'
import { useSyncStatus } from '../../lib/sync-status.ts'
import { minuteText } from '../../lib/time-text.ts'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { CarriedEdits } from './carried-edits.tsx'
import classes from './carry-dialog.module.css'

/** The work of one colleague's device: its state, its edits, and what can be done with it. */
export function CarriedRow({ record }: { record: CarriedRecord }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { name, username, savedOn, edits } = record.work
  const saved = minuteText(savedOn)
  return (
    <li className={classes.row}>
      <p>
        <strong>{name}</strong> ({username})
      </p>
      <p className={classes.dim}>
        <Plural value={edits} one="# edit" other="# edits" />, <Trans>saved {saved}</Trans>
      </p>
      <p>
        <State record={record} />
      </p>
      <div className={classes.rowButtons}>
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t`Hide edits` : t`Show edits`}
        </Button>
        {record.outcome?.kind === 'refused' && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => void deliverCarried(record.key).catch(toast.error)}
          >{t`Try again`}</Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => void forgetCarried(record.key).catch(toast.error)}
        >{t`Remove from this device`}</Button>
      </div>
      {isOpen && <CarriedEdits work={record.work} />}
    </li>
  )
}

function State({ record: { work, outcome } }: { record: CarriedRecord }) {
  const isOffline = useSyncStatus().phase === 'offline'
  const { name } = work
  if (outcome === null)
    return isOffline ? (
      <Trans>
        Not delivered yet: this device is offline. The server checks the signature on delivery.
      </Trans>
    ) : (
      <Trans>Being delivered.</Trans>
    )
  const at = minuteText(outcome.at)
  if (outcome.kind === 'refused') {
    const why = isMessageCode(outcome.code) ? codeText(outcome.code, outcome.detail) : outcome.code
    return (
      <span className={classes.problem}>
        <Trans>
          The server rejected it on {at}: {why}.
        </Trans>
      </span>
    )
  }
  const { applied, known, kept } = outcome
  return (
    <>
      <Trans>Delivered on {at}.</Trans>{' '}
      <Plural value={applied} one="# edit was saved." other="# edits were saved." />{' '}
      {known > 0 && (
        <>
          <Plural
            value={known}
            one="# edit was already on the server."
            other="# edits were already on the server."
          />{' '}
        </>
      )}
      {kept.length > 0 && (
        <span className={classes.amber}>
          <Plural
            value={kept.length}
            one={`# edit was rejected in full or in part; ${name} decides on their device.`}
            other={`# edits were rejected in full or in part; ${name} decides on their device.`}
          />
        </span>
      )}
    </>
  )
}
