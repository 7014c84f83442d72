import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { commitmentId } from '#schema/entities/commitment.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { leftReason } from '#schema/rules/answers/left-rows.ts'
import { edit } from '#sync/engine/outbox/edit.ts'
import { SyncFailure } from '#sync/engine/ports.ts'
import { PROJECT_ID as projectId } from '../support/project-rows.ts'
import { rowShown } from './simulator/row-shown.ts'
import { createTemplate } from './simulator/template.ts'
import { commands, createLaptopWorld } from './laptop.ts'

it('[EG21] of answers submitted offline in bulk, one that a colleague changed stays open with the reason, and the others are submitted', async () => {
  const world = createLaptopWorld(await createTemplate())
  const [vera, viktor] = world.template.veras
  if (vera === undefined || viktor === undefined)
    throw new Error('The template has no two contacts of one vendor')
  let isOffline = false
  const laptop = await world.openLaptop(vera, (plain) => ({
    push: async (request) => {
      if (isOffline) throw new SyncFailure('offline')
      return await plain.push(request)
    },
    async *pull(request) {
      if (isOffline) throw new SyncFailure('offline')
      yield* plain.pull(request)
    },
  }))
  await world.synced(laptop)
  const ids = ['r0', 'r1', 'r2']
  const shown = (requirementId: string) =>
    rowShown(laptop.memory.state(), 'commitment', commitmentId(requirementId, vera.vendorId ?? 0))
  for (const id of ids) await laptop.write(id, `answer to ${id}`)
  await world.time.runUntil(world.time.now() + 2_000)
  isOffline = true
  const items = ids.map((requirementId) => ({
    requirementId,
    contentHash: createHash('sha256')
      .update(canonicalContent(shown(requirementId)?.values ?? {}))
      .digest('hex'),
  }))
  const writer = {
    commands,
    person: { userId: vera.userId, name: vera.name },
    id: 'tab',
    now: world.time.now(),
  }
  const request = {
    projectId,
    command: 'commitments.submit',
    args: { projectId, vendorId: vera.vendorId, items },
    label: 'Submit all',
    undo: null,
  }
  await laptop.memory.transaction('edit', (tx) => edit(tx, writer, request))
  expect(ids.map((id) => shown(id)?.submitted)).toEqual([true, true, true])

  const colleague = await world.openLaptop(viktor)
  await world.synced(colleague)
  await colleague.write('r1', 'of a colleague')
  await world.time.runUntil(world.time.now() + 2_000)
  isOffline = false
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 20_000)

  const { outbox, parked } = laptop.memory.state()
  expect(outbox.size).toBe(0)
  expect(ids.map((id) => [shown(id)?.submitted, shown(id)?.values['note']])).toEqual([
    [true, 'answer to r0'],
    [false, 'of a colleague'],
    [true, 'answer to r2'],
  ])
  const [kept, ...others] = parked.values()
  expect([kept?.status, kept?.reason, kept?.detail, others.length]).toEqual([
    'conflict',
    'bulk.result',
    { n: 2, m: 1 },
    0,
  ])
  expect(
    kept?.conflicts.map((conflict) => [
      conflict.id,
      conflict.theirsBy,
      leftReason(conflict)?.reason,
    ]),
  ).toEqual([[commitmentId('r1', vera.vendorId ?? 0), viktor.name, 'CONTENT_CHANGED']])
})
