import type { MemoryState } from '#sync/engine/memory-storage.ts'
import { damage, hasDamage } from './damage.ts'
import { checkClient } from './final-checks.ts'
import { checkArrived, checkFiles, checkNamed } from './files/file-checks.ts'
import { createExcuses, type ExcuseCounts } from './excuses.ts'
import { createHouse } from './house.ts'
import { createLedger } from './ledger.ts'
import type { Plant } from './plant.ts'
import { createRandom, type Random } from './random.ts'
import { createClient, type SimClient } from './sim-client.ts'
import { HOSTILE, type Machine, NO_FAULTS, type SimWorld } from './sim-network.ts'
import { openServer, START } from './sim-server.ts'
import { createSteps } from './steps.ts'
import { createTemplate, type SimUser, type Template } from './template.ts'
import { createTrace } from './trace.ts'
import { createVirtualTime, NoRest } from './virtual-time.ts'
import { createWatch } from './watch.ts'
import type { Scene } from './workload.ts'

export interface RunResult {
  seed: number
  violations: string[]
  edits: number
  clients: number
  /** How often each excuse prevented a violation. */
  excuses: Readonly<ExcuseCounts>
}

const LARGE_EVERY = 50
/** People attach files in one of this many histories. */
const FILES_EVERY = 5
export const hasFiles = (seed: number): boolean => seed % FILES_EVERY === 3
/** People name owners, members and those who answer in one of this many histories. */
const ASSIGNMENTS_EVERY = 4
const hasAssignments = (seed: number): boolean => seed % ASSIGNMENTS_EVERY === 2
/** Servers go back in time often in one of this many histories. */
const UNSTEADY_EVERY = 10
const isUnsteady = (seed: number): boolean => seed % UNSTEADY_EVERY === 7
const isLarge = (seed: number): boolean => seed % LARGE_EVERY === 0
/**
 * The templates: the usual project, and for some seeds one with 500 requirements; each is made when
 * a seed first needs it.
 */
const templates = new Map<boolean, Promise<Template>>()
const templateOf = (seed: number): Promise<Template> => {
  const template = templates.get(isLarge(seed)) ?? createTemplate(isLarge(seed) ? 500 : 6)
  templates.set(isLarge(seed), template)
  return template
}
/** Chance of damage before each step. */
const DAMAGE = 0.08
const UNDER_WAY_MS = 10_000
const HEAL_MS = 45_000

/** Picks 3 to 12 devices; a person may have several, and a device may have two people. */
const castOf = (
  random: Random,
  template: Template,
  count: number,
): { user: SimUser; machine: Machine }[] => {
  const people = [
    template.veras[0],
    template.owner,
    template.author,
    template.veras[1],
    template.evaluator,
    template.others[0],
    template.veras[2],
    template.others[1],
  ]
  const cast: { user: SimUser; machine: Machine }[] = []
  for (let n = 0; n < count; n += 1) {
    const user = n < 3 || random.chance(0.6) ? people[n % people.length] : random.pick(people)
    if (user === undefined) continue
    const shared = n >= 3 && random.chance(0.35) ? random.pick(cast).machine : undefined
    const isTaken =
      shared === undefined || cast.some((one) => one.machine === shared && one.user === user)
    cast.push({ user, machine: isTaken ? { signedIn: user } : shared })
  }
  return cast
}

export interface RunOptions {
  plant?: Plant
  /** Called with each step. */
  tell?: ((line: string) => void) | undefined
  /** Devices use the shipped storage; otherwise its model. */
  isShipped?: boolean
}

/**
 * One history: people write under all faults; then the faults end, and the promises are checked.
 */
export const run = async (
  seed: number,
  { plant = {}, tell, isShipped = false }: RunOptions = {},
): Promise<RunResult> => {
  const template = await templateOf(seed)
  const random = createRandom(seed)
  const time = createVirtualTime(START)
  const world: SimWorld = {
    time,
    random,
    faults: { ...HOSTILE },
    server: openServer(template, () => time.now(), plant),
  }
  const excuses = createExcuses()
  const ledger = createLedger(excuses)
  const clients: SimClient[] = []
  const trace = tell === undefined ? undefined : createTrace(() => time.now(), tell)
  const watch = createWatch(clients, () => world.server.serverId, excuses)
  const house = createHouse({
    world,
    template,
    plant,
    clients,
    watch,
    ledger,
    trace,
    isLaggingFirst: seed % 2 === 1,
    pageRows: isLarge(seed) ? 500 : random.pick([2, 5, 10, 20, 50, 500, 500, 500]),
  })
  // A device that only reads may have no other sign of a server that went back under its old id.
  const isComparing = (): boolean => hasDamage(seed) || house.hasLagged()
  const count = isLarge(seed) ? 3 : 3 + random.below(10)
  const onCommit = (client: SimClient, state: MemoryState, before: MemoryState): void => {
    trace?.commit(client, state)
    ledger.note(client, state)
    watch.look(client, before)
  }
  for (const [number, { user, machine }] of castOf(random, template, count).entries()) {
    clients.push(
      createClient(world, {
        number,
        user,
        machine,
        plant,
        hasFiles: hasFiles(seed),
        isComparing,
        shipped: isShipped
          ? { isShared: seed % 2 === 0, tell: (violation) => void watch.violations.push(violation) }
          : undefined,
        onCommit,
        onSignOut: ledger.signOut,
      }),
    )
  }
  let words = 0
  const scene: Scene = { random, template, next: () => (words += 1) }
  const steps = createSteps({
    ...{ scene, world, clients, house, ledger },
    hasFiles: hasFiles(seed),
    hasAssignments: hasAssignments(seed),
    isUnsteady: isUnsteady(seed),
  })

  const play = async (): Promise<void> => {
    const stepCount = isLarge(seed) ? 25 : 45 + random.below(35)
    for (let step = 0; step < stepCount; step += 1) {
      if (hasDamage(seed) && random.chance(DAMAGE)) {
        const what = damage(random, clients)
        if (what !== null) trace?.say(what)
      }
      await random.pick(steps)()
      await time.runUntil(time.now() + random.below(random.chance(0.2) ? 8_000 : 400))
    }
    Object.assign(world.faults, NO_FAULTS)
    // A request without a commit may have left a crash behind.
    world.server.crashNext(null)
    await house.admin().setDeadline(false)
    if (random.chance(0.6)) await house.admin().moveTo('PUBLISHED')
    const people = Map.groupBy(clients, ({ machine }) => machine)
    for (let turn = 0; [...people.values()].some((users) => users.length > turn); turn += 1) {
      const present = [...people.values()].flatMap((users) => users[turn] ?? [])
      await heal(present)
      for (const client of present)
        watch.violations.push(
          ...(await checkClient(world.server, client, { watch, ledger, excuses })),
          ...checkFiles(world.server, client, excuses),
        )
    }
    watch.violations.push(
      ...ledger.violations(watch.seenWords),
      ...checkNamed(world.server, clients),
      ...checkArrived(world.server),
    )
  }
  const heal = async (present: readonly SimClient[]): Promise<void> => {
    for (const client of present) {
      client.isOnline = true
      if (client.machine.signedIn === client.user) client.renew()
      else client.signIn()
    }
    // Requests under way when the faults ended may still fail, and the next try may follow after a
    // minute.
    await time.runUntil(time.now() + UNDER_WAY_MS)
    for (const client of present) client.renew()
    await time.runUntil(time.now() + HEAL_MS)
    if (!isComparing()) return
    for (const client of present) client.compareNow()
    await time.runUntil(time.now() + HEAL_MS)
  }
  try {
    await play()
  } catch (error) {
    if (!(error instanceof NoRest)) throw error
    watch.violations.push(`L1 ${error.message}`)
  } finally {
    await Promise.all(clients.map((client) => client.close()))
    house.close()
  }
  return {
    seed,
    violations: watch.violations,
    edits: ledger.count(),
    clients: clients.length,
    excuses: excuses.counts,
  }
}
