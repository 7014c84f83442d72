import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumPath } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { nodeBinary, projectRoot } from '../support/project-root.ts'
import type { LoadedBench } from './load.ts'

/** Output folder of `npm run bench:build`, with the driver page. */
export const DRIVER_DIR = join(projectRoot, 'dist-bench')

/**
 * The product's server with the generated project, a bare server with the same rows, and a folder
 * for profiles.
 */
export interface Bench {
  loaded: LoadedBench
  url: string
  bareUrl: string
  dir: string
}

interface Served {
  url: string
  child: ChildProcess
}

/** @param spawnServer starts `serve.ts` with this environment and pipes its standard output */
export const serveWith = async (
  dataDir: string,
  spawnServer: (env: NodeJS.ProcessEnv) => ChildProcess,
  databaseUrl?: string,
): Promise<Served> => {
  const port = await freePort()
  const child = spawnServer({
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    CLIENT_DIR: DRIVER_DIR,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  })
  await new Promise((resolve, reject) => {
    child.stdout?.once('data', resolve)
    child.once('exit', reject)
  })
  return { url: `http://127.0.0.1:${port}`, child }
}

export const startServer = (
  dataDir: string,
  nodeArgs: readonly string[] = [],
  databaseUrl?: string,
): Promise<Served> =>
  serveWith(
    dataDir,
    (env) =>
      spawn(nodeBinary, [...nodeArgs, 'tests/bench/serve.ts'], {
        cwd: projectRoot,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    databaseUrl,
  )

/** Opens a device as a browser profile on the disk. */
export const openProfile = async (dir: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(dir, {
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })

export const openDriver = async (context: BrowserContext, url: string): Promise<Page> => {
  const page = await context.newPage()
  page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`))
  await page.goto(url)
  await page.waitForFunction(() => 'bench' in window || 'baseline' in window)
  return page
}

export const connect = (page: Page, { loaded }: Bench, contact: number): Promise<void> =>
  page.evaluate((config) => window.bench.connect(config), {
    projectId: loaded.projectId,
    username: loaded.contacts[contact] ?? '',
    password: loaded.password,
  })
