import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signInApi } from '../../support/api-client.ts'
import { startBaseline } from '../baseline-server.ts'
import { loadBench, type LoadedBench } from '../load.ts'
import { DRIVER_DIR, serveWith } from '../sync-page.ts'
import { readAnswers } from './answers.ts'
import { openSessions } from './crowd.ts'
import { type ScaleTable, type Size, tableOf } from './growth.ts'
import { residentMb } from './memory.ts'
import { type SocketProcess, spawnRoomy, startSockets } from './socket-process.ts'

const PEOPLE = 1_000
const EDITS = 40
const COMMITMENTS = 1_000
/** Time after which closed sockets and temporary memory are gone. */
const SETTLE_MS = 12_000

interface Scene {
  dir: string
  loaded: LoadedBench
  url: string
  pid: number | undefined
  tokens: readonly string[]
}

const withServer = async <T>(sessions: number, work: (scene: Scene) => Promise<T>): Promise<T> => {
  const dir = await mkdtemp(join(tmpdir(), 'tenderbook-sockets-'))
  const dataDir = join(dir, 'data')
  const loaded = await loadBench({ dataDir, commitments: COMMITMENTS })
  const tokens = await openSessions({ dataDir }, loaded, { people: PEOPLE, sessions })
  const { url, child } = await serveWith(dataDir, (env) =>
    spawnRoomy(['tests/bench/serve.ts'], env, false),
  )
  try {
    return await work({ dir, loaded, url, pid: child.pid, tokens })
  } finally {
    child.kill('SIGTERM')
    await rm(dir, { recursive: true, force: true })
  }
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? Number.NaN

const arrivals = async (
  sockets: SocketProcess,
  order: Parameters<SocketProcess['tell']>[0],
): Promise<{ arrivedMs: number[]; body: string }> => {
  const answer = await sockets.tell(order)
  if (!('arrivedMs' in answer)) throw new Error('the sockets have answered something else')
  if (answer.missing > 0) throw new Error(`${answer.missing} messages have not arrived`)
  return answer
}

/** Sends the same number of bytes through a relay that does nothing else. */
const bareRelay = async (dir: string, count: number, body: string): Promise<number[]> => {
  const own = await mkdtemp(join(dir, 'relay-'))
  const baseline = await startBaseline(DRIVER_DIR, own, [])
  const sockets = startSockets()
  try {
    await sockets.tell({
      order: 'open',
      url: baseline.url,
      tokens: Array.from({ length: count }, () => ''),
      kind: 'relay',
    })
    const bodies = Array.from({ length: EDITS }, (_, index) => `${index} ${body}`)
    return (await arrivals(sockets, { order: 'relay', url: baseline.url, bodies })).arrivedMs
  } finally {
    sockets.end()
    await baseline.close()
  }
}

const propagationAt = async (
  { dir, loaded, url, pid, tokens }: Scene,
  count: number,
): Promise<Size> => {
  const api = await signInApi(url, loaded.contacts[0] ?? '', loaded.password)
  const [first, ...answers] = (await readAnswers(api, loaded.projectId)).slice(0, EDITS + 1)
  if (first === undefined) throw new Error('There is nothing to edit')
  const sockets = startSockets()
  try {
    await sockets.tell({ order: 'open', url, tokens: tokens.slice(0, count), kind: 'stomp' })
    const edit = { order: 'edit', url, serverId: api.serverId, token: api.token } as const
    // The first edit makes the server compute each person's access.
    await arrivals(sockets, { ...edit, answers: [first] })
    const { arrivedMs, body } = await arrivals(sockets, { ...edit, answers })
    const bare = await bareRelay(dir, count, body)
    return {
      amount: count,
      values: {
        'p50 ms': quantile(arrivedMs, 0.5),
        'p99 ms': quantile(arrivedMs, 0.99),
        'relay p50 ms': quantile(bare, 0.5),
        'relay p99 ms': quantile(bare, 0.99),
        messages: arrivedMs.length,
        'server MB': residentMb(pid),
      },
    }
  } finally {
    sockets.end()
  }
}

/** Time from the push until each socket has the row; every socket must get every edit. */
export const socketPropagation = (
  amounts: readonly number[],
): Promise<ScaleTable & { text: string }> =>
  withServer(Math.max(...amounts), async (scene) => {
    const sizes: Size[] = []
    for (const amount of amounts) sizes.push(await propagationAt(scene, amount))
    return tableOf('an edit on so many sockets', 'sockets', sizes, [
      { of: 'p99 ms', unit: 'ms', per: 1 },
    ])
  })

/** Memory of open, signed-in, subscribed sockets that send only heartbeats. */
export const idleSockets = (amounts: readonly number[]): Promise<ScaleTable & { text: string }> =>
  withServer(Math.max(...amounts), async ({ url, pid, tokens }) => {
    const sizes: Size[] = []
    const emptyMb = residentMb(pid)
    const sockets = startSockets()
    try {
      for (const amount of amounts) {
        await sockets.tell({ order: 'open', url, tokens: tokens.slice(0, amount), kind: 'stomp' })
        await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
        const serverMb = residentMb(pid)
        sizes.push({
          amount,
          values: { 'server MB': serverMb, 'more than without MB': serverMb - emptyMb },
        })
      }
      return tableOf('idle sockets', 'sockets', sizes, [
        { of: 'more than without MB', unit: 'MB', per: 1_000 },
      ])
    } finally {
      sockets.end()
    }
  })
