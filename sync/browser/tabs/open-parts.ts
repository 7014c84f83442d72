import type { PushRequest } from '#schema/api/sync.ts'
import { MUTATIONS } from '#schema/mutations/index.ts'
import type { Change } from '#sync/engine/change.ts'
import { bindCommands } from '#sync/engine/outbox/commands.ts'
import { type Compared, createComparer } from '#sync/engine/pull/compare.ts'
import type { Engine, SentEdit } from '#sync/engine/engine-ports.ts'
import { createEngine } from '#sync/engine/engine.ts'
import type { DeviceMeta, Network } from '#sync/engine/ports.ts'
import { DeviceDatabase } from '../storage/database.ts'
import type { DeviceOptions } from './device-api.ts'
import type { DexieStorage } from '../storage/dexie-storage.ts'
import { createFileNetwork, type FileNetwork } from '../files/file-network.ts'
import { createFileSender } from '../files/file-sender.ts'
import { type FileSender } from '../files/file-sender-ports.ts'
import { createFileStore } from '../files/file-store.ts'
import { sweepContents } from '../files/settle-files.ts'
import { fetchPinned } from '../files/fetch-content.ts'
import { createHttpNetwork } from '../network/http.ts'
import { createDeviceRoom } from '../storage/device-room.ts'
import { createLeader, type Leader } from './leader.ts'
import { type Note, type Notes, openNotes } from './notes.ts'
import { createPublisher, soon } from './publisher.ts'
import { createRestChores } from './rest-chores.ts'
import { type Room, withRoomForRows } from '../storage/room.ts'
import { createSocket, type Socket } from '../network/socket.ts'
import { createDeviceStorage } from '../durability/device-storage.ts'
import type { SoleWriter } from '../durability/sole-writer.ts'
import { browserSurroundings } from './surroundings.ts'
import { createTokens } from '../session/tokens.ts'

/** What a device consists of while it is open. */
export interface OpenParts {
  options: DeviceOptions
  database: DeviceDatabase
  storage: DexieStorage
  room: Room
  notes: Notes
  engine: Engine
  /** By whichever tab leads. */
  compareNow(): void
  socket: Socket
  leader: Leader
  sole: SoleWriter
  sender: FileSender
  fileNetwork: FileNetwork
  tellPage(note: Note): void
  publish(changes: readonly Change[]): void
  /**
   * Tells the pages of an edit. `written`: the edit, where it leaves at once. Resolves when the own
   * page has been told.
   */
  publishEdit(change: Change, written?: SentEdit): Promise<void>
  isSending(): boolean
  /**
   * Tells all pages the number of the last change: a page that missed one reads everything again.
   */
  tellStanding(): Promise<void>
}

export const commands = bindCommands(MUTATIONS)

/** Puts the parts together: storage, engine, socket, and the leader that says who sends. */
export const openParts = (
  options: DeviceOptions,
  id: string,
  tellPage: (note: Note) => void,
): OpenParts => {
  const database = new DeviceDatabase(options.database)
  const { storage, sole } = createDeviceStorage({
    name: options.database,
    database,
    newId: () => crypto.randomUUID(),
    askToShare: () => notes.send({ type: 'share' }),
  })
  let isLeading = false
  let isLive = false

  const { publish, publishEdit, hearFiles, handedOver } = createPublisher({
    tellPage,
    tellTabs: (note) => notes.send(note),
    wakeEngine: (written) => engine.wake(written),
    heardOfFiles: (isRowsChanged) => sender.heard(isRowsChanged),
  })
  let contact: Pick<DeviceMeta, 'lastContactAt' | 'clockSkewMs'> | undefined
  const sendState = async (): Promise<void> => {
    if (!isLeading) return
    contact ??= await storage.transaction('read', (tx) => tx.meta())
    const { lastContactAt, clockSkewMs } = contact
    notes.send({
      type: 'state',
      state: engine.state(),
      isLive,
      lastContactAt,
      clockSkewMs,
      compared,
    })
  }
  let compared: Compared | null = null
  let isTelling = false
  /** Skips states that change back at once: the engine's work is more urgent at that moment. */
  const tellState = async (): Promise<void> => {
    if (isTelling) return
    isTelling = true
    await soon()
    isTelling = false
    await sendState()
  }
  const tryNow = (): void => {
    if (!isLeading) return
    engine.tryNow()
    socket.tryNow()
    sender.tryNow()
  }
  const compareNow = (): void => {
    // A failure shows as every failure to reach the server does.
    if (isLeading) comparer.now().catch(() => engine.tryNow())
  }
  const askCompare = (): void => {
    notes.send({ type: 'compare' })
    compareNow()
  }
  const notes = openNotes(options.database, (note) => {
    switch (note.type) {
      case 'changes':
        if (note.changes.some((change) => change.outbox)) engine.wake()
        hearFiles(note.changes)
        return
      case 'files':
        return note.isChanged && note.progress === null ? sender.wake() : undefined
      case 'share':
        return sole.heardAsk()
      case 'beat':
        return leader.heardBeat(note.leader)
      case 'askState':
        return void sendState()
      case 'session':
        tokens.forget()
        return tryNow()
      case 'tryNow':
        return tryNow()
      case 'compare':
        return compareNow()
      case 'state':
      case 'standing':
      case 'item':
        return
      default:
        return note satisfies never
    }
  })
  const tokens = createTokens(() => notes.send({ type: 'session' }), options.person)
  const room = createDeviceRoom({ database, storage, publish })
  const rest = createRestChores({
    storage,
    isLeading: () => isLeading,
    compare: () => comparer.rested(),
  })
  const requests = createHttpNetwork(tokens)
  const pushBySocket = (request: PushRequest): Promise<boolean> => {
    const isTaken = socket.push(request)
    handedOver()
    return isTaken
  }
  const network: Network = {
    ...requests,
    push: async (request) =>
      (await pushBySocket(request))
        ? { lastMid: request.mutations.at(-1)?.mid ?? 0 }
        : requests.push(request),
  }
  const engine = createEngine({
    storage: withRoomForRows(room),
    network,
    surroundings: browserSurroundings,
    commands,
    person: options.person,
    onChange: publish,
    onContact(lastContactAt, clockSkewMs) {
      contact = { lastContactAt, clockSkewMs }
    },
    onState(state) {
      void tellState()
      if (state.phase !== 'idle') return
      rest()
      sender.reached()
    },
  })
  const comparer = createComparer({
    storage,
    network: requests,
    now: Date.now,
    isQuiet: () => isLeading && engine.isReady(),
    onWrong: () => engine.tryNow(),
    onCompared(result) {
      compared = result
      void tellState()
    },
  })
  const socket = createSocket({
    tokens,
    onChange: (change) => engine.live(change),
    onItem: (item) => notes.send({ type: 'item', item }),
    onLink(next) {
      isLive = next
      // Connected: changes may have been missed. Cut: the next request tells whether the server is
      // there.
      engine.tryNow()
      void sendState()
    },
  })
  const tellStanding = async (): Promise<void> => {
    const { changeSeq } = await storage.transaction('read', (tx) => tx.meta())
    const note: Note = { type: 'standing', seq: changeSeq }
    tellPage(note)
    notes.send(note)
  }
  const fileNetwork = createFileNetwork(tokens)
  const sender = createFileSender({
    pull: () => engine.tryNow(),
    files: createFileStore(database),
    storage,
    publish,
    network: fileNetwork,
    surroundings: browserSurroundings,
    writer: () => ({ commands, person: options.person, id, now: Date.now() }),
    tell(progress, isChanged) {
      tellPage({ type: 'files', progress, isChanged })
      notes.send({ type: 'files', progress, isChanged })
    },
    async fetchWanted(signal) {
      await sweepContents({ database, storage })
      await fetchPinned({ database, storage, fileNetwork, signal })
    },
  })
  const leader = createLeader({
    name: `${options.database}-leader`,
    id,
    sendBeat: () => notes.send({ type: 'beat', leader: id }),
    onLead() {
      isLeading = true
      engine.start()
      socket.start()
      tellStanding().catch(() => undefined)
      sender.start()
    },
    onLost() {
      isLeading = false
      socket.stop()
      void engine.stop()
      void sender.stop()
    },
  })
  leader.setVisible(options.isVisible)
  return {
    options,
    database,
    storage,
    room,
    notes,
    engine,
    socket,
    leader,
    sole,
    sender,
    fileNetwork,
    tellPage,
    publish,
    publishEdit,
    tellStanding,
    compareNow: askCompare,
    isSending: () => isLeading && engine.isReady(),
  }
}
