/** The focus does not leave the innermost of these. A card's header is a part of the card. */
const EDGE = 'main, header:not(article *), nav, [role=dialog]'

/** An element, with its neighbours at that time. */
interface Around {
  element: HTMLElement
  next: Element | null
  previous: Element | null
}
/** An element and those around it, from the inside out, which outlive it. */
export type Surroundings = readonly Around[]

const aroundOf = (element: HTMLElement): Around => ({
  element,
  next: element.nextElementSibling,
  previous: element.previousElementSibling,
})

/** Call it while the element is in the document. */
export const surroundingsOf = (element: HTMLElement): Surroundings => {
  const edge = element.parentElement?.closest(EDGE)
  const around = [aroundOf(element)]
  // An open list outside these parts has no neighbours.
  if (!edge) return around
  for (let one = element.parentElement; one !== edge && one !== null; one = one.parentElement)
    around.push(aroundOf(one))
  return around
}

/** Whether no control has the focus; `main` has it when nothing better was found. */
export const isFocusLost = (): boolean => {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.id === 'main'
}

/** Focuses the heading of the page, or else its content: the last resort for a lost focus. */
export const focusHeading = (): void =>
  (document.querySelector<HTMLElement>('h1[tabindex]') ?? document.getElementById('main'))?.focus({
    preventScroll: true,
  })
