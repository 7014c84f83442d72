import { expect, type Page } from '@playwright/test'
import type { default as axeCore, RunOptions } from 'axe-core'

type Axe = typeof axeCore
interface Commons {
  text: { accessibleText(element: Element): string }
  aria: { getRole(element: Element): string | null }
}

const LABEL_IN_NAME: RunOptions = {
  runOnly: { type: 'rule', values: ['label-content-name-mismatch'] },
  preload: false,
  resultTypes: ['violations'],
}
const CONTROLS =
  'button, a[href], input, select, textarea, [role=button], [role=menuitem], [role=tab], [role=switch], [role=combobox]'
/** Buttons that do the same wherever they stand: they open the profile of the person they name. */
const SAME_EFFECT = '[aria-haspopup=dialog][title]'
/** Buttons that stand in the bar of the page and in the empty list below it, and do the same. */
const TWICE: readonly string[] = ['button “Add release”']

/** Runs in a page that has axe: controls with the same role and name, but another effect. */
const findAlike = ([controls, sameEffect]: readonly [string, string]): string[] => {
  const { axe } = globalThis as unknown as {
    axe: Axe & { commons: Commons; setup(): void; teardown(): void }
  }
  axe.setup()
  const { aria, text } = axe.commons
  const effects = new Map<string, Set<string>>()
  for (const element of document.querySelectorAll(controls)) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    if (element.closest('[aria-hidden=true], [inert]') !== null) continue
    const named = `${aria.getRole(element)} “${text.accessibleText(element)}”`
    const known = effects.get(named) ?? new Set()
    const effect = element.matches(sameEffect)
      ? 'profile'
      : (element.getAttribute('href') ?? `control ${known.size}`)
    effects.set(named, known.add(effect))
  }
  axe.teardown()
  return [...effects]
    .filter(([, known]) => known.size > 1)
    .map(([named, known]) => `${named}: ${[...known].join(' and ')}`)
}

/**
 * Expects that each control's name holds the text that the control shows (WCAG 2.5.3), and that no
 * two controls of different effect have the same role and name (WCAG 2.4.6). The page has axe.
 */
export const expectClearNames = async (page: Page, what: string): Promise<void> => {
  const { violations } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: Axe }).axe.run(document, options),
    LABEL_IN_NAME,
  )
  const unlike = violations.flatMap(({ nodes }) =>
    nodes.map(({ html }) => `the name lacks the shown text: ${html.slice(0, 160)}`),
  )
  const found = await page.evaluate(findAlike, [CONTROLS, SAME_EFFECT] as const)
  const alike = found.filter((line) => !TWICE.some((one) => line.startsWith(`${one}: `)))
  expect([...unlike, ...alike], `names of ${what}`).toEqual([])
}
