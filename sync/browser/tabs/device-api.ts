import type { UnsentFile } from '#schema/api/unsent-file.ts'
import type { EditBase } from '#schema/mutations/mutation.ts'
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
  /** Without a network of its own (measurements of the local store alone). */
  isLocalOnly?: boolean
}

export interface PlainRefusal {
  code: MessageCode
  detail: Record<string, string | number>
  field: string | undefined
}
/** Errors of our own lose their class on the way between threads, so refusals travel as values. */
export type Outcome<T> = { value: T } | { refusal: PlainRefusal }

/** What a tab's worker does for its page. */
export interface Device {
  /**
   * `isNew`: this device held nothing of the person. `life`: the lock that this thread holds until
   * it ends.
   */
  open(options: DeviceOptions): Promise<{ isNew: boolean; life: string }>
  /**
   * Resolves when the edit is on the disk, with the values of its fields just before; empty for
   * many.
   */
  edit(request: EditRequest): Promise<Outcome<EditBase>>
  /** Several edits, all or none; with `settles`, that parked edit is done with by them. */
  editAll(requests: EditRequest[], settles: string | null): Promise<Outcome<null>>
  /** The label of what was undone or done again; null when there was nothing. */
  step(scope: string, direction: 'undo' | 'redo'): Promise<Outcome<string | null>>
  openProject(projectId: string): Promise<void>
  closeProject(projectId: string): Promise<void>
  /** Wanted on this device always, opened or not; fetches it where it is missing. */
  keepProject(projectId: string, isPinned: boolean): Promise<void>
  retryParked(id: string): Promise<Outcome<null>>
  discardParked(id: string): Promise<void>
  /** Keeps a file on this device until the server has it; resolves when it is on the disk. */
  addFile(file: NewFile): Promise<Outcome<null>>
  /** Takes back a file that has not left; false = it has, and is removed by an edit. */
  dropFile(id: string): Promise<boolean>
  pauseFile(id: string, isPaused: boolean): Promise<void>
  /** Names a file that has not left; false = it has, and is named by an edit. */
  describeFile(id: string, words: Partial<FileWords>): Promise<Outcome<boolean>>
  /** The bytes of an attachment, from here or from the server. */
  readFile(projectId: string, rowId: string): Promise<Outcome<Blob>>
  tryNow(): void
  /** Compares every copy with the server now; the outcome comes with the note `state`. */
  compareNow(): void
  setVisible(isVisible: boolean): void
  /** The page goes to sleep, or is back. */
  sleep(): void
  awake(): void
  countUnsent(): Promise<UnsentCount>
  /** Sends what is unsent; answers how many answers, other edits and files are left after that. */
  drain(limits: DrainLimits): Promise<number>
  /**
   * The unsent work as a file that the same person can bring in elsewhere; null when no one is
   * signed in.
   */
  packUnsent(): Promise<UnsentFile | null>
  /**
   * Removes the project data, with `isDiscarding` also the edits that were never sent. Ends the
   * device.
   */
  leave(isDiscarding: boolean): Promise<void>
}
