import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { UnsentEdit } from '../../lib/unsent-edits.ts'
import { Moment } from '../../ui/elements/moment.tsx'
import classes from './sync-panel.module.css'
import { unsentHref } from './unsent-href.ts'
import { unsentSubject, unsentWords } from './unsent-words.ts'

const SHOWN = 50

/** Lists unsent edits with links to their rows, and counts the rest. */
export function UnsentList({ edits, close }: { edits: readonly UnsentEdit[]; close: () => void }) {
  const { t, i18n } = useLingui()
  const shown = edits.slice(0, SHOWN)
  const hiddenCount = edits.length - shown.length
  return (
    <>
      {shown.length > 0 && (
        <ul className={classes.edits} aria-label={t`Not sent yet`} tabIndex={0}>
          {shown.map((edit) => {
            const found = unsentWords(edit)
            const words = typeof found === 'string' ? found : i18n._(found)
            const subject = unsentSubject(edit)
            return (
              <li key={edit.mid}>
                <Link to={unsentHref(edit)} onClick={close}>
                  {subject !== '' && !words.includes(subject) && <strong>{subject} </strong>}
                  {words}
                </Link>
                <Moment at={edit.at} />
              </li>
            )
          })}
        </ul>
      )}
      {edits.some(({ mid }) => mid < 0) && (
        <p className={classes.dim}>
          <Trans>
            Attached files are sent one after another and are not included in the download of unsent
            work.
          </Trans>
        </p>
      )}
      {hiddenCount > 0 && (
        <p className={classes.dim}>
          <Plural value={hiddenCount} one="and # more" other="and # more" />
        </p>
      )}
    </>
  )
}
