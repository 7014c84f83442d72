import { Plural, useLingui } from '@lingui/react/macro'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import classes from './organization.module.css'

interface PagerProps {
  pageNumber: number
  pageSize: number
  total: number
  onPage: (pageNumber: number) => void
}

/** Shows the range of rows on the page and the buttons to the other pages. */
export function Pager({ pageNumber, pageSize, total, onPage }: PagerProps) {
  const { t } = useLingui()
  const last = Math.max(0, Math.ceil(total / pageSize) - 1)
  const [first, until] = [
    Math.min(pageNumber * pageSize + 1, total),
    Math.min((pageNumber + 1) * pageSize, total),
  ]
  return (
    <nav className={classes.pager} aria-label={t`Pages`}>
      <span role="status">
        {last === 0 ? (
          <Plural value={total} one="# entry" other="# entries" />
        ) : (
          t`${first} to ${until} of ${total}`
        )}
      </span>
      {last > 0 && (
        <>
          <ExplainedButton
            variant="default"
            reason={pageNumber === 0 ? t`This is the first page.` : null}
            onClick={() => onPage(pageNumber - 1)}
          >{t`Previous`}</ExplainedButton>
          <ExplainedButton
            variant="default"
            reason={pageNumber >= last ? t`This is the last page.` : null}
            onClick={() => onPage(pageNumber + 1)}
          >{t`Next`}</ExplainedButton>
        </>
      )}
    </nav>
  )
}
