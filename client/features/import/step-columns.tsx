import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import {
  COLUMN_ROLES,
  type ColumnRole,
  type ImportMapping,
  mappingProblems,
} from '#schema/rules/excel/excel-rows-mapping.ts'
import { columnLetters } from '#schema/rules/excel/excel-rows-cells.ts'
import type { HeaderGuess } from '#schema/rules/excel/guess/header.ts'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import classes from './import-dialog.module.css'
import own from './step-columns.module.css'
import type { SheetChoice } from './import-steps.tsx'
import { mappingProblemText, roleText } from './import-texts.ts'
import { MappingCheck } from './mapping-check.tsx'
import { MappingOptions } from './mapping-options.tsx'
import { SavedMappings } from './mappings/saved-mappings.tsx'
import type { ColumnFacts, SheetGuess } from './reader/questions.ts'
import { ReaderFailure } from './reader/reader-failure.tsx'
import { readingOf } from './reader/read-plan.ts'
import { useAnswer, useQuestion } from './reader/use-answer.ts'
import type { ImportTarget } from './run-import.ts'
import { SectionSourceField } from './section-source-field.tsx'
import { StepFrame } from './step-frame.tsx'

interface StepColumnsProps {
  choice: SheetChoice
  target: ImportTarget
  onMapping: (mapping: ImportMapping) => void
  /** The header with which the columns are guessed again; default: as the sheet looks. */
  guessedHeader?: HeaderGuess
  /** Replaces the remembered mapping by a guess. */
  onGuess: (guess: SheetGuess) => void
  onBack: () => void
  onNext: () => void
  /** The text of the button that leads on; default: to the preview. */
  nextText?: string
}

export function StepColumns(props: StepColumnsProps) {
  const { choice, target, onBack, onNext, nextText } = props
  const { t } = useLingui()
  const { mapping } = choice
  const facts = useColumnFacts(choice)
  const { guess, failure, onMapping } = useGuess(props)
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
          <Button variant="subtle" size="compact-xs" onClick={guess}>{t`Guess again`}</Button>
        </p>
      )}
      <SavedMappings choice={choice} onMapping={onMapping} onGuess={guess} />
      {failure !== null && <ReaderFailure words={failure} />}
      {problems.length === 0 && <MappingCheck choice={choice} target={target} />}
      {facts.failure !== null && <ReaderFailure words={facts.failure} />}
      {facts.value === null && facts.failure === null && (
        <p className={classes.fact} role="status">
          <Trans>Reading the columns…</Trans>
        </p>
      )}
      {facts.value !== null && (
        <>
          <ul className={own.columns} aria-label={t`Columns`}>
            {mapping.columns.map((role, column) => (
              <ColumnField
                key={columnLetters(column)}
                fact={facts.value?.columns[column]}
                column={column}
                role={role}
                onRole={(next) => setRole(column, next)}
              />
            ))}
          </ul>
          <SectionSourceField
            mapping={mapping}
            sections={facts.value.sections}
            onMapping={onMapping}
          />
        </>
      )}
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

/** What is known of the columns; the former facts while those of a new mapping are read. */
const useColumnFacts = (choice: SheetChoice) =>
  useAnswer(
    useCallback(
      (signal: AbortSignal) =>
        choice.file.reader.run((ask) => ask('columns', readingOf(choice)), signal),
      [choice],
    ),
  )

/** Guesses the columns again, unless the person matches one before the guess is there. */
const useGuess = ({ choice, guessedHeader: header, onGuess, onMapping }: StepColumnsProps) => {
  const { ask, cancel, failure } = useQuestion()
  const { file, sheetIndex } = choice
  return {
    failure,
    guess: () =>
      void ask(
        (signal) => file.reader.run((put) => put('guess', { sheetIndex, header }), signal),
        onGuess,
      ),
    onMapping: (mapping: ImportMapping) => {
      cancel()
      onMapping(mapping)
    },
  }
}

const notesBelow = ({ file, sheetIndex, headerRow }: SheetChoice): number =>
  (file.sheets[sheetIndex]?.noteRows ?? []).filter((row) => row > headerRow).length

const NO_FACT = { header: '', isNamed: false, samples: [] }

function ColumnField({
  fact = NO_FACT,
  column,
  role,
  onRole,
}: {
  fact: ColumnFacts['columns'][number] | undefined
  column: number
  role: ColumnRole
  onRole: (role: ColumnRole) => void
}) {
  const { t } = useLingui()
  const letters = columnLetters(column)
  const { header, isNamed, samples } = fact
  // Formats or a stray cell reach far to the right of many tables.
  const isEmpty = samples.length === 0 && !isNamed
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
