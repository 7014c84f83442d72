import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type BrowserContext, chromium, type Request } from '@playwright/test'
import { API } from '#schema/api/index.ts'
import type { ProjectState } from '#schema/entities/project.ts'
import { DEMO_PASSWORD, type DemoUsername } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { signInAs } from '../support/browser.ts'
import { CHROMIUM_ARGS, chromiumPath } from '../support/chromium.ts'
import { projectRoot } from '../support/project-root.ts'
import { startServer } from '../support/start-server.ts'

/**
 * `npm run bench:size`: KiB, in gzip and in brotli as sent, of the scripts and styles that a first
 * visit to each page loads by a link, with sign-in, shell and worker and without a cache. The
 * service worker, which fetches the rest later, is blocked; parts loaded on hover or click do not
 * count, nor does the bell, which the page loads by itself after the first screen, on a slow machine
 * before the last request of that.
 */
const { values } = parseArgs({
  options: {
    limit: { type: 'string', default: '371' },
    'sent-limit': { type: 'string', default: '326' },
    list: { type: 'boolean', default: false },
  },
})
const LIMITS_KIB = { gzip: Number(values.limit), sent: Number(values['sent-limit']) }
const CLIENT = join(projectRoot, 'dist/client')
if (!existsSync(join(CLIENT, 'index.html'))) throw new Error('Run `npm run build` first')

const sizeOf = (path: string): number =>
  gzipSync(readFileSync(join(CLIENT, path)), { level: 9 }).length
/** As the server sends it; scripts/lib/compress-files.mjs compresses in the same way. */
const sentSizeOf = (path: string): number =>
  brotliCompressSync(readFileSync(join(CLIENT, path))).length
const kib = (bytes: number): string => (bytes / 1024).toFixed(1)

const server = await startServer()
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS })
const lines: { visit: string; files: number; 'gzip KiB': string; 'sent KiB': string }[] = []
const most = { gzip: 0, sent: 0 }

const visit = async (context: BrowserContext, name: string, path: string): Promise<void> => {
  const files = new Set<string>()
  const page = await context.newPage()
  // Counts requests of the page and of its worker.
  let isLate = false
  const note = (request: Request): void => {
    const { pathname } = new URL(request.url())
    isLate ||= pathname.includes('/bell-')
    if (!isLate && /\.(js|css)$/.test(pathname)) files.add(pathname)
  }
  context.on('request', note)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.waitForTimeout(500)
  context.off('request', note)
  await page.close()
  const sizes = [...files].map((file) => ({ file, bytes: sizeOf(file) }))
  const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0)
  const sent = sizes.reduce((sum, one) => sum + sentSizeOf(one.file), 0)
  most.gzip = Math.max(most.gzip, bytes)
  most.sent = Math.max(most.sent, sent)
  lines.push({ visit: name, files: files.size, 'gzip KiB': kib(bytes), 'sent KiB': kib(sent) })
  if (values.list)
    for (const one of sizes.toSorted((some, other) => other.bytes - some.bytes))
      console.log(`  ${kib(one.bytes).padStart(6)} ${one.file}`)
}

const pagesOf = async (
  username: DemoUsername,
  state: ProjectState,
): Promise<{ project: string; pack: string; document: string; requirement: string }> => {
  const api = await signInApi(server.url, username, DEMO_PASSWORD)
  const projects = await api.call(API.projects.byUser, {
    params: { id: String(api.session.userId) },
    body: {},
  })
  const id = projects.items.find((project) => project.state === state)?.id ?? ''
  const tree = await api.call(API.projects.references, { params: { id } })
  const [pack, document, requirement] = (['package', 'document', 'requirement'] as const).map(
    (kind) => tree.find((one) => one.kind === kind),
  )
  const project = `/project/${id}`
  const documentPath = `${project}/documents/${document?.id}`
  return {
    project,
    pack: `${project}/packages/${pack?.id}`,
    document: documentPath,
    requirement: `${documentPath}/requirement/${requirement?.fullId}`,
  }
}

try {
  const signedIn = async (username: DemoUsername): Promise<BrowserContext> => {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1440, height: 900 },
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    await signInAs(page, username)
    await page.waitForLoadState('networkidle')
    await page.close()
    return context
  }
  await visit(
    await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' }),
    'sign-in',
    '/login',
  )
  const requestor = await signedIn('evaluator')
  const theirs = await pagesOf('evaluator', 'EVALUATION')
  for (const [name, path] of Object.entries({
    dashboard: '/dashboard',
    projects: '/projects',
    project: `${theirs.project}/detail`,
    packages: `${theirs.project}/packages`,
    package: theirs.pack,
    documents: `${theirs.project}/documents`,
    document: theirs.document,
    requirement: theirs.requirement,
    releases: `${theirs.project}/releases`,
    evaluation: `${theirs.project}/evaluation-detail`,
  }))
    await visit(requestor, `requestor: ${name}`, path)
  const governed = await pagesOf('owner', 'EVALUATION')
  const owner = await signedIn('owner')
  for (const [name, path] of Object.entries({
    settings: `${governed.project}/settings/general`,
    profile: '/settings/profile',
    account: '/settings/account',
    '2FA': '/settings/2fa',
  }))
    await visit(owner, `owner: ${name}`, path)
  const vendor = await signedIn('plone-primary')
  const own = await pagesOf('plone-primary', 'PUBLISHED')
  for (const [name, path] of Object.entries({
    dashboard: '/vendor/dashboard/projects',
    account: '/vendor/dashboard/account',
    project: `${own.project}/detail`,
    document: own.document,
    requirement: own.requirement,
  }))
    await visit(vendor, `vendor: ${name}`, path)
} finally {
  await browser.close()
  await server.dispose()
}
console.table(lines)
const isOver = (['gzip', 'sent'] as const).filter((as) => most[as] > LIMITS_KIB[as] * 1024)
for (const as of isOver) console.log(`More than ${LIMITS_KIB[as]} KiB, ${as}.`)
if (isOver.length === 0) console.log(`At most ${LIMITS_KIB.gzip} KiB, ${LIMITS_KIB.sent} as sent.`)
process.exitCode = isOver.length === 0 ? 0 : 1
