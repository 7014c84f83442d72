import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { readWays } from '#server/database/events/read-ways.ts'
import { buildWorld, PROJECT as projectId, type World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
})
beforeEach(async () => {
  for (const table of ['notice_choices', 'notice_settings', 'muted_projects'] as const)
    await world.database.write((tx) => tx.deleteFrom(table as 'muted_projects').execute())
})
afterAll(async () => {
  await world.close()
})

test('[ML10] choices are kept per group and project, and read with the times', async () => {
  const author = await world.as('author')
  const contact = await world.as('alpha-contact')
  expect(await author.call(API.noticeSettings.own, {})).toEqual({
    zone: 'Europe/Bratislava',
    digestHour: 8,
    quiet: null,
    choices: [],
    muted: [],
  })
  const { choose } = API.noticeSettings
  const body = { projectId: null, group: 'questions', mail: 'now', push: true } as const
  await author.call(choose, { body })
  await author.call(choose, { body: { ...body, projectId, mail: 'never', push: null } })
  await author.call(API.projectMembers.setNotifications, {
    params: { id: projectId },
    query: { enabled: 'false' },
  })
  const quiet = { from: 22, to: 6 }
  const own = await author.call(API.noticeSettings.setTimes, {
    body: { zone: 'Europe/Bratislava', digestHour: 7, quiet },
  })
  expect(own).toEqual({
    zone: 'Europe/Bratislava',
    digestHour: 7,
    quiet,
    choices: [body, { ...body, projectId, mail: 'never', push: null }],
    muted: [projectId],
  })
  expect((await contact.call(API.noticeSettings.own, {})).choices).toEqual([])
  const ways = await readWays(
    world.database.queries,
    [world.users.author, world.users['alpha-contact']],
    projectId,
  )
  expect(ways.get(world.users.author)).toMatchObject({
    isMuted: true,
    rows: expect.arrayContaining([body]),
    times: { digestHour: 7 },
  })
  expect(ways.get(world.users['alpha-contact'])).toMatchObject({ isMuted: false, rows: [] })
  await author.call(choose, { body: { ...body, mail: null, push: null } })
  expect((await author.call(API.noticeSettings.own, {})).choices).toHaveLength(1)
})

test('[ML10] a wrong zone, a fixed group and a project of others are refused', async () => {
  const gamma = await world.as('gamma-primary')
  const { choose, setTimes } = API.noticeSettings
  const body = { projectId, group: 'replies', mail: 'now', push: null } as const
  await expect(gamma.call(choose, { body })).rejects.toThrow('ACCESS_TO_PROJECT_IS_DENIED')
  await expect(
    gamma.call(choose, { body: { ...body, projectId: null, group: 'security' } }),
  ).rejects.toThrow('INPUT_INVALID')
  await expect(
    gamma.call(setTimes, { body: { zone: 'Europe/Atlantis', digestHour: 8, quiet: null } }),
  ).rejects.toThrow('INPUT_INVALID')
})

test('[ML10] the zone of the browser is kept until the person chooses one', async () => {
  const author = await world.as('author')
  const zoneOf = async () => (await author.call(API.noticeSettings.own, {})).zone
  await author.call(API.notifications.list, { body: { zone: 'No/Zone' } })
  expect(await zoneOf()).toBe('Europe/Bratislava')
  await author.call(API.notifications.list, { body: { zone: 'Asia/Tokyo' } })
  await author.call(API.notifications.list, { body: { zone: 'Asia/Seoul' } })
  expect(await zoneOf()).toBe('Asia/Tokyo')
})
