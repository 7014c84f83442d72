import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {} from '../bench/driver/main.ts'
import { type LoadedBench, loadBench } from '../bench/load.ts'
import { CHROMIUM_ARGS, chromiumPath } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { nodeBinary, projectRoot } from '../support/project-root.ts'
import { hasSharedData } from '../support/shared-data.ts'

/**
 * Faults in real browsers with the real server; the page is the driver of the bench, which has no
 * interface.
 */
const isOtherRun = process.env['TEST_DATABASE'] === 'postgres'

describe.skipIf(isOtherRun || !hasSharedData)('in real browsers', { timeout: 120_000 }, () => {
  let dir: string
  let port: number
  let loaded: LoadedBench
  let server: ChildProcess
  const contexts: BrowserContext[] = []

  const startServer = async (): Promise<void> => {
    const env = {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(dir, 'data'),
      CLIENT_DIR: join(dir, 'page'),
    }
    const child = spawn(nodeBinary, ['tests/bench/serve.ts'], {
      cwd: projectRoot,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve, reject) => {
      child.stdout.once('data', resolve)
      child.once('exit', reject)
    })
    server = child
  }
  const killServer = async (): Promise<void> => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGKILL')
    await ended
  }
  const openBrowser = async (profile: string): Promise<BrowserContext> => {
    const context = await chromium.launchPersistentContext(join(dir, profile), {
      executablePath: chromiumPath(),
      args: CHROMIUM_ARGS,
    })
    contexts.push(context)
    return context
  }
  const openPage = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    await page.waitForFunction(() => 'bench' in window)
    return page
  }
  const connect = (page: Page, contact = 0): Promise<void> =>
    page.evaluate((config) => window.bench.connect(config), {
      projectId: loaded.projectId,
      username: loaded.contacts[contact] ?? '',
      password: loaded.password,
    })
  const synced = (page: Page): Promise<void> => page.evaluate(() => window.bench.waitSynced())
  const write = (page: Page, text: string, count: number): Promise<void> =>
    page.evaluate(
      async ({ text: word, count: k, vendorId }) => {
        const rows = await window.bench.query(vendorId, k)
        for (const row of rows) await window.bench.edit(row.id, { definition: `${word} ${row.id}` })
        await window.bench.durable()
      },
      { text, count, vendorId: loaded.vendorId },
    )
  const arrived = async (page: Page, text: string): Promise<number> =>
    page.evaluate(
      async ({ word, vendorId }) => {
        const rows = await window.bench.query(vendorId, 1_000)
        return rows.filter((row) => row.definition === `${word} ${row.id}`).length
      },
      { word: text, vendorId: loaded.vendorId },
    )

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'tenderbook-faults-'))
    port = await freePort()
    await build({
      configFile: join(projectRoot, 'tests/bench/vite.config.ts'),
      logLevel: 'error',
      build: { outDir: join(dir, 'page'), emptyOutDir: true },
    })
    loaded = await loadBench({ dataDir: join(dir, 'data'), commitments: 150 })
    await startServer()
  }, 120_000)
  afterAll(async () => {
    for (const context of contexts) await context.close().catch(() => undefined)
    server.kill('SIGKILL')
    await rm(dir, { recursive: true, force: true })
  })

  it('[RB1] edits made while the server is killed and restarted all arrive on their own', async () => {
    const page = await openPage(await openBrowser('one'))
    await connect(page)
    await synced(page)
    const writing = write(page, 'killed', 100)
    await killServer()
    await writing
    await startServer()
    await page.evaluate(() => window.bench.pushed())
    const other = await openPage(await openBrowser('two'))
    await connect(other, 1)
    await synced(other)
    expect(await arrived(other, 'killed')).toBe(100)
  })

  it('[RB2] another tab sends when the leading tab is closed', async () => {
    const context = await openBrowser('tabs')
    const first = await openPage(context)
    await connect(first)
    await synced(first)
    const second = await openPage(context)
    await connect(second)
    await first.close()
    await write(second, 'second', 20)
    await second.evaluate(() => window.bench.pushed())
    expect(await arrived(second, 'second')).toBe(20)
  })

  it('[RB3] a leading tab that sleeps loses the lead to a visible one', async () => {
    const context = await openBrowser('sleep')
    const first = await openPage(context)
    await connect(first)
    await synced(first)
    const second = await openPage(context)
    await connect(second)
    const session = await context.newCDPSession(first)
    await session.send('Page.setWebLifecycleState', { state: 'frozen' })
    await write(second, 'awake', 20)
    await second.evaluate(() => window.bench.pushed())
    expect(await arrived(second, 'awake')).toBe(20)
  })

  it('[RB4] edits survive a browser that is killed right after they are durable', async () => {
    const context = await openBrowser('crash')
    const page = await openPage(context)
    await connect(page)
    await synced(page)
    await page.evaluate(() => window.bench.disconnect())
    await write(page, 'durable', 50)
    const crash = await context
      .browser()
      ?.newBrowserCDPSession()
      .catch(() => undefined)
    if (crash === undefined)
      await (await context.newCDPSession(page)).send('Browser.crash').catch(() => undefined)
    else await crash.send('Browser.crash').catch(() => undefined)
    await context.close().catch(() => undefined)
    const again = await openPage(await openBrowser('crash'))
    await again.evaluate((projectId) => window.bench.open({ projectId }), loaded.projectId)
    expect(await arrived(again, 'durable')).toBe(50)
    await connect(again)
    await again.evaluate(() => window.bench.pushed())
    const other = await openPage(await openBrowser('witness'))
    await connect(other, 1)
    await synced(other)
    expect(await arrived(other, 'durable')).toBe(50)
  })
})
