import { useState } from 'react'
import { guessTable, type TableGuess } from '#schema/rules/excel/guess/guess-table.ts'
import { guessWorkbook } from '#schema/rules/excel/guess/rank-sheets.ts'
import type { ImportMapping } from '#schema/rules/excel/excel-rows-mapping.ts'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import type { ReqifTable } from '#schema/rules/reqif/reqif-table.ts'
import classes from './import-dialog.module.css'
import type { ParsedFile } from './parsed-file.ts'
import type { AttachedFiles } from './reqif/attach-files.ts'
import { type ReqifChoice, reqifChoice, sheetOfReqif } from './reqif/reqif-choice.ts'
import { SeveralSpecifications } from './reqif/several-specifications.tsx'
import { StepReqif } from './reqif/step-reqif.tsx'
import { keepMapping, mappingFor } from './remembered.ts'
import { type ImportProgress, type ImportTarget } from './run-import.ts'
import { SeveralSheets } from './several-sheets.tsx'
import { StepColumns } from './step-columns.tsx'
import { StepDone } from './step-done.tsx'
import { StepFile } from './step-file.tsx'
import { StepPreview } from './step-preview.tsx'
import { StepProgress } from './step-progress.tsx'
import { StepSheet } from './step-sheet.tsx'
import { useImportRun } from './use-import-run.ts'
import { StepTrail } from './step-trail.tsx'

export interface SheetChoice {
  file: ParsedFile
  sheetIndex: number
  /** From 1; 0 = no header row. */
  headerRow: number
  mapping: ImportMapping
  /** The names of the columns in the header row. */
  names: readonly string[]
  /** The person has changed the mapping, so that another header row keeps it. */
  isMapped?: boolean
  /** The mapping of the last import into the document. */
  isRemembered?: boolean
  /** The table comes from ReqIF, with files to attach. */
  reqif?: { from: ReqifChoice; files: ReqifTable['files'] }
}
export interface ImportResult {
  plan: ImportPlan
  progress: ImportProgress
  isStopped: boolean
  error: unknown
  /** The requirements that the import writes, by id, with their names. */
  rows: ReadonlyMap<string, string>
  files?: AttachedFiles
}
type Step =
  | { name: 'file' }
  | { name: 'sheet' | 'columns' | 'preview'; choice: SheetChoice }
  | { name: 'reqif'; reqif: ReqifChoice }
  | { name: 'progress'; progress: ImportProgress }
  | { name: 'done'; result: ImportResult }

const NO_SHEET = { rows: [], merges: [] }

const choiceOf = (
  target: ImportTarget,
  { file, sheetIndex }: Pick<SheetChoice, 'file' | 'sheetIndex'>,
  { headerRow, names, mapping }: TableGuess,
): SheetChoice => {
  const remembered = mappingFor(target, { names, mapping })
  return {
    ...{ file, sheetIndex, headerRow, names },
    mapping: remembered ?? mapping,
    ...(remembered === null ? {} : { isRemembered: true }),
  }
}

/** The sheet that looks most like requirements, read as it looks, or as the last file was. */
const chooseBest = (target: ImportTarget, file: ParsedFile): SheetChoice => {
  const { sheetIndex, guesses } = guessWorkbook(file.sheets)
  return choiceOf(target, { file, sheetIndex }, guesses[sheetIndex] ?? guessTable(NO_SHEET))
}

const chooseSheet = (target: ImportTarget, file: ParsedFile, sheetIndex: number): SheetChoice =>
  choiceOf(target, { file, sheetIndex }, guessTable(file.sheets[sheetIndex] ?? NO_SHEET))

const guessAt = (
  { file, sheetIndex }: SheetChoice,
  header: { row: number; depth: 1 | 2 },
): TableGuess => guessTable(file.sheets[sheetIndex] ?? NO_SHEET, header)

const withHeader = (
  target: ImportTarget,
  choice: SheetChoice,
  header: { row: number; depth: 1 | 2 },
): SheetChoice => {
  const guess = guessAt(choice, header)
  const { row: headerRow, depth: headerRows } = header
  if (choice.isMapped !== true) return choiceOf(target, choice, { ...guess, headerRow })
  return { ...choice, headerRow, names: guess.names, mapping: { ...choice.mapping, headerRows } }
}

const guessedAgain = (choice: SheetChoice): SheetChoice => {
  const { file, sheetIndex, headerRow } = choice
  const { names, mapping } = guessAt(choice, { row: headerRow, depth: 1 })
  return { file, sheetIndex, headerRow, names, mapping }
}

export interface ImportStepsProps {
  target: ImportTarget
  onRunning: (isRunning: boolean) => void
  onClose: () => void
}

type Several = Extract<Step, { name: 'reqif' }> | { name: 'sheet'; choice: SheetChoice }

/** The steps of an import into a document, or of several sheets or specifications as documents. */
export function ImportSteps(props: ImportStepsProps) {
  const [left, setLeft] = useState<{ at: Several; isSeveral: boolean } | null>(null)
  const back = () => setLeft((now) => (now === null ? null : { ...now, isSeveral: false }))
  if (left?.isSeveral === true)
    return left.at.name === 'reqif' ? (
      <SeveralSpecifications {...props} choice={left.at.reqif} onBack={back} />
    ) : (
      <SeveralSheets {...props} choice={left.at.choice} onBack={back} />
    )
  return (
    <DocumentSteps
      {...props}
      start={left === null ? { name: 'file' } : left.at}
      onSeveral={(at) => setLeft({ at, isSeveral: true })}
    />
  )
}

interface DocumentStepsProps extends ImportStepsProps {
  start: Step
  onSeveral: (at: Several) => void
}

/** The steps of the import, in order. All steps work on the same choice. */
function DocumentSteps(props: DocumentStepsProps) {
  const { target, onRunning, onClose, onSeveral } = props
  const [step, setStep] = useState<Step>(props.start)
  const { start, stop } = useImportRun({ target, onRunning, onStep: setStep })
  const go = (name: 'sheet' | 'columns' | 'preview', choice: SheetChoice) =>
    setStep({ name, choice })

  const open = (file: ParsedFile) => {
    const reqif = reqifChoice(file)
    if (reqif === null) go('sheet', chooseBest(target, file))
    else setStep({ name: 'reqif', reqif })
  }

  return (
    <div className={classes.steps}>
      <StepTrail step={step.name} />
      {step.name === 'file' && (
        <StepFile onParsed={(file, source) => open({ ...file, source })} onCancel={onClose} />
      )}
      {step.name === 'sheet' && (
        <StepSheet
          choice={step.choice}
          target={target}
          onSheet={(index) => go('sheet', chooseSheet(target, step.choice.file, index))}
          onFile={(file) => go('sheet', chooseBest(target, file))}
          onHeader={(row) => go('sheet', withHeader(target, step.choice, { row, depth: 1 }))}
          onHeaderRows={(depth) =>
            go('sheet', withHeader(target, step.choice, { row: step.choice.headerRow, depth }))
          }
          onMapping={(mapping) => go('sheet', { ...step.choice, mapping })}
          onSeveral={() => onSeveral({ name: 'sheet', choice: step.choice })}
          onBack={() => setStep({ name: 'file' })}
          onNext={() => go('columns', step.choice)}
        />
      )}
      {step.name === 'reqif' && (
        <StepReqif
          choice={step.reqif}
          onChoice={(reqif) => setStep({ name: 'reqif', reqif })}
          onSeveral={() => onSeveral({ name: 'reqif', reqif: step.reqif })}
          onBack={() => setStep({ name: 'file' })}
          onNext={(reqif) => void sheetOfReqif(reqif, target).then((one) => go('preview', one))}
        />
      )}
      {step.name === 'columns' && (
        <StepColumns
          choice={step.choice}
          target={target}
          onMapping={(mapping) => {
            // Kept at once, so that closing the dialog loses no matched column.
            keepMapping(target, step.choice.names, mapping)
            go('columns', { ...step.choice, mapping, isMapped: true })
          }}
          onGuess={() => go('columns', guessedAgain(step.choice))}
          onBack={() => go('sheet', step.choice)}
          onNext={() => go('preview', step.choice)}
        />
      )}
      {step.name === 'preview' && (
        <StepPreview
          choice={step.choice}
          target={target}
          onBack={() =>
            step.choice.reqif === undefined
              ? go('columns', step.choice)
              : setStep({ name: 'reqif', reqif: step.choice.reqif.from })
          }
          onImport={(plan, ownerId) => {
            const { names, mapping, reqif } = step.choice
            if (reqif === undefined) keepMapping(target, names, mapping)
            void start(plan, { choice: step.choice, ownerId })
          }}
        />
      )}
      {step.name === 'progress' && <StepProgress progress={step.progress} onStop={() => stop()} />}
      {step.name === 'done' && <StepDone result={step.result} target={target} onClose={onClose} />}
    </div>
  )
}
