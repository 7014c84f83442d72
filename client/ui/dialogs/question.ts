import type { ReactNode } from 'react'

export interface ConfirmOptions {
  title: string
  body: ReactNode
  confirmLabel: string
  /** The action takes something away. */
  danger?: boolean
}
/** later: Esc, or a click outside. */
export type Answer = 'yes' | 'no' | 'later'
export interface DialogQuestion extends ConfirmOptions {
  /** What the other button says where it does something; Cancel unless told otherwise. */
  refuseLabel?: string
  answer: (answer: Answer) => void
}

const listeners = new Set<() => void>()
let question: DialogQuestion | null = null

const ask = (next: DialogQuestion | null) => {
  question = next
  for (const listener of listeners) listener()
}
/** The question that is open; confirm.tsx draws it. */
export const openQuestion = (): DialogQuestion | null => question
export const onQuestion = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks for one of two, neither of which is nothing; Esc and a click outside put it off. */
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
