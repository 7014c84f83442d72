import type { UnsentFile } from '#schema/api/unsent-file.ts'
import type { PackedWork } from '#schema/api/work-file.ts'
import type { EditBase } from '#schema/mutations/mutation.ts'
import type { StoredFile } from '#schema/entities/attachment.ts'
import type { MessageCode } from '#schema/tables/messages.ts'
import type { Membership } from '../storage/database.ts'
import type { DrainLimits } from './drain.ts'
import type { FileWords, NewFile } from '../files/new-file.ts'
import type { UnsentCount } from '#sync/engine/outbox/unsent-count.ts'
import type { EditRequest } from '#sync/engine/outbox/edit.ts'

export interface DeviceOptions {
  database: string
  person: Membership & { name: string }
  /** The page is visible. */
  isVisible: boolean
  /** Never talks to the server, for measurements of the local store. */
  isLocalOnly?: boolean
}

export interface PlainRefusal {
  code: MessageCode
  detail: Record<string, string | number>
  field: string | undefined
}
/**
 * A value, or a refusal as a value, because an error loses its class on the way between threads.
 */
export type Outcome<T> = { value: T } | { refusal: PlainRefusal }

/** The calls of a page to its tab's worker. */
export interface Device {
  /**
   * `isNew`: this device held no data of the person. `life`: the lock that the worker's thread
   * holds until it ends.
   */
  open(options: DeviceOptions): Promise<{ isNew: boolean; life: string }>
  /**
   * Resolves when the edit is on the disk, with the former values of its fields; empty for an edit
   * of many fields.
   */
  edit(request: EditRequest): Promise<Outcome<EditBase>>
  /** Writes several edits, all or none, and removes the parked edit `settles` with them. */
  editAll(requests: EditRequest[], settles: string | null): Promise<Outcome<null>>
  /**
   * Undoes or redoes one group.
   * @returns its label; null when there is none
   */
  step(scope: string, direction: 'undo' | 'redo'): Promise<Outcome<string | null>>
  openProject(projectId: string): Promise<void>
  closeProject(projectId: string): Promise<void>
  /** Pins a project to this device, opened or not, and fetches it where it is missing. */
  keepProject(projectId: string, isPinned: boolean): Promise<void>
  retryParked(id: string): Promise<Outcome<null>>
  discardParked(id: string): Promise<void>
  /** Keeps a file on this device until the server has it; resolves when it is on the disk. */
  addFile(file: NewFile): Promise<Outcome<StoredFile>>
  /**
   * Takes back a file that has not been sent; false = it has been, and an edit has to remove it.
   */
  dropFile(id: string): Promise<boolean>
  pauseFile(id: string, isPaused: boolean): Promise<void>
  /** Names a file that has not been sent; false = it has been, and an edit has to name it. */
  describeFile(id: string, words: Partial<FileWords>): Promise<Outcome<boolean>>
  /** The bytes of an attachment, from this device or from the server. */
  readFile(projectId: string, rowId: string): Promise<Outcome<Blob>>
  tryNow(): void
  /** Compares every copy with the server now; the note `state` brings the outcome. */
  compareNow(): void
  setVisible(isVisible: boolean): void
  /** The page goes to sleep. */
  sleep(): void
  awake(): void
  countUnsent(): Promise<UnsentCount>
  /**
   * Sends the unsent work for as long as the limits allow.
   * @returns how many answers, other edits and files are left
   */
  drain(limits: DrainLimits): Promise<number>
  /**
   * Packs the unsent work into a file that the same person can bring in elsewhere; null when no
   * session of the person is open.
   */
  packUnsent(): Promise<UnsentFile | null>
  /**
   * Packs the unsent edits for a colleague of the same vendor; null when there are none, for a
   * requestor, and when no session of the person is open.
   */
  packCarried(): Promise<PackedWork | null>
  /**
   * Removes the project data, with `isDiscarding` also the edits that were never sent. Ends the
   * device.
   */
  leave(isDiscarding: boolean): Promise<void>
}
