import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PushMutation } from '#schema/api/sync.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { buildCommitment, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { editOf, openPushes, type Pushes } from '../../tests/support/pushes.ts'
import { refusal } from '../../tests/support/refusal.ts'
import type { CommandServices } from '../commands/execute.ts'
import { pushOneByOne, pushTogether, refuseUnread } from './push-edits.ts'

const DEADLINE_AT = NOW + 1_000
let town: ContentTown
let pushes: Pushes
beforeEach(async () => {
  const project = { state: 'PUBLISHED' as const, publishedOn: 1, deadlineAt: DEADLINE_AT }
  town = await openContentTown(project, ({ alpha, beta }) => ({
    commitment: [alpha, beta].map((vendorId) =>
      buildCommitment({ vendorId, values: { note: 'seen' } }),
    ),
  }))
  pushes = openPushes(town.rows, NOW)
  const { olga, vera } = town
  await send(olga, [], 'theirs')
  await send(vera, [], 'of-vera')
})
afterEach(async () => {
  expect(await pushes.verdicts('theirs')).toEqual([])
  await town.rows.close()
})
const answer = (mid: number, note: string, vendorId = town.alpha): PushMutation =>
  editOf({
    ...{ mid, command: 'commitments.update' },
    args: { requirementId: 'r1', vendorId, values: { note } },
    base: { [`commitment/r1.${vendorId}#values.note`]: 'seen' },
  })
const nothing = (mid: number, projectId = PROJECT_ID) =>
  editOf({ mid, command: 'sections.update', args: { projectId, id: 's9', name: 'x' } })
const send = (userId: number, mutations: PushMutation[], clientId?: string) =>
  pushTogether(pushes.contextOf(userId), pushes.requestOf(mutations, clientId), mutations)
const noteOf = async (vendorId = town.alpha) =>
  (await town.row('commitment', `r1.${vendorId}`))?.values['note']
const lastMids = async () =>
  Object.fromEntries(
    (
      await town.rows.database.queries
        .selectFrom('sync_client')
        .select(['client_id', 'last_mid'])
        .execute()
    ).map(({ client_id, last_mid }) => [client_id, last_mid]),
  )
/** A database whose transactions with these numbers fail, counted from 1. */
const failingAt = (numbers: readonly number[], error: unknown): CommandServices['database'] => {
  let at = 0
  const { database } = town.rows
  return {
    ...database,
    writeTogether: async (key, work) => {
      at += 1
      if (numbers.includes(at)) throw error
      return await database.writeTogether(key, work)
    },
  }
}

describe('edits that are pushed together', () => {
  it('[SY3] count as taken with their verdicts, of this device alone', async () => {
    expect(await send(town.vera, [answer(1, 'one'), nothing(2)])).toEqual({ lastMid: 2 })
    expect(await pushes.verdicts()).toEqual([
      [1, 'applied', null],
      [2, 'refused', expect.any(String)],
    ])
    expect(await lastMids()).toEqual({ device: 2, theirs: 0, 'of-vera': 0 })
    expect(pushes.published.map(({ projectId, actorId }) => [projectId, actorId])).toEqual([
      [PROJECT_ID, town.vera],
    ])
    expect([await noteOf(), await noteOf(town.beta)]).toEqual(['one', 'seen'])
  })

  it('[SY3] that were taken before are neither applied nor told again', async () => {
    const edits = [answer(1, 'one')]
    await send(town.vera, edits)
    pushes.published = []
    expect(await send(town.vera, edits)).toEqual({ lastMid: 1 })
    expect(await send(town.vera, [])).toEqual({ lastMid: 1 })
    expect([pushes.published, (await pushes.verdicts()).length]).toEqual([[], 1])
    await expect(send(town.vera, [answer(3, 'three')])).rejects.toEqual(refusal('SYNC_GAP'))
    expect(await noteOf()).toBe('one')
  })

  it('[IS4] of another vendor’s answer, or in a project of others, are refused', async () => {
    const args = { ...(answer(2, 'x').args as object), projectId: 'zother' }
    await send(town.vera, [
      ...[answer(1, 'x', town.beta), { ...answer(2, 'x'), args }, answer(3, 'mine')],
    ])
    const found = await pushes.verdicts()
    expect(found.map(([mid, status]) => [mid, status])).toEqual([
      [1, 'refused'],
      [2, 'refused'],
      [3, 'applied'],
    ])
    expect(found[1]?.[2]).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    expect([await noteOf(), await noteOf(town.beta)]).toEqual(['mine', 'seen'])
    const elsewhere = await town.elsewhere()
    expect(elsewhere.filter((line) => !line.startsWith('mutation_result device/2'))).toEqual([])
    expect(pushes.published.map(({ projectId }) => projectId)).toEqual([PROJECT_ID])
  })

  it('[SY9] that meet another value are conflicts, which name what is there', async () => {
    await send(town.vera, [answer(1, 'theirs')], 'of-vera')
    await send(town.vera, [answer(1, 'mine')])
    expect(await pushes.verdicts()).toEqual([[1, 'conflict', 'CONFLICT']])
    const { conflicts } = await town.rows.database.queries
      .selectFrom('mutation_result')
      .select('conflicts')
      .where('client_id', '=', 'device')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(conflicts)).toMatchObject([
      { base: 'seen', mine: 'mine', theirs: 'theirs', theirsBy: 'vera Person', theirsOn: NOW },
    ])
  })

  it('[SY10] of a vendor that come too late are told to the requestors, those of a requestor not', async () => {
    const late = async () =>
      (
        await town.rows.database.queries
          .selectFrom('events')
          .select(['kind', 'project_id'])
          .where('kind', '=', 'late.waiting')
          .execute()
      ).map(({ project_id }) => project_id)
    pushes.now = DEADLINE_AT
    await send(town.olga, [answer(1, 'x')])
    expect(await late()).toEqual([])
    await send(town.vera, [nothing(1)], 'of-vera')
    expect(await late(), 'refused for another reason').toEqual([])
    await send(town.vera, [answer(2, 'late')], 'of-vera')
    expect([await late(), await noteOf()]).toEqual([[PROJECT_ID], 'seen'])
  })
})

describe('edits that are pushed one by one', () => {
  const broken = new Error('broken')
  const oneByOne = (mutations: PushMutation[], database = town.rows.database) =>
    pushOneByOne(pushes.contextOf(town.vera, { database }), pushes.requestOf(mutations), mutations)
  const three = () => [answer(1, 'one'), nothing(2), nothing(3)]

  it('[SY18] have a transaction each, and one that fails does not stop the others', async () => {
    expect(await oneByOne(three(), failingAt([2], broken))).toEqual({ lastMid: 3 })
    expect(
      (await pushes.verdicts()).map(([mid, , reason]) => [mid, reason === 'INTERNAL']),
    ).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ])
    expect([await noteOf(), pushes.published.length]).toEqual(['one', 2])
    expect(await oneByOne([])).toEqual({ lastMid: 0 })
  })

  it('end at a refusal of the device, and at an error that passes', async () => {
    await expect(oneByOne([answer(2, 'gap')])).rejects.toEqual(refusal('SYNC_GAP'))
    const busy = Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' })
    await expect(oneByOne(three(), failingAt([2], busy))).rejects.toBe(busy)
    expect((await pushes.verdicts()).map(([mid]) => mid)).toEqual([1])
  })
})

describe('an edit that fails in every transaction', () => {
  const refuse = (mutation: PushMutation, userId = town.vera) =>
    refuseUnread(pushes.contextOf(userId), pushes.requestOf([mutation]), mutation)

  it('[SY18] is refused for good, once', async () => {
    expect(await refuse(answer(1, 'x'))).toEqual({ lastMid: 1 })
    expect(await pushes.verdicts()).toEqual([[1, 'refused', 'INTERNAL']])
    const { args } = await town.rows.database.queries
      .selectFrom('mutation_result')
      .select('args')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(args ?? '')).toMatchObject({ values: { note: 'x' } })
    expect(await refuse(answer(1, 'x'))).toEqual({ lastMid: 1 })
    expect([await lastMids(), pushes.published, await noteOf()]).toEqual([
      { device: 1, theirs: 0, 'of-vera': 0 },
      [],
      'seen',
    ])
  })

  it('keeps the verdict that it has', async () => {
    await send(town.vera, [answer(1, 'one'), nothing(2)])
    expect(await refuse(answer(1, 'one'))).toEqual({ lastMid: 2 })
    expect((await pushes.verdicts())[0]).toEqual([1, 'applied', null])
    await expect(refuse(answer(3, 'x'), town.olga)).rejects.toEqual(refusal('CLIENT_FOREIGN'))
  })
})
