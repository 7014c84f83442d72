import { MUTATIONS } from '#schema/mutations/index.ts'
import { Refusal } from '#schema/refusal.ts'
import { createFileSender } from '#sync/browser/files/file-sender.ts'
import { type FileSender } from '#sync/browser/files/file-sender-ports.ts'
import { isUnderway } from '#sync/browser/files/underway.ts'
import { bindCommands, runCommand } from '#sync/engine/outbox/commands.ts'
import { overlayView, type Author } from '#sync/engine/overlay/device-tx.ts'
import type { Storage, Surroundings } from '#sync/engine/ports.ts'
import { PROJECT_ID } from '../../../support/project-rows.ts'
import type { DiskOrder } from '../disk-order.ts'
import { type Line, type SimWorld } from '../sim-network.ts'
import { argsOf, type SimFile } from './attach.ts'
import { createFileDisk } from './file-disk.ts'
import { createFileLine } from './file-line.ts'
import { SimBlob } from './sim-blob.ts'

const CREATE = 'attachments.create'
const commands = bindCommands(MUTATIONS)

/** One process of the device: its storage, whether it has died, and the engine that it wakes. */
interface Process {
  storage: Storage
  surroundings: Surroundings
  tab: string
  isDead(): boolean
  wake(): void
}
export interface FileDevice {
  /** Files that wait here, by their id. */
  records: ReturnType<typeof createFileDisk>['records']
  /** False where the rules refuse the file. */
  choose(file: SimFile, storage: Storage, now: number): Promise<boolean>
  /** False where the file has been sent. */
  name(id: string, alias: string): boolean
  openSender(process: Process): FileSender
  losePower(cut: number): void
  evict(): void
}

export const createFileDevice = (
  world: SimWorld,
  line: Line,
  person: Author,
  order: DiskOrder,
): FileDevice => {
  const disk = createFileDisk(order)
  const isAllowed = (storage: Storage, file: SimFile, now: number): Promise<boolean> =>
    storage.transaction('read', async (tx) => {
      const summary = (await tx.home())?.projects.find(({ id }) => id === PROJECT_ID)
      if (summary === undefined) return false
      try {
        await runCommand(
          { commands, person, summary, now, view: overlayView(tx, PROJECT_ID) },
          { name: CREATE, args: argsOf(file) },
        )
        return true
      } catch (error) {
        if (error instanceof Refusal) return false
        throw error
      }
    })
  return {
    records: disk.records,
    losePower: disk.losePower,
    evict: disk.evict,
    async choose(file, storage, now) {
      if (!(await isAllowed(storage, file, now))) return false
      disk.put({
        id: file.id,
        projectId: PROJECT_ID,
        args: argsOf(file),
        blob: new SimBlob(file.content),
        addedAt: now,
        label: CREATE,
        scope: 's',
        state: 'waiting',
        restarts: 0,
      })
      return true
    },
    name(id, alias) {
      const record = disk.records().get(id)
      if (record === undefined || !isUnderway(record)) return false
      disk.put({ ...record, args: { ...record.args, alias } })
      return true
    },
    openSender: ({ storage, surroundings, tab, isDead, wake }) =>
      createFileSender({
        files: disk.store(isDead),
        storage,
        network: createFileLine(world, line),
        surroundings,
        publish: (changes) => {
          if (changes.some(({ outbox }) => outbox)) wake()
        },
        writer: () => ({ commands, person, id: tab, now: surroundings.now() }),
        tell: () => undefined,
        fetchWanted: async () => undefined,
        pull: wake,
      }),
  }
}
export const waits = ({ records }: FileDevice): number =>
  [...records().values()].filter(isUnderway).length
