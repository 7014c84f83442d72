import { expect, it } from 'vitest'
import { commitmentId } from '#schema/entities/commitment.ts'
import { edit } from '#sync/engine/outbox/edit.ts'
import { PROJECT_ID as projectId } from '../support/project-rows.ts'
import { commands, createLaptopWorld } from './laptop.ts'
import { rowShown } from './simulator/row-shown.ts'
import { createTemplate } from './simulator/template.ts'

it("[EG8] of two colleagues' edits of two fields both are applied, and both devices show both", async () => {
  const world = createLaptopWorld(await createTemplate())
  const [vera, viktor] = world.template.veras
  if (vera === undefined || viktor === undefined)
    throw new Error('The template has no two contacts of one vendor')
  const vendorId = vera.vendorId ?? 0
  const laptops = await Promise.all(
    [vera, viktor].map(async (user) => ({ user, laptop: await world.openLaptop(user) })),
  )
  for (const { laptop } of laptops) {
    await world.synced(laptop)
    await laptop.engine.stop()
  }
  for (const [n, { laptop, user }] of laptops.entries()) {
    const { userId, name } = user
    const writer = { commands, person: { userId, name }, id: 'tab', now: world.time.now() }
    const values = { [['note', 'n1'][n] ?? '']: `by ${name}` }
    const args = { projectId, requirementId: 'r0', vendorId, values }
    await laptop.memory.transaction('edit', (tx) =>
      edit(tx, writer, { projectId, command: 'commitments.update', args, label: '', undo: null }),
    )
  }
  for (let round = 0; round < 2; round += 1) {
    for (const { laptop } of laptops) {
      laptop.engine.start()
      laptop.engine.tryNow()
      await world.time.runUntil(world.time.now() + 2_000)
    }
  }
  const both = { note: `by ${vera.name}`, n1: `by ${viktor.name}` }
  for (const { laptop } of laptops) {
    const { outbox, overlay, parked } = laptop.memory.state()
    expect([outbox.size, overlay.size, parked.size]).toEqual([0, 0, 0])
    expect(
      rowShown(laptop.memory.state(), 'commitment', commitmentId('r0', vendorId))?.values,
    ).toEqual(both)
    await laptop.engine.stop()
  }
  expect(await world.noteOf('r0')).toBe(both.note)
})
