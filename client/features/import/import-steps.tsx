import { useEffect, useRef, useState } from 'react'
import { DEFAULT_SECTION, type ImportMapping } from '#schema/rules/excel/excel-rows-mapping.ts'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import type { ReqifTable } from '#schema/rules/reqif/reqif-table.ts'
import { ChooseSheet, choiceOf } from './choose-sheet.tsx'
import classes from './import-dialog.module.css'
import { openFile } from './parse-file.ts'
import type { BestSheet, OpenFile } from './parsed-file.ts'
import type { SheetReader } from './reader/sheet-reader.ts'
import type { AttachedFiles } from './reqif/attach-files.ts'
import { ChooseSpecification } from './reqif/choose-specification.tsx'
import { type ReqifChoice, reqifChoice } from './reqif/reqif-choice.ts'
import { SeveralSpecifications } from './reqif/several-specifications.tsx'
import { keepMapping } from './remembered.ts'
import { type ImportProgress, type ImportTarget } from './run-import.ts'
import { SeveralSheets } from './several-sheets.tsx'
import { StepColumns } from './step-columns.tsx'
import { StepDone } from './step-done.tsx'
import { StepFile } from './step-file.tsx'
import { StepPreview } from './step-preview.tsx'
import { StepProgress } from './step-progress.tsx'
import { useImportRun } from './use-import-run.ts'
import { StepTrail } from './step-trail.tsx'

export interface SheetChoice {
  file: OpenFile
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

/** Without a sheet, there is nothing to read. */
const NO_GUESS: BestSheet = {
  sheetIndex: 0,
  guess: {
    ...{ headerRow: 0, names: [] },
    mapping: { columns: [], sectionFrom: 'columns', defaultSection: DEFAULT_SECTION },
  },
}

/** The sheet that looks most like requirements, read as it looks, or as the last file was. */
const chooseBest = (target: ImportTarget, file: OpenFile): SheetChoice => {
  const { sheetIndex, guess } = file.best ?? NO_GUESS
  return choiceOf(target, { file, sheetIndex }, guess)
}

/** The readers of the files that a person opened; only the last one stays. */
const useReaders = () => {
  const current = useRef<SheetReader | null>(null)
  const keepOnly = (reader: SheetReader | null) => {
    if (current.current !== reader) current.current?.end()
    current.current = reader
  }
  useEffect(() => () => current.current?.end(), [])
  return keepOnly
}

export interface ImportStepsProps {
  target: ImportTarget
  onRunning: (isRunning: boolean) => void
  onClose: () => void
}

type Several = Extract<Step, { name: 'reqif' }> | { name: 'sheet'; choice: SheetChoice }

/** The steps of an import into a document, or of several sheets or specifications as documents. */
export function ImportSteps(props: ImportStepsProps) {
  const keepOnly = useReaders()
  const [left, setLeft] = useState<{ at: Several; isSeveral: boolean } | null>(null)
  const back = () => setLeft((now) => (now === null ? null : { ...now, isSeveral: false }))
  if (left?.isSeveral === true)
    return left.at.name === 'reqif' ? (
      <SeveralSpecifications {...props} choice={left.at.reqif} onBack={back} />
    ) : (
      <SeveralSheets {...props} choice={left.at.choice} onReader={keepOnly} onBack={back} />
    )
  return (
    <DocumentSteps
      {...props}
      onReader={keepOnly}
      start={left === null ? { name: 'file' } : left.at}
      onSeveral={(at) => setLeft({ at, isSeveral: true })}
    />
  )
}

interface DocumentStepsProps extends ImportStepsProps {
  start: Step
  /** The reader that is used from now on. */
  onReader: (reader: SheetReader | null) => void
  onSeveral: (at: Several) => void
}

/** The steps of the import, in order. All steps work on the same choice. */
function DocumentSteps(props: DocumentStepsProps) {
  const { target, onRunning, onClose, onReader, onSeveral } = props
  const [step, setStep] = useState<Step>(props.start)
  const { start, stop } = useImportRun({ target, onRunning, onStep: setStep })
  const go = (name: 'sheet' | 'columns' | 'preview', choice: SheetChoice) =>
    setStep({ name, choice })

  const open = (file: OpenFile) => {
    onReader(file.reader)
    const reqif = reqifChoice(file)
    if (reqif === null) go('sheet', chooseBest(target, file))
    else setStep({ name: 'reqif', reqif })
  }

  return (
    <div className={classes.steps}>
      <StepTrail step={step.name} />
      {step.name === 'file' && (
        <StepFile
          parse={openFile}
          onParsed={(file, source) => open({ ...file, source })}
          onCancel={onClose}
        />
      )}
      {step.name === 'sheet' && (
        <ChooseSheet
          choice={step.choice}
          target={target}
          onChoice={(choice) => go('sheet', choice)}
          onFile={open}
          onSeveral={() => onSeveral({ name: 'sheet', choice: step.choice })}
          onBack={() => setStep({ name: 'file' })}
          onNext={() => go('columns', step.choice)}
        />
      )}
      {step.name === 'reqif' && (
        <ChooseSpecification
          choice={step.reqif}
          target={target}
          onChoice={(reqif) => setStep({ name: 'reqif', reqif })}
          onSeveral={() => onSeveral({ name: 'reqif', reqif: step.reqif })}
          onBack={() => setStep({ name: 'file' })}
          onNext={(choice) => go('preview', choice)}
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
          guessedHeader={{ row: step.choice.headerRow, depth: 1 }}
          onGuess={({ names, mapping }) => {
            const { file, sheetIndex, headerRow } = step.choice
            go('columns', { file, sheetIndex, headerRow, names, mapping })
          }}
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
            // The plan is here; its rows are no longer asked for.
            onReader(null)
            void start(plan, { choice: step.choice, ownerId })
          }}
        />
      )}
      {step.name === 'progress' && <StepProgress progress={step.progress} onStop={() => stop()} />}
      {step.name === 'done' && <StepDone result={step.result} target={target} onClose={onClose} />}
    </div>
  )
}
