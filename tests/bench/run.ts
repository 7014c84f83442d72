import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from '@playwright/test'
import { signInApi } from '../support/api-client.ts'
import { startBaseline } from './baseline-server.ts'
import { evaluationFigures } from './evaluation.bench.ts'
import { type Figure, printFigures } from './figures.ts'
import { floodFigures, printFlood } from './flood.ts'
import { gridFigures } from './grid.bench.ts'
import { loadBench } from './load.ts'
import { noticeFigures } from './notices/notice-figures.ts'
import { DATABASES } from './notices/notice-store.ts'
import { patternFigures } from './patterns/pattern-figures.ts'
import { SCALE_PARTS, type ScalePart, scaleFigures } from './scale/scale-figures.ts'
import {
  edits,
  firstSync,
  offlineEdits,
  pageStart,
  propagation,
  warmStart,
} from './sync-figures.ts'
import {
  type Bench,
  connect,
  DRIVER_DIR,
  openDriver,
  openProfile,
  startServer,
} from './sync-page.ts'

const { values } = parseArgs({
  options: {
    commitments: { type: 'string', default: '10000' },
    edits: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    sizes: { type: 'string' },
    json: { type: 'string' },
    small: { type: 'boolean', default: false },
    database: { type: 'string' },
  },
})
const COMMITMENTS = Number(values.commitments)
const EDITS = Number(values.edits)
const ROUNDS = Number(values.rounds)
/** More rounds for short measurements, which vary more: offline edits and starts. */
const SHORT_ROUNDS = ROUNDS * 5

/** Runs only on request: it needs no driver page, and disturbs whatever runs at the same time. */
const isFloodWanted = values.only?.split(',').includes('flood') === true
const NEEDS_NO_DRIVER = ['flood', 'patterns', 'notices']
if (!NEEDS_NO_DRIVER.includes(values.only ?? '') && !existsSync(join(DRIVER_DIR, 'index.html'))) {
  throw new Error('Run `npm run bench:build` first')
}

const SYNC_PARTS = ['first', 'edit', 'screen', 'offline', 'warm'] as const
/** `--only sync`, `--only grid`, `--only evaluation`, or parts of sync: `--only edit,warm`. */
const isWanted = (part: string): boolean =>
  values.only === undefined ||
  values.only
    .split(',')
    .some(
      (name) =>
        name === part ||
        (name === 'sync' && SYNC_PARTS.includes(part as (typeof SYNC_PARTS)[number])),
    )
/** Runs only on request, because it takes half an hour: `--only scale` or parts of it. */
const scaleWanted = (): ScalePart[] => {
  const names = values.only?.split(',') ?? []
  return SCALE_PARTS.filter((part) => names.includes('scale') || names.includes(part))
}
const SIZES = {
  commitments: [1_000, 10_000, 50_000],
  edits: [1_000, 10_000, 100_000],
  sockets: [10, 200, 1_000],
  idle: [1_000, 5_000, 10_000],
}
/** `--sizes 100,200` replaces the sizes of every part. */
const sizesAsked = () => {
  const asked = values.sizes?.split(',').map(Number)
  return {
    ...SIZES,
    ...(asked === undefined
      ? {}
      : { commitments: asked, edits: asked, sockets: asked, idle: asked }),
    rounds: ROUNDS,
  }
}

const pagesOf = async (
  profiles: readonly [BrowserContext, BrowserContext],
  url: string,
): Promise<[Page, Page]> => [await openDriver(profiles[0], url), await openDriver(profiles[1], url)]

const pairFigures = async (
  bench: Bench,
  ours: readonly [BrowserContext, BrowserContext],
  bare: readonly [BrowserContext, BrowserContext],
): Promise<Figure[]> => {
  const figures: Figure[] = []
  const pages = await pagesOf(ours, bench.url)
  const barePages = await pagesOf(bare, bench.bareUrl)
  for (const page of barePages) await page.evaluate(() => window.baseline.firstSync())
  for (const page of barePages) await page.evaluate(() => window.baseline.link())
  for (const [contact, page] of pages.entries()) {
    await connect(page, bench, contact)
    await page.evaluate(() => window.bench.waitSynced())
  }
  const settled = () => pages[0].evaluate(() => window.bench.pushed())
  if (isWanted('edit')) figures.push(await edits(pages[0], barePages[0], bench, EDITS))
  await settled()
  if (isWanted('screen')) figures.push(...(await propagation(pages, barePages, bench, EDITS)))
  await settled()
  if (isWanted('offline')) figures.push(await offlineEdits(pages, barePages, bench, SHORT_ROUNDS))
  if (isWanted('warm')) await pages[0].evaluate(() => window.bench.rested())
  for (const page of [...pages, ...barePages]) await page.close()
  if (isWanted('warm'))
    figures.push(
      await warmStart(ours[0], bare[0], bench, SHORT_ROUNDS),
      await pageStart(ours[0], bare[0], bench, SHORT_ROUNDS),
    )
  return figures
}

const syncFigures = async (): Promise<Figure[]> => {
  const dir = await mkdtemp(join(tmpdir(), 'tenderbook-bench-'))
  const loaded = await loadBench({ dataDir: join(dir, 'data'), commitments: COMMITMENTS })
  const server = await startServer(join(dir, 'data'))
  const api = await signInApi(server.url, loaded.contacts[0] ?? '', loaded.password)
  const { rows } = await api.pull(loaded.projectId)
  const baseline = await startBaseline(
    DRIVER_DIR,
    dir,
    rows.map(({ entity, row }) => ({ ...(row as { id: string }), entity })),
  )
  const bench: Bench = { loaded, url: server.url, bareUrl: `${baseline.url}/`, dir }
  const profiles: BrowserContext[] = []
  const profile = async (name: string): Promise<BrowserContext> => {
    const context = await openProfile(join(dir, name))
    profiles.push(context)
    return context
  }
  try {
    const figures = isWanted('first') ? [await firstSync(bench, ROUNDS)] : []
    if (SYNC_PARTS.some((part) => part !== 'first' && isWanted(part))) {
      figures.push(
        ...(await pairFigures(
          bench,
          [await profile('a'), await profile('b')],
          [await profile('bare-a'), await profile('bare-b')],
        )),
      )
    }
    return figures
  } finally {
    for (const context of profiles) await context.close()
    server.child.kill('SIGTERM')
    await baseline.close()
    await rm(dir, { recursive: true, force: true })
  }
}

const main = async (): Promise<void> => {
  const figures = [
    ...(SYNC_PARTS.some(isWanted) ? await syncFigures() : []),
    ...(isWanted('grid') ? await gridFigures() : []),
    ...(isWanted('evaluation') ? evaluationFigures() : []),
  ]
  if (figures.length > 0) printFigures(figures)
  const scale = await scaleFigures(scaleWanted(), sizesAsked())
  const flood = isFloodWanted ? await floodFigures() : null
  if (flood !== null) printFlood(flood)
  // Run only on request, like the scale.
  const notices =
    values.only?.split(',').includes('notices') === true
      ? await noticeFigures(
          DATABASES.filter((name) => name === (values.database ?? name)),
          values.small,
        )
      : []
  const patterns =
    values.only?.split(',').includes('patterns') === true ? await patternFigures() : []
  const all = { commitments: COMMITMENTS, figures, scale, flood, notices, patterns }
  const text = JSON.stringify(all, null, 2)
  if (values.json === undefined) process.stdout.write(`${text}\n`)
  else await writeFile(values.json, text)
}

await main()
