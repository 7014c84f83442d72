import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { CarriedWork } from '#schema/api/work-file.ts'
import { MUTATIONS } from '#schema/mutations/index.ts'
import { Refusal } from '#schema/refusal.ts'
import { bindCommands } from '#sync/engine/outbox/commands.ts'
import { edit } from '#sync/engine/outbox/edit.ts'
import type { OutboxEntry, ParkedEntry } from '#sync/engine/ports.ts'
import { DEVICE_STORES, DeviceDatabase } from '../storage/database.ts'
import { createDexieStorage } from '../storage/dexie-storage.ts'
import {
  buildOwner,
  buildProject,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'
import { type FileRecord, keepFile } from '../files/file-records.ts'
import { openSealedFiles } from '../files/seal-files.ts'
import { leaveDevice } from './leave.ts'
import { openSealed } from './open-sealed.ts'
import { importSealKey, openSeals } from './seal.ts'
import { putCarried } from '../storage/carried-work.ts'
import { readSealedNote } from './sealed-note.ts'

const SECRET = 'Only its writer may read this.'
const entry = (mid: number): OutboxEntry => ({
  mid,
  writer: 'w',
  projectId: 'p',
  command: 'commitments.update',
  args: { values: { notes: SECRET } },
  base: {},
  clientAt: mid,
  label: SECRET,
  touched: [],
  poison: null,
})
const CARRIED_WORK: CarriedWork = {
  format: 'tenderbook-carried/1',
  ...{ serverId: 's', sessionId: 'session', clientId: 'c', username: 'ada', name: 'Ada' },
  vendor: { id: 7, name: 'Alpha' },
  savedOn: 1,
  edits: 1,
  pieces: [],
}
const parked: ParkedEntry = {
  id: 'k',
  mid: 1,
  projectId: 'p',
  command: 'c',
  args: { text: SECRET },
  base: {},
  status: 'refused',
  reason: 'ROW_MISSING',
  detail: {},
  conflicts: [],
  at: 1,
  clientAt: 1,
  label: '',
  standing: '',
}
const keyOf = (letter: string): Promise<CryptoKey> => importSealKey(btoa(letter.repeat(32)))
const [mine, another] = [await keyOf('m'), await keyOf('a')]

let count = 0
const build = async () => {
  const name = `leave-${(count += 1)}`
  const database = new DeviceDatabase(name)
  const storage = createDexieStorage(database, () => 'client')
  await storage.transaction('edit', async (tx) => {
    tx.putMeta({ ...(await tx.meta()), nextMid: 3 })
    tx.putOutbox(entry(1))
    tx.putOutbox(entry(2))
    tx.putParked(parked)
    tx.putOverlay({ projectId: 'p', entity: 'commitment', id: 'c', row: null, lastMid: 2 })
  })
  await database.meta.put({ key: 'history/h', text: SECRET, at: 1 })
  await database.meta.put({ key: 'messages/p', text: SECRET, at: 1 })
  await putCarried(database, {
    key: 'carried/c',
    work: { ...CARRIED_WORK, pieces: [{ payload: SECRET, signature: '' }] },
    at: 1,
    outcome: null,
  })
  return { name, database, storage }
}
const reopen = async (name: string): Promise<DeviceDatabase> =>
  (await new DeviceDatabase(name).open()) as DeviceDatabase
const isStored = async (name: string): Promise<boolean> =>
  (await indexedDB.databases()).some((one) => one.name === name)
/** The whole content as one text, bytes as letters. */
const dump = async (database: DeviceDatabase): Promise<string> => {
  const rows = await Promise.all(
    DEVICE_STORES.map((store) => database.table<unknown>(store).toArray()),
  )
  return JSON.stringify(rows, (_key, value: unknown) =>
    value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value,
  )
}

/** Stores a file that waits to be sent. */
const putFile = async (database: DeviceDatabase) => {
  const blob = new Blob([`%PDF-1.7 ${SECRET}`])
  const file = { contentHash: 'a'.repeat(64), bytes: blob.size, mime: 'application/pdf' }
  const args = {
    projectId: 'p',
    id: 'f',
    place: { kind: 'requirement' as const, id: 'r' },
    file,
    name: SECRET,
    alias: '',
    description: '',
  }
  await database.file.put({
    id: 'f',
    projectId: 'p',
    args,
    blob,
    addedAt: 1,
    label: SECRET,
    scope: 'd',
    state: 'waiting',
    restarts: 0,
  })
  return { args, blob }
}

it('a sign-out seals unsent work, and the next sign-in of its writer restores it unchanged', async () => {
  const { name, database, storage } = await build()
  expect(await dump(database)).toContain(SECRET)
  await leaveDevice(database, storage, { isDiscarding: false, sealKey: mine })
  const left = await reopen(name)
  expect(await dump(left)).not.toContain(SECRET)
  expect(await left.overlay.count()).toBe(0)
  await openSeals(left, mine)
  expect(await left.outbox.toArray()).toEqual([entry(1), entry(2)])
  expect(await left.parked.toArray()).toEqual([parked])
  expect(await left.meta.get('device')).toMatchObject({ meta: { nextMid: 3 } })
  await openSeals(left, mine)
  expect(await left.outbox.count()).toBe(2)
})

it('the former key restores work and files that were sealed before the rotation', async () => {
  const { name, database, storage } = await build()
  const { args } = await putFile(database)
  await leaveDevice(database, storage, { isDiscarding: false, sealKey: mine })
  const left = await reopen(name)
  await openSealed(left, { sealKey: another })
  expect([await left.outbox.count(), await left.file.count()]).toEqual([0, 0])
  await openSealed(left, { sealKey: another, formerSealKeys: [mine] })
  expect(await left.file.toArray()).toMatchObject([{ id: 'f', args }])
  expect(await left.outbox.toArray()).toEqual([entry(1), entry(2)])
  expect(await left.parked.toArray()).toEqual([parked])
})

it('another key opens nothing and removes no seal, and a second sign-out adds its own', async () => {
  const { name, database, storage } = await build()
  await leaveDevice(database, storage, { isDiscarding: false, sealKey: mine })
  const later = await reopen(name)
  await openSeals(later, another)
  expect(await later.outbox.count()).toBe(0)
  const laterStorage = createDexieStorage(later, () => 'client')
  await leaveDevice(later, laterStorage, { isDiscarding: false, sealKey: another })
  expect(await isStored(name)).toBe(true)

  const third = await reopen(name)
  const thirdStorage = createDexieStorage(third, () => 'client')
  await thirdStorage.transaction('edit', async (tx) => tx.putOutbox(entry(3)))
  await leaveDevice(third, thirdStorage, { isDiscarding: false, sealKey: another })
  const last = await reopen(name)
  await openSeals(last, mine)
  await openSeals(last, another)
  expect((await last.outbox.toArray()).map(({ mid }) => mid)).toEqual([1, 2, 3])
})

it('a sign-out also seals edits that another tab writes during the encryption', async () => {
  const { name, database, storage } = await build()
  const tab = createDexieStorage(await reopen(name), () => 'client')
  const leaving = leaveDevice(database, storage, { isDiscarding: false, sealKey: mine })
  await tab.transaction('edit', async (tx) => {
    tx.putMeta({ ...(await tx.meta()), nextMid: 4 })
    tx.putOutbox(entry(3))
  })
  await leaving
  const left = await reopen(name)
  await openSeals(left, mine)
  expect((await left.outbox.toArray()).map(({ mid }) => mid)).toEqual([1, 2, 3])
})

it('a sign-out deletes the database when the work is discarded or none is unsent', async () => {
  const { name, database, storage } = await build()
  await leaveDevice(database, storage, { isDiscarding: true, sealKey: mine })
  expect(await isStored(name)).toBe(false)
  const empty = new DeviceDatabase(`${name}-empty`)
  await leaveDevice(
    empty,
    createDexieStorage(empty, () => 'client'),
    { isDiscarding: false, sealKey: mine },
  )
  expect(await isStored(`${name}-empty`)).toBe(false)
})

it('a sign-out seals an unsent file with the edits, and the next sign-in restores it byte for byte', async () => {
  const { name, database, storage } = await build()
  const { args, blob } = await putFile(database)
  await database.content.put({ projectId: 'p', id: 'c', contentHash: 'b', blob })
  await leaveDevice(database, storage, { isDiscarding: false, sealKey: mine })
  const left = await reopen(name)
  expect([await left.file.count(), await left.content.count()]).toEqual([0, 0])
  expect(await dump(left)).not.toContain(SECRET)
  await openSealedFiles(left, another)
  expect(await left.file.count()).toBe(0)
  await openSealedFiles(left, mine)
  const [record] = await left.file.toArray()
  expect(record).toMatchObject({ id: 'f', args, label: SECRET, state: 'waiting' })
  expect(await record?.blob.text()).toBe(`%PDF-1.7 ${SECRET}`)
  expect(await left.meta.where('key').startsWith('sealed-file/').count()).toBe(0)
})

const { userId, name: owner, relation, permissions, vendorId, packageIds } = buildOwner()
const summary = {
  ...buildProject(),
  me: { relation, permissions: [...permissions], vendorId, packageIds },
  requirementCount: 0,
  favorite: false,
} as ProjectSummary
/** Lets the given number of turns of the event loop pass. */
const steps = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
}
const buildIdle = async (name: string) => {
  const database = new DeviceDatabase(name)
  const storage = createDexieStorage(database, () => 'client')
  await storage.transaction('apply', async (tx) => {
    await tx.meta()
    tx.putHome({ etag: '', projects: [summary] })
    await tx.layRows(projectId, [
      { bucket: '*:int', entity: 'project', id: projectId, row: buildProject() },
    ])
  })
  return { database, storage }
}

it('an edit of another tab during the deletion of the database stays, or its writer gets an error', async () => {
  const writer = {
    commands: bindCommands(MUTATIONS),
    person: { userId, name: owner },
    id: 'w',
    now: 1,
  }
  const request = {
    projectId,
    command: 'projects.update',
    args: { projectId, patch: { description: SECRET } },
    label: SECRET,
    undo: null,
  }
  const file: FileRecord = {
    id: 'f',
    projectId,
    blob: new Blob([SECRET]),
    addedAt: 1,
    label: SECRET,
    scope: 'd',
    state: 'waiting',
    restarts: 0,
    args: {
      projectId,
      id: 'f',
      place: { kind: 'requirement', id: 'r' },
      file: { contentHash: 'a'.repeat(64), bytes: 1, mime: 'application/pdf' },
      name: SECRET,
      alias: '',
      description: '',
    },
  }
  const seen = new Set<string>()
  // Dexie warns that it closes a deleted database.
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  for (const kind of ['edit', 'file']) {
    // If `moment` is negative, the other tab begins that many turns before the sign-out; otherwise
    // the sign-out begins first.
    for (let moment = -20; moment < 20; moment += 1) {
      const name = `leave-late-${kind}-${moment}`
      const { database, storage } = await buildIdle(name)
      const other = await reopen(name)
      const tab = createDexieStorage(other, () => 'client')
      expect(await tab.transaction('read', (tx) => tx.outboxCount())).toBe(0)
      const requireHome = () =>
        tab.transaction('read', async (tx) => {
          if ((await tx.home()) === undefined) throw new Refusal('NOT_FOUND')
        })
      const write = (): Promise<unknown> =>
        kind === 'edit'
          ? tab.transaction('edit', (tx) => edit(tx, writer, request))
          : keepFile(other, file, requireHome)
      const leave = () => leaveDevice(database, storage, { isDiscarding: false, sealKey: mine })
      const first = moment < 0 ? write() : leave()
      first.catch(() => undefined)
      await steps(Math.abs(moment))
      const [written, leaving] = moment < 0 ? [first, leave()] : [write(), first]
      const outcome = await written.then(
        () => `${kind} written`,
        (error: unknown) => {
          if (error instanceof Refusal) return `${kind} refused`
          throw error
        },
      )
      await leaving
      seen.add(outcome)
      const left = await reopen(name)
      await openSeals(left, mine)
      await openSealedFiles(left, mine)
      if (outcome.endsWith('written'))
        expect([moment, (await left.outbox.count()) + (await left.file.count())]).toEqual([
          moment,
          1,
        ])
      left.close()
      other.close()
    }
  }
  expect([...seen].toSorted()).toEqual([
    'edit refused',
    'edit written',
    'file refused',
    'file written',
  ])
})

it('sealed work is counted unencrypted, with its deadlines, until it is opened', async () => {
  const { name, database, storage } = await build()
  const project = (
    id: string,
    deadlineAt: number | null,
    state: ProjectSummary['state'] = 'PUBLISHED',
  ) => ({ ...buildProject({ id, state, deadlineAt }) }) as unknown as ProjectSummary
  await storage.transaction('apply', async (tx) => {
    await tx.meta()
    tx.putHome({ etag: '1', projects: [project('p', 5_000), project('q', 1_000)] })
  })
  await leaveDevice(database, storage, { isDiscarding: false, sealKey: mine })
  expect(await readSealedNote(new DeviceDatabase(name))).toEqual({
    key: 'sealedNote',
    unsent: 2,
    deadlines: [5_000],
  })
  // A second sign-out without the key: the note stays as it is.
  const again = await reopen(name)
  await openSealed(again, { sealKey: another })
  expect(await readSealedNote(again)).toMatchObject({ unsent: 2 })
  const own = await reopen(name)
  await openSealed(own, { sealKey: mine })
  expect(await readSealedNote(own)).toBeNull()
})
