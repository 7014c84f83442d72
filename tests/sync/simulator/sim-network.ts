import { Refusal } from '#schema/refusal.ts'
import type { CompareNetwork } from '#sync/engine/pull/compare.ts'
import { type Network, SyncFailure } from '#sync/engine/ports.ts'
import type { Plant } from './plant.ts'
import type { Random } from './random.ts'
import type { SimServer } from './sim-server.ts'
import type { SimUser } from './template.ts'
import type { VirtualTime } from './virtual-time.ts'

/** Probabilities of the faults per step; all 0 once the run heals. */
export interface Faults {
  loseRequest: number
  loseAnswer: number
  duplicate: number
  cutPull: number
  cutPiece: number
  serverCrash: number
  clientCrash: number
  /** Probability of a crash around each write of a file record. */
  fileCrash: number
  unauthorized: number
  busy: number
  loseLive: number
  slowMs: number
}
export const NO_FAULTS: Faults = {
  loseRequest: 0,
  loseAnswer: 0,
  duplicate: 0,
  cutPull: 0,
  cutPiece: 0,
  serverCrash: 0,
  clientCrash: 0,
  fileCrash: 0,
  unauthorized: 0,
  busy: 0,
  loseLive: 0,
  slowMs: 5,
}
export const HOSTILE: Faults = {
  loseRequest: 0.1,
  loseAnswer: 0.1,
  duplicate: 0.1,
  cutPull: 0.05,
  cutPiece: 0.2,
  serverCrash: 0.05,
  clientCrash: 0.015,
  fileCrash: 0.05,
  unauthorized: 0.03,
  busy: 0.05,
  loseLive: 0.3,
  slowMs: 300,
}

export interface SimWorld {
  time: VirtualTime
  random: Random
  faults: Faults
  server: SimServer
}
/** One browser profile: several people may use it, one after the other. */
export interface Machine {
  signedIn: SimUser | null
}
export interface Line {
  user: SimUser
  machine: Machine
  isOnline(): boolean
  hasSession(): boolean
  endSession(): void
}

/** The proxy passes only requests smaller than the server's own limit, and none with this word. */
export const PROXY_BYTES = 30_000
export const FORBIDDEN = 'forbidden-word'

const failureOf = (error: unknown): SyncFailure => {
  if (error instanceof SyncFailure) return error
  if (error instanceof Refusal && error.code === 'SYNC_GAP')
    return new SyncFailure('gap', { lastMid: Number(error.detail['lastMid']) })
  if (error instanceof Refusal && error.code === 'CLIENT_FOREIGN') return new SyncFailure('foreign')
  if (error instanceof Refusal && error.code === 'WRONG_TOKEN')
    return new SyncFailure('unauthorized')
  return new SyncFailure('busy', { cause: error })
}

/** The faults that one request meets. */
interface Way {
  trip(): Promise<void>
  sender(): number
  stumble(): void
}

export const openWay = (world: SimWorld, line: Line, plant: Plant): Way => {
  const { time, random } = world
  const trip = async (): Promise<void> => {
    // Some requests take so long that later ones overtake them.
    const slowness = random.chance(0.12) ? 10 : 1
    await time.sleep(1 + random.below(world.faults.slowMs * slowness)).done
    if (!line.isOnline()) throw new SyncFailure('offline')
  }
  /** The person whose request the server sees: a device's tokens belong to its own person. */
  const sender = (): number => {
    const { signedIn } = line.machine
    if (plant.isSentAsCurrentUser === true && signedIn !== null) return signedIn.userId
    if (signedIn !== line.user || !line.hasSession()) throw new SyncFailure('unauthorized')
    return line.user.userId
  }
  const stumble = (): void => {
    const { faults } = world
    if (random.chance(faults.unauthorized)) line.endSession()
    if (random.chance(faults.busy))
      throw new SyncFailure('busy', { retryAfterMs: random.below(3_000) })
    if (random.chance(faults.serverCrash))
      world.server.crashNext(random.chance(0.5) ? 'beforeCommit' : 'afterCommit')
  }
  return { trip, sender, stumble }
}

export const createSimNetwork = (
  world: SimWorld,
  line: Line,
  plant: Plant,
): Network & CompareNetwork => {
  const { time, random } = world
  const { trip, sender, stumble } = openWay(world, line, plant)
  return {
    async push(request) {
      sender()
      await trip()
      const userId = sender()
      stumble()
      const text = JSON.stringify(request.mutations)
      if (text.length > PROXY_BYTES) throw new SyncFailure('tooLarge')
      if (text.includes(FORBIDDEN)) throw new SyncFailure('malformed')
      const arrive = () => world.server.push(userId, request)
      // A request that seems lost may only be late, and arrive after later ones.
      const isLost = random.chance(world.faults.loseRequest)
      if (random.chance(isLost ? 0.5 : world.faults.duplicate))
        time.after(
          random.below(random.chance(0.5) ? 2_000 : 8_000),
          () => void arrive().catch(() => undefined),
        )
      if (isLost) throw new SyncFailure('offline')
      const reply = await arrive().catch((error: unknown) => {
        throw failureOf(error)
      })
      await trip()
      if (random.chance(world.faults.loseAnswer)) throw new SyncFailure('offline')
      return reply
    },
    async compare(request) {
      sender()
      await trip()
      const userId = sender()
      stumble()
      if (random.chance(world.faults.loseRequest)) throw new SyncFailure('offline')
      const reply = await world.server.compare(userId, request).catch((error: unknown) => {
        throw failureOf(error)
      })
      await trip()
      if (random.chance(world.faults.loseAnswer)) throw new SyncFailure('offline')
      return reply
    },
    async *pull(request) {
      sender()
      await trip()
      const userId = sender()
      stumble()
      if (random.chance(world.faults.loseRequest)) throw new SyncFailure('offline')
      const { server } = world
      const pages = server.pull(userId, request)
      for (;;) {
        const next = await pages.next().catch((error: unknown) => {
          throw failureOf(error)
        })
        if (next.done === true) return
        await trip()
        if (random.chance(world.faults.cutPull)) throw new SyncFailure('offline')
        yield plant.page?.(next.value, server) ?? next.value
      }
    },
  }
}
