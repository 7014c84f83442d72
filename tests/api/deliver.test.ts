import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ABSOLUTE_MS, IDLE_MS } from '#server/database/sessions/session-times.ts'
import { carriedText, signedText } from '#schema/api/unsent-file.ts'
import type { PushMutation } from '#schema/api/sync.ts'
import { dumpEverything } from './dump.ts'
import { openLaptop, type SigningLaptop } from './signing-laptop.ts'
import { buildWorld, PROJECT as projectId, type Username, type World } from './world.ts'

let world: World
/** The writer's laptop: the person is restricted to nothing, but is not the primary contact. */
let laptop: SigningLaptop

beforeEach(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
  laptop = await openLaptop(world, 'alpha-contact')
  await laptop.device.pull(projectId)
})
afterEach(async () => {
  await world.close()
})

interface Piece {
  sessionId: string
  payload: string
  signature: string
}
const carried = async (...mutations: PushMutation[]): Promise<Piece> => {
  const payload = laptop.payloadOf(...mutations)
  return signedAs(payload, carriedText(payload))
}
const signedAs = async (payload: string, text: string): Promise<Piece> => ({
  sessionId: laptop.sessionId,
  payload,
  signature: await laptop.sign(text),
})
const deliverAs = async (username: Username, piece: Piece) => {
  const { status, text } = await (await world.as(username)).raw('POST', '/sync/deliver', piece)
  return { status, answer: JSON.parse(text) as Record<string, unknown> }
}
const refusal = (status: number, code: string) => ({ status, answer: { messageCodes: [code] } })
/** Who the history says wrote to an answer, oldest first. */
const writersOf = async (requirementId: string): Promise<(number | null)[]> => {
  const lines = await world.database.queries
    .selectFrom('change_log')
    .select('actor_id')
    .where('entity', '=', 'commitment')
    .where('entity_id', '=', `${requirementId}.${world.companies.alpha}`)
    .orderBy('seq')
    .execute()
  return lines.map(({ actor_id }) => actor_id)
}
const change = async (
  table: 'sessions' | 'users' | 'organization_members' | 'organizations',
  values: Record<string, unknown>,
): Promise<void> => {
  const { alpha } = world.companies
  const writer = world.users['alpha-contact']
  await world.database.write(async (tx) => {
    if (table === 'sessions')
      await tx.updateTable(table).set(values).where('id', '=', laptop.sessionId).execute()
    else if (table === 'users')
      await tx.updateTable(table).set(values).where('id', '=', writer).execute()
    else if (table === 'organizations')
      await tx.updateTable(table).set(values).where('id', '=', alpha).execute()
    else
      await tx
        .updateTable(table)
        .set(values)
        .where('user_id', '=', writer)
        .where('organization_id', '=', alpha)
        .execute()
  })
}
const expectNothing = async (username: Username, piece: Piece, expected: object): Promise<void> => {
  const before = await dumpEverything(world.database)
  expect(await deliverAs(username, piece)).toMatchObject(expected)
  expect(await dumpEverything(world.database)).toBe(before)
}

describe('work of a vendor that a colleague delivers', () => {
  test('[CW1] is applied once as its writer, whether the colleague or the writer sends it first', async () => {
    const first = laptop.written('by a colleague')
    const gone = laptop.device.edit('commitments.update', {
      projectId,
      requirementId: 'gone',
      vendorId: world.companies.alpha,
      values: {},
    })
    const piece = await carried(first, gone)
    expect(await deliverAs('alpha-primary', piece)).toMatchObject({
      status: 200,
      answer: {
        known: 0,
        results: [
          { mid: 1, status: 'applied', command: 'commitments.update' },
          { mid: 2, status: 'refused', reason: 'ROW_DELETED' },
        ],
      },
    })
    expect(await writersOf('r1')).toEqual([world.users['alpha-contact']])

    const after = await dumpEverything(world.database)
    expect((await deliverAs('alpha-primary', piece)).answer).toEqual({ known: 2, results: [] })
    await laptop.device.push(first, gone)
    expect(await dumpEverything(world.database)).toBe(after)
    await laptop.device.pull(projectId)
    expect(laptop.device.results.map(({ mid, status }) => [mid, status])).toEqual([
      [1, 'applied'],
      [2, 'refused'],
    ])

    // The other way round: the laptop's own network returns before the stick arrives.
    const second = laptop.written('by the laptop', 'r2')
    const later = await carried(first, gone, second)
    await laptop.device.push(second)
    const sent = await dumpEverything(world.database)
    expect((await deliverAs('alpha-primary', later)).answer).toEqual({ known: 3, results: [] })
    expect(await dumpEverything(world.database)).toBe(sent)
    expect(await writersOf('r2')).toEqual([world.users['alpha-contact']])
  })

  test('[CW2] merges with work of the colleague field by field, and the later of two writers of one field is kept, not applied', async () => {
    const other = await openLaptop(world, 'alpha-primary')
    await other.device.pull(projectId)
    await other.device.push(other.written('first'))
    const piece = await carried(laptop.written('second'), laptop.written('elsewhere', 'r2'))
    expect((await deliverAs('alpha-primary', piece)).answer).toMatchObject({
      results: [
        { mid: 1, status: 'conflict', reason: 'CONFLICT' },
        { mid: 2, status: 'applied' },
      ],
    })
    await laptop.device.pull(projectId)
    expect(laptop.noteOf('r1')).toBe('first')
    expect(laptop.device.results[0]?.conflicts).toMatchObject([
      { mine: 'second', theirs: 'first', theirsBy: 'alpha-primary Person' },
    ])
  })

  test('[CW3] a changed file, an unknown session, and work signed for its author alone are refused and change nothing', async () => {
    const piece = await carried(laptop.written('as written'))
    const { payload, signature } = piece
    const noJson = await signedAs('no json', carriedText('no json'))
    for (const wrong of [
      { ...piece, payload: payload.replace('as written', 'as changed') },
      { ...piece, payload: payload.replace('"mid":1', '"mid":2') },
      { ...piece, sessionId: 'unknown' },
      { ...piece, signature: 'AAAA' },
      await signedAs(payload, signedText(payload)),
      noJson,
    ])
      await expectNothing('alpha-primary', wrong, refusal(400, 'FILE_CHANGED'))
    const before = await dumpEverything(world.database)
    const brought = await (
      await world.as('alpha-contact')
    ).raw('POST', '/sync/bring', { sessionId: laptop.sessionId, payload, signature })
    expect(brought.text).toContain('FILE_CHANGED')
    expect(await dumpEverything(world.database)).toBe(before)
  })

  test.each(['beta-primary', 'gamma-primary', 'owner', 'village-admin'] as const)(
    '[CW4] only people of its vendor can deliver it: %s is refused',
    async (username) => {
      const piece = await carried(laptop.written('for Alpha'))
      await expectNothing(username, piece, refusal(403, 'CLIENT_FOREIGN'))
    },
  )

  test('[CW4] nobody can deliver it as work of another person', async () => {
    const other = await openLaptop(world, 'alpha-primary')
    await other.device.pull(projectId)
    await other.device.push(other.written('own'))
    const forged = laptop
      .payloadOf(laptop.written('forged', 'r2'))
      .replace(laptop.device.clientId, other.device.clientId)
    const piece = await signedAs(forged, carriedText(forged))
    await expectNothing('alpha-primary', piece, refusal(403, 'CLIENT_FOREIGN'))
  })

  test.each<[string, () => Promise<void>]>([
    ['signed out, or was signed out everywhere', () => change('sessions', { ended_on: 1 })],
    ['is blocked', () => change('users', { blocked: 1 })],
    ['is blocked in the organization', () => change('organization_members', { state: 'BLOCKED' })],
    ['left the organization', () => change('organization_members', { state: 'REMOVED' })],
    [
      'works for another organization',
      async () => {
        await change('users', { active_organization_id: world.companies.beta })
      },
    ],
    [
      'signed in 30 days ago',
      async () => {
        await change('sessions', { absolute_until: world.clock.now })
      },
    ],
  ])('[CW5] is refused when its writer %s', async (_what, happen) => {
    const piece = await carried(laptop.written('too late'))
    await happen()
    await expectNothing('alpha-primary', piece, refusal(403, 'WORK_NOT_VOUCHED'))
  })

  test('[CW5] is accepted when the session of its writer is only idle', async () => {
    const piece = await carried(laptop.written('hours later'))
    world.clock.now += IDLE_MS + 1
    expect(IDLE_MS + 1).toBeLessThan(ABSOLUTE_MS)
    expect((await deliverAs('alpha-primary', piece)).answer).toMatchObject({
      results: [{ status: 'applied' }],
    })
  })

  test('[CW6] runs with the rights that its writer has now, and a refused edit is kept for its writer', async () => {
    const piece = await carried(laptop.written('without a right'))
    await world.database.write(async (tx) => {
      await tx
        .deleteFrom('restrictions')
        .where('user_id', '=', world.users['alpha-contact'])
        .execute()
    })
    expect((await deliverAs('alpha-primary', piece)).answer).toMatchObject({
      results: [{ status: 'refused', reason: 'ACCESS_TO_PROJECT_IS_DENIED' }],
    })
    expect(await writersOf('r1')).toEqual([])
    const kept = await world.database.queries
      .selectFrom('mutation_result')
      .select('args')
      .where('client_id', '=', laptop.device.clientId)
      .executeTakeFirstOrThrow()
    expect(kept.args).toContain('without a right')
  })

  test('[CW7] a gap and another order of its edits are refused and change nothing', async () => {
    const [one, two] = [laptop.written('one'), laptop.written('two', 'r2')]
    await expectNothing('alpha-primary', await carried(two), refusal(409, 'SYNC_GAP'))
    await expectNothing('alpha-primary', await carried(two, one), refusal(409, 'SYNC_GAP'))
    expect((await deliverAs('alpha-primary', await carried(one, two))).answer).toMatchObject({
      known: 0,
      results: [{ mid: 1 }, { mid: 2 }],
    })
  })
})
