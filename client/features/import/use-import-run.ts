import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { newId } from '../../lib/mutate.ts'
import type { ImportResult, SheetChoice } from './import-steps.tsx'
import { attachFiles, NO_FILES } from './reqif/attach-files.ts'
import { type ImportProgress, type ImportTarget, rowsToWrite, runImport } from './run-import.ts'
import { writtenRows } from './written-rows.ts'

interface RunImportOptions {
  target: ImportTarget
  onRunning: (isRunning: boolean) => void
  onStep: (
    step: { name: 'progress'; progress: ImportProgress } | { name: 'done'; result: ImportResult },
  ) => void
}

/** Writes a plan, shows how far it is, and can stop it between two steps. */
export const useImportRun = ({ target, onRunning, onStep }: RunImportOptions) => {
  const { t } = useLingui()
  const stopper = useRef<AbortController | null>(null)
  const start = async (
    plan: ImportPlan,
    { choice, ownerId }: { choice: SheetChoice; ownerId: number | null | undefined },
  ) => {
    const { fileName } = choice.file
    const controller = new AbortController()
    stopper.current = controller
    onRunning(true)
    const total = rowsToWrite(plan)
    let progress: ImportProgress = { done: 0, total, created: 0, updated: 0 }
    const show = (next: ImportProgress) => {
      progress = next
      onStep({ name: 'progress', progress: next })
    }
    const undo = { undoGroup: newId(), undoLabel: t`Import of ${fileName}` }
    const { signal } = controller
    let error: unknown = null
    let files = NO_FILES
    try {
      await runImport({ target, plan, ownerId, undo, signal, onProgress: show })
      if (!signal.aborted) files = await attachFiles({ target, choice, plan, undo })
    } catch (reason) {
      error = reason
    }
    onRunning(false)
    onStep({
      name: 'done',
      result: {
        plan,
        progress,
        isStopped: controller.signal.aborted && progress.done < progress.total,
        error,
        files,
        rows: writtenRows([plan]),
      },
    })
  }

  return { start, stop: () => stopper.current?.abort() }
}
