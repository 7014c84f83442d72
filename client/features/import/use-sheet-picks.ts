import { useCallback, useEffect, useState } from 'react'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import {
  documentColumns,
  pickSheets,
  pickTexts,
  planOfNew,
  type SheetPick,
} from './import-sheets.ts'
import type { SheetChoice } from './import-steps.tsx'
import { useAnswer, useQuestion } from './reader/use-answer.ts'

/** How the rows of a file are divided into documents. */
interface Division {
  /** The columns whose texts can name documents. */
  columns: readonly { column: number; name: string }[]
  /** The column that names the documents; null = each sheet is one. */
  column: number | null
  picks: readonly SheetPick[]
}

const picksOf = (choice: SheetChoice, column: number | null, signal: AbortSignal) =>
  column === null ? pickSheets(choice, signal) : pickTexts(choice, column, signal)

/** The documents that a file can become; null while they are read. */
export const useSheetPicks = (choice: SheetChoice) => {
  const [division, setDivision] = useState<Division | null>(null)
  const { ask, failure } = useQuestion()
  useEffect(() => {
    void ask(async (signal) => {
      const columns = await documentColumns(choice, signal)
      const column = choice.file.sheets.length > 1 ? null : (columns[0]?.column ?? null)
      return { columns, column, picks: await picksOf(choice, column, signal) }
    }, setDivision)
  }, [ask, choice])
  const setPicks = (change: (picks: readonly SheetPick[]) => readonly SheetPick[]) =>
    setDivision((now) => (now === null ? null : { ...now, picks: change(now.picks) }))
  const divideBy = (column: number | null) =>
    void ask(
      (signal) => picksOf(choice, column, signal),
      (picks) => setDivision((now) => (now === null ? null : { ...now, column, picks })),
    )
  return { division, setPicks, divideBy, failure }
}

const NO_PLANS: ReadonlyMap<SheetChoice, ImportPlan> = new Map()

/** Plans one document after the other. */
export const usePickPlans = (picks: readonly SheetPick[]) => {
  const [ready, setReady] = useState(NO_PLANS)
  const next = picks.find(({ choice, isTaken }) => isTaken && !ready.has(choice))?.choice
  const { failure } = useAnswer(
    useCallback(
      async (signal: AbortSignal) => {
        if (next === undefined) return
        const plan = await planOfNew(next, signal)
        if (!signal.aborted) setReady((all) => new Map(all).set(next, plan))
      },
      [next],
    ),
  )
  return { plans: picks.map(({ choice }) => ready.get(choice)), failure }
}
