import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  COLUMN_ROLES,
  type ColumnRole,
  type ImportMapping,
  mappingProblems,
} from '#schema/rules/excel/excel-rows-mapping.ts'
import {
  sheetCellText,
  columnLetters,
  firstDataRow,
  headerText,
} from '#schema/rules/excel/excel-rows-cells.ts'
import { offeredChoices } from '#schema/rules/excel/cell-details.ts'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import classes from './import-dialog.module.css'
import own from './step-columns.module.css'
import type { SheetChoice } from './import-steps.tsx'
import { mappingProblemText, roleText } from './import-texts.ts'
import { MappingCheck } from './mapping-check.tsx'
import { MappingOptions } from './mapping-options.tsx'
import { SavedMappings } from './mappings/saved-mappings.tsx'
import type { ParsedSheet } from './parsed-file.ts'
import type { ImportTarget } from './run-import.ts'
import { SectionSourceField } from './section-source-field.tsx'
import { StepFrame } from './step-frame.tsx'

interface StepColumnsProps {
  choice: SheetChoice
  target: ImportTarget
  onMapping: (mapping: ImportMapping) => void
  /** Replaces the remembered mapping by a guess. */
  onGuess: () => void
  onBack: () => void
  onNext: () => void
  /** The text of the button that leads on; default: to the preview. */
  nextText?: string
}

export function StepColumns(props: StepColumnsProps) {
  const { choice, target, onMapping, onGuess, onBack, onNext, nextText } = props
  const { t } = useLingui()
  const { mapping } = choice
  const problems = mappingProblems(mapping)
  const setRole = (column: number, role: ColumnRole) => {
    const columns = mapping.columns.map((one, index) => (index === column ? role : one))
    // Choosing a section column overrides the guess about where sections come from.
    onMapping({
      ...mapping,
      columns,
      sectionFrom: role === 'section' ? 'columns' : mapping.sectionFrom,
    })
  }
  return (
    <StepFrame
      title={t`Match the columns`}
      footer={
        <>
          <Button variant="default" onClick={onBack}>{t`Back`}</Button>
          <ExplainedButton
            reason={problems.length === 0 ? null : problems.map(mappingProblemText).join(' ')}
            onClick={onNext}
          >
            {nextText ?? t`Next: preview`}
          </ExplainedButton>
        </>
      }
    >
      {choice.isRemembered === true && (
        <p className={classes.fact}>
          <Trans>The columns are matched as you last matched them in this document.</Trans>{' '}
          <Button variant="subtle" size="compact-xs" onClick={onGuess}>{t`Guess again`}</Button>
        </p>
      )}
      <SavedMappings choice={choice} onMapping={onMapping} onGuess={onGuess} />
      {problems.length === 0 && <MappingCheck choice={choice} target={target} />}
      <ul className={own.columns} aria-label={t`Columns`}>
        {mapping.columns.map((role, column) => (
          <ColumnField
            key={columnLetters(column)}
            choice={choice}
            column={column}
            role={role}
            onRole={(next) => setRole(column, next)}
          />
        ))}
      </ul>
      <SectionSourceField choice={choice} onMapping={onMapping} />
      <MappingOptions mapping={mapping} onMapping={onMapping} notes={notesBelow(choice)} />
      <div role="status">
        {problems.length > 0 && (
          <ul className={classes.problems}>
            {problems.map((problem) => (
              <li key={problem}>{mappingProblemText(problem)}</li>
            ))}
          </ul>
        )}
      </div>
    </StepFrame>
  )
}

const notesBelow = ({ file, sheetIndex, headerRow }: SheetChoice): number =>
  (file.sheets[sheetIndex]?.notes ?? []).filter(({ row }) => row > headerRow).length

const NO_SHEET: ParsedSheet = { name: '', rows: [], merges: [] }
const MOST_SAMPLES = 3
const MOST_OPTIONS = 12

/** The first distinct values of a column as its role takes them: addresses, all offered options. */
const samplesOf = (choice: SheetChoice, column: number, role: ColumnRole): string[] => {
  const { file, sheetIndex, headerRow } = choice
  const { rows, ...details } = file.sheets[sheetIndex] ?? NO_SHEET
  const links = role === 'link' ? (details.links ?? []) : []
  const addresses = new Map(
    links.flatMap((link) => (link.column === column ? [[link.row, link.text] as const] : [])),
  )
  const columns = choice.mapping.columns.map((_, at) => (at === column ? role : 'ignore'))
  const offered = offeredChoices(details, headerRow, { columns })[column] ?? []
  const samples = new Set(offered.slice(0, MOST_OPTIONS))
  const most = Math.max(MOST_SAMPLES, samples.size)
  for (
    let row = firstDataRow(headerRow);
    row <= rows.length && row < headerRow + 500 && samples.size < most;
    row += 1
  ) {
    const text = addresses.get(row) ?? sheetCellText(rows, row, column)
    if (text !== '') samples.add(text.slice(0, 120))
  }
  return [...samples]
}

const hasName = ({ file, sheetIndex, headerRow }: SheetChoice, column: number): boolean =>
  headerRow > 0 && sheetCellText(file.sheets[sheetIndex]?.rows ?? [], headerRow, column) !== ''

function ColumnField({
  choice,
  column,
  role,
  onRole,
}: {
  choice: SheetChoice
  column: number
  role: ColumnRole
  onRole: (role: ColumnRole) => void
}) {
  const { t } = useLingui()
  const letters = columnLetters(column)
  const header = headerText(
    choice.file.sheets[choice.sheetIndex]?.rows ?? [],
    choice.headerRow,
    column,
  )
  const samples = samplesOf(choice, column, role)
  // Formats or a stray cell reach far to the right of many tables.
  const isEmpty = samples.length === 0 && !hasName(choice, column)
  if (isEmpty && role === 'ignore') return null
  return (
    <li className={own.column} data-ignored={role === 'ignore' || undefined}>
      <span className={own.letters} aria-hidden>
        {letters}
      </span>
      <span className={own.columnName}>{header}</span>
      <select
        className={own.select}
        aria-label={t`Import column ${letters}, ${header}, as`}
        value={role}
        onChange={(event) =>
          onRole(COLUMN_ROLES.find((one) => one === event.currentTarget.value) ?? 'ignore')
        }
      >
        {COLUMN_ROLES.map((one) => (
          <option key={one} value={one}>
            {roleText(one)}
          </option>
        ))}
      </select>
      <span className={own.samples}>
        {samples.length === 0 ? t`No values` : samples.join(' · ')}
      </span>
    </li>
  )
}
