import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PushMutation, PushRequest } from '#schema/api/sync.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildRequirement,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { openPushes, type Pushes, submitOf } from '../../tests/support/pushes.ts'
import { refusal } from '../../tests/support/refusal.ts'
import type { CommandServices } from '../commands/execute.ts'
import { judgeAtOnce } from '../commands/judge/judge-answers.ts'
import type { PushContext } from './push-context.ts'
import { pushSubmit } from './push-submit.ts'

const DEADLINE_AT = NOW + 1_000
let town: ContentTown
let pushes: Pushes
beforeEach(async () => {
  const project = { state: 'PUBLISHED' as const, publishedOn: 1, deadlineAt: DEADLINE_AT }
  const note = buildParameter({ id: 'note', key: 'note', name: 'Note' })
  town = await openContentTown(project, ({ alpha, beta }) => ({
    requirement: ['r1', 'r2'].map((id) =>
      buildRequirement({ id, definition: buildDefinition({ answer: [note] }) }),
    ),
    commitment: [alpha, beta].flatMap((vendorId) =>
      ['r1', 'r2'].map((requirementId) =>
        buildCommitment({ requirementId, vendorId, values: { note: requirementId } }),
      ),
    ),
  }))
  pushes = openPushes(town.rows, NOW)
})
afterEach(async () => {
  expect((await town.elsewhere()).filter((line) => line.includes('commitments'))).toEqual([])
  await town.rows.close()
})
interface Sent {
  by?: number
  clientId?: string
  judge?: CommandServices['judge']
  more?: Partial<PushContext>
}
const send = (mutation: PushMutation, { by = town.vera, clientId, judge, more }: Sent = {}) => {
  const services = judge === undefined ? {} : { judge }
  const request: PushRequest = pushes.requestOf([mutation], clientId)
  return pushSubmit({ ...pushes.contextOf(by, services), ...more }, request, mutation)
}
const submit = (mid: number, notes: Record<string, string>, vendorId = town.alpha) =>
  submitOf(mid, vendorId, notes)
const submitted = async () =>
  (
    await town.rows.database.queries
      .selectFrom('commitments')
      .select(['project_id', 'id'])
      .where('submitted', '=', 1)
      .orderBy('id')
      .execute()
  ).map(({ project_id, id }) => `${project_id} ${id}`)
const own = (requirementId: string) => `${PROJECT_ID} ${requirementId}.${town.alpha}`
const late = async () =>
  (
    await town.rows.database.queries
      .selectFrom('events')
      .select('project_id')
      .where('kind', '=', 'late.waiting')
      .execute()
  ).map(({ project_id }) => project_id)

describe('a submit', () => {
  it('[SY20] submits the answers of its vendor, and has one verdict', async () => {
    expect(await send(submit(1, { r1: 'r1', r2: 'r2' }))).toEqual({ lastMid: 1 })
    expect(await submitted()).toEqual([own('r1'), own('r2')])
    expect(await pushes.verdicts()).toEqual([[1, 'applied', null]])
    expect(pushes.errors).toEqual([])
  })

  it('[SY3] that was taken before is not judged again', async () => {
    await send(submit(1, { r1: 'r1' }))
    let judged = 0
    const judge: CommandServices['judge'] = async (job) => {
      judged += 1
      return await judgeAtOnce(job)
    }
    expect(await send(submit(1, { r2: 'r2' }), { judge })).toEqual({ lastMid: 1 })
    expect([judged, await submitted(), await pushes.verdicts()]).toEqual([
      ...[0, [own('r1')], [[1, 'applied', null]]],
    ])
    expect(await send(submit(2, { r2: 'r2' }), { judge })).toEqual({ lastMid: 2 })
    expect(judged).toBe(1)
  })

  it('[SY3] that another connection finishes first keeps the verdict of that one', async () => {
    let isFirst = true
    const judge: CommandServices['judge'] = async (job) => {
      if (isFirst) {
        isFirst = false
        await send(submit(1, { r1: 'r1' }))
      }
      return await judgeAtOnce(job)
    }
    expect(await send(submit(1, { r1: 'r1' }), { judge })).toEqual({ lastMid: 1 })
    expect(await pushes.verdicts()).toEqual([[1, 'applied', null]])
    expect(await submitted()).toEqual([own('r1')])
  })

  it('[SY20] tells the answers that stay, with who wrote them', async () => {
    expect(await send(submit(1, { r1: 'r1', r2: 'seen' }))).toEqual({ lastMid: 1 })
    expect(await pushes.verdicts()).toEqual([[1, 'conflict', 'bulk.result']])
    const { conflicts } = await town.rows.database.queries
      .selectFrom('mutation_result')
      .select('conflicts')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(conflicts)).toMatchObject([
      { id: `r2.${town.alpha}`, theirs: { reason: 'CONTENT_CHANGED' }, theirsOn: NOW },
    ])
    expect(await submitted()).toEqual([own('r1')])
  })
})

describe('a refused submit', () => {
  it('[IS4] of another vendor’s answers submits nothing', async () => {
    await send(submit(1, { r1: 'r1' }, town.beta))
    expect((await pushes.verdicts()).map(([mid, status]) => [mid, status])).toEqual([
      [1, 'refused'],
    ])
    expect([await submitted(), await late(), pushes.errors]).toEqual([[], [], []])
  })

  it('[SY10] that came too late is told to the requestors of its project', async () => {
    pushes.now = DEADLINE_AT
    expect(await send(submit(1, { r1: 'r1' }))).toEqual({ lastMid: 1 })
    expect(await pushes.verdicts()).toEqual([[1, 'refused', 'DEADLINE_PASSED']])
    expect([await late(), await submitted()]).toEqual([[PROJECT_ID], []])
  })

  it('that cannot be read, or fails, is refused for good, and only a failure is reported', async () => {
    const unread = submit(1, { r1: 'r1' })
    await send({ ...unread, args: { projectId: PROJECT_ID, vendorId: 'x' } })
    expect(pushes.errors).toEqual([])
    const broken = new Error('broken')
    const judge = async () => {
      throw broken
    }
    await send(submit(2, { r1: 'r1' }), { judge })
    expect((await pushes.verdicts()).map(([mid, , reason]) => [mid, reason])).toEqual([
      [1, 'INPUT_INVALID'],
      [2, 'SUBMIT_TOO_MUCH'],
    ])
    expect([pushes.errors, await late(), await submitted()]).toEqual([[broken], [], []])
  })

  it('of a device that may not send is refused as a whole, without a verdict', async () => {
    await expect(send(submit(2, { r1: 'r1' }))).rejects.toEqual(refusal('SYNC_GAP'))
    await send(submit(1, { r1: 'r1' }))
    const foreign = send(submit(2, { r2: 'r2' }), { by: town.olga })
    await expect(foreign).rejects.toEqual(refusal('CLIENT_FOREIGN'))
    const ended = send(submit(2, { r2: 'r2' }), { more: { sessionId: 'ended' } })
    await expect(ended).rejects.toEqual(refusal('WRONG_TOKEN'))
    await town.rows.database.queries
      .updateTable('sync_client')
      .set({ organization_id: town.beta })
      .execute()
    await expect(send(submit(2, { r2: 'r2' }))).rejects.toEqual(refusal('OTHER_ORGANIZATION'))
    expect([await pushes.verdicts(), await submitted()]).toEqual([
      [[1, 'applied', null]],
      [own('r1')],
    ])
  })
})
