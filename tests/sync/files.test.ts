import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { ProjectState } from '#schema/entities/project.ts'
import { MUTATIONS } from '#schema/mutations/index.ts'
import { DeviceDatabase } from '#sync/browser/storage/database.ts'
import { createDexieStorage } from '#sync/browser/storage/dexie-storage.ts'
import { createFileNetwork } from '#sync/browser/files/file-network.ts'
import { fetchPinned } from '#sync/browser/files/fetch-content.ts'
import { changeFile, putFile, takeBackFile } from '#sync/browser/files/file-records.ts'
import { createFileSender } from '#sync/browser/files/file-sender.ts'
import { PIECE_BYTES } from '#sync/browser/files/send-bytes.ts'
import { createFileStore } from '#sync/browser/files/file-store.ts'
import { sweepContents } from '#sync/browser/files/settle-files.ts'
import { isUnderway, mayBeTakenBack } from '#sync/browser/files/underway.ts'
import { createHttpNetwork } from '#sync/browser/network/http.ts'
import { noteKeep } from '#sync/browser/storage/kept-projects.ts'
import { browserSurroundings } from '#sync/browser/tabs/surroundings.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { bindCommands } from '#sync/engine/outbox/commands.ts'
import { createEngine } from '#sync/engine/engine.ts'
import type { Storage, TransactionKind } from '#sync/engine/ports.ts'
import { attachmentArgs, download, pdf, sendPiece } from '../api/send-file.ts'
import { buildWorld, PROJECT as projectId, type World } from '../api/world.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

const isOtherRun = process.env['TEST_DATABASE'] === 'postgres'
const commands = bindCommands(MUTATIONS)
let world: World
let proxy: TcpProxy
const plainFetch = globalThis.fetch
beforeAll(async () => {
  if (isOtherRun) return
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
  proxy = await startTcpProxy(Number(new URL(world.url).port))
})
afterAll(async () => {
  globalThis.fetch = plainFetch
  if (isOtherRun) return
  await proxy.close()
  await world.close()
})

/** Called after each transaction of the sender, before the sender goes on. */
type AfterRows = (
  kind: TransactionKind,
  device: { database: DeviceDatabase; isSentWhole: boolean },
) => Promise<void> | void
/** The parts of a device, on a database that outlives them. */
const openDevice = async (
  name: string,
  username: 'alpha-contact',
  afterRows: AfterRows = () => undefined,
) => {
  const client = await world.as(username)
  const person = { userId: world.users[username], name: username }
  const database = new DeviceDatabase(name)
  const storage = createDexieStorage(database, () => name)
  const tokens = {
    forget: () => undefined,
    current: async () => client.token,
    renewed: async () => client.token,
  }
  const progress: number[] = []
  const engine = createEngine({
    storage,
    network: createHttpNetwork(tokens),
    commands,
    person,
    surroundings: browserSurroundings,
    onState: () => undefined,
    onChange: (changes) => {
      if (changes.some(({ outbox }) => outbox)) sender.heard(false)
    },
  })
  const fileNetwork = createFileNetwork(tokens)
  let isSentWhole = false
  const sender = createFileSender({
    files: createFileStore(database),
    surroundings: {
      ...browserSurroundings,
      sleep: (ms) => browserSurroundings.sleep(Math.min(ms, 50)),
    },
    storage: {
      transaction: async (kind, work) => {
        const done = await storage.transaction(kind, work)
        await afterRows(kind, { database, isSentWhole })
        return done
      },
    },
    network: {
      ...fileNetwork,
      send: async (piece, signal) => {
        const arrived = await fileNetwork.send(piece, signal)
        isSentWhole = arrived.isComplete
        return arrived
      },
    },
    publish: (changes) => {
      if (changes.some(({ outbox }) => outbox)) engine.wake()
    },
    writer: () => ({ commands, person, id: name, now: Date.now() }),
    tell: (found) => {
      if (found !== null) progress.push(found.sent)
    },
    fetchWanted: async () => undefined,
    pull: () => engine.tryNow(),
  })
  await storage.transaction('edit', async (tx) => {
    if ((await tx.cursor(projectId)) === undefined) tx.putCursor(newCursor(projectId))
  })
  return {
    client,
    database,
    storage,
    engine,
    sender,
    progress,
    fileNetwork,
    start() {
      engine.start()
      sender.start()
    },
    async stop() {
      await Promise.all([engine.stop(), sender.stop()])
      database.close()
    },
  }
}
const record = (id: string, bytes: Buffer) => ({
  id,
  projectId,
  args: attachmentArgs(id, bytes),
  blob: new Blob([new Uint8Array(bytes)]),
  addedAt: 1,
  label: 'file',
  scope: 'd1',
  state: 'waiting' as const,
  restarts: 0,
})
/** Sends requests through the proxy from now on. */
const wayOf = (url: string): void => {
  globalThis.fetch = ((path: string, init?: RequestInit) =>
    plainFetch(path.startsWith('/') ? new URL(path, url) : path, init)) as typeof fetch
}

it.skipIf(isOtherRun)(
  '[FI7] a cut upload resumes where the server says, also after the device was killed',
  { timeout: 120_000 },
  async () => {
    const bytes = pdf('a long file', 2_000_000)
    const rowId = `long.${world.companies.alpha}`
    wayOf(proxy.url)
    const first = await openDevice(randomUUID(), 'alpha-contact')
    await putFile(first.database, record('long', bytes))
    // Each connection breaks after 300 KB, in the middle of the second piece, of which the server
    // keeps the bytes that arrived.
    proxy.setLine({ bytesPerSecond: 1_000_000 })
    proxy.setFaults(() => ({ kind: 'cut', at: { direction: 'up', bytes: 300_000 } }))
    first.start()
    await vi.waitFor(
      () => expect(first.progress.some((sent) => sent % PIECE_BYTES !== 0)).toBe(true),
      { timeout: 60_000, interval: 20 },
    )
    await first.stop()
    expect(await first.database.open().then(() => first.database.file.count())).toBe(1)
    first.database.close()

    const second = await openDevice(first.database.name, 'alpha-contact')
    second.start()
    await vi.waitFor(async () => expect(await second.database.file.count()).toBe(0), {
      timeout: 90_000,
      interval: 50,
    })
    expect(second.progress[0]).toBeGreaterThan(0)
    expect(
      await second.storage.transaction('read', (tx) => tx.baseRow(projectId, 'attachment', rowId)),
    ).toMatchObject({ name: 'plan.pdf', vendorId: world.companies.alpha })
    expect(await second.storage.transaction('read', (tx) => tx.outboxCount())).toBe(0)
    expect((await second.database.content.get([projectId, rowId]))?.blob.size).toBe(bytes.length)
    await second.stop()
    expect((await download(second.client, rowId)).bytes.equals(bytes)).toBe(true)
  },
)

it.skipIf(isOtherRun)(
  '[FI9] a file that the server refuses is parked with its reason, stays on the device and blocks no other file',
  { timeout: 60_000 },
  async () => {
    wayOf(world.url)
    const device = await openDevice(randomUUID(), 'alpha-contact')
    const [bad, good] = [Buffer.from('<svg onload=1>'), pdf('good')]
    await putFile(device.database, record('bad', bad))
    await putFile(device.database, { ...record('good', good), addedAt: 2 })
    device.start()
    await vi.waitFor(
      async () =>
        expect((await device.database.file.toArray()).map(({ id, state }) => [id, state])).toEqual([
          ['bad', 'refused'],
        ]),
      { timeout: 50_000 },
    )
    expect(await device.storage.transaction('read', (tx) => tx.parked())).toMatchObject([
      { id: 'file-bad', command: 'attachments.create', reason: 'validation.mimes' },
    ])
    expect((await download(device.client, `good.${world.companies.alpha}`)).status).toBe(200)
    await device.stop()
  },
)

it.skipIf(isOtherRun)(
  '[L1] stopping the sender does not wait for a silent server, and keeps the file',
  { timeout: 60_000 },
  async () => {
    const silent = await startTcpProxy(Number(new URL(world.url).port))
    silent.setFaults(() => ({
      kind: 'half-open',
      unaware: 'both',
      at: { direction: 'up', bytes: 10 },
    }))
    wayOf(silent.url)
    const device = await openDevice(randomUUID(), 'alpha-contact')
    await putFile(device.database, record('silent', pdf('no answer')))
    device.sender.start()
    await vi.waitFor(() => expect(silent.struck.length).toBeGreaterThan(0), { timeout: 20_000 })
    // The time limit of a piece is two minutes, longer than the test may take.
    await device.sender.stop()
    expect((await device.database.file.toArray()).map(({ id, state }) => [id, state])).toEqual([
      ['silent', 'waiting'],
    ])
    device.database.close()
    await silent.close()
  },
)

it.skipIf(isOtherRun)(
  '[FI2] files of a pinned project are fetched on their own, and removed with the right to read them',
  { timeout: 60_000 },
  async () => {
    wayOf(world.url)
    const bytes = pdf('for all')
    const author = await world.as('author')
    await sendPiece(author, bytes)
    const { projectId: _project, ...body } = attachmentArgs('kept', bytes)
    await author.call(API.attachments.create, { body })
    const device = await openDevice(randomUUID(), 'alpha-contact')
    device.engine.start()
    await vi.waitFor(
      async () =>
        expect(
          await device.storage.transaction('read', (tx) =>
            tx.baseRow(projectId, 'attachment', 'kept'),
          ),
        ).toBeDefined(),
      { timeout: 50_000 },
    )
    await fetchPinned(device)
    expect(await device.database.content.count()).toBe(0)
    await noteKeep(device.database, projectId, { isPinned: true })
    await fetchPinned(device)
    expect(
      Buffer.from(
        (await (await device.database.content.get([projectId, 'kept']))?.blob.arrayBuffer()) ??
          new ArrayBuffer(),
      ).equals(bytes),
    ).toBe(true)
    await sweepContents(device)
    expect(await device.database.content.get([projectId, 'kept'])).toBeDefined()
    await author.call(API.attachments.removeOfRequirement, {
      params: { id: 'r1' },
      body: { id: 'kept' },
    })
    device.engine.tryNow()
    await vi.waitFor(
      async () =>
        expect(
          await device.storage.transaction('read', (tx) =>
            tx.baseRow(projectId, 'attachment', 'kept'),
          ),
        ).toBeUndefined(),
      { timeout: 50_000 },
    )
    await sweepContents(device)
    expect(await device.database.content.get([projectId, 'kept'])).toBeUndefined()
    await device.stop()
  },
)

it.skipIf(isOtherRun)(
  '[FI5] bytes that the server lost are sent again on their own',
  { timeout: 60_000 },
  async () => {
    wayOf(world.url)
    const device = await openDevice(randomUUID(), 'alpha-contact')
    const bytes = pdf('lost on the way')
    // The edit is under way when the server's files are replaced by an older copy.
    await putFile(device.database, { ...record('lost', bytes), state: 'sent' })
    await device.storage.transaction('edit', async (tx) => {
      tx.putParked({
        id: 'x',
        mid: 0,
        projectId,
        command: 'attachments.create',
        args: attachmentArgs('lost', bytes),
        base: {},
        status: 'refused',
        reason: 'FILE_MISSING',
        detail: {},
        conflicts: [],
        at: 1,
        clientAt: 1,
        label: 'file',
        standing: '',
      })
    })
    device.start()
    await vi.waitFor(async () => expect(await device.database.file.count()).toBe(0), {
      timeout: 50_000,
    })
    expect(await device.storage.transaction('read', (tx) => tx.parkedCount())).toBe(0)
    expect(
      (await download(device.client, `lost.${world.companies.alpha}`)).bytes.equals(bytes),
    ).toBe(true)
    await device.stop()
  },
)

it.skipIf(isOtherRun)(
  '[I1] a file whose refusal was parked just before a crash is not sent, and an accepted file is not parked',
  { timeout: 60_000 },
  async () => {
    wayOf(world.url)
    const device = await openDevice(randomUUID(), 'alpha-contact')
    const [refused, taken] = [pdf('refused before'), pdf('taken')]
    await putFile(device.database, record('refused', refused))
    await putFile(device.database, { ...record('taken', taken), addedAt: 2 })
    await device.storage.transaction('edit', async (tx) => {
      tx.putParked({
        id: 'file-refused',
        mid: 0,
        projectId,
        command: 'attachments.create',
        args: attachmentArgs('refused', refused),
        base: {},
        status: 'refused',
        reason: 'FILE_QUOTA',
        detail: {},
        conflicts: [],
        at: 1,
        clientAt: 1,
        label: 'file',
        standing: '',
      })
    })
    device.start()
    await vi.waitFor(
      async () =>
        expect((await device.database.file.toArray()).map(({ id, state }) => [id, state])).toEqual([
          ['refused', 'refused'],
        ]),
      { timeout: 50_000 },
    )
    expect(
      (await device.storage.transaction('read', (tx) => tx.parked())).map(({ id }) => id),
    ).toEqual(['file-refused'])
    expect((await download(device.client, `refused.${world.companies.alpha}`)).status).toBe(404)
    await device.stop()
  },
)

it.skipIf(isOtherRun)(
  'a file that is named during its upload arrives under its name',
  { timeout: 60_000 },
  async () => {
    const slow = await startTcpProxy(Number(new URL(world.url).port))
    wayOf(slow.url)
    slow.setLine({ bytesPerSecond: 1_000_000 })
    const device = await openDevice(randomUUID(), 'alpha-contact')
    await putFile(device.database, record('named', pdf('named', 1_000_000)))
    device.start()
    await vi.waitFor(() => expect(device.progress.length).toBeGreaterThan(1), {
      timeout: 50_000,
      interval: 5,
    })
    const { args } = record('named', pdf('named', 1_000_000))
    expect(
      await changeFile(device.database, 'named', {
        change: { args: { ...args, alias: 'The plan', description: 'Of this year' } },
        isStill: isUnderway,
      }),
    ).toBeDefined()
    await vi.waitFor(async () => expect(await device.database.file.count()).toBe(0), {
      timeout: 50_000,
      interval: 50,
    })
    expect(
      await device.storage.transaction('read', (tx) =>
        tx.baseRow(projectId, 'attachment', `named.${world.companies.alpha}`),
      ),
    ).toMatchObject({ name: 'plan.pdf', alias: 'The plan', description: 'Of this year' })
    await device.stop()
    await slow.close()
  },
)

/** Runs the work once, right after the edit that names the file was written. */
const onceWritten = (work: (database: DeviceDatabase) => Promise<void>): AfterRows => {
  let isDone = false
  return async (kind, { database }) => {
    if (isDone || kind !== 'edit') return
    isDone = true
    await work(database)
  }
}
const nameIt =
  (id: string, alias: string) =>
  async (database: DeviceDatabase): Promise<void> => {
    const args = (await database.file.get(id))?.args
    if (args !== undefined)
      expect(
        await changeFile(database, id, {
          change: { args: { ...args, alias } },
          isStill: isUnderway,
        }),
      ).toBeDefined()
  }
const arrived = async (device: Awaited<ReturnType<typeof openDevice>>, id: string) => {
  await vi.waitFor(
    async () => {
      expect(await device.database.file.count()).toBe(0)
      expect(await device.storage.transaction('read', (tx) => tx.outboxCount())).toBe(0)
    },
    { timeout: 50_000, interval: 50 },
  )
  return await device.storage.transaction('read', (tx) =>
    tx.baseRow(projectId, 'attachment', `${id}.${world.companies.alpha}`),
  )
}

it.skipIf(isOtherRun)(
  'a file that is named right after its edit was written arrives under its name',
  { timeout: 60_000 },
  async () => {
    wayOf(world.url)
    const device = await openDevice(
      randomUUID(),
      'alpha-contact',
      onceWritten(nameIt('moment', 'The plan')),
    )
    await putFile(device.database, record('moment', pdf('moment')))
    device.start()
    expect(await arrived(device, 'moment')).toMatchObject({ alias: 'The plan' })
    await device.stop()
  },
)

it.skipIf(isOtherRun)(
  'a name given right after the edit was written arrives, even if the device dies before it sends the name',
  { timeout: 60_000 },
  async () => {
    wayOf(world.url)
    const { promise: death, resolve: die } = Promise.withResolvers<void>()
    const first = await openDevice(
      randomUUID(),
      'alpha-contact',
      onceWritten(async (database) => {
        await nameIt('died', 'The plan')(database)
        die()
        throw new Error('The device died')
      }),
    )
    await putFile(first.database, record('died', pdf('died')))
    first.start()
    await death
    await first.stop()
    const second = await openDevice(first.database.name, 'alpha-contact')
    second.start()
    expect(await arrived(second, 'died')).toMatchObject({ alias: 'The plan' })
    expect(await second.storage.transaction('read', (tx) => tx.parkedCount())).toBe(0)
    await second.stop()
  },
)

it.skipIf(isOtherRun)(
  'a file that is paused after its last byte stays on the device, and one that is taken back is not attached',
  { timeout: 60_000 },
  async () => {
    wayOf(world.url)
    const device = await openDevice(
      randomUUID(),
      'alpha-contact',
      async (_kind, { database, isSentWhole }) => {
        if (!isSentWhole) return
        const [first] = await database.file.filter(({ state }) => state === 'waiting').toArray()
        if (first?.id === 'paused')
          await changeFile(database, first.id, {
            change: { state: 'paused' },
            isStill: mayBeTakenBack,
          })
        else if (first !== undefined) await takeBackFile(database, first.id)
      },
    )
    await putFile(device.database, record('paused', pdf('paused')))
    await putFile(device.database, { ...record('removed', pdf('removed')), addedAt: 2 })
    device.start()
    await vi.waitFor(
      async () =>
        expect((await device.database.file.toArray()).map(({ id, state }) => [id, state])).toEqual([
          ['paused', 'paused'],
        ]),
      { timeout: 50_000, interval: 50 },
    )
    await device.sender.stop()
    expect(await device.storage.transaction('read', (tx) => tx.outboxCount())).toBe(0)
    for (const id of ['paused', 'removed'])
      expect((await download(device.client, `${id}.${world.companies.alpha}`)).status).toBe(404)
    await device.stop()
  },
)

/**
 * Changes the project's state in its stored row, because `setProject` writes no row that travels.
 */
const layState = (storage: Storage, state: ProjectState): Promise<void> =>
  storage.transaction('apply', async (tx) => {
    const row = await tx.baseRow(projectId, 'project', projectId)
    if (row === undefined) throw new Error('The project is not here')
    await tx.layRows(projectId, [
      { bucket: '*:pub', entity: 'project', id: projectId, row: { ...row, state } as typeof row },
    ])
  })

it.skipIf(isOtherRun)(
  '[LA1] a file that was chosen in time and arrives late is counted by the server, and sent again when the project reopens',
  { timeout: 60_000 },
  async () => {
    const bytes = pdf('chosen in time')
    const rowId = `late.${world.companies.alpha}`
    const late = async () =>
      await (await world.as('owner')).call(API.projects.lateAnswers, { params: { id: projectId } })
    wayOf(world.url)
    const device = await openDevice(randomUUID(), 'alpha-contact')
    await putFile(device.database, record('late', bytes))
    await world.setProject({ state: 'VALIDATION' })
    device.engine.start()
    const isKnown = () =>
      device.storage.transaction(
        'read',
        async (tx) =>
          (await tx.cursor(projectId))?.isComplete === true &&
          (await tx.home())?.projects[0]?.state === 'VALIDATION',
      )
    await vi.waitFor(async () => expect(await isKnown()).toBe(true), {
      timeout: 20_000,
      interval: 50,
    })
    await layState(device.storage, 'VALIDATION')
    device.sender.start()
    const state = async () => (await device.database.file.get('late'))?.state
    await vi.waitFor(async () => expect(await state()).toBe('refused'), {
      timeout: 20_000,
      interval: 50,
    })
    await vi.waitFor(
      async () => expect(await late()).toMatchObject([{ requirements: 0, files: 1, comments: 0 }]),
      { timeout: 20_000 },
    )
    expect(await device.storage.transaction('read', (tx) => tx.outboxCount())).toBe(0)

    await world.setProject({ state: 'PUBLISHED' })
    await layState(device.storage, 'PUBLISHED')
    world.clock.now += 1_000
    device.engine.tryNow()
    await vi.waitFor(async () => expect(await device.database.file.count()).toBe(0), {
      timeout: 20_000,
      interval: 50,
    })
    expect(
      await device.storage.transaction('read', (tx) => tx.baseRow(projectId, 'attachment', rowId)),
    ).toMatchObject({ name: 'plan.pdf' })
    expect(await late()).toEqual([])
    await device.stop()
  },
)
