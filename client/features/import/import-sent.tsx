import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { isMessageCode } from '#schema/tables/messages.ts'
import { useSentRows } from '../../lib/sent-rows.ts'
import { useSyncStatus } from '../../lib/sync-status.ts'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import classes from './import-dialog.module.css'

interface ImportSentProps {
  /** The number of requirements that the import wrote on this device. */
  written: number
  /** The requirements of the import by id, with their names. */
  rows: ReadonlyMap<string, string>
  ids: ReadonlySet<string>
}

const MOST_REFUSED = 50

/** Shows how many of the imported requirements the server has confirmed. */
export function ImportSent({ written, rows, ids }: ImportSentProps) {
  const { t, i18n } = useLingui()
  const sent = useSentRows(ids)
  const { phase } = useSyncStatus()
  if (sent === null || written === 0) return null
  const refused = [...sent.refused]
  const unsent = [...sent.unsent].filter((id) => !sent.refused.has(id)).length
  const confirmed = Math.max(0, written - unsent - refused.length)
  const done = i18n.number(confirmed)
  const total = i18n.number(written)
  return (
    <>
      {unsent > 0 && (
        <progress
          className={classes.progress}
          value={confirmed}
          max={written}
          aria-label={t`Requirements confirmed by the server`}
        />
      )}
      <p role="status" className={classes.fact}>
        <Trans>
          The server has confirmed {done} of {total} requirements.
        </Trans>{' '}
        {unsent > 0 &&
          (phase === 'offline' ? (
            <Trans>The others are sent automatically when there is a connection again.</Trans>
          ) : (
            <Trans>The others are being sent. You can close this dialog.</Trans>
          ))}
      </p>
      {refused.length > 0 && (
        <div className={classes.problems} role="alert">
          <p>
            <Plural
              value={refused.length}
              one="The server did not take # requirement:"
              other="The server did not take # requirements:"
            />
          </p>
          <ul>
            {refused.slice(0, MOST_REFUSED).map(([id, { reason, detail }]) => (
              <li key={id}>
                {rows.get(id) ?? ''}
                {isMessageCode(reason) && <> · {codeText(reason, detail)}</>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
