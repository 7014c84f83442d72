import { afterEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { deadlineInstant } from '#schema/rules/project/deadline.ts'
import { SyncDevice } from '../api/sync-client.ts'
import { buildWorld, DEADLINE, PROJECT as projectId, type World } from '../api/world.ts'

const DAY = 86_400_000
const DEADLINE_AT = deadlineInstant(DEADLINE)

let world: World
afterEach(async () => {
  await world.close()
})

const deviceOf = async (username: Parameters<World['as']>[0]): Promise<SyncDevice> =>
  new SyncDevice(await world.as(username))
/** Tokens depend on the clock, so the people sign in again; their devices keep their ids. */
const moveClock = async (
  byMs: number,
  devices: readonly (readonly [SyncDevice, Parameters<World['as']>[0]])[],
): Promise<void> => {
  world.clock.now += byMs
  for (const [device, username] of devices) device.client = await world.as(username)
}

test("[CK1] when the server's clock jumps a day back and forth, updatedOn only grows, an older version is refused, and devices converge", async () => {
  world = await buildWorld()
  const [author, reader] = [await deviceOf('author'), await deviceOf('owner')]
  const people = [
    [author, 'author'],
    [reader, 'owner'],
  ] as const
  const stamps: number[] = []
  let name = 'Sends mail'
  let count = 0
  const rename = async (): Promise<void> => {
    const next = `Name ${++count}`
    await author.push(
      author.edit(
        'requirements.update',
        { projectId, id: 'r1', patch: { name: next } },
        { 'requirement/r1#name': name },
      ),
    )
    name = next
    await reader.pull(projectId)
    expect(reader.get('requirement', 'r1')?.['name']).toBe(name)
    stamps.push(Number(reader.get('requirement', 'r1')?.['updatedOn']))
  }
  for (const jump of [0, DAY, -DAY, -DAY, DAY, 0]) {
    await moveClock(jump, people)
    for (let round = 0; round < 3; round++) await rename()
  }
  expect(stamps).toEqual([...new Set(stamps)].sort((a, b) => a - b))

  const seen = stamps.at(-2) ?? 0
  const stale = await (
    await world.as('owner')
  ).raw('PUT', '/projects-service/requirements/update', {
    id: 'r1',
    updatedOn: seen,
    name: 'From an older version',
  })
  expect([stale.status, JSON.parse(stale.text)]).toMatchObject([
    409,
    { messageCodes: ['requirement.stale'] },
  ])
  await author.pull(projectId)
  expect(author.results.map(({ status }) => status)).toEqual(Array(18).fill('applied'))
  const late = await deviceOf('owner')
  await late.pull(projectId)
  expect(reader.all()).toEqual(late.all())
})

test('[CK2] two processes whose clocks are two days apart write in turn, and no reader misses a row', async () => {
  world = await buildWorld()
  const now = world.clock.now
  const [author, reader] = [await deviceOf('author'), await deviceOf('owner')]
  for (let index = 0; index < 12; index++) {
    // Only the timestamps that a process writes matter here, so one process with two clocks
    // suffices.
    world.clock.now = now + (index % 2 === 0 ? -DAY : DAY)
    author.client = await world.as('author')
    await author.push(
      author.edit('sections.create', {
        projectId,
        id: `by-${index}`,
        documentId: 'd1',
        name: `Section ${index}`,
        after: null,
      }),
    )
    world.clock.now = now
    reader.client = await world.as('owner')
    await reader.pull(projectId)
    expect(reader.get('section', `by-${index}`)).toBeDefined()
  }
  const late = await deviceOf('owner')
  await late.pull(projectId)
  expect(reader.all()).toEqual(late.all())
})

const answer = (text: string) => ({
  projectId,
  requirementId: 'r1',
  vendorId: world.companies.alpha,
  values: { note: text },
})
const base = (text: string | null) => ({
  [`commitment/r1.${world.companies.alpha}#values.note`]: text,
})

test("[CK3] the deadline follows the server's clock: a device whose clock is a day off gains nothing and loses nothing", async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED' } })
  const device = await deviceOf('alpha-contact')
  await moveClock(DEADLINE_AT - 1 - world.clock.now, [[device, 'alpha-contact']])
  await device.push({
    ...device.edit('commitments.update', answer('in time'), base(null)),
    clientAt: DEADLINE_AT + DAY,
  })
  await moveClock(1, [[device, 'alpha-contact']])
  await device.push({
    ...device.edit('commitments.update', answer('late'), base('in time')),
    clientAt: DEADLINE_AT - DAY,
  })
  await device.pull(projectId)
  expect(device.results.map(({ status, reason }) => [status, reason])).toEqual([
    ['applied', null],
    ['refused', expect.stringMatching(/DEADLINE_PASSED|STATE_FORBIDS|PROJECT_READ_ONLY/)],
  ])
  expect(device.get('commitment', `r1.${world.companies.alpha}`)?.['values']).toEqual({
    note: 'in time',
  })
})

test('[CK4] a server clock that passes the deadline and is set back ends the answering once and does not reopen it by itself', async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED' } })
  const device = await deviceOf('alpha-contact')
  const stateNow = async (): Promise<string> =>
    (await (await world.as('owner')).call(API.projects.get, { params: { id: projectId } })).state
  await moveClock(DEADLINE_AT - DAY / 2 - world.clock.now, [[device, 'alpha-contact']])
  await device.push(device.edit('commitments.update', answer('before'), base(null)))
  await moveClock(DAY, [[device, 'alpha-contact']])
  expect(await stateNow()).toBe('VALIDATION')
  await moveClock(-DAY, [[device, 'alpha-contact']])
  expect(await stateNow()).toBe('VALIDATION')
  await device.push(device.edit('commitments.update', answer('after'), base('before')))
  await device.pull(projectId)
  expect(device.results.map(({ status }) => status)).toEqual(['applied', 'refused'])
  const owner = await deviceOf('owner')
  await owner.pull(projectId)
  expect(owner.get('commitment', `r1.${world.companies.alpha}`)?.['values']).toEqual({
    note: 'before',
  })
})
