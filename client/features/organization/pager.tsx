import { NativeSelect } from '@mantine/core'
import { Plural, useLingui } from '@lingui/react/macro'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import classes from './organization.module.css'
import { PAGE_SIZES, type PageChoice } from './use-page.ts'

interface PagerProps {
  page: PageChoice
  total: number
}

/** Shows the range of rows on the page and the buttons to the other pages. */
export function Pager({ page, total }: PagerProps) {
  const { t } = useLingui()
  const { pageNumber, pageSize, setPage } = page
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
      {total > PAGE_SIZES[0] && (
        <NativeSelect
          aria-label={t`Entries per page`}
          value={String(pageSize)}
          data={PAGE_SIZES.map(String)}
          onChange={(event) => page.setPageSize(Number(event.currentTarget.value))}
        />
      )}
      {last > 0 && (
        <>
          <ExplainedButton
            variant="default"
            reason={pageNumber === 0 ? t`This is the first page.` : null}
            onClick={() => setPage(pageNumber - 1)}
          >{t`Previous`}</ExplainedButton>
          <ExplainedButton
            variant="default"
            reason={pageNumber >= last ? t`This is the last page.` : null}
            onClick={() => setPage(pageNumber + 1)}
          >{t`Next`}</ExplainedButton>
        </>
      )}
    </nav>
  )
}
