import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { type Figure, figureOf, medianOf } from './figures.ts'
import { type Bench, connect, openDriver, openProfile } from './sync-page.ts'

const OFFLINE_EDITS = 1_000
const FIRST_ROWS = 100
/** A few minutes of office work, compressed into seconds. */
const WARM_EDITS = 600
const WARM_GAP_MS = 30
/** The product and the bare way alternate, so that other load on the machine affects both. */
const TURNS = 6
type Pair = [Page, Page]

export const firstSync = async (bench: Bench, rounds: number): Promise<Figure> => {
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const context = await openProfile(join(bench.dir, `first-${round}`))
    const bareContext = await openProfile(join(bench.dir, `bare-${round}`))
    const barePage = await openDriver(bareContext, bench.bareUrl)
    bare.push(await barePage.evaluate(() => window.baseline.firstSync()))
    await bareContext.close()
    const page = await openDriver(context, bench.url)
    // Signing in hashes a password, which takes time, so the clock starts when the project is
    // requested.
    await connect(page, { ...bench, loaded: { ...bench.loaded, projectId: 'nothing' } }, 0)
    ours.push(
      await page.evaluate(
        async ({ projectId, count }) => {
          const start = performance.now()
          await window.bench.connect({ projectId })
          await window.bench.waitCount(count)
          await window.bench.waitSynced()
          return performance.now() - start
        },
        { projectId: bench.loaded.projectId, count: bench.loaded.commitments },
      ),
    )
    await context.close()
  }
  return figureOf('first sync until readable', ours, bare, 1, 0.35)
}

export const edits = async (
  page: Page,
  barePage: Page,
  { loaded }: Bench,
  count: number,
): Promise<Figure> => {
  const ours: number[] = []
  const bare: number[] = []
  const perTurn = Math.ceil(count / TURNS)
  for (let turn = 0; turn < TURNS; turn += 1) {
    bare.push(...(await barePage.evaluate((n) => window.baseline.puts(n), perTurn)))
    ours.push(
      ...(await page.evaluate(
        async ({ n, from, vendorId }) => {
          const rows = (await window.bench.query(vendorId, from + n)).slice(from)
          const times: number[] = []
          for (const [at, row] of rows.entries()) {
            const start = performance.now()
            await window.bench.edit(row.id, {
              definition: `edit ${from + at}`,
              updatedOn: row.updatedOn,
            })
            await window.bench.durable()
            times.push(performance.now() - start)
            await new Promise((resolve) => setTimeout(resolve, 50))
          }
          return times
        },
        { n: perTurn, from: turn * perTurn, vendorId: loaded.vendorId },
      )),
    )
  }
  return figureOf('edit until durable (strict), p50', ours, bare, 1.2)
}

const relayTimes = async (bare: Pair, count: number, gapMs = 50): Promise<number[]> => {
  const left = await bare[0].evaluate(({ n, ms }) => window.baseline.send(n, ms), {
    n: count,
    ms: gapMs,
  })
  const came = await bare[1].evaluate((n) => window.baseline.received(n), count)
  return came.map((at, n) => at - (left[n] ?? at))
}

const liveTimes = async (
  pages: Pair,
  { loaded }: Bench,
  word: string,
  count: number,
  gapMs = 150,
): Promise<number[]> => {
  await pages[1].evaluate(() => {
    document.title = ''
  })
  const seen = pages[1].evaluate(
    async ({ n, vendor, word: text }) => {
      const at: Record<string, number> = {}
      return new Promise<Record<string, number>>((resolve) => {
        const observing = window.bench.observe(
          (_id, definition) => {
            if (!definition.startsWith(`${text} `)) return
            at[definition] ??= performance.timeOrigin + performance.now()
            if (Object.keys(at).length < n) return
            resolve(at)
            void observing.then((stop) => stop())
          },
          { vendor, limit: 100_000 },
        )
        void observing.then(() => {
          document.title = 'observing'
        })
      })
    },
    { n: count, vendor: loaded.vendorId, word },
  )
  await pages[1].waitForFunction(() => document.title === 'observing')
  const sent = await pages[0].evaluate(
    async ({ n, vendorId, word: text, ms }) => {
      const rows = await window.bench.query(vendorId, n)
      const at: Record<string, number> = {}
      for (const [index, row] of rows.entries()) {
        at[`${text} ${index}`] = performance.timeOrigin + performance.now()
        await window.bench.edit(row.id, { definition: `${text} ${index}` })
        await new Promise((resolve) => setTimeout(resolve, ms))
      }
      return at
    },
    { n: count, vendorId: loaded.vendorId, word, ms: gapMs },
  )
  const arrived = await seen
  return Object.keys(sent).map((name) => (arrived[name] ?? Number.NaN) - (sent[name] ?? 0))
}

/** The bare way: the relay, and a strict put of the same row at the same time. */
const liveFigure = async (
  name: string,
  pages: Pair,
  bare: Pair,
  bench: Bench,
  count: number,
): Promise<Figure> => {
  const relayed: number[] = []
  const puts: number[] = []
  const ours: number[] = []
  const perTurn = Math.ceil(count / TURNS)
  for (let turn = 0; turn < TURNS; turn += 1) {
    puts.push(...(await bare[0].evaluate((n) => window.baseline.puts(n), perTurn)))
    relayed.push(...(await relayTimes(bare, perTurn)))
    ours.push(...(await liveTimes(pages, bench, `${name} ${turn}`, perTurn)))
  }
  const putMs = medianOf(puts)
  return figureOf(
    name,
    ours,
    relayed.map((ms) => ms + putMs),
    2,
    1.8,
  )
}

/**
 * Measures twice: with server and pages just started, whose code is still interpreted, and after
 * they have run for a while.
 */
export const propagation = async (
  pages: Pair,
  bare: Pair,
  bench: Bench,
  count: number,
): Promise<Figure[]> => {
  const early = await liveFigure(
    'edit on the other screen, just started, p50',
    pages,
    bare,
    bench,
    count,
  )
  await relayTimes(bare, WARM_EDITS, WARM_GAP_MS)
  await liveTimes(pages, bench, 'warm', WARM_EDITS, WARM_GAP_MS)
  return [early, await liveFigure('edit on the other screen, p50', pages, bare, bench, count)]
}

const bareTransfer = async (bare: Pair): Promise<number> => {
  const left = await bare[0].evaluate((count) => window.baseline.sendAll(count), OFFLINE_EDITS)
  const came = await bare[1].evaluate((count) => window.baseline.received(count), OFFLINE_EDITS)
  return (came.at(-1) ?? left) - left
}

const offlineTransfer = async (pages: Pair, { loaded }: Bench, word: string): Promise<number> => {
  await pages[0].evaluate(
    async ({ count, vendorId, word: text }) => {
      await window.bench.disconnect()
      const rows = await window.bench.query(vendorId, count)
      for (const [n, row] of rows.entries())
        await window.bench.edit(row.id, { definition: `${text} ${n}` })
    },
    { count: OFFLINE_EDITS, vendorId: loaded.vendorId, word },
  )
  await pages[1].evaluate(() => {
    document.title = ''
  })
  const all = pages[1].evaluate(
    async ({ count, vendor, word: text }) =>
      new Promise<number>((resolve) => {
        const seen = new Set<string>()
        const observing = window.bench.observe(
          (_id, definition) => {
            if (definition.startsWith(`${text} `)) seen.add(definition)
            if (seen.size < count) return
            resolve(performance.timeOrigin + performance.now())
            void observing.then((stop) => stop())
          },
          { vendor, limit: 100_000 },
        )
        void observing.then(() => {
          document.title = 'observing'
        })
      }),
    { count: OFFLINE_EDITS, vendor: loaded.vendorId, word },
  )
  await pages[1].waitForFunction(() => document.title === 'observing')
  const start = await pages[0].evaluate(
    async ({ projectId }) => {
      const at = performance.timeOrigin + performance.now()
      await window.bench.connect({ projectId })
      return at
    },
    { projectId: loaded.projectId },
  )
  const end = await all
  await pages[0].evaluate(() => window.bench.pushed())
  return end - start
}

export const offlineEdits = async (
  pages: Pair,
  bare: Pair,
  bench: Bench,
  rounds: number,
): Promise<Figure> => {
  const bareTimes: number[] = []
  const ours: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    bareTimes.push(await bareTransfer(bare))
    ours.push(await offlineTransfer(pages, bench, `offline${round}`))
  }
  return figureOf('1,000 offline edits until the other has all', ours, bareTimes, 5, 1.8)
}

export const warmStart = async (
  ours: BrowserContext,
  bare: BrowserContext,
  bench: Bench,
  rounds: number,
): Promise<Figure> => {
  const bareTimes: number[] = []
  const ourTimes: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const barePage = await openDriver(bare, bench.bareUrl)
    bareTimes.push(await barePage.evaluate((k) => window.baseline.warmStart(k), FIRST_ROWS))
    await barePage.close()
    const page = await openDriver(ours, bench.url)
    ourTimes.push(
      await page.evaluate(
        async ({ projectId, k }) => {
          const start = performance.now()
          const opened = window.bench.open({ projectId })
          const end = await window.bench.render(k)
          await opened
          return end - start
        },
        { projectId: bench.loaded.projectId, k: FIRST_ROWS },
      ),
    )
    await page.close()
  }
  return figureOf('warm start until 100 rows are drawn', ourTimes, bareTimes, 1.5, 1.6)
}

/**
 * Opens a new page in a browser that has the rows, and measures from its first script on: it loads
 * the code, the database and the worker.
 */
const drawnAfter = async (context: BrowserContext, url: string): Promise<number> => {
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction(() => window.drawnAfter !== undefined)
  const ms = await page.evaluate(() => window.drawnAfter)
  await page.close()
  return ms ?? Number.NaN
}

export const pageStart = async (
  ours: BrowserContext,
  bare: BrowserContext,
  { url, bareUrl, loaded }: Bench,
  rounds: number,
): Promise<Figure> => {
  const bareTimes: number[] = []
  const ourTimes: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    bareTimes.push(await drawnAfter(bare, `${bareUrl}?rows=${FIRST_ROWS}`))
    ourTimes.push(await drawnAfter(ours, `${url}/?project=${loaded.projectId}&rows=${FIRST_ROWS}`))
  }
  return figureOf('page start until 100 rows are drawn', ourTimes, bareTimes, 1.5)
}
