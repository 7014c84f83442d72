import { MUTATIONS } from '#schema/mutations/index.ts'
import type { Change } from '#sync/engine/change.ts'
import type { Engine } from '#sync/engine/engine-ports.ts'
import { bindCommands } from '#sync/engine/outbox/commands.ts'
import type { Comparer } from '#sync/engine/pull/compare.ts'
import type { SoleWriter } from '../durability/sole-writer.ts'
import type { FileNetwork } from '../files/file-network.ts'
import type { FileSender } from '../files/file-sender-ports.ts'
import type { Socket } from '../network/socket.ts'
import type { Tokens } from '../session/tokens.ts'
import type { DeviceDatabase } from '../storage/database.ts'
import type { DeviceStorage } from '../storage/dexie-storage.ts'
import type { Room } from '../storage/room.ts'
import type { DeviceOptions } from './device-api.ts'
import type { Leader } from './leader.ts'
import type { Looks } from './looks.ts'
import type { Note, Notes } from './notes.ts'
import type { Publisher } from './publisher.ts'
import type { Status } from './status.ts'

/** The parts of an open device. */
export interface OpenParts extends Publisher {
  options: DeviceOptions
  database: DeviceDatabase
  storage: DeviceStorage
  sole: SoleWriter
  room: Room
  notes: Notes
  tokens: Tokens
  engine: Engine
  comparer: Comparer
  status: Status
  socket: Socket
  leader: Leader
  /** Whether the person looks at any tab. */
  looks: Looks
  sender: FileSender
  fileNetwork: FileNetwork
  tellPage(note: Note): void
  publish(changes: readonly Change[]): void
}

export const commands = bindCommands(MUTATIONS)
