import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import type { FloodOrder, FloodState } from './flood-clients.ts'
import { quantileOf } from './figures.ts'
import { loadBench } from './load.ts'
import { openSessions } from './scale/crowd.ts'
import { cpuSecondsOf } from './scale/memory.ts'
import { spawnRoomy } from './scale/socket-process.ts'
import { serveWith } from './sync-page.ts'

const HELD = 1_000
const STRANGERS = 1_000
const BODIES = 200
const CALLS = 300
const COMMITMENTS = 1_000
const GOAL = 3
const SETTLE_MS = 15_000

export interface FloodFigures extends FloodState {
  /** Share of a core that the flood alone takes, once its sockets are open. */
  serverCpuShare: number
  quietP95Ms: number
  floodP95Ms: number
  ratio: number
  isReached: boolean
}

const p95 = (values: readonly number[]): number => quantileOf(values, 0.95)

/** Times of a call of the start page, repeated one after another. */
const measure = async (api: ApiClient, path: string): Promise<number[]> => {
  const times: number[] = []
  for (let index = 0; index < CALLS; index += 1) {
    const start = performance.now()
    const { status } = await api.raw('GET', path)
    if (status !== 200) throw new Error(`The normal call answered ${status}`)
    times.push(performance.now() - start)
    await delay(10)
  }
  return times
}

const startFlood = (order: FloodOrder) => {
  const child = spawnRoomy(['tests/bench/flood-clients.ts'], process.env, true)
  const tell = (message: FloodOrder | 'state'): Promise<FloodState> =>
    new Promise((resolve) => {
      child.once('message', (state: FloodState) => resolve(state))
      child.send(message)
    })
  void tell(order)
  return { state: () => tell('state'), end: () => child.disconnect() }
}

/**
 * Times of a normal call while others hold sockets and slow bodies, and of the same on a quiet
 * server.
 */
export const floodFigures = async (): Promise<FloodFigures> => {
  const dir = await mkdtemp(join(tmpdir(), 'tenderbook-flood-'))
  const dataDir = join(dir, 'data')
  const loaded = await loadBench({ dataDir, commitments: COMMITMENTS })
  const tokens = await openSessions({ dataDir }, loaded, { people: HELD, sessions: HELD })
  const { url, child } = await serveWith(dataDir, (env) =>
    spawnRoomy(['tests/bench/serve.ts'], { ...env, SOCKETS_PER_NETWORK: '500' }, false),
  )
  try {
    const api = await signInApi(url, loaded.owner, loaded.password)
    const path = `/projects-service/projects/${loaded.projectId}/packages`
    await measure(api, path)
    const quiet = await measure(api, path)
    const flood = startFlood({ url, tokens, strangers: STRANGERS, bodies: BODIES })
    await delay(SETTLE_MS)
    const cpuBefore = cpuSecondsOf(child.pid)
    await delay(SETTLE_MS)
    const serverCpuShare = ((cpuSecondsOf(child.pid) - cpuBefore) * 1_000) / SETTLE_MS
    const floodP95Ms = p95(await measure(api, path))
    const state = await flood.state()
    flood.end()
    // Quiet times vary on a busy machine, so measure before and after the flood.
    await delay(SETTLE_MS)
    const quietP95Ms = p95([...quiet, ...(await measure(api, path))])
    const ratio = floodP95Ms / quietP95Ms
    return { ...state, serverCpuShare, quietP95Ms, floodP95Ms, ratio, isReached: ratio < GOAL }
  } finally {
    child.kill('SIGTERM')
    await rm(dir, { recursive: true, force: true })
  }
}

export const printFlood = (figures: FloodFigures): void => {
  const { held, strangers, bodies, serverCpuShare, quietP95Ms, floodP95Ms, ratio, isReached } =
    figures
  process.stdout.write(
    [
      `${held} sockets of people, ${STRANGERS} of strangers (${strangers} open), ${bodies} slow bodies`,
      `the flood takes ${(serverCpuShare * 100).toFixed(1)} % of a core of the server`,
      `p95 of a normal call: quiet ${quietP95Ms.toFixed(1)} ms, flooded ${floodP95Ms.toFixed(1)} ms`,
      `ratio ${ratio.toFixed(2)}, goal below ${GOAL}: ${isReached ? 'reached' : 'missed'}`,
      '',
    ].join('\n'),
  )
}
