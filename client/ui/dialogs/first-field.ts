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

/** In a group of radio buttons, only the checked one is in the tab order. */
const inTabOrder = (field: HTMLElement, body: HTMLElement): HTMLElement => {
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return field
  const { name } = field
  return (
    body.querySelector<HTMLElement>(`input[type=radio][name="${CSS.escape(name)}"]:checked`) ??
    field
  )
}

/** The element to focus when a dialog opens: one that is marked, or the first field. */
export const firstField = (body: HTMLElement): HTMLElement | null => {
  const named = body.querySelector<HTMLElement>(`[${MARK}]`)
  if (named !== null) return named
  const field = [...body.querySelectorAll<HTMLElement>(FIELDS)].find(isShown)
  return field === undefined ? null : inTabOrder(field, body)
}

/** Says the title of the dialog where its body has the focus. */
const nameByTitle = (body: HTMLElement, content: HTMLElement): void => {
  const title = content.querySelector('h2[id]')
  if (title === null) return
  body.setAttribute('role', 'group')
  body.setAttribute('aria-labelledby', title.id)
}

/**
 * Marks the element that Mantine's focus trap will focus, also when the fields load after the
 * dialog opened. A dialog without fields takes the focus itself: on the close button, pressing
 * Space would close it. Returns a function that stops waiting.
 */
export const focusFirst = (body: HTMLElement): (() => void) => {
  const found = firstField(body)
  ;(found ?? body).setAttribute(MARK, '')
  if (found !== null) return () => undefined
  const content = body.closest<HTMLElement>('[role=dialog]') ?? body
  nameByTitle(body, content)
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
  // From here on, the person controls the focus.
  content.addEventListener('keydown', stop)
  content.addEventListener('pointerdown', stop)
  return stop
}
