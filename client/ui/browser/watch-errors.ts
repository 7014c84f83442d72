const INVALID = '[aria-invalid=true]'
/** An answer of the server may take this long to come back to the form. */
const ANSWER_MS = 30_000

/**
 * Moves the focus to the first invalid field after the form of a dialog was sent, also where the
 * server finds the fault. While a person types nothing moves.
 */
export const watchErrors = (body: HTMLElement): (() => void) => {
  let sentAt = Number.NEGATIVE_INFINITY
  const focusInvalid = (): void => {
    const field = body.querySelector<HTMLElement>(INVALID)
    if (field === null) return
    sentAt = Number.NEGATIVE_INFINITY
    field.focus()
  }
  const watch = new MutationObserver(() => {
    if (performance.now() - sentAt < ANSWER_MS) focusInvalid()
  })
  watch.observe(body, { subtree: true, attributeFilter: ['aria-invalid'] })
  const onSubmit = (): void => {
    sentAt = performance.now()
    // The same fault as before changes nothing that could be watched.
    setTimeout(focusInvalid)
  }
  const onClick = ({ target }: Event): void => {
    if (target instanceof Element && target.closest('button') !== null) sentAt = performance.now()
  }
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key !== 'Enter' && key !== ' ') sentAt = Number.NEGATIVE_INFINITY
  }
  body.addEventListener('submit', onSubmit)
  body.addEventListener('click', onClick)
  body.addEventListener('keydown', onKeyDown)
  return () => {
    watch.disconnect()
    body.removeEventListener('submit', onSubmit)
    body.removeEventListener('click', onClick)
    body.removeEventListener('keydown', onKeyDown)
  }
}
