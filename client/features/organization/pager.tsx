import { Button } from '@mantine/core'
import { Plural, useLingui } from '@lingui/react/macro'
import classes from './organization.module.css'

interface PagerProps { pageNumber: number; pageSize: number; total: number; onPage: (pageNumber: number) => void }

/** Which part of a long list is shown, and the way to the next. */
export function Pager({ pageNumber, pageSize, total, onPage }: PagerProps) {
  const { t } = useLingui()
  const last = Math.max(0, Math.ceil(total / pageSize) - 1)
  const [first, until] = [Math.min(pageNumber * pageSize + 1, total), Math.min((pageNumber + 1) * pageSize, total)]
  return (
    <nav className={classes.pager} aria-label={t`Pages`}>
      <span role="status">{last === 0 ? <Plural value={total} one="# entry" other="# entries" /> : t`${first} to ${until} of ${total}`}</span>
      {last > 0 && (
        <>
          <Button variant="default" disabled={pageNumber === 0} onClick={() => onPage(pageNumber - 1)}>{t`Previous`}</Button>
          <Button variant="default" disabled={pageNumber >= last} onClick={() => onPage(pageNumber + 1)}>{t`Next`}</Button>
        </>
      )}
    </nav>
  )
}
