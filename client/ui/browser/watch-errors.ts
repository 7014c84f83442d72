const INVALID = '[aria-invalid=true]'
/** How long to wait for the server's errors after a submit. */
const ANSWER_MS = 30_000

/**
 * After a dialog's form is submitted, moves the focus to the first invalid field, also when the
 * server reports the error. The focus does not move while the person types.
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
    // Check at once as well: the same error as before causes no mutation to observe.
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
