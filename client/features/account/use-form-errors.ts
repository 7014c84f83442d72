import { useState } from 'react'
import { Refusal } from '#schema/refusal.ts'
import type { FieldError } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'

/**
 * State of a form whose call the server may refuse: its errors, and whether a call is running.
 * @param inputs the input id of each field that a refusal can name
 */
export const useFormErrors = (inputs: Readonly<Record<string, string>>) => {
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const errorOf = (inputId: string): string | undefined =>
    errors.find((error) => error.inputId === inputId)?.text
  const show = (error: unknown): void =>
    setErrors([
      {
        inputId:
          error instanceof Refusal && error.field !== undefined
            ? (inputs[error.field] ?? null)
            : null,
        text: refusalText(error),
      },
    ])
  /** Makes the call only if `problems` is empty. */
  const run = async (problems: readonly FieldError[], call: () => Promise<void>): Promise<void> => {
    setErrors(problems)
    if (problems.length > 0) return
    setBusy(true)
    await call().catch(show)
    setBusy(false)
  }
  return { errors, errorOf, isBusy, run, setErrors }
}
