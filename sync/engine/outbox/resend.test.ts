import { expect, it, vi } from 'vitest'
import type { ProjectSummary, PullPage } from '#schema/api/sync.ts'
import { MUTATIONS } from '#schema/mutations/index.ts'
import {
  buildCommitment,
  buildDefinition,
  buildDocument,
  buildOwner,
  buildParameter,
  buildProject,
  buildRequirement,
  buildSection,
  buildVendorContact,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'
import { bindCommands } from './commands.ts'
import { createEngine } from '../engine.ts'
import { createMemoryStorage } from '../memory-storage.ts'
import { resendParked } from './resend.ts'
import type { ParkedEntry, Storage, TransactionKind } from '../ports.ts'

const { relation, permissions, vendorId, packageIds, userId, name } = buildVendorContact()
const project = buildProject({ state: 'PUBLISHED', deadlineAt: null })
const summary = {
  ...project,
  me: { relation, permissions: [...permissions], vendorId, packageIds },
  requirementCount: 1,
  favorite: false,
} as ProjectSummary
const page: PullPage = {
  serverId: 's',
  now: 0,
  project: null,
  denied: [],
  home: null,
  results: [],
  lastMid: 0,
  more: false,
}
const parked = (id: string, requirementId: string): ParkedEntry => ({
  id,
  mid: 1,
  projectId,
  command: 'commitments.update',
  args: { projectId, requirementId, vendorId: 7, values: { note: `late ${id}` } },
  base: { [`commitment/${requirementId}.7#values.note`]: 'before' },
  status: 'refused',
  reason: 'DEADLINE_PASSED',
  detail: {},
  conflicts: [],
  at: 0,
  clientAt: 0,
  label: '',
  standing: 'VALIDATION ',
})

it('[I1] numbers late edits in a durable transaction, under a writer of their own, over the values seen when they were written', async () => {
  const memory = createMemoryStorage('client')
  /** The kind of each transaction that added entries to the outbox, once per entry. */
  const grown: TransactionKind[] = []
  const storage: Storage = {
    async transaction(kind, work) {
      const before = memory.state().outbox.size
      const result = await memory.transaction(kind, work)
      if (memory.state().outbox.size > before) grown.push(kind)
      return result
    },
  }
  await memory.transaction('edit', async (tx) => {
    tx.putHome({ etag: '', projects: [summary] })
    tx.putMeta({ ...(await tx.meta()), serverId: 's' })
    await tx.layRows(projectId, [
      { bucket: '*:pub', entity: 'project', id: projectId, row: project },
      { bucket: 'p1:pub', entity: 'requirement', id: 'r1', row: buildRequirement() },
      {
        bucket: 'p1:v7',
        entity: 'commitment',
        id: 'r1.7',
        row: buildCommitment({ values: { note: 'theirs' } }),
      },
    ])
    for (const entry of [parked('one', 'r1'), parked('gone', 'r9')]) tx.putParked(entry)
  })
  const engine = createEngine({
    storage,
    commands: bindCommands(MUTATIONS),
    person: { userId, name },
    onChange: () => undefined,
    onState: () => undefined,
    surroundings: {
      now: () => 0,
      random: () => 0,
      newId: () => crypto.randomUUID(),
      sleep: () => ({ done: new Promise(() => undefined), interrupt: () => undefined }),
    },
    network: {
      push: () => new Promise(() => undefined),
      async *pull() {
        yield page
      },
    },
  })
  engine.start()
  await vi.waitFor(() => expect(memory.state().outbox.size).toBe(1))
  const [entry] = memory.state().outbox.values()
  expect(entry).toMatchObject({
    mid: 1,
    base: { 'commitment/r1.7#values.note': 'before' },
    args: { values: { note: 'late one' } },
  })
  expect(entry?.writer).toMatch(/^[0-9a-f-]{36}$/)
  expect(grown).toEqual(['edit'])
  expect([...memory.state().parked.keys()]).toEqual(['gone'])
})

const owner = buildOwner()
/** The owner's project, which was closed for changes of content and is open again. */
const preparing = {
  ...buildProject({ state: 'PREPARATION' }),
  me: {
    relation: owner.relation,
    permissions: [...owner.permissions],
    vendorId: null,
    packageIds: null,
  },
  requirementCount: 1,
  favorite: false,
} as ProjectSummary

const sendAgain = (storage: Storage) =>
  storage.transaction('edit', (tx) =>
    resendParked(tx, {
      commands: bindCommands(MUTATIONS),
      person: { userId: owner.userId, name: owner.name },
      id: 'again',
      now: 0,
    }),
  )

const lateUpdate = (id: string, patch: object, base: ParkedEntry['base']): ParkedEntry => ({
  ...parked(id, 'r1'),
  command: 'requirements.update',
  args: { projectId, id: 'r1', patch },
  base,
  reason: 'STATE_FORBIDS',
  standing: 'PUBLISHED ',
})
const content = (b: string, a = 'A') =>
  buildDefinition({
    content: [
      buildParameter({ id: 'a', key: 'a', name: a }),
      buildParameter({ id: 'b', key: 'b', name: b }),
    ],
  })

it('[I7] a late definition after another late edit of the requirement is sent over the values seen when it was written', async () => {
  const memory = createMemoryStorage('client')
  const seenB = buildParameter({ id: 'b', key: 'b', name: 'seen' })
  await memory.transaction('edit', async (tx) => {
    tx.putHome({ etag: '', projects: [preparing] })
    await tx.layRows(projectId, [
      {
        bucket: '*:int',
        entity: 'project',
        id: projectId,
        row: buildProject({ state: 'PREPARATION' }),
      },
      {
        bucket: 'p1:int',
        entity: 'requirement',
        id: 'r1',
        row: buildRequirement({ definition: content('theirs') }),
      },
    ])
    tx.putParked(lateUpdate('1', { name: 'Late' }, { 'requirement/r1#name': 'Sends mail' }))
    tx.putParked(
      lateUpdate(
        '2',
        { definition: content('seen', 'Late A') },
        {
          'requirement/r1#definition.content.a': buildParameter({ id: 'a', key: 'a', name: 'A' }),
          'requirement/r1#definition.content.b': seenB,
        },
      ),
    )
  })
  await sendAgain(memory)
  const entries = [...memory.state().outbox.values()]
  expect(entries.map(({ base }) => base['requirement/r1#definition.content.b'])).toContainEqual(
    seenB,
  )
  expect(JSON.stringify(entries.map(({ base }) => base))).not.toContain('theirs')
})

it('[I1] two late definitions of a requirement are sent apart: the later lacks the words of the earlier', async () => {
  const memory = createMemoryStorage('client')
  const base = Object.fromEntries(
    ['a', 'b'].map((key) => [
      `requirement/r1#definition.content.${key}`,
      buildParameter({ id: key, key, name: key.toUpperCase() }),
    ]),
  )
  const row = buildRequirement({ definition: content('B') })
  await memory.transaction('edit', async (tx) => {
    tx.putHome({ etag: '', projects: [preparing] })
    const openProject = buildProject({ state: 'PREPARATION' })
    await tx.layRows(projectId, [
      { bucket: '*:int', entity: 'project', id: projectId, row: openProject },
      { bucket: 'p1:int', entity: 'requirement', id: 'r1', row },
    ])
    tx.putParked(lateUpdate('1', { definition: content('B', 'Late A') }, base))
    tx.putParked(lateUpdate('2', { definition: content('Late B') }, base))
  })
  await sendAgain(memory)
  const { outbox, overlay, parked: left } = memory.state()
  expect([outbox.size, left.size]).toEqual([2, 0])
  const [shown] = [...overlay.values()].map(({ row: mine }) => JSON.stringify(mine))
  expect([shown?.includes('Late A'), shown?.includes('Late B')]).toEqual([true, true])
})

it('[I5] a late deletion and its undo that are sent together restore the rows of now, not those of the first time', async () => {
  const memory = createMemoryStorage('client')
  const late = (id: string, command: string, args: object): ParkedEntry => ({
    ...parked(id, 'r1'),
    command,
    args: { projectId, ...args },
    base: {},
    reason: 'STATE_FORBIDS',
    standing: 'PUBLISHED ',
  })
  await memory.transaction('edit', async (tx) => {
    tx.putHome({ etag: '', projects: [preparing] })
    await tx.layRows(projectId, [
      {
        bucket: '*:int',
        entity: 'project',
        id: projectId,
        row: buildProject({ state: 'PREPARATION' }),
      },
      { bucket: 'p1:int', entity: 'document', id: 'd1', row: buildDocument() },
      { bucket: 'p1:int', entity: 'section', id: 's1', row: buildSection() },
      {
        bucket: 'p1:int',
        entity: 'requirement',
        id: 'r1',
        row: buildRequirement({ name: 'Named since' }),
      },
    ])
    tx.putParked(late('1', 'sections.delete', { id: 's1' }))
    tx.putParked(
      late('2', 'content.restore', {
        root: { entity: 'section', id: 's1' },
        shown: [
          { entity: 'section', row: buildSection() },
          { entity: 'requirement', row: buildRequirement({ name: 'Named then' }) },
        ],
      }),
    )
  })
  await sendAgain(memory)
  expect([...memory.state().outbox.values()].map(({ command }) => command)).toEqual([
    'sections.delete',
    'content.restore',
  ])
  expect(
    [...memory.state().overlay.values()]
      .map(({ id, row }) => [id, row !== null && 'name' in row && row.name])
      .sort(),
  ).toEqual([
    ['r1', 'Named since'],
    ['s1', buildSection().name],
  ])
})
