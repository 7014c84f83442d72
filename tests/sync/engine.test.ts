import { beforeAll, beforeEach, expect, it } from 'vitest'
import { commandOf } from '#sync/engine/outbox/commands.ts'
import type { DeviceTx } from '#sync/engine/overlay/device-tx.ts'
import { edit } from '#sync/engine/outbox/edit.ts'
import { SyncFailure } from '#sync/engine/ports.ts'
import { PROJECT_ID } from '../support/project-rows.ts'
import { createAdmin } from './simulator/admin.ts'
import { type Template, createTemplate } from './simulator/template.ts'
import { settle } from './simulator/virtual-time.ts'
import { commands, createLaptopWorld, type LaptopWorld } from './laptop.ts'

let template: Template
let world: LaptopWorld
beforeAll(async () => {
  template = await createTemplate()
})
beforeEach(() => {
  world = createLaptopWorld(template)
})

it('[EG1] an edit reaches the server and leaves the outbox with its verdict', async () => {
  const laptop = await world.openLaptop(world.vera())
  await world.synced(laptop)
  await laptop.write('r0', 'hello')
  await world.time.runUntil(world.time.now() + 500)
  expect(await world.noteOf('r0')).toBe('hello')
  expect(laptop.memory.state().outbox.size).toBe(0)
  expect(laptop.memory.state().overlay.size).toBe(0)
})

it('[EG2] edits of one field merge before the first leaves, and not after', async () => {
  const laptop = await world.openLaptop(world.vera())
  await world.synced(laptop)
  await laptop.engine.stop()
  await laptop.write('r0', 'h')
  await laptop.write('r0', 'he')
  expect([...laptop.memory.state().outbox.values()]).toMatchObject([
    { mid: 1, args: { values: { note: 'he' } } },
  ])
  await laptop.memory.transaction('apply', async (tx) => {
    tx.putMeta({ ...(await tx.meta()), sentMid: 1 })
  })
  await laptop.write('r0', 'hey')
  expect(
    [...laptop.memory.state().outbox.values()].map(({ mid, args }) => [mid, args]),
  ).toMatchObject([
    [1, { values: { note: 'he' } }],
    [2, { values: { note: 'hey' } }],
  ])
})

it('[EG3] without a connection the engine retries after 1 to 60 s without end, and at once when told', async () => {
  const laptop = await world.openLaptop(world.vera())
  laptop.failures.push(...Array.from({ length: 10_000 }, () => new SyncFailure('offline')))
  const start = world.time.now()
  laptop.engine.start()
  await world.time.runUntil(start + 6 * 3_600_000)
  const tries = laptop.states.flatMap((state) =>
    state.phase === 'waiting' ? [state.nextTryAt] : [],
  )
  const waits = tries.map((at, n) => at - (tries[n - 1] ?? start))
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000)
  expect(Math.max(...waits)).toBeLessThanOrEqual(60_000)
  expect(waits[0]).toBeLessThan(2_000)
  expect(waits.length, 'still tries after six hours').toBeGreaterThanOrEqual(6 * 60)
  expect(laptop.engine.state().phase).toBe('waiting')
  laptop.failures.length = 0
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 500)
  expect(laptop.engine.state().phase).toBe('idle')
})

it('[EG4] an ended session and an old version pause the engine and lose no edit', async () => {
  const kinds = ['unauthorized', 'update'] as const
  for (const [n, kind] of kinds.entries()) {
    const laptop = await world.openLaptop(template.veras[n] ?? template.owner)
    await world.synced(laptop)
    laptop.failures.push(new SyncFailure(kind))
    await laptop.write(`r${n}`, kind)
    await world.time.runUntil(world.time.now() + 1_000)
    expect(laptop.engine.state()).toEqual({ phase: 'paused', reason: kind })
    expect(laptop.memory.state().outbox.size).toBe(1)
    laptop.engine.tryNow()
    await world.time.runUntil(world.time.now() + 1_000)
    expect(laptop.memory.state().outbox.size).toBe(0)
    expect(await world.noteOf(`r${n}`)).toBe(kind)
    await laptop.engine.stop()
  }
})

it('[EG5] an edit too large for the server is parked with its reason, and the next one is sent', async () => {
  const laptop = await world.openLaptop(world.vera(), (plain) => ({
    pull: (request) => plain.pull(request),
    push: async (request) => {
      if (request.mutations.some((mutation) => JSON.stringify(mutation.args).includes('huge')))
        throw new SyncFailure('tooLarge')
      return plain.push(request)
    },
  }))
  await world.synced(laptop)
  await laptop.engine.stop()
  await laptop.write('r0', 'one')
  await laptop.write('r1', 'huge')
  await laptop.write('r2', 'three')
  laptop.engine.start()
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 5_000)
  expect([await world.noteOf('r0'), await world.noteOf('r1'), await world.noteOf('r2')]).toEqual([
    'one',
    undefined,
    'three',
  ])
  const [parked] = laptop.memory.state().parked.values()
  expect(parked).toMatchObject({ reason: 'TOO_LARGE', args: { values: { note: 'huge' } } })
})

it('[EG7] a late answer is parked, and sent again when the project reopens', async () => {
  const laptop = await world.openLaptop(world.vera())
  await world.synced(laptop)
  await laptop.engine.stop()
  await laptop.write('r0', 'late')
  await createAdmin(world.server, world.template).moveTo('VALIDATION')
  laptop.engine.start()
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 2_000)
  expect([...laptop.memory.state().parked.values()]).toMatchObject([
    { status: 'refused', args: { values: { note: 'late' } } },
  ])
  expect(await world.noteOf('r0')).toBeUndefined()
  await createAdmin(world.server, world.template).moveTo('PUBLISHED')
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 3_000)
  expect(await world.noteOf('r0')).toBe('late')
  expect(laptop.memory.state().parked.size).toBe(0)
})

it("[EG8] of two colleagues' edits of one field the later is parked with both texts; edits of two fields are both applied", async () => {
  const [one, two] = [
    await world.openLaptop(world.vera()),
    await world.openLaptop(world.template.veras[1] ?? world.template.owner),
  ]
  for (const laptop of [one, two]) {
    await world.synced(laptop)
    await laptop.engine.stop()
  }
  await one.write('r0', 'mine')
  await two.write('r0', 'theirs')
  for (const laptop of [two, one]) {
    laptop.engine.start()
    laptop.engine.tryNow()
    await world.time.runUntil(world.time.now() + 1_000)
  }
  expect(await world.noteOf('r0')).toBe('theirs')
  const [parked] = one.memory.state().parked.values()
  expect(parked).toMatchObject({
    status: 'conflict',
    conflicts: [{ field: 'values.note', mine: 'mine', theirs: 'theirs', theirsBy: 'Viktor Doe' }],
  })
})

it('[EG9] three hundred unsent edits cost three hundred runs', async () => {
  const laptop = await world.openLaptop(world.template.owner)
  await createAdmin(world.server, world.template).moveTo('PREPARATION')
  await world.synced(laptop)
  await laptop.engine.stop()
  let runs = 0
  const create = commandOf(commands, 'requirements.create')
  const counting = {
    ...commands,
    'requirements.create': {
      ...create,
      run: (tx: DeviceTx, args: unknown) => {
        runs += 1
        return create.run(tx, args)
      },
    },
  }
  const person = { userId: world.template.owner.userId, name: world.template.owner.name }
  for (let n = 0; n < 300; n += 1) {
    const args = {
      projectId: PROJECT_ID,
      id: `new-${n}`,
      sectionId: n % 2 === 0 ? 's1' : 's2',
      after: null,
      name: `New ${n}`,
      definition: world.template.definition,
    }
    await laptop.memory.transaction('edit', (tx) =>
      edit(
        tx,
        { commands: counting, person, id: 'tab', now: world.time.now() },
        { projectId: PROJECT_ID, command: 'requirements.create', args, label: '', undo: null },
      ),
    )
  }
  expect(runs).toBe(300)
  expect(laptop.memory.state().outbox.size).toBe(300)
  laptop.engine.start()
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 5_000)
  await settle()
  expect(laptop.memory.state().outbox.size).toBe(0)
})

it('[EG16] edits in quick succession leave at once and share the pull of their verdicts, which starts within a second', async () => {
  const laptop = await world.openLaptop(world.vera())
  await world.synced(laptop)
  const EDITS = 40
  const WAIT_MS = 50
  laptop.requests.length = 0
  for (let n = 1; n <= EDITS; n += 1) {
    await laptop.write('r0', `text ${n}`)
    // Write another edit before the verdict of the first is known.
    await world.time.runUntil(world.time.now() + WAIT_MS)
    expect(await world.noteOf('r0'), 'is on the server at once').toBe(`text ${n}`)
  }
  await world.time.runUntil(world.time.now() + 500)
  const pulls = laptop.requests.filter((request) => request === 'pull').length
  expect(laptop.requests.filter((request) => request === 'push')).toHaveLength(EDITS)
  expect(pulls).toBeGreaterThanOrEqual(2)
  expect(pulls).toBeLessThanOrEqual(4)
  expect(laptop.memory.state().outbox.size).toBe(0)
})

it('[EG19] the next batch is ready when one has arrived, and the pull starts after the last batch', async () => {
  const EDITS = 600
  const readyWhen: number[] = []
  const times: [name: string, at: number][] = []
  const laptop = await world.openLaptop(world.vera(), (plain) => ({
    async push(request) {
      const reply = await plain.push(request)
      readyWhen.push(laptop.memory.state().meta.sentMid)
      times.push(['push', world.time.now()])
      laptop.engine.tryNow()
      return reply
    },
    pull(request) {
      times.push(['pull', world.time.now()])
      return plain.pull(request)
    },
  }))
  await world.synced(laptop)
  await laptop.engine.stop()
  times.length = 0
  const person = { userId: world.vera().userId, name: world.vera().name }
  for (let n = 1; n <= EDITS; n += 1) {
    const args = {
      projectId: PROJECT_ID,
      requirementId: 'r0',
      vendorId: world.vera().vendorId,
      values: { note: `text ${n}` },
    }
    // As if written by many tabs, so that no two edits merge.
    await laptop.memory.transaction('edit', (tx) =>
      edit(
        tx,
        { commands, person, id: `tab ${n}`, now: world.time.now() },
        { projectId: PROJECT_ID, command: 'commitments.update', args, label: '', undo: null },
      ),
    )
  }
  laptop.engine.start()
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 900)
  expect(await world.noteOf('r0')).toBe(`text ${EDITS}`)
  expect(readyWhen, 'the second batch is marked before the first is answered').toEqual([
    EDITS,
    EDITS,
  ])
  const [first, second, third] = times
  expect([first?.[0], second?.[0], third?.[0]]).toEqual(['push', 'push', 'pull'])
  expect((third?.[1] ?? 0) - (second?.[1] ?? 0)).toBeGreaterThanOrEqual(250)
  expect(laptop.memory.state().outbox.size).toBe(0)
})
