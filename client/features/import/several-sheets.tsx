import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { guessTable } from '#schema/rules/excel/guess/guess-table.ts'
import classes from './import-dialog.module.css'
import {
  documentColumns,
  mapAlike,
  pickSheets,
  pickTexts,
  planOfNew,
  type SheetPick,
} from './import-sheets.ts'
import type { ImportResult, ImportStepsProps, SheetChoice } from './import-steps.tsx'
import type { ImportProgress } from './run-import.ts'
import type { DocumentPart } from './run-sheets.ts'
import { StepColumns } from './step-columns.tsx'
import { StepDone } from './step-done.tsx'
import { StepProgress } from './step-progress.tsx'
import { StepSheets } from './step-sheets.tsx'
import { StepTrail } from './step-trail.tsx'
import { useSheetsRun } from './use-sheets-run.ts'

type View =
  | { name: 'sheet' }
  | { name: 'columns'; index: number; choice: SheetChoice }
  | { name: 'progress'; progress: ImportProgress }
  | { name: 'done'; result: ImportResult }

interface SeveralSheetsProps extends ImportStepsProps {
  choice: SheetChoice
  onBack: () => void
}

/** The import of several sheets, each as a new document of the package. */
export function SeveralSheets({ target, choice, onRunning, onBack, onClose }: SeveralSheetsProps) {
  const { t } = useLingui()
  const [columns] = useState(() => documentColumns(choice))
  const [column, setColumn] = useState<number | null>(() =>
    choice.file.sheets.length > 1 ? null : (columns[0]?.column ?? null),
  )
  const picksOf = (at: number | null) => (at === null ? pickSheets(choice) : pickTexts(choice, at))
  const [picks, setPicks] = useState<readonly SheetPick[]>(() => picksOf(column))
  const [view, setView] = useState<View>({ name: 'sheet' })
  const put = (index: number, pick: SheetPick) =>
    setPicks((all) => all.map((one, at) => (at === index ? pick : one)))
  const keep = (index: number, next: SheetChoice) => {
    const pick = picks[index]
    if (pick !== undefined) put(index, { ...pick, choice: next })
    setView({ name: 'sheet' })
  }
  const { start, stop } = useSheetsRun({ target, onRunning, onStep: setView })
  const parts = (): DocumentPart[] =>
    picks
      .filter(({ isTaken }) => isTaken)
      .map((pick) => ({
        ...{ documentId: pick.documentId, newName: pick.name },
        ...{ choice: pick.choice, plan: planOfNew(pick.choice) },
      }))
  return (
    <div className={classes.steps}>
      <StepTrail step={view.name} />
      {view.name === 'sheet' && (
        <StepSheets
          {...{ picks, columns, column }}
          onColumn={(next) => {
            setColumn(next)
            setPicks(picksOf(next))
          }}
          onPick={put}
          onColumns={(index) => {
            const pick = picks[index]
            if (pick !== undefined) setView({ name: 'columns', index, choice: pick.choice })
          }}
          onAlike={(index) => {
            const model = picks[index]?.choice
            if (model !== undefined) setPicks(mapAlike(picks, model))
          }}
          onBack={onBack}
          onImport={() => void start(choice.file.fileName, parts())}
        />
      )}
      {view.name === 'columns' && (
        <StepColumns
          choice={view.choice}
          target={{ ...target, documentId: picks[view.index]?.documentId ?? '' }}
          nextText={t`Use these columns`}
          onMapping={(mapping) =>
            setView({ ...view, choice: { ...view.choice, mapping, isMapped: true } })
          }
          onGuess={() => setView({ ...view, choice: guessedAgain(view.choice) })}
          onBack={() => setView({ name: 'sheet' })}
          onNext={() => keep(view.index, view.choice)}
        />
      )}
      {view.name === 'progress' && <StepProgress progress={view.progress} onStop={stop} />}
      {view.name === 'done' && <StepDone result={view.result} target={target} onClose={onClose} />}
    </div>
  )
}

const guessedAgain = ({ file, sheetIndex, mapping: { only } }: SheetChoice): SheetChoice => {
  const { headerRow, names, mapping } = guessTable(
    file.sheets[sheetIndex] ?? { rows: [], merges: [] },
  )
  const own = { ...mapping, ...(only === undefined ? {} : { only }) }
  return { file, sheetIndex, headerRow, names, mapping: own }
}
