import { expect, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { default as axeCore, AxeResults, RunOptions } from 'axe-core'
import { untilStill } from './until-still.ts'

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
// Preloading would inject style sheets, which the content security policy forbids; none of these
// rules needs it.
const OPTIONS: Record<'all' | 'colours', RunOptions> = {
  all: {
    runOnly: { type: 'tag', values: WCAG_22_AA },
    preload: false,
    resultTypes: ['violations'],
  },
  colours: {
    runOnly: { type: 'rule', values: ['color-contrast'] },
    preload: false,
    resultTypes: ['violations'],
  },
}
type Axe = typeof axeCore
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Putting axe into a page takes more processor time than one run of it: hence the short form of
 * its source, given to the browser directly.
 */
const inject = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Runtime.evaluate', { expression: SOURCE })
  await devtools.detach()
}
const runAxe = (page: Page, rules: 'all' | 'colours'): Promise<AxeResults> =>
  page.evaluate(
    (options) => (globalThis as unknown as { axe: Axe }).axe.run(document, options),
    OPTIONS[rules],
  )

/**
 * Expects no WCAG 2.2 A or AA finding on the page as it stands; `what` names the state in the
 * report. The pages have no frames, so axe is injected once per page and needs no second page to
 * collect results from frames.
 */
export const axe = async (
  page: Page,
  what: string,
  rules: 'all' | 'colours' = 'all',
): Promise<void> => {
  await untilStill(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await inject(page)
  expect(
    await page.evaluate(() => document.querySelectorAll('iframe').length),
    'frames would need axe of their own',
  ).toBe(0)
  const { violations } = await runAxe(page, rules)
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')} ${node.any[0]?.message ?? ''}`),
  )
  expect(findings, `accessibility of ${what}`).toEqual([])
}
