import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { commitmentId } from '#schema/entities/commitment.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { edit } from '#sync/engine/outbox/edit.ts'
import { type Network, SyncFailure } from '#sync/engine/ports.ts'
import { PROJECT_ID } from '../support/project-rows.ts'
import { createAdmin } from './simulator/admin.ts'
import { rowShown } from './simulator/row-shown.ts'
import { createTemplate, type SimUser, type Template } from './simulator/template.ts'
import { commands, createLaptopWorld, type Laptop, type LaptopWorld } from './laptop.ts'

let template: Template
let world: LaptopWorld
beforeAll(async () => {
  template = await createTemplate()
})
beforeEach(() => {
  world = createLaptopWorld(template)
})

const give = (
  laptop: Laptop,
  command: string,
  args: object,
  { userId, name, vendorId } = world.vera(),
): Promise<unknown> => {
  const writer = { commands, person: { userId, name }, id: 'tab', now: world.time.now() }
  return laptop.memory.transaction('edit', (tx) =>
    edit(tx, writer, {
      projectId: PROJECT_ID,
      command,
      args: { projectId: PROJECT_ID, vendorId, ...args },
      label: '',
      undo: null,
    }),
  )
}
const viktor = (): SimUser => world.template.veras[1] ?? world.template.owner
const openViktors = async (): Promise<Laptop> => {
  const laptop = await world.openLaptop(viktor())
  await world.synced(laptop)
  return laptop
}
const shownOf = (laptop: Laptop, requirementId: string) =>
  rowShown(
    laptop.memory.state(),
    'commitment',
    commitmentId(requirementId, world.vera().vendorId ?? 0),
  )?.values

/** A network whose pulls bring no page while it is deaf; calls `look` after each page. */
const createWatch = (look: () => unknown) => {
  const watch = {
    isDeaf: false,
    seen: [] as unknown[],
    network: (plain: Network): Network => ({
      push: (request) => plain.push(request),
      async *pull(request) {
        if (watch.isDeaf) throw new SyncFailure('offline')
        for await (const page of plain.pull(request)) {
          yield page
          watch.seen.push(look())
        }
      },
    }),
  }
  return watch
}

it('[EG14] an accepted answer stays on the screen between the pages of a pull that moves its requirement', async () => {
  const watch = createWatch(() => shownOf(laptop, 'r0')?.['note'])
  const laptop = await world.openLaptop(world.vera(), watch.network)
  await world.synced(laptop)
  watch.isDeaf = true
  await give(laptop, 'commitments.update', { requirementId: 'r0', values: { note: 'first' } })
  await give(laptop, 'commitments.updateBulk', {
    items: ['r0', 'r1', 'r2', 'r3'].map((requirementId) => ({
      requirementId,
      values: { note: 'second' },
    })),
  })
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 500)
  expect(await world.noteOf('r0')).toBe('second')
  const colleague = await openViktors()
  await give(
    colleague,
    'commitments.update',
    { requirementId: 'r1', values: { n1: 'of a colleague' } },
    viktor(),
  )
  colleague.engine.tryNow()
  await world.time.runUntil(world.time.now() + 500)
  // The tombstone in one package arrives before the answers, and the row in the other package after
  // them.
  await createAdmin(world.server, template).moveRequirement('r3', '1')
  const [cursor] = laptop.memory.state().cursors.values()
  const seq = Math.max(...Object.values(cursor?.buckets ?? {}).map(([at]) => at)) + 1
  await world.server.database.write(async (tx) => {
    await tx
      .updateTable('sync_row')
      .set({ seq })
      .where('bucket', '=', 'p2:pub')
      .where('entity_id', '=', 'r3')
      .execute()
    await tx
      .updateTable('sync_row')
      .set({ seq: seq + 1 })
      .where('entity', '=', 'commitment')
      .where('entity_id', 'like', 'r1.%')
      .execute()
  })
  world.server.pageRows = 2
  watch.isDeaf = false
  watch.seen.length = 0
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 20_000)
  expect(laptop.memory.state().outbox.size).toBe(0)
  expect(watch.seen.length).toBeGreaterThan(3)
  expect(new Set(watch.seen)).toEqual(new Set(['second']))
})

it('[EG15] an edit written before the copy was complete hides no later row, even when the edit cannot run any more', async () => {
  const colleague = await openViktors()
  await give(
    colleague,
    'commitments.update',
    { requirementId: 'r0', values: { note: 'stands', n1: 'stands too' } },
    viktor(),
  )
  colleague.engine.tryNow()
  await world.time.runUntil(world.time.now() + 500)
  await colleague.engine.stop()
  world.server.pageRows = 4
  const laptop = await world.openLaptop(world.vera(), (plain): Network => ({
    push: async () => {
      throw new SyncFailure('offline')
    },
    async *pull(request) {
      for await (const page of plain.pull(request)) {
        yield page
        if (
          laptop.memory.state().outbox.size > 0 ||
          rowShown(laptop.memory.state(), 'requirement', 'r0') === undefined
        )
          continue
        await give(laptop, 'commitments.update', { requirementId: 'r0', values: { note: 'mine' } })
        const values = shownOf(laptop, 'r0') ?? {}
        expect(values).toEqual({ note: 'mine' })
        await give(laptop, 'commitments.submit', {
          items: [
            {
              requirementId: 'r0',
              contentHash: createHash('sha256').update(canonicalContent(values)).digest('hex'),
            },
          ],
        })
      }
    },
  }))
  await world.synced(laptop)
  await world.time.runUntil(world.time.now() + 2_000)
  expect(laptop.memory.state().outbox.size).toBe(2)
  expect(shownOf(laptop, 'r0')).toEqual({ note: 'stands', n1: 'stands too' })
})

it('[EG17] a value over several rows stays on the screen while the rows arrive one by one', async () => {
  let isDeaf = false
  const weights: unknown[] = []
  const { owner } = world.template
  const laptop = await world.openLaptop(owner, (plain): Network => ({
    push: (request) => plain.push({ ...request, mutations: request.mutations.slice(0, 1) }),
    async *pull(request) {
      if (isDeaf) throw new SyncFailure('offline')
      for await (const page of plain.pull(request)) {
        yield page
        weights.push(rowShown(laptop.memory.state(), 'package', 'p1')?.weight)
      }
    },
  }))
  const weigh = async (weight: number): Promise<void> => {
    const args = {
      projectId: PROJECT_ID,
      packages: [
        { id: 'p1', weight },
        { id: 'p2', weight: 100 - weight },
      ],
      documents: [
        { id: 'd1', weight: 100 },
        { id: 'd2', weight: 100 },
      ],
    }
    const writer = { commands, person: owner, id: 'tab', now: world.time.now() }
    await laptop.memory.transaction('edit', (tx) =>
      edit(tx, writer, {
        projectId: PROJECT_ID,
        command: 'weights.set',
        args,
        label: '',
        undo: null,
      }),
    )
  }
  await createAdmin(world.server, template).moveTo('PREPARATION')
  await world.synced(laptop)
  isDeaf = true
  await weigh(20)
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 500)
  await laptop.engine.stop()
  await weigh(30)
  world.server.pageRows = 1
  isDeaf = false
  weights.length = 0
  laptop.engine.start()
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 20_000)
  expect(weights.length).toBeGreaterThan(1)
  expect(new Set(weights)).toEqual(new Set([30]))
})

it('[EG24] a value over several rows stays as written until its verdict, though the project forbids it by then', async () => {
  const { owner } = world.template
  const admin = createAdmin(world.server, template)
  const laptop = await world.openLaptop(owner, (plain): Network => ({
    push: async () => ({ lastMid: 0 }),
    pull: (request) => plain.pull(request),
  }))
  await admin.moveTo('PREPARATION')
  await world.synced(laptop)
  const args = {
    projectId: PROJECT_ID,
    packages: [
      { id: 'p1', weight: 20 },
      { id: 'p2', weight: 80 },
    ],
    documents: [
      { id: 'd1', weight: 100 },
      { id: 'd2', weight: 100 },
    ],
  }
  const writer = { commands, person: owner, id: 'tab', now: world.time.now() }
  await laptop.memory.transaction('edit', (tx) =>
    edit(tx, writer, {
      projectId: PROJECT_ID,
      command: 'weights.set',
      args,
      label: '',
      undo: null,
    }),
  )
  await admin.moveTo('PUBLISHED')
  // The device fetches the whole copy again.
  await world.server.database.write(
    async (tx) =>
      void (await tx
        .updateTable('project_sync')
        .set((eb) => ({ floor: eb.ref('head') }))
        .execute()),
  )
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 2_000)
  expect(laptop.memory.state().outbox.size).toBe(1)
  expect(rowShown(laptop.memory.state(), 'project', PROJECT_ID)?.state).toBe('PUBLISHED')
  expect(['p1', 'p2'].map((id) => rowShown(laptop.memory.state(), 'package', id)?.weight)).toEqual([
    20, 80,
  ])
})

it('[EG18] an accepted answer stays on the screen when its verdict arrives in a pull that began before another tab fetched the project', async () => {
  const notes: unknown[] = []
  let open = (): void => undefined
  let gate: Promise<void> | null = null
  const laptop = await world.openLaptop(viktor(), (plain): Network => ({
    push: (request) => plain.push(request),
    async *pull(request) {
      await gate
      for await (const page of plain.pull(request)) {
        try {
          yield page
        } finally {
          notes.push(shownOf(laptop, 'r0')?.['note'])
        }
      }
    },
  }))
  const admin = createAdmin(world.server, template)
  const isClosed = (): boolean =>
    [...laptop.memory.state().cursors.values()].some(({ isDenied }) => isDenied)
  await world.synced(laptop)
  await admin.setGrant(viktor(), 'none')
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 500)
  expect(isClosed()).toBe(true)
  gate = new Promise((resolve) => {
    open = resolve
  })
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 10)
  await admin.setGrant(viktor(), null)
  const tab = await world.openLaptop(viktor(), undefined, laptop.memory)
  await world.synced(tab)
  await give(tab, 'commitments.update', { requirementId: 'r0', values: { note: 'mine' } }, viktor())
  tab.engine.tryNow()
  await world.time.runUntil(world.time.now() + 100)
  await tab.engine.stop()
  expect(await world.noteOf('r0')).toBe('mine')
  expect(laptop.memory.state().outbox.size).toBe(1)
  notes.length = 0
  open()
  await world.time.runUntil(world.time.now() + 5_000)
  expect(laptop.memory.state().outbox.size).toBe(0)
  expect(new Set(notes)).toEqual(new Set(['mine']))
})

it('[EG20] an answer that is still being written stays whole on the screen while its requirement moves into another package', async () => {
  const watch = createWatch(() => JSON.stringify(shownOf(laptop, 'r3')))
  const laptop = await world.openLaptop(world.vera(), watch.network)
  await world.synced(laptop)
  await give(laptop, 'commitments.update', { requirementId: 'r3', values: { n2: 'taken' } })
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 2_000)
  expect(laptop.memory.state().outbox.size).toBe(0)
  watch.isDeaf = true
  await createAdmin(world.server, template).moveRequirement('r3', '1')
  await give(laptop, 'commitments.update', {
    requirementId: 'r3',
    values: { note: 'not decided yet' },
  })
  const whole = JSON.stringify(shownOf(laptop, 'r3'))
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 500)
  expect(await world.noteOf('r3')).toBe('not decided yet')
  world.server.pageRows = 1
  watch.isDeaf = false
  watch.seen.length = 0
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 20_000)
  expect(laptop.memory.state().outbox.size).toBe(0)
  expect(JSON.parse(whole)).toMatchObject({ n2: 'taken', note: 'not decided yet' })
  expect(watch.seen.length).toBeGreaterThan(3)
  expect(new Set(watch.seen)).toEqual(new Set([whole]))
})

it('[EG23] an edit written while the rest of an answer is on its way hides none of it later', async () => {
  const n2: unknown[] = []
  let isCut = false
  const isHeld = (): boolean =>
    [...laptop.memory.state().held.values()].some(
      ({ entity, id }) => entity === 'commitment' && id.startsWith('r3.'),
    )
  const laptop = await world.openLaptop(world.vera(), (plain): Network => ({
    push: (request) => plain.push(request),
    async *pull(request) {
      for await (const page of plain.pull(request)) {
        yield page
        if (isHeld()) n2.push(shownOf(laptop, 'r3')?.['n2'])
        else if (isCut) throw new SyncFailure('offline')
      }
    },
  }))
  await world.synced(laptop)
  await give(laptop, 'commitments.update', { requirementId: 'r3', values: { n2: 'taken' } })
  const colleague = await openViktors()
  await give(
    colleague,
    'commitments.update',
    { requirementId: 'r3', values: { n1: 'of a colleague' } },
    viktor(),
  )
  for (const { engine } of [laptop, colleague]) engine.tryNow()
  await world.time.runUntil(world.time.now() + 2_000)
  // The old bucket is empty already, and the pull ends before the new one is filled.
  await createAdmin(world.server, template).moveRequirement('r3', '1')
  world.server.pageRows = 1
  isCut = true
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 100)
  expect(isHeld()).toBe(false)
  await laptop.engine.stop()
  await give(laptop, 'commitments.update', { requirementId: 'r3', values: { n1: 'mine' } })
  n2.length = 0
  isCut = false
  laptop.engine.start()
  laptop.engine.tryNow()
  await world.time.runUntil(world.time.now() + 20_000)
  expect([...laptop.memory.state().parked.values()].map(({ args }) => args)).toMatchObject([
    { values: { n1: 'mine' } },
  ])
  expect(n2.length).toBeGreaterThan(0)
  expect(new Set(n2)).toEqual(new Set(['taken']))
})
