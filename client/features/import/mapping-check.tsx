import { Plural, Trans, useLingui } from '@lingui/react/macro'
import classes from './import-dialog.module.css'
import type { SheetChoice } from './import-steps.tsx'
import type { MappingDoubt } from './mapping-doubts.ts'
import { ReaderFailure } from './reader/reader-failure.tsx'
import type { ImportTarget } from './run-import.ts'
import { usePlanFacts } from './use-plan.ts'

/** What the mapping makes of the sheet, and what to look at if it refuses many rows. */
export function MappingCheck({ choice, target }: { choice: SheetChoice; target: ImportTarget }) {
  const { value: facts, isPending, failure } = usePlanFacts(choice, target)
  if (failure !== null) return <ReaderFailure words={failure} />
  if (facts === null || isPending)
    return (
      <p className={classes.fact} role="status">
        <Trans>Comparing the file with the document…</Trans>
      </p>
    )
  const { lengths, filledSections: sections, doubts } = facts
  const taken = lengths.creates + lengths.updates + lengths.unchanged
  return (
    <div role="status">
      <p className={classes.summary}>
        <Plural value={taken} one="# requirement" other="# requirements" />
        {sections > 0 && (
          <>
            {' '}
            <Plural value={sections} one="in one section" other="in # sections" />
          </>
        )}
        {facts.refusedRows > 0 && (
          <>
            {' · '}
            <Plural
              value={facts.refusedRows}
              one="# row cannot be imported"
              other="# rows cannot be imported"
            />
          </>
        )}
      </p>
      {doubts.length > 0 && (
        <ul className={classes.problems}>
          {doubts.map(({ doubt, rows }) => (
            <li key={doubt}>
              <DoubtText doubt={doubt} rows={rows} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function DoubtText({ doubt, rows }: { doubt: MappingDoubt; rows: number }) {
  const { t } = useLingui()
  switch (doubt) {
    case 'noRows':
      return t`No row below the header has a requirement. Choose another sheet or header row.`
    case 'emptyNames':
      return (
        <Plural
          value={rows}
          one="# row has no text in the column of the requirement. Choose a column that is filled, or take sections from heading rows."
          other="# rows have no text in the column of the requirement. Choose a column that is filled, or take sections from heading rows."
        />
      )
    case 'sameIds':
      return (
        <Plural
          value={rows}
          one="# row has the ID of another. Choose another ID column, or below what happens to rows with the same ID."
          other="# rows have the ID of another. Choose another ID column, or below what happens to rows with the same ID."
        />
      )
    case 'longTexts':
      return (
        <Plural
          value={rows}
          one="# row has a text that is too long for an ID, section or requirement. Match long texts to the description."
          other="# rows have a text that is too long for an ID, section or requirement. Match long texts to the description."
        />
      )
    case 'values':
      return (
        <Plural
          value={rows}
          one="# row has a value that does not fit its field. The preview shows the cell."
          other="# rows have a value that does not fit its field. The preview shows the cells."
        />
      )
    default:
      return doubt satisfies never
  }
}
