import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { CarriedWork } from '#schema/api/work-file.ts'
import { type CarriedHere, readCarriedEdits } from './read-carried-edits.ts'
import classes from './carry-dialog.module.css'

/** The edits of a colleague, merged over the rows of this device as the server would merge them. */
export function CarriedEdits({ work }: { work: CarriedWork }) {
  const { t, i18n } = useLingui()
  const [here, setHere] = useState<CarriedHere | null>(null)
  useEffect(() => {
    let isCurrent = true
    void readCarriedEdits(work).then((found) => {
      if (isCurrent) setHere(found)
    })
    return () => {
      isCurrent = false
    }
  }, [work])
  if (here === null)
    return (
      <p role="status">
        <Trans>Reading…</Trans>
      </p>
    )
  const { fields, others, hidden } = here
  return (
    <div className={classes.edits} tabIndex={0} role="group" aria-label={t`Edits of the file`}>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ key, subject, name, mine, current, fate }) => (
            <li key={key} data-fate={fate}>
              <span className={classes.dim}>
                {subject} · {name}
              </span>
              <span className={classes.value}>{mine}</span>
              {fate === 'conflict' && (
                <span className={classes.amber}>
                  <Trans>
                    Conflict: this device has “{current}”. Of the two, the first to arrive is saved,
                    and the other waits for its author's decision.
                  </Trans>
                </span>
              )}
              {fate === 'same' && (
                <span className={classes.dim}>
                  <Trans>This device already has it.</Trans>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul>
          {others.map(({ words, count }) => (
            <li key={i18n._(words)}>
              {i18n._(words)}: {count}
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p className={classes.dim}>
          <Plural
            value={hidden}
            one="# edit belongs to requirements that are not on this device."
            other="# edits belong to requirements that are not on this device."
          />
        </p>
      )}
    </div>
  )
}
