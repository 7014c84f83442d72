import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { untilStill } from './until-still.ts'

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** No finding of WCAG 2.2 A and AA on the page as it stands; `what` names the state in the report. */
export const axe = async (page: Page, what: string, rules: 'all' | 'colours' = 'all'): Promise<void> => {
  await untilStill(page)
  // Preloading writes style sheets, which our content security policy forbids; none of these rules needs it.
  const builder = new AxeBuilder({ page }).options({ preload: false })
  const { violations } = await (rules === 'all' ? builder.withTags(WCAG_22_AA) : builder.withRules(['color-contrast'])).analyze()
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')} ${node.any[0]?.message ?? ''}`),
  )
  expect(findings, `accessibility of ${what}`).toEqual([])
}
