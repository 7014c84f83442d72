const MARK = 'data-autofocus'
const FIELDS = [
  'input:not([type=hidden], [type=file])',
  'textarea',
  'select',
  '[contenteditable=true]',
]
  .map((field) => `${field}:not(:disabled)`)
  .join(', ')

const isShown = (field: Element): boolean => field.getClientRects().length > 0

/** Of a group of radio buttons only the chosen one is in the tab order. */
const inTabOrder = (field: HTMLElement, body: HTMLElement): HTMLElement => {
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return field
  const { name } = field
  return (
    body.querySelector<HTMLElement>(`input[type=radio][name="${CSS.escape(name)}"]:checked`) ??
    field
  )
}

/** Where the focus belongs when a dialog opens: the place it names itself, or its first field. */
export const firstField = (body: HTMLElement): HTMLElement | null => {
  const named = body.querySelector<HTMLElement>(`[${MARK}]`)
  if (named !== null) return named
  const field = [...body.querySelectorAll<HTMLElement>(FIELDS)].find(isShown)
  return field === undefined ? null : inTabOrder(field, body)
}

/**
 * Marks where the kit's focus trap puts the focus, also when the fields are loaded after the dialog
 * has opened. A dialog without fields takes the focus itself: on the button that closes, a space
 * would close the dialog. Returns the end of the waiting.
 */
export const focusFirst = (body: HTMLElement): (() => void) => {
  const found = firstField(body)
  ;(found ?? body).setAttribute(MARK, '')
  if (found !== null) return () => undefined
  const content = body.closest<HTMLElement>('[role=dialog]') ?? body
  const stop = () => {
    watch.disconnect()
    content.removeEventListener('keydown', stop)
    content.removeEventListener('pointerdown', stop)
  }
  const watch = new MutationObserver(() => {
    const field = firstField(body)
    if (field === null) return
    body.removeAttribute(MARK)
    field.focus()
    stop()
  })
  watch.observe(body, { childList: true, subtree: true })
  // From now on the person says where the focus is.
  content.addEventListener('keydown', stop)
  content.addEventListener('pointerdown', stop)
  return stop
}
