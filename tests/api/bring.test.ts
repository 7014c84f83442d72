import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { PushMutation } from '#schema/api/sync.ts'
import { signedText } from '#schema/api/unsent-file.ts'
import { dumpEverything } from './dump.ts'
import { openLaptop, type SigningLaptop } from './signing-laptop.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type Username, type World } from './world.ts'

let world: World
let laptop: SigningLaptop

beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
})
afterAll(async () => {
  await world.close()
})
beforeEach(async () => {
  world.clock.now += 1_000
  laptop = await openLaptop(world, 'alpha-contact')
})

const written = (note: string, requirementId?: string) => laptop.written(note, requirementId)
const noteOf = (requirementId: string) => laptop.noteOf(requirementId)
const payloadOf = (...mutations: PushMutation[]) => laptop.payloadOf(...mutations)
const sign = (payload: string) => laptop.sign(signedText(payload))
const bringAs = async (username: Username, payload: string, signature: string) =>
  await (
    await world.as(username)
  ).raw('POST', '/sync/bring', { sessionId: laptop.sessionId, payload, signature })

describe('a file of unsent work', () => {
  test('[BR1] is applied once, however often and by whatever way it arrives, and the device finds its verdict', async () => {
    await laptop.device.pull(projectId)
    const edits = [
      written('by file'),
      laptop.device.edit('commitments.update', {
        projectId,
        requirementId: 'gone',
        vendorId: world.companies.alpha,
        values: {},
      }),
    ]
    const payload = payloadOf(...edits)
    const signature = await sign(payload)
    const first = await (
      await world.as('alpha-contact')
    ).call(API.sync.bring, { body: { sessionId: laptop.sessionId, payload, signature } })
    expect(first).toMatchObject({
      known: 0,
      results: [
        { mid: 1, status: 'applied', command: 'commitments.update' },
        { mid: 2, status: 'refused', reason: 'ROW_DELETED' },
      ],
    })

    const before = await dumpEverything(world.database)
    expect(JSON.parse((await bringAs('alpha-contact', payload, signature)).text)).toEqual({
      known: 2,
      results: [],
    })
    await laptop.device.push(...edits)
    expect(await dumpEverything(world.database)).toBe(before)

    await laptop.device.pull(projectId)
    expect(laptop.device.results.map(({ mid, status }) => [mid, status])).toEqual([
      [1, 'applied'],
      [2, 'refused'],
    ])
    expect(noteOf('r1')).toBe('by file')
  })

  test('[BR2] a changed file is refused and changes nothing', async () => {
    await laptop.device.pull(projectId)
    const payload = payloadOf(written('as written'))
    const signature = await sign(payload)
    const before = await dumpEverything(world.database)
    const answers = [
      await bringAs('alpha-contact', payload.replace('as written', 'as changed'), signature),
      await bringAs('alpha-contact', payload, await sign('other')),
      await bringAs('alpha-contact', 'no json', await sign('no json')),
      await bringAs('alpha-contact', '{}', await sign('{}')),
      await bringAs('alpha-contact', payload, 'AAAA'),
      await (
        await world.as('alpha-contact')
      ).raw('POST', '/sync/bring', { sessionId: 'unknown', payload, signature }),
    ]
    for (const { status, text } of answers)
      expect([status, JSON.parse(text).messageCodes]).toEqual([400, ['FILE_CHANGED']])
    expect(await dumpEverything(world.database)).toBe(before)
  })

  test.each(['alpha-primary', 'beta-primary', 'owner'] as const)(
    '[BR3] only its writer can import it: %s is refused',
    async (username) => {
      await laptop.device.pull(projectId)
      const payload = payloadOf(written('mine alone'))
      const before = await dumpEverything(world.database)
      const { status, text } = await bringAs(username, payload, await sign(payload))
      expect([status, JSON.parse(text).messageCodes]).toEqual([403, ['CLIENT_FOREIGN']])
      expect(await dumpEverything(world.database)).toBe(before)
    },
  )

  test('[BR4] an ended session still vouches for the work that it signed', async () => {
    await laptop.device.pull(projectId)
    await world.database.write(async (tx) => {
      await tx
        .updateTable('sessions')
        .set({ ended_on: 1 })
        .where('id', '=', laptop.sessionId)
        .execute()
    })
    const payload = payloadOf(written('signed before the end', 'r2'))
    expect(
      JSON.parse((await bringAs('alpha-contact', payload, await sign(payload))).text),
    ).toMatchObject({ results: [{ status: 'applied' }] })
  })

  test('[BR5] work of one organization is refused under another of its writer, by file, push and pull, and the answer names the one to activate', async () => {
    await laptop.device.pull(projectId)
    await laptop.device.push(written('for Alpha', 'r3'))
    const payload = payloadOf(written('still for Alpha', 'r2'))
    const signature = await sign(payload)
    const workIn = async (company: 'alpha' | 'beta') => {
      await world.database.write(async (tx) => {
        await tx
          .updateTable('users')
          .set({ active_organization_id: world.companies[company] })
          .where('id', '=', world.users['alpha-contact'])
          .execute()
      })
    }
    await world.database.write(async (tx) => {
      const member = await tx
        .selectFrom('organization_members')
        .selectAll()
        .where('user_id', '=', world.users['alpha-contact'])
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('organization_members')
        .values({ ...member, organization_id: world.companies.beta })
        .execute()
    })
    await workIn('beta')
    const before = await dumpEverything(world.database)
    const other = new SyncDevice(laptop.device.client)
    const unknownDevice = JSON.stringify({
      ...(JSON.parse(payload) as object),
      clientId: other.clientId,
    })
    const answers = [
      await bringAs('alpha-contact', payload, signature),
      await bringAs('alpha-contact', unknownDevice, await sign(unknownDevice)),
      await laptop.device.pushRaw([written('by push', 'r3')]),
      await laptop.device.pullRaw([projectId]),
    ]
    for (const { status, text } of answers)
      expect([status, JSON.parse(text)]).toMatchObject([
        403,
        {
          messageCodes: ['OTHER_ORGANIZATION'],
          message: expect.stringContaining('Switch to that organization'),
        },
      ])
    expect(await dumpEverything(world.database)).toBe(before)
    expect((await other.pullRaw([])).status, 'a device of the other organization is served').toBe(
      200,
    )
    await workIn('alpha')
    expect(JSON.parse((await bringAs('alpha-contact', payload, signature)).text)).toMatchObject({
      known: 0,
      results: [{ mid: 2 }],
    })
  })
})
