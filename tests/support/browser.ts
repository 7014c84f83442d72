import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  expect,
  type Page,
  type TestInfo,
  test as base,
} from '@playwright/test'
import { openDatabase } from '#server/database/open.ts'
import { hashPassword } from '#server/database/seed.ts'
import { DEMO_PASSWORD, type DemoUsername } from '#server/demo/accounts.ts'
import { CHROMIUM_ARGS, chromiumPath } from './chromium.ts'
import { type CutProxy, startCutProxy } from './cut-proxy.ts'
import { type PageWatch, watchPages } from './page-watch.ts'
import { projectRoot } from './project-root.ts'
import { type RunningServer, startServer } from './start-server.ts'

export { expect } from '@playwright/test'
export type { Page } from '@playwright/test'
export { axe } from './axe.ts'

/** Characters of a page in the report of a failed test. */
const MOST_OF_A_PAGE = 600

/** One laptop: its own browser profile and a network cable that a test can pull. */
export interface Device {
  readonly context: BrowserContext
  readonly page: Page
  readonly proxy: CutProxy
  readonly watch: PageWatch
  /** Cuts the network: requests and websockets fail at once. */
  goOffline(): Promise<void>
  goOnline(): Promise<void>
  /**
   * Closes the browser. With a `profileDir`, a later `openDevice` continues where this one stopped.
   */
  close(): Promise<void>
}
export interface DeviceOptions {
  /**
   * Installs the service worker, which stores the whole application: ten seconds of processor time.
   * Only for a test that loads a page or a part of it without a network, or that is about the
   * service worker. Default false.
   */
  installs?: boolean
  /**
   * Keeps the profile (IndexedDB, service worker) after a close. Pass the earlier device's `proxy`
   * as well: another port would be another origin.
   */
  profileDir?: string
  proxy?: CutProxy
  context?: BrowserContextOptions
}
export interface Fixtures {
  /** The server of this test file, with the demo in a new database. */
  server: RunningServer
  openDevice: (options?: DeviceOptions) => Promise<Device>
  /** Watches the pages of the default browser context, for tests that need only one device. */
  watch: PageWatch
}
interface WorkerFixtures {
  serverOfFile: (file: string) => Promise<RunningServer>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // One server per file: each file starts with new data, and the tests of one file may build on
  // each other.
  serverOfFile: [
    async ({}, use) => {
      let demo: string | undefined
      let current: (OwnServer & { file: string }) | undefined
      await use(async (file) => {
        if (current?.file === file) return current.server
        await current?.dispose()
        requireBuild()
        demo ??= await prepareDemo()
        current = { file, ...(await startOn(demo)) }
        return current.server
      })
      await current?.dispose()
      if (demo) await rm(demo, { recursive: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  server: async ({ serverOfFile }, use, testInfo) => use(await serverOfFile(testInfo.file)),
  baseURL: async ({ server }, use) => use(server.url),

  watch: [
    async ({ context }, use, testInfo) => {
      const watch = await watchPages(context)
      await use(watch)
      if (hasFailed(testInfo)) return await reportPages([{ context, watch }])
      expect(watch.problems, 'nothing but the expected went wrong in the browser').toEqual([])
    },
    { auto: true },
  ],

  openDevice: async (
    { server, browser, contextOptions, viewport, locale, timezoneId },
    use,
    testInfo,
  ) => {
    const opened: Device[] = []
    const proxies = new Set<CutProxy>()
    await use(async (options = {}) => {
      const proxy = options.proxy ?? (await startCutProxy(server.port))
      proxies.add(proxy)
      const settings = {
        ...contextOptions,
        serviceWorkers: options.installs ? ('allow' as const) : ('block' as const),
        viewport,
        locale,
        timezoneId,
        baseURL: proxy.url,
        ...options.context,
      }
      const context = options.profileDir
        ? await openProfile(options.profileDir, settings)
        : await browser.newContext(settings)
      const device = await deviceOf(context, proxy)
      opened.push(device)
      return device
    })
    try {
      if (hasFailed(testInfo)) await reportPages(opened)
    } finally {
      for (const device of opened) {
        await device.close()
        if (!hasFailed(testInfo))
          expect(device.watch.problems, 'nothing but the expected went wrong on a device').toEqual(
            [],
          )
      }
      for (const proxy of proxies) await proxy.close()
    }
  },
})

const hasFailed = ({ status, expectedStatus }: TestInfo): boolean => status !== expectedStatus

/**
 * Fails with what the pages show and what went wrong in them: the report of a failed test may be
 * all that is left of its machine.
 */
const reportPages = async (
  devices: readonly Pick<Device, 'context' | 'watch'>[],
): Promise<void> => {
  const shown = await Promise.all(
    devices.flatMap(({ context }) =>
      context.pages().map(async (page) => {
        const body = page.locator('body').innerText({ timeout: 5_000 })
        const text = await body.catch((error: unknown) => String(error))
        return `${page.url()}: ${text.replaceAll(/\s+/g, ' ').slice(0, MOST_OF_A_PAGE)}`
      }),
    ),
  )
  const problems = devices.flatMap(({ watch }) => watch.problems)
  if (shown.length > 0 || problems.length > 0)
    throw new Error(['What the pages show:', ...shown, ...problems].join('\n'))
}

/**
 * Loads the demo once and keeps the data of the stopped server for copying: loading the demo takes
 * longer than the rest of a start.
 */
const prepareDemo = async (): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-demo-'))
  await (await startServer({ dataDir })).dispose()
  await cheapenSignIns(dataDir)
  return dataDir
}

/**
 * Gives the demo accounts few iterations of PBKDF2: the tests sign in hundreds of times, in a
 * browser or without one. Accounts that tests register have the real number.
 */
const cheapenSignIns = async (dataDir: string): Promise<void> => {
  const database = await openDatabase({ dataDir, databaseUrl: undefined })
  const password = await hashPassword(database, DEMO_PASSWORD, 1_000)
  await database.write(async (tx) => void (await tx.updateTable('users').set(password).execute()))
  await database.close()
}

interface OwnServer {
  server: RunningServer
  dispose: () => Promise<void>
}
const startOn = async (demo: string): Promise<OwnServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-'))
  await cp(demo, dataDir, { recursive: true })
  const server = await startServer({ dataDir })
  return {
    server,
    dispose: async () => {
      await server.dispose()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Keeps the back-forward cache on, as a person's browser does. */
const openProfile = (
  profileDir: string,
  settings: BrowserContextOptions,
): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profileDir, {
    executablePath: chromiumPath(),
    args: CHROMIUM_ARGS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    ...settings,
  })

const deviceOf = async (context: BrowserContext, proxy: CutProxy): Promise<Device> => {
  const watch = await watchPages(context)
  const page = context.pages()[0] ?? (await context.newPage())
  return {
    context,
    page,
    proxy,
    watch,
    goOffline: async () => {
      watch.expectNetworkErrors(true)
      proxy.cut()
      await context.setOffline(true)
    },
    // Requests that were in flight may still report errors, so network errors stay expected.
    goOnline: async () => {
      proxy.restore()
      await context.setOffline(false)
    },
    close: () => context.close(),
  }
}

/**
 * Signs in through the form as a person who opened `path` first, and waits for the first screen.
 */
export const signInAs = async (
  page: Page,
  username: DemoUsername,
  path = '/login',
): Promise<void> => {
  await page.goto(path)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/**
 * Waits until the service worker of a device that `installs` has stored the page, so that it works
 * without a network.
 * `navigator.serviceWorker.ready` resolves earlier.
 */
export const untilInstalled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: 120_000,
  })

const requireBuild = (): void => {
  if (!existsSync(resolve(projectRoot, 'dist/client/index.html')))
    throw new Error('The application is not built: npm run build')
}
