import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { FAULTY_REPLY } from './faulty-reply.ts'
import { freePort } from './free-port.ts'
import { listens } from './listens.ts'
import { nodeBinary, projectRoot } from './project-root.ts'

export interface ServerOptions {
  port?: number
  /**
   * A given folder is kept afterwards; the default is a temporary folder that `dispose` removes.
   */
  dataDir?: string
  databaseUrl?: string
  /** Loads the demo into a new database; default true. */
  demo?: boolean
  env?: Record<string, string>
  /** The script that Node runs; default `server/main.ts`. */
  entry?: string
  /**
   * Program and arguments that start Node, for example strace. Node must stay the child of this
   * process.
   */
  under?: readonly string[]
  startTimeoutMs?: number
  /** Time to end after SIGTERM; default 5 s. */
  stopTimeoutMs?: number
  /**
   * Compares each reply with its schema; stopping the server throws if one differs. Default: only
   * in tests, not where time or memory is measured.
   */
  checksReplies?: boolean
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** Everything the process has written so far. */
  log(): string
  /** Sends SIGTERM and waits for the exit. The data stay. Throws if a reply broke its schema. */
  stop(): Promise<void>
  /** Sends a signal and lets the process run on. */
  signal(signal: NodeJS.Signals): void
  /** Sends SIGKILL, as a crash does. */
  kill(): Promise<void>
  /** Starts the server again on the same port and data. */
  start(): Promise<void>
  /** Stops and removes the temporary folder. */
  dispose(): Promise<void>
}

/** Spawns the real server as `npm start` does, and resolves once it answers. */
export const startServer = async (options: ServerOptions = {}): Promise<RunningServer> => {
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'tenderbook-')))
  const url = `http://127.0.0.1:${port}`
  const written: string[] = []
  let child: ChildProcess | undefined

  const start = async (): Promise<void> => {
    if (child) throw new Error('the server runs already')
    const [program = nodeBinary, ...args] = [
      ...(options.under ?? []),
      nodeBinary,
      ...((options.checksReplies ?? isInTest()) ? ['--import', REPORT_REPLIES] : []),
      options.entry ?? 'server/main.ts',
    ]
    const running = spawn(program, args, {
      cwd: projectRoot,
      env: serverEnvironment(options, port, dataDir),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = running
    running.stdout.on('data', (chunk: Buffer) => written.push(chunk.toString()))
    running.stderr.on('data', (chunk: Buffer) => written.push(chunk.toString()))
    await untilAnswers(running, url, options.startTimeoutMs ?? 180_000, () => written.join(''))
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child
    child = undefined
    if (running) await endProcess(running, signal, options.stopTimeoutMs ?? 5_000)
    refuseFaultyReplies(written.join(''))
  }
  const dispose = async (): Promise<void> => {
    await end('SIGTERM')
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
  }

  try {
    await start()
  } catch (error) {
    await dispose()
    throw error
  }
  return {
    url,
    port,
    dataDir,
    log: () => written.join(''),
    start,
    signal: (signal) => void child?.kill(signal),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    dispose,
  }
}

const REPORT_REPLIES = join(projectRoot, 'tests/support/report-replies.ts')
/** Within vitest or Playwright. */
const isInTest = (): boolean => 'VITEST' in process.env || 'TEST_WORKER_INDEX' in process.env
const refuseFaultyReplies = (log: string): void => {
  const lines = log.split('\n').filter((line) => line.startsWith(FAULTY_REPLY))
  if (lines.length > 0) throw new Error([...new Set(lines)].join('\n'))
}

const serverEnvironment = (
  options: ServerOptions,
  port: number,
  dataDir: string,
): NodeJS.ProcessEnv => {
  // Vitest sets its own BASE_URL in the environment.
  const {
    DATABASE_URL: _inherited,
    NODE_ENV: _mode,
    BASE_URL: _ofVitest,
    ...inherited
  } = process.env
  return {
    ...inherited,
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: options.demo === false ? '0' : '1',
    ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
    ...options.env,
  }
}

const untilAnswers = async (
  child: ChildProcess,
  url: string,
  timeoutMs: number,
  log: () => string,
): Promise<void> => {
  const until = Date.now() + timeoutMs
  while (Date.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended while starting:\n${log()}`)
    const answer = (await listens(url))
      ? await fetch(`${url}/api/application/version`).catch(() => undefined)
      : undefined
    if (answer?.ok) return
    await delay(20)
  }
  throw new Error(`the server did not answer within ${timeoutMs} ms:\n${log()}`)
}

const endProcess = async (
  child: ChildProcess,
  signal: NodeJS.Signals,
  timeoutMs: number,
): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill(signal)
  const force = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await ended
  clearTimeout(force)
}
