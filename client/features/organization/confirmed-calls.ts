import type { ReactNode } from 'react'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/feedback/toast.tsx'

export interface Asked {
  title: string
  body: ReactNode
  confirmLabel: string
  call: () => Promise<unknown>
  done: string
}

/**
 * Calls from a row's menu: what came of each is said, and the list is asked for again; `ask` puts a
 * question before what takes something away.
 */
export const confirmedCalls = (onChanged: () => void) => {
  const run = async (call: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await call()
      toast.success(done)
    } catch (error) {
      toast.error(error)
    }
    onChanged()
  }
  const ask = async ({ call, done, ...question }: Asked): Promise<void> => {
    if (await confirm({ ...question, danger: true })) await run(call, done)
  }
  return { run, ask }
}
