import { useCallback, useEffect, useState } from 'react'
import { assignmentOf } from '#schema/rules/access/assignment.ts'
import { serverNow } from '../../../lib/clock.ts'
import { projectOfferDenial } from '../../../lib/offers/project-offers.ts'
import { readRow, useProjectState } from '../../../lib/project-store.ts'
import classes from '../import-dialog.module.css'
import type { ImportResult, ImportStepsProps } from '../import-steps.tsx'
import { useAnswer, useQuestion } from '../reader/use-answer.ts'
import type { ImportProgress, ImportTarget } from '../run-import.ts'
import { StepDone } from '../step-done.tsx'
import { StepProgress } from '../step-progress.tsx'
import { StepTrail } from '../step-trail.tsx'
import { useSheetsRun } from '../use-sheets-run.ts'
import type { ReqifChoice } from './reqif-choice.ts'
import {
  pickSpecifications,
  type PlannedSpecification,
  planSpecification,
  type SpecificationPick,
  wantedPlan,
} from './specification-picks.ts'
import { StepSpecifications } from './step-specifications.tsx'

type View =
  | { name: 'columns' }
  | { name: 'progress'; progress: ImportProgress }
  | { name: 'done'; result: ImportResult }

interface SeveralSpecificationsProps extends ImportStepsProps {
  choice: ReqifChoice
  onBack: () => void
}

/** Tells whether the person may write to the document of a specification, or create it. */
const useMayImport = ({ projectId, documentId }: ImportTarget) => {
  const { summary: project, actor } = useProjectState(projectId)
  return ({ isNew, documentId: id }: SpecificationPick): boolean => {
    const document = readRow(projectId, 'document', isNew ? documentId : id)
    if (project === undefined || actor === undefined || document === undefined) return false
    const inPackage = readRow(projectId, 'package', document.packageId)
    const place = isNew ? { inPackage } : { inPackage, inDocument: document }
    return (
      projectOfferDenial(isNew ? 'documents.create' : 'requirements.import', {
        ...{ actor, project, now: serverNow() },
        in: assignmentOf(actor.userId, place),
      }) === null
    )
  }
}

/** Plans one specification after the other. */
const usePlans = (choice: ReqifChoice, picks: readonly SpecificationPick[], projectId: string) => {
  const [plans, setPlans] = useState<ReadonlyMap<number, PlannedSpecification>>(new Map())
  const next = picks.find(({ at, isTaken }) => isTaken && !plans.has(at))
  const [at, documentId] = [next?.at, next?.documentId]
  const { failure } = useAnswer(
    useCallback(
      async (signal: AbortSignal) => {
        if (at === undefined || documentId === undefined) return
        const plan = await planSpecification(choice, { at, projectId, documentId }, signal)
        if (!signal.aborted) setPlans((all) => new Map(all).set(at, plan))
      },
      [choice, at, documentId, projectId],
    ),
  )
  return { plans, failure }
}

/** The import of several specifications, each to the document that it belongs to or a new one. */
export function SeveralSpecifications(props: SeveralSpecificationsProps) {
  const { target, choice, onRunning, onBack, onClose } = props
  const { projectId } = target
  const [picks, setPicks] = useState<readonly SpecificationPick[]>([])
  const [view, setView] = useState<View>({ name: 'columns' })
  const mayImport = useMayImport(target)
  const allowed = picks.map((pick) => {
    const isAllowed = mayImport(pick)
    return { ...pick, isAllowed, isTaken: pick.isTaken && isAllowed }
  })
  const planned = usePlans(choice, allowed, projectId)
  const { ask, failure } = useQuestion()
  const { start, stop } = useSheetsRun({ target, onRunning, onStep: setView })
  useEffect(() => {
    void ask((signal) => pickSpecifications(choice, projectId, signal), setPicks)
  }, [ask, choice, projectId])
  const parts = allowed.flatMap((pick) => {
    const { at, isTaken, isNew, name, documentId } = pick
    const part = planned.plans.get(at)
    if (!isTaken || part === undefined) return []
    const plan = wantedPlan(part.plan, pick)
    return [{ documentId, newName: isNew ? name : null, ...part, plan }]
  })
  return (
    <div className={classes.steps}>
      <StepTrail step={view.name} />
      {view.name === 'columns' && (
        <StepSpecifications
          {...{ plans: planned.plans, picks: allowed }}
          failure={failure ?? planned.failure}
          onPick={(index, pick) =>
            setPicks((all) => all.map((one, at) => (at === index ? { ...one, ...pick } : one)))
          }
          onBack={onBack}
          onImport={() => void start(choice.file.fileName, parts)}
        />
      )}
      {view.name === 'progress' && <StepProgress progress={view.progress} onStop={stop} />}
      {view.name === 'done' && <StepDone result={view.result} target={target} onClose={onClose} />}
    </div>
  )
}
