import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import classes from './import-dialog.module.css'
import { mapAlike, type SheetPick } from './import-sheets.ts'
import type { ImportResult, ImportStepsProps, SheetChoice } from './import-steps.tsx'
import type { SheetGuess } from './reader/questions.ts'
import { ReaderFailure } from './reader/reader-failure.tsx'
import type { ImportProgress } from './run-import.ts'
import type { DocumentPart } from './run-sheets.ts'
import { StepColumns } from './step-columns.tsx'
import { StepDone } from './step-done.tsx'
import { StepFrame } from './step-frame.tsx'
import { StepProgress } from './step-progress.tsx'
import { StepSheets } from './step-sheets.tsx'
import { StepTrail } from './step-trail.tsx'
import { usePickPlans, useSheetPicks } from './use-sheet-picks.ts'
import { useSheetsRun } from './use-sheets-run.ts'

type View =
  | { name: 'sheet' }
  | { name: 'columns'; index: number; choice: SheetChoice }
  | { name: 'progress'; progress: ImportProgress }
  | { name: 'done'; result: ImportResult }

interface SeveralSheetsProps extends ImportStepsProps {
  choice: SheetChoice
  onReader: (reader: null) => void
  onBack: () => void
}

/** The import of several sheets, each as a new document of the package. */
export function SeveralSheets(props: SeveralSheetsProps) {
  const { target, choice, onReader, onRunning, onBack, onClose } = props
  const { t } = useLingui()
  const { division, setPicks, divideBy, failure } = useSheetPicks(choice)
  const picks = division?.picks ?? NO_PICKS
  const planned = usePickPlans(picks)
  const [view, setView] = useState<View>({ name: 'sheet' })
  const keep = (index: number, next: SheetChoice) => {
    setPicks((all) => all.map((one, at) => (at === index ? { ...one, choice: next } : one)))
    setView({ name: 'sheet' })
  }
  const { start, stop } = useSheetsRun({ target, onRunning, onStep: setView })
  const parts = (): DocumentPart[] =>
    picks.flatMap(({ isTaken, documentId, name, choice: own }, index) => {
      const plan = planned.plans[index]
      return isTaken && plan !== undefined ? [{ documentId, newName: name, choice: own, plan }] : []
    })
  return (
    <div className={classes.steps}>
      <StepTrail step={view.name} />
      {view.name === 'sheet' && division === null && (
        <PicksAwaited failure={failure} onBack={onBack} />
      )}
      {view.name === 'sheet' && division !== null && (
        <StepSheets
          {...{ picks, columns: division.columns, column: division.column }}
          plans={planned.plans}
          failure={failure ?? planned.failure}
          onColumn={divideBy}
          onPick={(index, pick) =>
            setPicks((all) => all.map((one, at) => (at === index ? pick : one)))
          }
          onColumns={(index) => {
            const pick = picks[index]
            if (pick !== undefined) setView({ name: 'columns', index, choice: pick.choice })
          }}
          onAlike={(index) => {
            const model = picks[index]?.choice
            if (model !== undefined) setPicks((all) => mapAlike(all, model))
          }}
          onBack={onBack}
          onImport={() => {
            const plans = parts()
            // The plans are here; their rows are no longer asked for.
            onReader(null)
            void start(choice.file.fileName, plans)
          }}
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
          onGuess={(guess) => setView({ ...view, choice: guessedAgain(view.choice, guess) })}
          onBack={() => setView({ name: 'sheet' })}
          onNext={() => keep(view.index, view.choice)}
        />
      )}
      {view.name === 'progress' && <StepProgress progress={view.progress} onStop={stop} />}
      {view.name === 'done' && <StepDone result={view.result} target={target} onClose={onClose} />}
    </div>
  )
}

const NO_PICKS: readonly SheetPick[] = []

const guessedAgain = (
  { file, sheetIndex, mapping: { only } }: SheetChoice,
  { headerRow, names, mapping }: SheetGuess,
): SheetChoice => {
  const own = { ...mapping, ...(only === undefined ? {} : { only }) }
  return { file, sheetIndex, headerRow, names, mapping: own }
}

function PicksAwaited({ failure, onBack }: { failure: string | null; onBack: () => void }) {
  const { t } = useLingui()
  return (
    <StepFrame
      title={t`Import as several documents`}
      footer={<Button variant="default" onClick={onBack}>{t`Back`}</Button>}
    >
      {failure === null ? (
        <p role="status">
          <Trans>The documents are being read.</Trans>
        </p>
      ) : (
        <ReaderFailure words={failure} />
      )}
    </StepFrame>
  )
}
