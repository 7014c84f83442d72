import { commitmentId } from '#schema/entities/commitment.ts'
import type { Entity } from '#schema/entities/rows.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { World, Username } from '../../api/world.ts'
import { PROJECT_ID } from '../../support/project-rows.ts'
import { seededSchedule } from '../../support/tcp-faults.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import { createRandom } from '../simulator/random.ts'
import type { SimClient } from '../simulator/sim-client.ts'
import { nextRequest, type Scene } from '../simulator/workload.ts'
import { openWireDevice, type Rows, type WireDevice } from './wire-device.ts'

export interface Played {
  seed: number
  edits: number
  struck: number
  violations: string[]
}

const PEOPLE: readonly Username[] = ['alpha-primary', 'alpha-contact', 'owner']
const STEPS = 14
/** Time within which the outbox must be empty once the network is healthy again. */
const DRAIN_MS = 30_000
const REQUIREMENTS = ['r1', 'r2', 'r3']

/** The part of a device that the generator uses, over rows that were read before. */
const asSimClient = ({ user }: WireDevice, rows: Rows): SimClient =>
  ({
    user,
    row: (entity: Entity, id: string) => rows.get(`${entity}/${id}`),
    state: () => ({ held: new Map(), overlay: new Map() }),
  }) as unknown as SimClient

const wantedOf = (vendorId: number): [Entity, string][] => [
  ['project', PROJECT_ID],
  ...REQUIREMENTS.flatMap((id): [Entity, string][] => [
    ['requirement', id],
    ['commitment', commitmentId(id, vendorId)],
  ]),
]

const checkDevice = async (
  world: World,
  device: WireDevice,
  wanted: readonly (readonly [Entity, string])[],
): Promise<string[]> => {
  const { outbox, parked } = await device.held()
  const meta = await device.read((tx) => tx.meta())
  const verdicts = await world.database.queries
    .selectFrom('mutation_result')
    .select(['mid', 'status', 'args'])
    .where('client_id', '=', meta.clientId)
    .orderBy('mid')
    .execute()
  const decided = new Map(verdicts.map((one) => [one.mid, one]))
  const kept = new Set(parked.map((one) => JSON.stringify(one.args)))
  const problems =
    outbox.length > 0
      ? [
          `L1 ${device.clientId} still has ${outbox.length} edits (${JSON.stringify(device.engine.state())})`,
        ]
      : []
  for (let mid = 1; mid < meta.nextMid; mid += 1) {
    const verdict = decided.get(mid)
    if (verdict === undefined) problems.push(`I1 edit ${mid} of ${device.clientId} has no verdict`)
    else if (verdict.status !== 'applied' && !kept.has(verdict.args ?? ''))
      problems.push(`I1 edit ${mid} of ${device.clientId} was ${verdict.status} and is not parked`)
  }
  const shown = await device.rows(wanted)
  for (const [entity, id] of wanted.filter(([name]) => name === 'commitment')) {
    const stands = await world.database.queries
      .selectFrom('commitments')
      .select('body')
      .where('id', '=', id)
      .executeTakeFirst()
    const mine = shown.get(`${entity}/${id}`)
    if (device.user.vendorId !== null && JSON.stringify(mine) !== stands?.body)
      problems.push(
        `I3 ${device.clientId} shows another ${id}: ${JSON.stringify(mine)} instead of ${stands?.body}`,
      )
  }
  return problems
}

/**
 * One schedule: three devices write while their connections to the server break; then the
 * connections recover, and the promises are checked.
 */
export const play = async (world: World, seed: number): Promise<Played> => {
  const random = createRandom(seed)
  const proxy = await startTcpProxy(Number(new URL(world.url).port), { seed })
  // Spare few connections: a spared one is kept alive, and no other would follow.
  proxy.follow(seededSchedule(seed, { spared: 0.1, mostMs: 600, mostBytes: 6_000 }))
  const devices: WireDevice[] = []
  const vendorId = world.companies.alpha
  const wanted = wantedOf(vendorId)
  let [words, edits] = [seed * 1_000, 0]
  const people = Object.fromEntries(
    PEOPLE.map((name) => [
      name,
      {
        userId: world.users[name],
        name: `${name} Person`,
        vendorId: name === 'owner' ? null : vendorId,
      },
    ]),
  )
  const scene: Scene = {
    random,
    next: () => (words += 1),
    template: {
      requirementIds: REQUIREMENTS,
      veras: [people['alpha-primary']],
      others: [],
    } as unknown as Scene['template'],
  }
  try {
    for (const username of PEOPLE) {
      const { token } = await world.as(username)
      const user = people[username]
      if (user !== undefined)
        devices.push(
          await openWireDevice({
            name: `${username}-${seed}`,
            user,
            token,
            url: proxy.url,
            random: createRandom(seed + devices.length).next,
          }),
        )
    }
    // Fetch the first copy over the broken connections too, so that there are rows to edit.
    for (let n = 0; n < 300 && !(await areComplete(devices)); n += 1) {
      if (n % 10 === 9) for (const device of devices) device.engine.tryNow()
      await wait(20)
    }
    for (let step = 0; step < STEPS; step += 1) {
      const device = random.pick(devices)
      const request = nextRequest(scene, asSimClient(device, await device.rows(wanted)))
      if (request !== null && (await device.give(request))) edits += 1
      if (random.chance(0.3)) random.pick(devices).engine.tryNow()
      await wait(random.below(80))
    }
    const struck = proxy.struck.length
    proxy.heal()
    const end = Date.now() + DRAIN_MS
    while (Date.now() < end && !(await isAtRest(devices))) {
      for (const device of devices)
        if (device.engine.state().phase === 'waiting') device.engine.tryNow()
      await wait(40)
    }
    for (const device of devices) await pullOnce(device)
    const violations = []
    for (const device of devices) violations.push(...(await checkDevice(world, device, wanted)))
    return { seed, edits, struck, violations }
  } finally {
    await Promise.all(devices.map((device) => device.close()))
    await proxy.close()
  }
}

const areComplete = async (devices: readonly WireDevice[]): Promise<boolean> =>
  (
    await Promise.all(
      devices.map((device) =>
        device.read(async (tx) => (await tx.cursor(PROJECT_ID))?.isComplete === true),
      ),
    )
  ).every(Boolean)

const isAtRest = async (devices: readonly WireDevice[]): Promise<boolean> =>
  (
    await Promise.all(
      devices.map(
        async (device) =>
          device.engine.state().phase === 'idle' &&
          (await device.read((tx) => tx.outboxCount())) === 0,
      ),
    )
  ).every(Boolean)

/** Runs one complete pull that starts now. */
const pullOnce = async ({ engine }: WireDevice): Promise<void> => {
  engine.tryNow()
  await wait(1)
  for (let n = 0; n < 250 && engine.state().phase !== 'idle'; n += 1) await wait(20)
}
