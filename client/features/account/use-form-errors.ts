import { useState } from 'react'
import { Refusal } from '#schema/refusal.ts'
import type { FieldError } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'

/**
 * One form whose call may be refused: its errors, and whether it is under way.
 * @param inputs the input of each field that a refusal can name
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
  /** Nothing is called while `problems` finds any. */
  const run = async (problems: readonly FieldError[], call: () => Promise<void>): Promise<void> => {
    setErrors(problems)
    if (problems.length > 0) return
    setBusy(true)
    await call().catch(show)
    setBusy(false)
  }
  return { errors, errorOf, isBusy, run, setErrors }
}
