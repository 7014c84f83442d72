import { Plural } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import classes from './error-summary.module.css'

export interface FieldError {
  /** Id of the input with the error; null = the error concerns the whole form. */
  inputId: string | null
  text: string
}

const FIELDS = 'input, textarea, select, button'

/** The input, or the first one of a group of checkboxes; null if the form has no such element. */
const fieldOf = (inputId: string | null): HTMLElement | null => {
  const named = inputId === null ? null : document.getElementById(inputId)
  return named === null || named.matches(FIELDS) ? named : named.querySelector<HTMLElement>(FIELDS)
}

const isWriting = (): boolean =>
  document.activeElement instanceof HTMLInputElement ||
  document.activeElement instanceof HTMLTextAreaElement

/**
 * Lists the errors of a form with links to their inputs. When errors appear, the focus moves to the
 * first such input, or to the summary if there is none; it does not move while the person corrects
 * one.
 */
export function ErrorSummary({ errors }: { errors: readonly FieldError[] }) {
  const box = useRef<HTMLDivElement>(null)
  const signature = errors.map((error) => error.text).join('\n')
  const shown = useRef('')
  const first = errors.find(({ inputId }) => inputId !== null)?.inputId ?? null
  useEffect(() => {
    if (signature !== '' && (shown.current === '' || !isWriting()))
      (fieldOf(first) ?? box.current)?.focus()
    shown.current = signature
  }, [signature, first])
  if (errors.length === 0) return null
  const count = errors.length
  return (
    <div ref={box} className={classes.summary} role="alert" tabIndex={-1}>
      <p className={classes.title}>
        <Plural value={count} one="There is a problem" other="There are # problems" />
      </p>
      <ul>
        {errors.map(({ inputId, text }) => (
          <li key={`${inputId ?? ''}${text}`}>
            {inputId === null ? (
              text
            ) : (
              <a
                href={`#${inputId}`}
                onClick={(event) => {
                  event.preventDefault()
                  fieldOf(inputId)?.focus()
                }}
              >
                {text}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
