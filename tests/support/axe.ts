import { expect, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { default as axeCore, AxeResults, NodeResult, RunOptions } from 'axe-core'
import { acceptedAt } from './axe-accepted.ts'
import { noteOccurrence } from './axe-occurrences.ts'
import { untilStill } from './until-still.ts'

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
// Preloading would inject style sheets, which the content security policy forbids; none of these
// rules needs it.
const OPTIONS: Record<'all' | 'colours', RunOptions> = {
  all: {
    runOnly: { type: 'tag', values: WCAG_22_AA },
    preload: false,
    resultTypes: ['violations', 'incomplete'],
  },
  colours: {
    runOnly: { type: 'rule', values: ['color-contrast'] },
    preload: false,
    resultTypes: ['violations', 'incomplete'],
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

const checksOf = ({ any, all, none }: NodeResult) => [...any, ...all, ...none]
const describe = (what: string, node: NodeResult): string =>
  `${what}: ${node.target.join(' ')} ${checksOf(node)[0]?.message ?? ''}`
/** Axe's reason for not deciding. */
const becauseOf = (node: NodeResult): string | undefined =>
  checksOf(node)
    .map(({ data }: { data?: { messageKey?: string } | null }) => data?.messageKey)
    .find((key) => typeof key === 'string')

/** The rows of data that no cell names (WCAG 1.3.1); axe has no rule for them. */
const findUnnamedRows = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('table:not([role]) tbody tr')]
      .filter((row) => row.querySelector('th[scope=row], th[scope=rowgroup]') === null)
      .map((row) => `a row without a header: ${row.outerHTML.slice(0, 160)}`),
  )

/**
 * Expects no WCAG 2.2 A or AA finding on the page as it stands, nor one that axe could not decide and
 * that is not in the list of accepted ones; `what` names the state in the
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
  const { violations, incomplete } = await runAxe(page, rules)
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => describe(`${id}: ${help}`, node)),
  )
  for (const { id, help, nodes } of incomplete)
    for (const node of nodes) {
      const because = becauseOf(node)
      const at = acceptedAt(id, because)
      if (at === -1) findings.push(describe(`${id}, not decided (${because}): ${help}`, node))
      else noteOccurrence(at)
    }
  if (rules === 'all') findings.push(...(await findUnnamedRows(page)))
  expect(findings, `accessibility of ${what}`).toEqual([])
}
