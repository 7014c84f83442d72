import type { Change } from '#sync/engine/change.ts'
import type { Storage } from '#sync/engine/ports.ts'
import type { DeviceDatabase } from './database.ts'
import { coldestFirst, noteKeep, readKeeps } from './kept-projects.ts'
import type { Room } from './room.ts'

export interface DeviceRoomPorts {
  database: DeviceDatabase
  storage: Storage
  publish(changes: readonly Change[]): void
}

/** The copies and files that a full device can remove. */
export const createDeviceRoom = ({ database, storage, publish }: DeviceRoomPorts): Room => ({
  storage,
  publish,
  now: Date.now,
  async inOrder() {
    const [cursors, keeps] = await Promise.all([
      storage.transaction('read', (tx) => tx.cursors()),
      readKeeps(database),
    ])
    return coldestFirst(cursors, keeps).map((projectId) => ({
      projectId,
      openedOn: keeps.get(projectId)?.openedOn ?? 0,
    }))
  },
  onLeft: (projectId) => noteKeep(database, projectId, { leftOn: Date.now() }),
  async dropContents() {
    const count = await database.content.count()
    await database.content.clear()
    return count > 0
  },
})
