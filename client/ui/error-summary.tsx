import { Plural } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import classes from './error-summary.module.css'

export interface FieldError {
  /** id of the input that is to be mended; null for an error of the whole form. */
  inputId: string | null
  text: string
}

const isWriting = (): boolean => document.activeElement instanceof HTMLInputElement || document.activeElement instanceof HTMLTextAreaElement

/** All errors of a form with links to their inputs; takes the focus when they appear, never from somebody who mends one of them. */
export function ErrorSummary({ errors }: { errors: readonly FieldError[] }) {
  const box = useRef<HTMLDivElement>(null)
  const signature = errors.map((error) => error.text).join('\n')
  const shown = useRef('')
  useEffect(() => {
    if (signature !== '' && (shown.current === '' || !isWriting())) box.current?.focus()
    shown.current = signature
  }, [signature])
  if (errors.length === 0) return null
  const count = errors.length
  return (
    <div ref={box} className={classes.summary} role="alert" tabIndex={-1}>
      <p className={classes.title}><Plural value={count} one="There is a problem" other="There are # problems" /></p>
      <ul>
        {errors.map(({ inputId, text }) => (
          <li key={`${inputId ?? ''}${text}`}>
            {inputId === null ? text : (
              <a href={`#${inputId}`} onClick={(event) => { event.preventDefault(); document.getElementById(inputId)?.focus() }}>{text}</a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
