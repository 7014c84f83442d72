import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Place } from '#schema/rules/answer-book/plan-book.ts'
import { cellProblemText, leftRowText, placeText } from './book-texts.ts'
import type { PlannedBook } from './check-book.ts'
import classes from './import-answers.module.css'

const SHOWN = 100

/** Everything of a workbook that is not imported, with the reason and the cell. */
export function LeftOut({ plan, record }: Pick<PlannedBook, 'plan' | 'record'>) {
  const { t } = useLingui()
  const placed = (place: Place) => ({ at: placeText(place, record), label: place.label })
  const { refused, left, unknown, missing, missingSheets, copiedSheets, missingColumns } = plan
  const copies = copiedSheets.join(', ')
  return (
    <>
      <Group
        isOpen
        title={<Plural value={refused.length} one="# cell refused" other="# cells refused" />}
        lines={refused.map((cell) => ({
          place: placed(cell),
          text: `${cell.column}: ${cellProblemText(cell)}`,
        }))}
      />
      <Group
        isOpen
        title={<Plural value={left.length} one="# row left out" other="# rows left out" />}
        lines={left.map((row) => ({ place: placed(row), text: leftRowText(row) }))}
      />
      <Group
        title={<Plural value={unknown.length} one="# unknown row" other="# unknown rows" />}
        lines={unknown.map((place) => ({
          place: placed(place),
          text: t`No requirement of the export has this ID.`,
        }))}
      />
      {missing.length > 0 && (
        <Note>
          <Plural
            value={missing.length}
            one="# requirement is not in the workbook any more; its answer stays."
            other="# requirements are not in the workbook any more; their answers stay."
          />
        </Note>
      )}
      {missingSheets.length > 0 && (
        <Note>
          <Trans>Sheets that are missing: {missingSheets.join(', ')}. Their answers stay.</Trans>
        </Note>
      )}
      {copiedSheets.length > 0 && (
        <Note>
          <Trans>
            Copies of sheets that were not read: {copies}. Move their answers to the exported
            sheets.
          </Trans>
        </Note>
      )}
      {missingColumns.length > 0 && (
        <Note>
          <Trans>
            Columns that are missing:{' '}
            {missingColumns.map(({ sheet, header }) => `${sheet}: ${header}`).join(', ')}. Their
            answers stay.
          </Trans>
        </Note>
      )}
    </>
  )
}

const Note = ({ children }: { children: ReactNode }) => <p className={classes.hint}>{children}</p>

interface GroupProps {
  title: ReactNode
  lines: readonly { place: { at: string; label: string }; text: string }[]
  isOpen?: boolean
}

function Group({ title, lines, isOpen = false }: GroupProps) {
  if (lines.length === 0) return null
  const hidden = Math.max(0, lines.length - SHOWN)
  return (
    <details className={classes.group} open={isOpen}>
      <summary>{title}</summary>
      <ul>
        {lines.slice(0, SHOWN).map(({ place, text }) => (
          <li key={place.at}>
            <span className={classes.address}>{place.at}</span>
            <span className={classes.label}>{place.label}</span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Note>
          <Trans>And {hidden} more.</Trans>
        </Note>
      )}
    </details>
  )
}
