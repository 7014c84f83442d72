import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import { signInAs } from '../support/browser.ts'
import { CHROMIUM_ARGS, chromiumPath } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { installIn } from '../support/own-install.ts'
import { projectRoot } from '../support/project-root.ts'
import { startServer } from '../support/start-server.ts'

/**
 * `npm run bench:lighthouse`: scores of the built application, signed out and signed in. Lighthouse
 * has its own install in this folder.
 */
interface Audit {
  id: string
  title: string
  score: number | null
  displayValue?: string
}
interface Category {
  id: string
  score: number | null
  auditRefs: { id: string; weight: number }[]
}
interface Report {
  runtimeError?: { code: string }
  categories: Record<string, Category>
  audits: Record<string, Audit>
}
type Lighthouse = (
  url: string,
  flags: object,
) => Promise<{ lhr: Report; report: string } | undefined>

const { values } = parseArgs({
  options: {
    goal: { type: 'string', default: '95' },
    only: { type: 'string' },
    json: { type: 'string' },
    mobile: { type: 'boolean', default: false },
    details: { type: 'boolean', default: false },
  },
})
const GOAL = Number(values.goal)
const FOLDER = join(projectRoot, 'tests/bench/lighthouse')
const CATEGORIES = ['performance', 'accessibility', 'best-practices']

const loadLighthouse = async (): Promise<Lighthouse> => {
  const loaded: { default: Lighthouse } = await import(
    pathToFileURL(installIn(FOLDER, 'Lighthouse').resolve('lighthouse')).href
  )
  return loaded.default
}

/** Lighthouse's own desktop preset; its default is a slow phone. */
const DESKTOP = {
  formFactor: 'desktop',
  screenEmulation: {
    mobile: false,
    width: 1350,
    height: 940,
    deviceScaleFactor: 1,
    disabled: false,
  },
  throttling: {
    rttMs: 40,
    throughputKbps: 10_240,
    cpuSlowdownMultiplier: 1,
    requestLatencyMs: 0,
    downloadThroughputKbps: 0,
    uploadThroughputKbps: 0,
  },
  emulatedUserAgent: false,
}

const addressesOf = async (api: ApiClient): Promise<Record<string, string>> => {
  const projects = await api.call(API.projects.byUser, {
    params: { id: String(api.session.userId) },
    body: {},
  })
  const id = projects.items.find(({ state }) => state === 'EVALUATION')?.id ?? ''
  const documents = (await api.call(API.projects.references, { params: { id } })).filter(
    ({ kind }) => kind === 'document',
  )
  return {
    dashboard: '/dashboard',
    document: `/project/${id}/documents/${documents[0]?.id}`,
    evaluation: `/project/${id}/evaluation-detail`,
  }
}

/** Visits all pages once, so that the device has the projects, as on every later visit. */
const visitAll = async (page: Page, paths: readonly string[]): Promise<void> => {
  await signInAs(page, 'evaluator')
  for (const path of paths) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForTimeout(2_000)
  }
}

const lighthouse = await loadLighthouse()
const server = await startServer()
const profileDir = await mkdtemp(join(tmpdir(), 'tenderbook-lighthouse-'))
const port = await freePort()
let context: BrowserContext | undefined
const lines: Record<string, string | number>[] = []
const reports: Record<string, Report> = {}
try {
  context = await chromium.launchPersistentContext(profileDir, {
    executablePath: chromiumPath(),
    args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`],
    baseURL: server.url,
    viewport: null,
  })
  const measure = async (name: string, path: string): Promise<void> => {
    if (values.only && values.only !== name) return
    const run = () =>
      lighthouse(`${server.url}${path}`, {
        port,
        output: 'json',
        logLevel: 'error',
        onlyCategories: CATEGORIES,
        disableStorageReset: name !== 'login',
        ...(values.mobile ? {} : DESKTOP),
      })
    // A tab that was not painted in time yields no figures.
    const first = await run()
    const result = first?.lhr.runtimeError ? await run() : first
    if (!result) throw new Error(`Lighthouse gave nothing for ${name}`)
    const { categories, audits } = result.lhr
    reports[name] = result.lhr
    const score = (id: string): number => Math.round((categories[id]?.score ?? 0) * 100)
    const shown = (id: string): string => audits[id]?.displayValue ?? ''
    lines.push({
      page: name,
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best practices': score('best-practices'),
      FCP: shown('first-contentful-paint'),
      LCP: shown('largest-contentful-paint'),
      TBT: shown('total-blocking-time'),
      CLS: shown('cumulative-layout-shift'),
    })
    const failed = CATEGORIES.flatMap((category) => categories[category]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0)
      .flatMap(({ id }) => audits[id] ?? [])
      .filter((audit) => audit.score !== null && audit.score < 0.9)
    for (const { id, title, score: own, displayValue } of failed)
      console.log(`  ${name}: ${id} ${own} ${displayValue ?? ''} ${title}`)
    if (values.details)
      for (const { id, displayValue } of Object.values(audits).filter(
        (audit) => audit.score !== null && audit.score < 0.9,
      ))
        console.log(`    ${id} ${displayValue ?? ''}`)
  }
  await measure('login', '/login')
  const addresses = await addressesOf(await signInApi(server.url, 'evaluator', DEMO_PASSWORD))
  await visitAll(context.pages()[0] ?? (await context.newPage()), Object.values(addresses))
  for (const [name, path] of Object.entries(addresses)) await measure(name, path)
} finally {
  await context?.close()
  await server.dispose()
  await rm(profileDir, { recursive: true, force: true })
}
console.table(lines)
if (values.json) await writeFile(values.json, JSON.stringify({ version: readVersion(), reports }))
const short = lines.filter((line) =>
  CATEGORIES.some((category) => Number(line[category.replace('-', ' ')]) < GOAL),
)
console.log(
  short.length === 0
    ? `All scores are at least ${GOAL}.`
    : `Below ${GOAL}: ${short.map(({ page }) => page).join(', ')}`,
)
process.exitCode = short.length === 0 ? 0 : 1

function readVersion(): string {
  return String(
    JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')).dependencies.lighthouse,
  )
}
