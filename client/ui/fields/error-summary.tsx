import { Plural } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import classes from './error-summary.module.css'

export interface FieldError {
  /** id of the input that is to be mended; null for an error of the whole form. */
  inputId: string | null
  text: string
}

const FIELDS = 'input, textarea, select, button'

/** The input, or the first one of a group of boxes; null where the form has none of that name. */
const fieldOf = (inputId: string | null): HTMLElement | null => {
  const named = inputId === null ? null : document.getElementById(inputId)
  return named === null || named.matches(FIELDS) ? named : named.querySelector<HTMLElement>(FIELDS)
}

const isWriting = (): boolean =>
  document.activeElement instanceof HTMLInputElement ||
  document.activeElement instanceof HTMLTextAreaElement

/**
 * All errors of a form with links to their inputs. When they appear, the focus goes to the first
 * input in question, or to the summary where none is; never away from a person who mends one.
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
