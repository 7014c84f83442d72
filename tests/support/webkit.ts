import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Builder, Capabilities, Key, type WebDriver } from 'selenium-webdriver'
import { freePort } from './free-port.ts'
import type { JobPage } from './job-page.ts'
import { listens } from './listens.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const BROWSER = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`
const SCREEN = '/usr/bin/Xvfb'

/** Debian's WebKitGTK is the engine of Safari with another network and screen layer. */
export const hasWebkit = [DRIVER, BROWSER, SCREEN].every((path) => existsSync(path))

const KEYS = { Enter: Key.ENTER, Tab: Key.TAB } as const
/** A value of the page, or the text of its error. */
type Settled = { value: unknown } | { error: string }

/** The page of a WebKitGTK that keeps nothing after it is closed. */
export class WebkitPage implements JobPage {
  readonly #driver: WebDriver
  readonly keyboard: JobPage['keyboard']

  constructor(driver: WebDriver) {
    this.#driver = driver
    const send = async (keys: string): Promise<void> =>
      await driver.actions().sendKeys(keys).perform()
    this.keyboard = { type: send, press: async (key) => await send(KEYS[key]) }
  }

  async goto(url: string): Promise<void> {
    await this.#driver.get(url)
  }

  readonly evaluate: JobPage['evaluate'] = async (work, ...values) => {
    const settled = await this.#driver.executeAsyncScript<Settled>(
      `const values = [...arguments]; const done = values.pop()
      Promise.resolve().then(() => (${work.toString()})(...values))
        .then((value) => done({ value }), (error) => done({ error: String(error) }))`,
      ...values,
    )
    if ('error' in settled) throw new Error(settled.error)
    return settled.value as never
  }

  /** A PNG of what the window shows. */
  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#driver.takeScreenshot(), 'base64')
  }
}

/** Starts a browser on a screen of its own, which no one sees. */
export const openWebkit = async (): Promise<{ page: WebkitPage; close(): Promise<void> }> => {
  const home = mkdtempSync(join(tmpdir(), 'tenderbook-webkit-'))
  const children: ChildProcess[] = []
  const end = async (): Promise<void> => {
    for (const child of children.toReversed()) await ended(child)
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const screen = spawn(
      SCREEN,
      ['-displayfd', '3', '-screen', '0', '1440x960x24', '-nolisten', 'tcp'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    )
    children.push(screen)
    const port = await freePort()
    children.push(
      spawn(DRIVER, [`--port=${port}`, '--host=127.0.0.1'], {
        stdio: 'ignore',
        env: {
          ...process.env,
          ...{ DISPLAY: `:${await numberOf(screen)}`, HOME: home, XDG_DATA_HOME: home },
          ...{ XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home, NO_AT_BRIDGE: '1' },
          ...{ WEBKIT_DISABLE_COMPOSITING_MODE: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
        },
      }),
    )
    while (!(await listens(`http://127.0.0.1:${port}`))) await delay(50)
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation'] },
    })
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(capabilities)
      .build()
    await driver.manage().setTimeouts({ script: 120_000, pageLoad: 120_000 })
    await driver.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 940 })
    const close = async (): Promise<void> => {
      await driver.quit().catch(() => undefined)
      await end()
    }
    return { page: new WebkitPage(driver), close }
  } catch (error) {
    await end()
    throw error
  }
}

/** The number of the display that Xvfb has chosen. */
const numberOf = (screen: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
    screen.stdio[3]?.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()))
  })

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill()
  })
