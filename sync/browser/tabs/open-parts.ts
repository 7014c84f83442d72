import { createEngine } from '#sync/engine/engine.ts'
import { createComparer } from '#sync/engine/pull/compare.ts'
import { createDeviceStorage } from '../durability/device-storage.ts'
import { openFiles } from '../files/open-files.ts'
import { createHttpNetwork } from '../network/http.ts'
import { socketFirst } from '../network/socket-push.ts'
import { createSocket, type Socket } from '../network/socket.ts'
import { createTokens } from '../session/tokens.ts'
import { DeviceDatabase } from '../storage/database.ts'
import { createDeviceRoom } from '../storage/device-room.ts'
import { makeRoomForRows } from '../storage/room.ts'
import type { DeviceOptions } from './device-api.ts'
import { hearNote } from './hear-note.ts'
import { createLeader } from './leader.ts'
import { createLooks, type Looks } from './looks.ts'
import { type Note, type Notes, openNotes } from './notes.ts'
import { commands, type OpenParts } from './parts.ts'
import { createPublisher } from './publisher.ts'
import { createRestChores } from './rest-chores.ts'
import { createStatus } from './status.ts'
import { browserSurroundings } from './surroundings.ts'

/**
 * Puts the parts together: storage, engine, socket, and the leader that decides which tab sends.
 * @param id of this worker
 */
export const openParts = (
  options: DeviceOptions,
  id: string,
  tellPage: (note: Note) => void,
): OpenParts => {
  const { person } = options
  const database = new DeviceDatabase(options.database)
  const notes = openNotes(options.database, (note) => hearNote(parts, note))
  const { storage, sole } = createDeviceStorage({
    name: options.database,
    database,
    newId: () => crypto.randomUUID(),
    askToShare: () => notes.send({ type: 'share' }),
  })
  const tokens = createTokens(() => notes.send({ type: 'session' }), person)
  const requests = createHttpNetwork(tokens)
  const socket = createSocket({
    tokens,
    onChange: (change) => engine.live(change),
    onItem: (item) => notes.send({ type: 'item', item }),
    onLink(isLive) {
      // After connecting, the engine fetches changes that were missed; after a cut, its next
      // request finds out whether the server is reachable.
      engine.tryNow()
      status.linked(isLive)
    },
  })
  const isLeading = (): boolean => leader.isLeading()
  const status = createStatus({
    storage,
    isLeading,
    engineState: () => engine.state(),
    tellTabs: (note) => notes.send(note),
  })
  const rest = createRestChores({ storage, isLeading, compare: () => comparer.rested() })
  const engine = createEngine({
    storage,
    network: socketFirst(socket, requests),
    surroundings: browserSurroundings,
    commands,
    person,
    onChange: (changes) => publisher.publish(changes),
    onContact: (at, clockSkewMs) => status.contacted(at, clockSkewMs),
    onState(state) {
      void status.sendSoon()
      if (state.phase !== 'idle') return
      rest()
      files.sender.reached()
    },
    makeRoom: () => makeRoomForRows(room),
  })
  const publisher = createPublisher({
    engine,
    tellPage,
    tellTabs: (note) => notes.send(note),
    heardOfFiles: (isRowsChanged) => files.sender.heard(isRowsChanged),
  })
  const { publish } = publisher
  const room = createDeviceRoom({ database, storage, publish })
  const comparer = createComparer({
    storage,
    network: requests,
    now: Date.now,
    isQuiet: () => isLeading() && engine.isReady(),
    onWrong: () => engine.tryNow(),
    onCompared: (result) => status.compared(result),
  })
  const files = openFiles({
    ...{ database, storage, tokens, notes, publish, tellPage },
    writer: () => ({ commands, person, id, now: Date.now() }),
    pull: () => engine.tryNow(),
  })
  const leader = createLeader({
    name: `${options.database}-leader`,
    id,
    sendBeat: () => notes.send({ type: 'beat', leader: id }),
    onLead() {
      engine.start()
      socket.start()
      tellStanding(parts).catch(() => undefined)
      files.sender.start()
    },
    onLost() {
      socket.stop()
      void engine.stop()
      void files.sender.stop()
    },
  })
  const looks = looksOf(id, notes, socket)
  for (const part of [leader, looks]) part.setVisible(options.isVisible)
  const parts: OpenParts = {
    ...{ options, database, storage, sole, room, notes, tokens, tellPage },
    ...{ engine, comparer, status, socket, leader, looks },
    ...files,
    ...publisher,
  }
  return parts
}

/** The server learns whether the person looks at any tab, not only at the one that leads. */
const looksOf = (id: string, notes: Notes, socket: Socket): Looks =>
  createLooks({
    tell: (isVisible) => notes.send({ type: 'looks', tab: id, isVisible }),
    onLooks: (isLooking) => socket.setSeen(isLooking),
  })

/**
 * Tells all pages the number of the last change: a page that missed one reads everything again.
 */
const tellStanding = async (parts: OpenParts): Promise<void> => {
  parts.notes.send(await tellOwnStanding(parts))
}

/** Tells only the own page, which heard nothing while it was in the browser's cache. */
export const tellOwnStanding = async ({ storage, tellPage }: OpenParts): Promise<Note> => {
  const { changeSeq } = await storage.transaction('read', (tx) => tx.meta())
  const note: Note = { type: 'standing', seq: changeSeq }
  tellPage(note)
  return note
}
