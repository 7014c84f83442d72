import { useMediaQuery } from '@mantine/hooks'
import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { type OverridePlan, planOverrides } from '#schema/rules/excel/override-rows.ts'
import { mutate, newId, undo } from '../../../lib/mutate.ts'
import { useRows } from '../../../lib/project-store.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import classes from '../import-dialog.module.css'
import { parseFile } from '../parse-file.ts'
import { StepFile } from '../step-file.tsx'
import { chooseBest, chooseSheet, type OverrideChoice } from './override-choice.ts'
import { StepAnswers } from './step-answers.tsx'
import { StepOverrides } from './step-overrides.tsx'

interface OverridesDialogProps {
  projectId: string
  onClose: () => void
}
type Step = { choice: OverrideChoice; isPreview: boolean } | null

const NO_PLAN: OverridePlan = { changes: [], unchanged: 0, refused: [] }

/** Brings in answers that vendors gave outside the application, as overrides with a reason. */
export function OverridesDialog({ projectId, onClose }: OverridesDialogProps) {
  const { t } = useLingui()
  const isNarrow = useMediaQuery('(max-width: 767px)') ?? false
  const target = useOverrideTarget(projectId)
  const [step, setStep] = useState<Step>(null)
  const [reason, setReason] = useState('')
  const [running, setRunning] = useState<{ plan: OverridePlan; done: number } | null>(null)
  const words = useMemo(
    () => ({ yes: t`Yes`, no: t`No`, availableNow: t`Available now`, notPlanned: t`Not planned` }),
    [t],
  )
  const plan = useMemo(() => {
    // The plan that is being written stays as it was confirmed.
    if (step === null || !step.isPreview || running !== null) return NO_PLAN
    const { file, sheetIndex, headerRow, roles } = step.choice
    const rows = file.sheets[sheetIndex]?.rows ?? []
    const context = { words, own: words, releases: [] }
    return planOverrides({ rows, headerRow, roles }, target, context)
  }, [step, target, words, running])

  const run = async (choice: OverrideChoice) => {
    const { changes } = plan
    const { fileName } = choice.file
    const options = {
      scope: projectId,
      undoGroup: newId(),
      undoLabel: t`Overrides from ${fileName}`,
    }
    setRunning({ plan, done: 0 })
    try {
      for (const [at, { requirementId, vendor, parameter, value }] of changes.entries()) {
        const cell = { projectId, requirementId, vendorId: vendor.vendorId }
        await mutate(
          'overrides.set',
          { ...cell, parameterId: parameter.id, value, reason: reason.trim() },
          options,
        )
        setRunning({ plan, done: at + 1 })
      }
    } catch (error) {
      // What is written stays, and one undo takes it back; the preview shows what is left.
      setRunning(null)
      toast.error(error)
      return
    }
    onClose()
    toast.success(t`Overridden from ${fileName}`, { undo: () => undo(projectId) })
  }

  return (
    <Dialog
      onClose={onClose}
      title={t`Import overrides`}
      size={1040}
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      isClosable={running === null}
    >
      <div className={classes.steps}>
        {step === null && (
          <StepFile
            parse={parseFile}
            onCancel={onClose}
            onParsed={(file) => {
              const { fileName } = file
              setReason(t`Brought in from the file ${fileName}`)
              setStep({ choice: chooseBest(file, target), isPreview: false })
            }}
          />
        )}
        {step !== null && !step.isPreview && (
          <StepAnswers
            choice={step.choice}
            onChoice={(choice) => setStep({ choice, isPreview: false })}
            onSheet={(index) =>
              setStep({ choice: chooseSheet(step.choice.file, index, target), isPreview: false })
            }
            onBack={() => setStep(null)}
            onNext={() => setStep({ ...step, isPreview: true })}
          />
        )}
        {step?.isPreview === true && (
          <StepOverrides
            {...{ words, reason }}
            plan={running?.plan ?? plan}
            done={running?.done ?? null}
            onReason={setReason}
            onBack={() => setStep({ ...step, isPreview: false })}
            onOverride={() => void run(step.choice)}
          />
        )}
      </div>
    </Dialog>
  )
}

const useOverrideTarget = (projectId: string) => {
  const requirements = useRows(projectId, 'requirement', { projectId })
  const vendors = useRows(projectId, 'projectVendor', { projectId })
  const commitments = useRows(projectId, 'commitment', { projectId })
  const overrides = useRows(projectId, 'override', { projectId })
  return useMemo(
    () => ({ requirements, vendors, commitments, overrides }),
    [requirements, vendors, commitments, overrides],
  )
}
