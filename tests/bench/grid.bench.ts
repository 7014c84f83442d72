/**
 * The grid of 10,000 rows against a bare virtualised one: mounting, scripting while scrolling, and
 * the rows that a commit re-renders.
 * Run: npm run bench:build && node_modules/.bin/node tests/bench/grid.bench.ts [--json]
 */
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from '../support/chromium.ts'
import { projectRoot } from '../support/project-root.ts'
import { type Figure, figureOf, printFigures } from './figures.ts'

type Kind = 'ours' | 'bare'
const ROUNDS = 7
const STEPS = 120
const STEP_PX = 540
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

const serve = async (folder: string): Promise<{ url: string; close: () => void }> => {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const file = join(folder, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) return response.writeHead(404).end()
    response
      .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
      .end(readFileSync(file))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  }
}

const scriptSeconds = async (cdp: CDPSession): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN
}

/**
 * Time until the first rows are laid out, and script time of scrolling at a steady pace; both in
 * ms.
 */
const measure = async (
  page: Page,
  url: string,
  kind: Kind,
): Promise<{ mount: number; scroll: number }> => {
  await page.goto(url)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const mount = await page.evaluate((which) => window.gridBench.mount(which), kind)
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length > 10)
  const mounted = await scriptSeconds(cdp)
  await page.mouse.move(700, 450)
  for (let step = 1; step <= STEPS; step += 1) {
    // Scrolls by the wheel as a person does: a call of scrollTo would count the browser's own
    // layout as script.
    await page.mouse.wheel(0, STEP_PX)
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => {
            requestAnimationFrame(resolve)
          })
        }),
    )
  }
  const scrolled = await scriptSeconds(cdp)
  await cdp.detach()
  return { mount, scroll: ((scrolled - mounted) * 1_000) / STEPS }
}

/** Number of rows re-rendered when one cell is typed into and committed. */
const rowsOfCommit = async (page: Page, url: string): Promise<number> => {
  await page.goto(url)
  await page.evaluate(() => window.gridBench.mount('ours'))
  await page.locator('[aria-rowindex="4"] [aria-colindex="6"]').click()
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('42')
  await page.evaluate(() => window.gridBench.forgetRenders())
  await page.keyboard.press('Control+Enter')
  await page.waitForFunction(() =>
    document
      .querySelector('[aria-rowindex="4"] [aria-colindex="6"]')
      ?.textContent?.startsWith('42 %'),
  )
  return Object.keys(await page.evaluate(() => window.gridBench.renders())).length
}

export const gridFigures = async (): Promise<Figure[]> => {
  const folder = join(projectRoot, 'dist-bench-grid')
  if (!existsSync(join(folder, 'index.html'))) throw new Error('Run `npm run bench:build` first')
  const server = await serve(folder)
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`))
    const found: Record<Kind, { mount: number[]; scroll: number[] }> = {
      ours: { mount: [], scroll: [] },
      bare: { mount: [], scroll: [] },
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const kind of ['bare', 'ours'] as const) {
        const { mount, scroll } = await measure(page, server.url, kind)
        found[kind].mount.push(mount)
        found[kind].scroll.push(scroll)
      }
    }
    return [
      figureOf('table of 10,000 rows: mount', found.ours.mount, found.bare.mount, 2.5),
      figureOf(
        'table of 10,000 rows: scripting a scroll step',
        found.ours.scroll,
        found.bare.scroll,
        1.2,
      ),
      figureOf('rows drawn again by a commit', [await rowsOfCommit(page, server.url)], [1], 1),
    ]
  } finally {
    await browser.close()
    server.close()
  }
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const figures = await gridFigures()
  printFigures(figures)
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
}
