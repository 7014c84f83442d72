import { afterAll, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { weightsOn } from '../support/api-client.ts'
import { newest } from './newest.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as id, type World } from './world.ts'

let world: World | undefined
const params = { id }
const PATH = `/projects-service/projects/${id}`
const day = (date: string, zone = 'UTC') => ({ date, zone })
/** The project's own deadline is the end of 31 January 2030. */
const [PAST, EARLIER, LATER] = [day('2020-01-01'), day('2030-01-30'), day('2030-02-28')]
const REASON = 'Vendors asked for more time'

beforeEach(async () => {
  await world?.close()
  world = undefined
})
afterAll(async () => {
  await world?.close()
})

type State = 'DRAFT' | 'PREPARATION' | 'PUBLISHED' | 'VALIDATION'
const build = async (state: State, sealed = true): Promise<World> => {
  world = await buildWorld({
    project: {
      state,
      sealed,
      publishedOn: state === 'PUBLISHED' || state === 'VALIDATION' ? 0 : null,
    },
  })
  const weights = {
    packages: [
      { id: 'p1', weight: 60 },
      { id: 'p2', weight: 40 },
    ],
    documents: [
      { id: 'd1', weight: 100 },
      { id: 'd2', weight: 100 },
    ],
  }
  if (state === 'PREPARATION')
    await world.as('owner').then(async (owner) => {
      const body = await weightsOn(owner, params.id, weights)
      await owner.call(API.projects.setWeights, { params, body })
    })
  return world
}
interface Wanted {
  deadline: typeof PAST
  deadlineReason?: string
}
type Enter = (of: World, wanted: Wanted) => Promise<string>
const codeOf = ({ status, text }: { status: number; text: string }): string =>
  status < 300 ? 'taken' : ((JSON.parse(text) as { messageCodes: string[] }).messageCodes[0] ?? '')

const byUpdate: Enter = async (of, wanted) => {
  const body = { id, updatedOn: await newest(of, 'project', id), ...wanted }
  return codeOf(await (await of.as('owner')).raw('PUT', '/projects-service/projects/update', body))
}
const bySync: Enter = async ({ as }, { deadline, deadlineReason }) => {
  const device = new SyncDevice(await as('owner'))
  await device.pull(id)
  const args = {
    projectId: id,
    patch: { deadline },
    ...(deadlineReason === undefined ? {} : { deadlineReason }),
  }
  await device.push(
    device.edit('projects.update', args, {
      [`project/${id}#deadline`]: device.get('project', id)?.deadline ?? null,
    }),
  )
  await device.pull(id)
  return device.results[0]?.reason ?? 'taken'
}
const byMove =
  (move: string): Enter =>
  async ({ as }, wanted) =>
    codeOf(await (await as('owner')).raw('PUT', `${PATH}/state-transition/${move}`, wanted))

const WAYS: [string, State, Enter][] = [
  ['the settings', 'DRAFT', byUpdate],
  ['the settings', 'PREPARATION', byUpdate],
  ['the settings', 'PUBLISHED', byUpdate],
  ['the settings', 'VALIDATION', byUpdate],
  ['a device', 'DRAFT', bySync],
  ['a device', 'PREPARATION', bySync],
  ['a device', 'PUBLISHED', bySync],
  ['a device', 'VALIDATION', bySync],
  ['publishing', 'PREPARATION', byMove('move-to-published')],
  ['republishing', 'PUBLISHED', byMove('move-to-published')],
  ['the move back', 'VALIDATION', byMove('move-back-to-published')],
]

test.each(WAYS)('[OP40] a past deadline is refused by %s in %s', async (_way, state, enter) => {
  for (const sealed of [true, false]) {
    const of = await build(state, sealed)
    expect(await enter(of, { deadline: PAST, deadlineReason: REASON })).toBe('DEADLINE_PAST')
    await of.close()
    world = undefined
  }
})

test('[OP40] and for a new project', async () => {
  const { as, clock } = await build('DRAFT')
  const creating = async (deadline: typeof PAST) =>
    codeOf(
      await (
        await as('owner')
      ).raw('POST', '/projects-service/projects/create', { name: 'Another', deadline }),
    )
  expect(await creating(PAST)).toBe('DEADLINE_PAST')
  const today = new Date(clock.now).toISOString().slice(0, 10)
  expect(await creating(day(today))).toBe('taken')
  expect(await creating(day(today, 'Pacific/Kiritimati'))).toBe(
    clock.now % 86_400_000 < 10 * 3_600_000 ? 'taken' : 'DEADLINE_PAST',
  )
})

test.each(WAYS.filter(([, state]) => state === 'PUBLISHED' || state === 'VALIDATION'))(
  '[OP41] by %s in %s a sealed deadline moves later only, with a reason for vendors',
  async (_way, state, enter) => {
    const of = await build(state)
    expect(await enter(of, { deadline: EARLIER, deadlineReason: REASON })).toBe('DEADLINE_EARLIER')
    expect(
      await enter(of, { deadline: day('2030-01-31', 'Pacific/Auckland'), deadlineReason: REASON }),
    ).toBe('DEADLINE_EARLIER')
    expect(await enter(of, { deadline: LATER })).toBe('DEADLINE_REASON')
    expect(await enter(of, { deadline: LATER, deadlineReason: REASON })).toBe('taken')
    const extension = { from: day('2030-01-31'), to: LATER, reason: REASON, on: of.clock.now }
    for (const username of [
      'alpha-primary',
      'alpha-restricted',
      'beta-primary',
      'reviewer',
    ] as const) {
      const device = new SyncDevice(await of.as(username))
      await device.pull(id)
      expect(device.get('project', id)).toMatchObject({
        deadline: LATER,
        deadlineAt: Date.parse('2030-03-01T00:00:00Z'),
        deadlineExtensions: [extension],
      })
    }
  },
)

test.each(WAYS.filter(([, state]) => state === 'PUBLISHED' || state === 'VALIDATION'))(
  '[OP42] by %s in %s a deadline moves both ways while the answers are not sealed',
  async (_way, state, enter) => {
    const of = await build(state, false)
    for (const deadline of [LATER, EARLIER]) {
      expect(await enter(of, { deadline })).toBe('taken')
      const project = await (await of.as('owner')).call(API.projects.get, { params })
      expect(project.deadline).toEqual(deadline)
      await of.setProject({ state })
    }
  },
)

test("[OP41] moving the project back extends a deadline that has passed by the server's clock", async () => {
  const of = await build('PUBLISHED')
  of.clock.now = Date.parse('2030-02-01T00:00:00Z')
  const owner = await of.as('owner')
  expect((await owner.call(API.projects.get, { params })).state).toBe('VALIDATION')
  expect(await byMove('move-back-to-published')(of, { deadline: day('2030-01-31') })).toBe(
    'DEADLINE_PAST',
  )
  expect(await byMove('move-back-to-published')(of, { deadline: LATER })).toBe('DEADLINE_REASON')
  expect(
    await byMove('move-back-to-published')(of, { deadline: LATER, deadlineReason: REASON }),
  ).toBe('taken')
  expect(await owner.call(API.projects.get, { params })).toMatchObject({
    openings: [{ kind: 'deadline' }],
    deadlineExtensions: [{ to: LATER, reason: REASON }],
  })
})
