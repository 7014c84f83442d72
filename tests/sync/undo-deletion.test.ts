import { expect, it } from 'vitest'
import { commitmentId } from '#schema/entities/commitment.ts'
import { edit } from '#sync/engine/outbox/edit.ts'
import { SyncFailure } from '#sync/engine/ports.ts'
import { recordStep } from '#sync/engine/undo/record-step.ts'
import { stepThrough } from '#sync/engine/undo/undo.ts'
import { PROJECT_ID as projectId } from '../support/project-rows.ts'
import { createAdmin } from './simulator/admin.ts'
import { rowShown } from './simulator/row-shown.ts'
import { createTemplate } from './simulator/template.ts'
import { commands, createLaptopWorld } from './laptop.ts'

it("[EG22] an undo offline and after a restart restores a deleted section with its requirements and with answers that its author's device never had", async () => {
  const world = createLaptopWorld(await createTemplate())
  const vera = world.vera()
  const { owner } = world.template
  let isOffline = false
  const gate = () => {
    if (isOffline) throw new SyncFailure('offline')
  }
  const network = (plain: Parameters<Parameters<typeof world.openLaptop>[1] & object>[0]) => ({
    push: async (request: Parameters<typeof plain.push>[0]) => {
      gate()
      return await plain.push(request)
    },
    async *pull(request: Parameters<typeof plain.pull>[0]) {
      gate()
      yield* plain.pull(request)
    },
  })
  const pass = (ms = 5_000) => world.time.runUntil(world.time.now() + ms)
  const vendors = await world.openLaptop(vera)
  await world.synced(vendors)
  await vendors.write('r0', 'kept word by word')
  await pass()
  const admin = createAdmin(world.server, world.template)
  await admin.moveTo('PREPARATION')

  const laptop = await world.openLaptop(owner, network)
  await world.synced(laptop)
  const shown = (requirementId: string) =>
    rowShown(laptop.memory.state(), 'requirement', requirementId)
  const before = shown('r0')
  if (before === undefined) throw new Error('The template has no requirement')
  const writer = {
    commands,
    person: { userId: owner.userId, name: owner.name },
    id: 'tab',
    now: world.time.now(),
  }
  const request = {
    projectId,
    command: 'sections.delete',
    args: { projectId, id: before.sectionId },
    label: 'Delete section',
    undo: { scope: before.documentId, group: '' },
  }
  const { step } = await laptop.memory.transaction('edit', (tx) => edit(tx, writer, request))
  if (step === null) throw new Error('The deletion cannot be undone')
  await laptop.memory.transaction('apply', (tx) => recordStep(tx, step))
  laptop.engine.wake()
  await pass()
  expect([shown('r0'), await world.noteOf('r0')]).toEqual([undefined, undefined])

  isOffline = true
  await laptop.memory.transaction('edit', (tx) =>
    stepThrough(tx, writer, { scope: before.documentId, direction: 'undo' }),
  )
  await laptop.engine.stop()
  expect(shown('r0')).toEqual({ ...before, updatedOn: 0 })
  isOffline = false
  const again = await world.openLaptop(owner, network, laptop.memory)
  await world.synced(again)
  await pass()
  await admin.moveTo('PUBLISHED')
  await pass(120_000)
  const answer = rowShown(
    vendors.memory.state(),
    'commitment',
    commitmentId('r0', vera.vendorId ?? 0),
  )
  expect([
    laptop.memory.state().outbox.size,
    laptop.memory.state().parked.size,
    answer?.values['note'],
  ]).toEqual([0, 0, 'kept word by word'])
  expect([
    shown('r0'),
    rowShown(vendors.memory.state(), 'requirement', 'r0')?.fullId,
  ]).toMatchObject([{ ...before, updatedOn: expect.any(Number) }, before.fullId])
  await again.engine.stop()
})
