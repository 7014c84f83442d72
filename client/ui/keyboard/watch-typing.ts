/**
 * Fields whose content would be lost with the dialog. Passwords and search words are not worth a
 * question.
 */
const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'email', 'tel', 'url', 'number'])
type TextField = HTMLInputElement | HTMLTextAreaElement
const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement &&
    TEXT_TYPES.has(target.type) &&
    !target.readOnly &&
    target.getAttribute('aria-haspopup') !== 'listbox')

/** Watches what is typed into the fields of a dialog. */
export const watchTyping = (body: HTMLElement): { isTyped: () => boolean; stop: () => void } => {
  const before = new Map<TextField, string>()
  /** Fields with typed text that a later step of the dialog has unmounted. */
  const typed = new Set<TextField>()
  const onFocusIn = ({ target }: FocusEvent): void => {
    if (isTextField(target) && !before.has(target)) before.set(target, target.value)
  }
  const onInput = ({ target }: Event): void => {
    if (!isTextField(target)) return
    // A calendar or a test can fill a field that never had the focus.
    if (!before.has(target)) before.set(target, target.defaultValue)
    if (target.value === before.get(target)) typed.delete(target)
    else typed.add(target)
  }
  body.addEventListener('focusin', onFocusIn)
  body.addEventListener('input', onInput)
  if (isTextField(document.activeElement) && body.contains(document.activeElement)) {
    before.set(document.activeElement, document.activeElement.value)
  }
  return {
    isTyped: () =>
      [...typed].some((field) => !field.isConnected || field.value !== before.get(field)),
    stop: () => {
      body.removeEventListener('focusin', onFocusIn)
      body.removeEventListener('input', onInput)
    },
  }
}
