import { focusHeading, type Surroundings, surroundingsOf } from './keep-focus.ts'
import { canFocus, focusLastingly, nextControl } from './next-control.ts'

/** An open dialog or drawer on the stack. */
export interface OpenDialog {
  /** Null = Escape does not close it. */
  onEscape: (() => void) | null
  /** The element inside it that last had the focus. */
  lastFocused: HTMLElement | null
}

export const answerEscape = (dialog: OpenDialog, onEscape: OpenDialog['onEscape']): void => {
  dialog.onEscape = onEscape
}
export const noteFocused = (dialog: OpenDialog, element: HTMLElement | null): void => {
  dialog.lastFocused = element
}

const stack: OpenDialog[] = []

/**
 * Passes Escape to the topmost dialog only. An open list or calendar inside it handles Escape
 * first.
 */
const onKeyDown = (event: KeyboardEvent): void => {
  if (event.key !== 'Escape' || event.isComposing) return
  const { target } = event
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true')
    return
  stack.at(-1)?.onEscape?.()
}

/**
 * Elements to which the last closed dialog could return the focus, for a dialog that opens directly
 * afterwards.
 */
let leftPlaces: readonly Surroundings[] = []

/** Puts a dialog on top of the stack. Returns a function that removes it. */
export const pushDialog = (dialog: OpenDialog, places: readonly Surroundings[]): (() => void) => {
  if (stack.length === 0) addEventListener('keydown', onKeyDown, true)
  stack.push(dialog)
  return () => {
    leftPlaces = places
    stack.splice(stack.indexOf(dialog), 1)
    if (stack.length === 0) removeEventListener('keydown', onKeyDown, true)
  }
}

/** The button of a menu or popover, whose panel is removed once it opens a dialog. */
const openerOfPanel = (element: Element): HTMLElement | null => {
  const panel = element.closest('[id$="-dropdown"]')
  return panel === null
    ? null
    : document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(panel.id)}"]`)
}

const openers = new WeakMap<HTMLElement, readonly Surroundings[]>()

/**
 * Elements to which the focus can return, best first. Call it before the dialog takes the focus.
 */
export const returnPlaces = (): readonly Surroundings[] => {
  const below = stack.at(-1)
  const active =
    document.activeElement instanceof HTMLElement && document.activeElement !== document.body
      ? document.activeElement
      : (below?.lastFocused ?? null)
  if (active === null) return leftPlaces
  const panelOpener = openerOfPanel(active)
  const content = active.closest<HTMLElement>('[role=dialog]')
  return [
    surroundingsOf(active),
    ...(panelOpener === null ? [] : [surroundingsOf(panelOpener)]),
    ...(content === null ? [] : (openers.get(content) ?? [])),
  ]
}

/**
 * Records where a dialog returns its focus, so that a dialog opened from it that outlives it
 * returns there too.
 */
export const rememberOpeners = (content: HTMLElement, places: readonly Surroundings[]): void => {
  openers.set(content, places)
}

/**
 * Returns the focus, unless another element has taken it already. If no opener is left, the control
 * next to one gets it.
 */
export const returnFocus = (
  places: readonly Surroundings[],
  content: HTMLElement | null = null,
): void => {
  const { activeElement } = document
  const isFree =
    activeElement === null ||
    activeElement === document.body ||
    content?.contains(activeElement) === true
  if (!isFree) return
  const isOutside = (element: HTMLElement | null | undefined): element is HTMLElement =>
    element !== null && element !== undefined && content?.contains(element) !== true
  const place =
    places
      .map(([opener]) => opener?.element)
      .find((opener) => isOutside(opener) && canFocus(opener)) ??
    places.map(nextControl).find(isOutside)
  if (place === undefined) focusHeading()
  else focusLastingly(place)
}
