import { useEffect, useState } from 'react'
import type { SeenTable } from '#schema/rules/export/seen-table.ts'
import type { ReadSeen } from '../../lib/asked-export.ts'
import { toast } from '../../ui/feedback/toast.tsx'

interface SeenState {
  /** The table as it was when the dialog opened; null = it is being read. */
  table: SeenTable | null
  /** How far a long reading is; null = it has nothing to tell. */
  progress: { done: number; total: number } | null
}

/** Reads the table once; the reading ends with the component. */
export const useSeen = (read: ReadSeen, onClose: () => void): SeenState => {
  const [state, setState] = useState<SeenState>({ table: null, progress: null })
  const [start] = useState(() => ({ read, onClose }))
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const tell = (done: number, total: number) => {
      if (!signal.aborted) setState({ table: null, progress: { done, total } })
    }
    void Promise.resolve()
      .then(() => start.read({ signal, tell }))
      .then(
        (table) => {
          if (!signal.aborted) setState({ table, progress: null })
        },
        (error: unknown) => {
          if (signal.aborted) return
          toast.error(error)
          start.onClose()
        },
      )
    return () => stop.abort()
  }, [start])
  return state
}
