import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { ENTITIES, ROW_SCHEMAS } from '#schema/entities/rows.ts'
import { attachmentArgs, PLAN, sendPiece } from './send-file.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
})
afterAll(() => world.close())

const deviceOf = async (username: Username): Promise<SyncDevice> =>
  new SyncDevice(await world.as(username))
const expectApplied = async (device: SyncDevice): Promise<void> => {
  await device.pull(projectId)
  expect(device.results.map(({ status, reason }) => reason ?? status)).toEqual(
    device.results.map(() => 'applied'),
  )
}

/** Writes at least one row of every entity that a new project lacks. */
const writeAll = async (): Promise<void> => {
  const { alpha } = world.companies
  const vendor = await deviceOf('alpha-primary')
  await sendPiece(vendor.client, PLAN)
  await vendor.push(
    vendor.edit('commitments.update', {
      projectId,
      requirementId: 'r1',
      vendorId: alpha,
      values: { met: 50, 'met.release': 0, note: 'Soon' },
    }),
    vendor.edit('attachments.create', attachmentArgs('plan', PLAN)),
    vendor.edit('comments.create', {
      projectId,
      id: 'asked',
      place: { kind: 'requirement', id: 'r1' },
      type: 'Q',
      severity: null,
      text: 'How many?',
    }),
    vendor.edit('parts.update', {
      projectId,
      vendorId: alpha,
      documentId: 'd1',
      sectionId: null,
      patch: { dueOn: '2029-06-20' },
    }),
  )
  await expectApplied(vendor)
  const owner = await deviceOf('owner')
  const commentId = `asked.${alpha}`
  await owner.push(
    owner.edit('comments.reply', { projectId, id: 'reply', commentId, text: 'A hundred' }),
    owner.edit('comments.markOfficial', { projectId, id: commentId, replyId: 'reply' }),
    owner.edit('comments.publish', {
      projectId,
      id: 'pair',
      commentId,
      question: 'How many?',
      answer: '100',
    }),
  )
  await expectApplied(owner)
  await world.setProject({ state: 'EVALUATION' })
  const approver = await world.as('approver')
  await approver.call(API.overrides.set, {
    body: { requirementId: 'r1', vendorId: alpha, parameterId: 'met', value: 40, reason: 'Seen' },
  })
}

test('[SY17] rows of every entity match their schema, for requestors and for vendors', async () => {
  await writeAll()
  const sent = async (username: Username) => {
    const device = await deviceOf(username)
    await device.pull(projectId)
    const rows = [...device.rows.values()].flatMap((bucket) => [...bucket.values()])
    for (const { entity, row } of rows)
      expect(v.safeParse(ROW_SCHEMAS[entity], row).issues, `${username} ${entity}`).toBeUndefined()
    return new Set(rows.map(({ entity }) => entity))
  }
  const [toOwner, toVendor] = [await sent('owner'), await sent('alpha-primary')]
  expect(ENTITIES.filter((entity) => !toOwner.has(entity))).toEqual(['vendorPart'])
  expect(ENTITIES.filter((entity) => !toVendor.has(entity))).toEqual(['projectVendor', 'override'])
})
