/**
 * Walks through a document of 10,000 rows in the built application as a vendor does: scrolls, types
 * into a cell, filters and sorts. Fails if an action has a frame of more than 200 ms, in the median
 * of its rounds.
 * Run: npm run build && npm run bench:large [-- --rows 10000 --rounds 3]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from '../support/chromium.ts'
import { goToCell } from '../support/keyboard.ts'
import { startServer } from '../support/start-server.ts'
import { medianOf } from './figures.ts'
import { loadBench } from './load.ts'

const LONGEST_FRAME_MS = 200
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
  },
})
const ROWS = Number(values.rows)
const ROUNDS = Number(values.rounds)
const WORD = 'data'

const press = async (page: Page, key: string, times: number): Promise<void> => {
  for (let step = 0; step < times; step += 1) await page.keyboard.press(key)
}
const shownRows = async (page: Page): Promise<number> =>
  Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1
const untilRows = (page: Page, holds: 'all' | 'fewer'): Promise<unknown> =>
  page.waitForFunction(
    ([rows, wanted]) => {
      const count = Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')) - 1
      return wanted === 'all' ? count === rows : count < Number(rows)
    },
    [ROWS, holds] as const,
  )
const heading = (page: Page) => page.getByRole('columnheader', { name: 'Requirement' })

/** Each action leaves the table as it found it, except for the typed answers. */
const ACTIONS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'scroll by wheel': async (page) => {
    await page.mouse.move(900, 500)
    for (let step = 0; step < 60; step += 1) await page.mouse.wheel(0, 540)
  },
  'scroll by keys': async (page) => {
    await goToCell(page, 0, 'Requirement')
    await press(page, 'PageDown', 30)
    await press(page, 'ArrowDown', 40)
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Control+Home')
  },
  'type into cells': async (page) => {
    await goToCell(page, 0, 'Statement %')
    for (let row = 0; row < 10; row += 1) {
      await page.keyboard.type(String(row * 10))
      await page.keyboard.press('Enter')
    }
  },
  filter: async (page) => {
    const search = page.getByRole('searchbox', { name: 'Search this document' })
    await search.focus()
    await page.keyboard.type(WORD)
    await untilRows(page, 'fewer')
    await press(page, 'Backspace', WORD.length)
    await untilRows(page, 'all')
  },
  sort: async (page) => {
    for (const order of ['ascending', 'descending']) {
      await heading(page).click()
      await page.locator(`[aria-sort=${order}]`).waitFor()
    }
    await page.getByRole('button', { name: 'Return to document order' }).click()
    await page.locator('[aria-sort]').waitFor({ state: 'detached' })
  },
}

/** Starts to record the time between frames. */
const recordFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const next = (now: number): void => {
      frames.push(now - last)
      last = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    Object.assign(globalThis, { frames })
  })
const takeLongest = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // What an action left to do comes in the next frames.
    await new Promise((resolve) => setTimeout(resolve, 500))
    const { frames } = globalThis as unknown as { frames: number[] }
    return Math.max(...frames.splice(0))
  })

const walk = async (url: string, path: string, person: { name: string; password: string }) => {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    page.setDefaultTimeout(120_000)
    await page.goto(`${url}${path}`)
    await page.getByLabel('Username').fill(person.name)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await page.getByRole('grid').waitFor()
    await untilRows(page, 'all')
    await recordFrames(page)
    await takeLongest(page)
    const longest = new Map(Object.keys(ACTIONS).map((name) => [name, [] as number[]]))
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, act] of Object.entries(ACTIONS)) {
        await act(page)
        longest.get(name)?.push(await takeLongest(page))
      }
    return { longest, rows: await shownRows(page) }
  } finally {
    await browser.close()
  }
}

const main = async (): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-large-'))
  const loaded = await loadBench({
    dataDir,
    commitments: ROWS,
    shape: { mostPackages: 1, perDocument: ROWS },
  })
  const server = await startServer({ dataDir, demo: false })
  try {
    const path = `/project/${loaded.projectId}/documents/${loaded.documentIds[0]}`
    const person = { name: loaded.contacts[0] ?? '', password: loaded.password }
    const { longest, rows } = await walk(server.url, path, person)
    process.stdout.write(`longest frame of each action, ${rows} rows, ms\n`)
    for (const [name, frames] of longest) {
      const median = medianOf(frames)
      const isReached = median <= LONGEST_FRAME_MS
      const all = frames.map((ms) => ms.toFixed(0)).join(', ')
      process.stdout.write(
        `${name.padEnd(20)} ${median.toFixed(0).padStart(6)} ${isReached ? 'reached' : 'MISSED'} (${all})\n`,
      )
      if (!isReached) process.exitCode = 1
    }
  } finally {
    await server.dispose()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await main()
