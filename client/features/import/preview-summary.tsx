import { Plural, Trans } from '@lingui/react/macro'
import { editedOf } from '#schema/rules/excel/chosen-plan.ts'
import classes from './import-dialog.module.css'
import { missingOf, type Preview } from './preview-items.ts'

interface PreviewSummaryProps {
  preview: Preview
  /** New and changed rows that are not taken, those of `kept` among them. */
  left: number
  /** Requirements edited here that the file would change, and that are not taken. */
  kept: number
}

/** What the file brings, in one line, and what to know before importing it. */
export function PreviewSummary({ preview: { plan }, left, kept }: PreviewSummaryProps) {
  const edited = editedOf(plan).length
  const missing = missingOf(plan).length
  const refused = plan.refusedRows
  const sections = plan.sections.length
  const others = left - kept
  return (
    <>
      <p className={classes.summary}>
        <Plural value={plan.creates.length} one="# new" other="# new" />
        {', '}
        <Plural value={plan.updates.length} one="# changed" other="# changed" />
        {edited > 0 && (
          <>
            {', '}
            <Plural
              value={edited}
              one="# of them edited here by hand"
              other="# of them edited here by hand"
            />
          </>
        )}
        {missing > 0 && (
          <>
            {', '}
            <Plural value={missing} one="# missing" other="# missing" />
          </>
        )}
        {refused > 0 && (
          <>
            {', '}
            <Plural value={refused} one="# row refused" other="# rows refused" />
          </>
        )}
        {'. '}
        {sections > 0 && <Plural value={sections} one="One new section." other="# new sections." />}
      </p>
      {kept > 0 && (
        <p className={classes.hint}>
          <Plural
            value={kept}
            one="One requirement edited here by hand is left as it is. To overwrite it, include it under “Edited here”."
            other="# requirements edited here by hand are left as they are. To overwrite them, include them under “Edited here”."
          />
        </p>
      )}
      {others > 0 && (
        <p className={classes.hint}>
          <Plural
            value={others}
            one="One row is left out of the import."
            other="# rows are left out of the import."
          />
        </p>
      )}
      {plan.withoutId > 0 && (
        <p className={classes.hint}>
          <Plural
            value={plan.withoutId}
            one="One row has no ID. Importing the file again would create the requirement again."
            other="# rows have no ID. Importing the file again would create these requirements again."
          />
        </p>
      )}
    </>
  )
}

/** The ids of refused rows, as the specification's 'Import error' lists them. */
export function InvalidIds({ ids }: { ids: readonly string[] }) {
  const distinct = [...new Set(ids)]
  const list = distinct.slice(0, MOST_IDS).join(', ')
  const more = distinct.length - MOST_IDS
  return (
    <p className={classes.invalid}>
      <Trans>Invalid IDs: {list}</Trans>
      {more > 0 && (
        <>
          {' '}
          <Plural value={more} one="and # more" other="and # more" />
        </>
      )}
    </p>
  )
}
/** The preview has all refused rows; this list only names the first ones. */
const MOST_IDS = 500
