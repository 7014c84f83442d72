import type { ProjectState } from '#schema/entities/project.ts'
import { assign } from './assign.ts'
import { attach, attachAndName, guess } from './files/attach.ts'
import { deleteAndRestore } from './delete-and-restore.ts'
import type { House } from './house.ts'
import type { Ledger } from './ledger.ts'
import type { SimClient } from './sim-client.ts'
import type { SimWorld } from './sim-network.ts'
import { nextRequest, replacement, type Scene, withOtherWords } from './workload.ts'

export interface Stage {
  scene: Scene
  world: SimWorld
  clients: readonly SimClient[]
  house: House
  ledger: Ledger
  /** Whether people attach files in this history. */ hasFiles: boolean
  /** Whether people name owners, members and those who answer in this history. */
  hasAssignments: boolean
  /** Whether the server often goes back in time in this history. */
  isUnsteady: boolean
}
type Step = () => Promise<unknown> | void

const repeat = (count: number, step: Step): Step[] => Array.from({ length: count }, () => step)
const STATES: readonly ProjectState[] = [
  'PUBLISHED',
  'PUBLISHED',
  'PREPARATION',
  'PREPARATION',
  'EVALUATION',
  'VALIDATION',
  'CLOSED',
]

/** The steps that may happen next, each as often as it is likely. */
export const createSteps = (stage: Stage): Step[] => {
  const {
    scene: { random },
    world: { time },
    clients,
    house,
  } = stage
  const anybody = (): SimClient => random.pick(clients)
  return [
    ...repeat(28, () => write(stage)),
    ...repeat(4, () => typeOn(stage, anybody())),
    ...repeat(8, () => meet(stage)),
    () => {
      const client = anybody()
      client.isOnline = !client.isOnline
      client.tryNow()
    },
    () => {
      for (const client of clients) {
        client.isOnline = true
        client.tryNow()
      }
    },
    () => anybody().crash(random.chance(0.3)),
    () => anybody().steal(),
    ...repeat(2, () => takeOver(stage)),
    () => {
      if (random.chance(0.15)) evict(stage)
    },
    ...repeat(2, () => change(stage)),
    ...repeat(2, () => house.admin().moveTo(random.pick(STATES))),
    () => house.admin().setDeadline(random.chance(0.4)),
    ...repeat(2, () => grant(stage)),
    () => join(stage),
    () =>
      house
        .admin()
        .moveRequirement(random.pick(stage.scene.template.requirementIds), random.pick(['1', '2'])),
    ...repeat(2, () => house.admin().compact()),
    () => workWhileAway(stage),
    ...repeat(2, () => deleteAndRestore(stage)),
    () => anybody().takeBack(),
    () => {
      if (random.chance(0.5)) house.backUp()
    },
    () => {
      if (random.chance(0.35)) house.restore()
    },
    ...(stage.isUnsteady
      ? [...repeat(4, () => house.backUp()), ...repeat(4, () => house.restore())]
      : []),
    ...(stage.hasAssignments
      ? [...repeat(14, () => assignWith(stage)), ...repeat(6, () => replaceOverride(stage))]
      : []),
    ...(stage.hasFiles
      ? [
          ...repeat(10, () => attach(stage.scene, clients)),
          ...repeat(5, () => guess(stage.scene, clients)),
          ...repeat(4, () =>
            attachAndName(stage.scene, clients, (mostMs) =>
              time.runUntil(time.now() + random.below(mostMs)),
            ),
          ),
        ]
      : []),
  ]
}

const write = async ({ scene, clients }: Stage): Promise<void> => {
  const client = scene.random.pick(clients)
  const request = nextRequest(scene, client)
  if (request !== null) await client.give(request)
}

/** Sometimes a colleague assigns the same before hearing of it. */
const assignWith = async ({ scene, clients }: Stage): Promise<void> => {
  const first = scene.random.pick(clients)
  const request = assign(scene, first)
  await first.give(request)
  const colleagues = clients.filter(
    (one) => one !== first && one.user.vendorId === first.user.vendorId,
  )
  if (colleagues.length > 0 && scene.random.chance(0.3))
    await scene.random.pick(colleagues).give(request)
}

/** Takes an override of another person back and writes a new one before the first edit leaves. */
const replaceOverride = async ({ scene, clients, house }: Stage): Promise<void> => {
  const client = scene.random.pick(clients)
  if (client.user.vendorId !== null) return
  const requests = replacement(scene, client)
  if (requests.length === 0 && scene.random.chance(0.3)) await house.admin().moveTo('EVALUATION')
  client.isOnline = false
  for (const request of requests) await client.give(request)
  client.isOnline = true
  client.tryNow()
}

/** One person goes on typing in one place: most of these edits merge. */
const typeOn = async ({ scene, world }: Stage, client: SimClient): Promise<void> => {
  for (let n = 0; n < 3; n += 1) {
    const request = nextRequest(scene, client)
    if (request !== null) await client.give(request)
    await world.time.runUntil(world.time.now() + scene.random.below(60))
  }
}

/** Several people of one side write into one place before they hear of one another. */
const meet = async ({ scene, clients }: Stage): Promise<void> => {
  const first = scene.random.pick(clients)
  const request = nextRequest(scene, first)
  const colleagues = clients.filter(
    (one) => one !== first && one.user.vendorId === first.user.vendorId,
  )
  if (request !== null) await first.give(request)
  for (const other of colleagues.slice(0, 3)) {
    const again = request === null ? null : withOtherWords(scene, other, request)
    if (again !== null) await other.give(again)
  }
}

/** A tab becomes the leader during the typing, while the former leader goes on for a while. */
const takeOver = async (stage: Stage): Promise<void> => {
  const client = stage.scene.random.pick(stage.clients)
  await typeOn(stage, client)
  client.steal()
  await typeOn(stage, client)
}

const evict = ({ scene, clients, ledger }: Stage): void => {
  const client = scene.random.pick(clients)
  ledger.evict(client)
  client.evict()
}

/** Another person sits down at a shared machine, just after the first one wrote. */
const change = async ({ scene, clients }: Stage): Promise<void> => {
  const waiting = clients.filter(({ user, machine }) => machine.signedIn !== user)
  if (waiting.length === 0) return
  const next = scene.random.pick(waiting)
  const present = clients.find(
    ({ user, machine }) => machine === next.machine && machine.signedIn === user,
  )
  const request = present === undefined ? null : nextRequest(scene, present)
  if (request !== null) await present?.give(request)
  present?.signOut()
  if (scene.random.chance(0.9)) next.signIn()
}

const grant = async ({ scene: { random, template }, house }: Stage): Promise<void> => {
  const colleague = random.pick([...template.veras.slice(1), ...template.others])
  await house.admin().setGrant(colleague, random.pick([null, ['p1'], ['p1'], ['p2'], 'none']))
}

const join = async ({ scene: { random, template }, house }: Stage): Promise<void> => {
  const isAuthor = random.chance(0.5)
  const role = isAuthor ? 'role-project-req-author' : 'role-project-req-approver'
  await house
    .admin()
    .setMember(isAuthor ? template.author : template.evaluator, random.chance(0.6) ? role : null)
}

/**
 * Requestors create and delete rows while others are away for longer than the server remembers
 * deletions.
 */
const workWhileAway = async ({
  scene,
  world: { time, random },
  clients,
  house,
}: Stage): Promise<void> => {
  const authors = clients.filter(
    ({ user, machine }) => user.vendorId === null && machine.signedIn === user,
  )
  const mover = authors.length === 0 ? undefined : random.pick(authors)
  if (mover === undefined) return
  await house.admin().moveTo('PREPARATION')
  mover.isOnline = true
  mover.tryNow()
  await time.runUntil(time.now() + 8_000)
  const id = `x${scene.next()}`
  await mover.give({
    command: 'requirements.create',
    args: { id, sectionId: 's1', after: null, name: id, definition: scene.template.definition },
    words: [{ word: id, place: { entity: 'requirement', id, field: '' } }],
  })
  await time.runUntil(time.now() + 4_000)
  for (const other of authors) if (other !== mover) other.isOnline = random.chance(0.4)
  await mover.give({ command: 'requirements.delete', args: { ids: [id] } })
  await house
    .admin()
    .moveRequirement(random.pick(scene.template.requirementIds), random.pick(['1', '2']))
  const request = nextRequest(scene, mover)
  if (request !== null) await mover.give(request)
  await time.runUntil(time.now() + 8_000)
  if (random.chance(0.7)) await house.admin().compact()
  if (random.chance(0.6)) await house.admin().moveTo('PUBLISHED')
}
