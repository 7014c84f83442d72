import type { ReactNode } from 'react'

export interface ConfirmOptions {
  title: string
  body: ReactNode
  confirmLabel: string
  /** The action is destructive. */
  danger?: boolean
}
/** 'later' = Escape or a click outside. */
export type Answer = 'yes' | 'no' | 'later'
export interface DialogQuestion extends ConfirmOptions {
  /** Label of the other button if it does something; default: Cancel. */
  refuseLabel?: string
  answer: (answer: Answer) => void
}

const listeners = new Set<() => void>()
let question: DialogQuestion | null = null

const ask = (next: DialogQuestion | null) => {
  question = next
  for (const listener of listeners) listener()
}
/** The open question, rendered by confirm.tsx. */
export const openQuestion = (): DialogQuestion | null => question
export const onQuestion = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Asks the person to choose between two actions. Escape and a click outside postpone the decision.
 */
export const choose = (options: Omit<DialogQuestion, 'answer'>): Promise<Answer> =>
  new Promise((resolve) => {
    question?.answer('later')
    ask({
      ...options,
      answer: (answer) => {
        ask(null)
        resolve(answer)
      },
    })
  })
