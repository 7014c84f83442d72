import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { newId } from '../../lib/mutate.ts'
import type { ImportResult } from './import-steps.tsx'
import { NO_FILES } from './reqif/attach-files.ts'
import { type ImportProgress, type ImportTarget } from './run-import.ts'
import { type DocumentPart, importSheets } from './run-sheets.ts'
import { writtenRows } from './written-rows.ts'

interface SheetsRunOptions {
  target: ImportTarget
  onRunning: (isRunning: boolean) => void
  onStep: (
    step: { name: 'progress'; progress: ImportProgress } | { name: 'done'; result: ImportResult },
  ) => void
}

/** Writes several documents of a file, shows how far it is, and can stop it between two steps. */
export const useSheetsRun = ({ target, onRunning, onStep }: SheetsRunOptions) => {
  const { t } = useLingui()
  const stopper = useRef<AbortController | null>(null)
  const start = async (fileName: string, parts: readonly DocumentPart[]) => {
    const [first] = parts
    if (first === undefined) return
    const controller = new AbortController()
    stopper.current = controller
    onRunning(true)
    let progress: ImportProgress = { done: 0, total: 1, created: 0, updated: 0 }
    let files = NO_FILES
    let error: unknown = null
    try {
      files = await importSheets({
        ...{ target, parts, signal: controller.signal },
        undo: { undoGroup: newId(), undoLabel: t`Import of ${fileName}` },
        onProgress: (next) => {
          progress = next
          onStep({ name: 'progress', progress: next })
        },
      })
    } catch (reason) {
      error = reason
    }
    onRunning(false)
    const isStopped = controller.signal.aborted && progress.done < progress.total
    const refusedRows = parts.reduce((sum, { plan }) => sum + plan.refusedRows, 0)
    const plan = { ...first.plan, unknownIds: [], refusedRows }
    const rows = writtenRows(parts.map((part) => part.plan))
    onStep({ name: 'done', result: { plan, progress, isStopped, error, files, rows } })
  }
  return { start, stop: () => stopper.current?.abort() }
}
