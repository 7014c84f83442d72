import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import type { PushMutation } from '#schema/api/sync.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildRequirement,
} from '../support/project-rows.ts'
import { testDatabaseKind } from '../support/test-database.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type World } from './world.ts'

let world: World
afterEach(async () => {
  await world.close()
})

// Organizations are numbered in order of creation: Alpha is the third.
const vendorId = 3
const values = { note: 'Yes' }
const buildAnswer = async (): Promise<void> => {
  const definition = buildDefinition({ answer: [buildParameter({ id: 'note', key: 'note' })] })
  world = await buildWorld({
    project: { state: 'PUBLISHED', publishedOn: 1 },
    rows: {
      requirement: [buildRequirement({ id: 'q00', definition })],
      commitment: [buildCommitment({ requirementId: 'q00', vendorId, values })],
    },
  })
}
const countWaiting = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(world.database.queries)
  return Number(rows[0]?.count)
}

/** Does as another server: holds the project during the push, and goes on to lock its device. */
const pushWhileHeld = (device: SyncDevice, edits: PushMutation[]) =>
  world.database.write(async (tx) => {
    await tx
      .selectFrom('project_sync')
      .select('head')
      .where('project_id', '=', projectId)
      .forUpdate()
      .execute()
    const pushed = device.pushRaw(edits)
    await expect.poll(countWaiting, { timeout: 20_000 }).toBe(1)
    await tx
      .selectFrom('sync_client')
      .select('client_id')
      .where('client_id', '=', device.clientId)
      .forUpdate()
      .noWait()
      .executeTakeFirstOrThrow()
    return { pushed }
  })

const editOf = (mid: number, ofProject: string): PushMutation => ({
  mid,
  command: 'projects.unheard',
  args: { projectId: ofProject },
  base: {},
  clientAt: 0,
})
const submit = (device: SyncDevice): PushMutation =>
  device.edit('commitments.submit', {
    projectId,
    vendorId,
    items: [
      {
        requirementId: 'q00',
        contentHash: createHash('sha256').update(canonicalContent(values)).digest('hex'),
      },
    ],
  })

// SQLite has one writer.
test.runIf(testDatabaseKind === 'postgres').each([
  ['of edits', () => [editOf(2, projectId)]],
  ['of edits of two projects', () => [editOf(2, 'a-project'), editOf(3, projectId)]],
  ['of answers to submit', (device: SyncDevice) => [submit(device)]],
])('[PR17] a push %s waits for a project without holding its device', async (_what, editsOf) => {
  await buildAnswer()
  const device = new SyncDevice(await world.as('alpha-contact'))
  await device.push(device.edit('commitments.submit', { projectId, vendorId, items: [] }))
  const { pushed } = await pushWhileHeld(device, editsOf(device))
  expect((await pushed).status).toBe(200)
})
