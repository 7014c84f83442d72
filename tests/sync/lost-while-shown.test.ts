import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commentId } from '#schema/entities/comment.ts'
import { overrideId } from '#schema/entities/commitment.ts'
import type { Entity } from '#schema/entities/rows.ts'
import type { ProjectState } from '#schema/entities/project.ts'
import { ENTITY_TABLES } from '#server/database/entity-tables.ts'
import { edit } from '#sync/engine/outbox/edit.ts'
import { SyncFailure } from '#sync/engine/ports.ts'
import { rowShown } from './simulator/row-shown.ts'
import { PROJECT_ID } from '../support/project-rows.ts'
import { commands, createLaptopWorld, type LaptopWorld } from './laptop.ts'
import { createAdmin } from './simulator/admin.ts'
import { openServer } from './simulator/sim-server.ts'
import { createTemplate, type SimUser, STATEMENT, type Template } from './simulator/template.ts'

const WORDS = 'my words'
interface Kind {
  writer: SimUser
  command: string
  args: object
  entity: Entity
  id: string
  /** A state that allows the edit, and one that does not. */
  states: [ProjectState, ProjectState]
}

let template: Template
let world: LaptopWorld
beforeAll(async () => {
  template = await createTemplate()
})
beforeEach(() => {
  world = createLaptopWorld(template)
})

const inServer = async ({ entity, id }: Pick<Kind, 'entity' | 'id'>): Promise<string> => {
  const row = await world.server.database.queries
    .selectFrom(ENTITY_TABLES[entity] as 'releases')
    .select('body')
    .where('project_id', '=', PROJECT_ID)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.body ?? ''
}
const pass = (ms: number): Promise<void> => world.time.runUntil(world.time.now() + ms)
const moveTo = (state: ProjectState): Promise<void> =>
  createAdmin(world.server, template).moveTo(state)

/**
 * The server accepts an edit and sends its row, but goes back before it sends the verdict, which
 * comes with the last page. It then refuses the edit because the project was closed, and others
 * write beyond the device's position, so that the device does not notice.
 */
const openRefused = async ({ writer, command, args, entity, id, states }: Kind) => {
  const [open, closed] = states
  let isCut = false
  const laptop = await world.openLaptop(writer, (plain) => ({
    push: (request) => plain.push(request),
    async *pull(request) {
      for await (const page of plain.pull(request)) {
        if (isCut && !page.more) throw new SyncFailure('offline')
        yield page
      }
    },
  }))
  await moveTo(open)
  await world.synced(laptop)
  const image = world.server.connection.serialize()
  isCut = true
  await laptop.memory.transaction('edit', (tx) =>
    edit(
      tx,
      {
        ...{ commands, person: { userId: writer.userId, name: writer.name } },
        ...{ id: 'tab', now: world.time.now() },
      },
      {
        ...{ projectId: PROJECT_ID, command, args: { projectId: PROJECT_ID, ...args } },
        ...{ label: WORDS, undo: null },
      },
    ),
  )
  laptop.engine.wake()
  await pass(500)
  expect(await inServer({ entity, id }), 'the server accepted it').toContain(WORDS)
  world.server.connection.close()
  world.server = openServer({ image }, () => world.time.now())
  for (let n = 0; n < 10; n += 1) await moveTo(closed)
  isCut = false
  laptop.engine.tryNow()
  await pass(90_000)
  const { outbox, overlay, parked } = laptop.memory.state()
  expect([outbox.size, overlay.size], 'it has its verdict').toEqual([0, 0])
  expect([...parked.values()].map((one) => [one.status, one.command])).toEqual([
    ['refused', command],
  ])
  expect(JSON.stringify(rowShown(laptop.memory.state(), entity, id)), 'but still shows').toContain(
    WORDS,
  )
  return laptop
}

describe('[EG32] a late edit that the device shows, and that the server lost', () => {
  const place = { kind: 'requirement', id: 'r0' }
  const ofVendor = (): Pick<Kind, 'writer' | 'states'> => ({
    writer: world.vera(),
    states: ['PUBLISHED', 'VALIDATION'],
  })
  const vendorId = (): number => world.vera().vendorId ?? 0
  const KINDS: Record<string, () => Kind> = {
    answer: () => ({
      ...ofVendor(),
      command: 'commitments.update',
      args: { requirementId: 'r0', vendorId: vendorId(), values: { note: WORDS } },
      ...{ entity: 'commitment', id: `r0.${vendorId()}` },
    }),
    question: () => ({
      ...ofVendor(),
      command: 'comments.create',
      args: { id: 'c1', place, type: 'Q', severity: null, text: WORDS },
      ...{ entity: 'comment', id: commentId('c1', vendorId()) },
    }),
    name: () => ({
      ...{ writer: template.owner, states: ['PREPARATION', 'EVALUATED'] },
      command: 'requirements.update',
      args: { id: 'r0', patch: { name: WORDS } },
      ...{ entity: 'requirement', id: 'r0' },
    }),
    override: () => ({
      ...{ writer: template.owner, states: ['EVALUATION', 'EVALUATED'] },
      command: 'overrides.set',
      args: {
        ...{ requirementId: 'r0', vendorId: vendorId(), parameterId: STATEMENT },
        ...{ value: 7, reason: WORDS },
      },
      ...{ entity: 'override', id: overrideId('r0', vendorId(), STATEMENT) },
    }),
  }
  it.each(Object.keys(KINDS))('is sent again: %s', async (name) => {
    const kind = KINDS[name]?.()
    if (kind === undefined) throw new Error(name)
    const laptop = await openRefused(kind)
    await moveTo(kind.states[0])
    laptop.engine.tryNow()
    await pass(10_000)
    const { outbox, overlay, parked } = laptop.memory.state()
    expect([outbox.size, overlay.size, parked.size]).toEqual([0, 0, 0])
    expect(await inServer(kind)).toContain(WORDS)
  })
})
