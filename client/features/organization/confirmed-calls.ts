import type { ReactNode } from 'react'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/feedback/toast.tsx'

/** The person whom an action concerns, as its confirmation names them. */
export interface NamedPerson {
  userId: number
  name: string
}

export interface Asked {
  title: string
  body: ReactNode
  confirmLabel: string
  call: () => Promise<unknown>
  done: string
  /** True = the confirmation is not shown as dangerous. */
  isHarmless?: boolean
}

/**
 * Runs calls from a row's menu: reports the result in a toast and reloads the list. `ask` first
 * confirms destructive calls.
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
  const ask = async ({ call, done, isHarmless = false, ...question }: Asked): Promise<void> => {
    if (await confirm({ ...question, danger: !isHarmless })) await run(call, done)
  }
  return { run, ask }
}
