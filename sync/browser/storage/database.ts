import { Dexie, type PromiseExtended, type Table } from 'dexie'
import type { Entity, Row } from '#schema/entities/rows.ts'
import type {
  DeviceMeta,
  Home,
  KeptEdit,
  OutboxEntry,
  OverlayRow,
  ParkedEntry,
  ProjectCursor,
  UndoScope,
  UndoStep,
} from '#sync/engine/ports.ts'
import type { ContentRecord, FileRecord } from '../files/file-records.ts'
import type { SealedFileRecord } from '../files/seal-files.ts'
import { abortWithConnection } from './ended-with-connection.ts'
import type { CarriedRecord } from './carried-work.ts'
import type { FormRecord } from './kept-forms.ts'
import type { CopyRecord } from './kept-copies.ts'
import type { SealedNote } from '../session/sealed-note.ts'
import type { SealedRecord } from '../session/seal.ts'

/** The content of one page of base rows, so that a search decodes only the pages it needs. */
export interface PageInfo {
  /** The page's key. No number is used twice; a higher number marks a newer state. */
  no: number
  projectId: string
  bucket: string
  entity: Entity
  /** Lowest and highest id; rows of a page are sorted by id. */
  first: string
  last: string
  count: number
  /** Lowest rank, where the entity has one. */
  rank: string | null
  /** index → the values in the page; an index that is missing here may have any value. */
  values: Record<string, string[]>
}
/** Rows as one JSON array: one record is much faster to read and write than 125. */
export interface PageText {
  no: number
  text: string
}
/** A row newer than its page; null = deleted. */
export interface Delta {
  projectId: string
  entity: Entity
  id: string
  bucket: string
  no: number
  row: Row | null
}
export interface DeviceRecord {
  key: 'device'
  meta: DeviceMeta
  /** Number that the next stored page or single row gets; a higher number marks a newer state. */
  nextNo: number
  /** Raised by every transaction that writes. */
  rev: number
  /** Random id of the worker that wrote the record last; together with `rev` it names one write. */
  writer?: string
}
export interface HomeRecord {
  key: 'home'
  home: Home
}
/** The wishes and visits of the person for one project; outlives the project's rows. */
export interface KeepRecord {
  key: `keep/${string}`
  projectId: string
  /** The person wants the project here always, opened or not. */
  isPinned: boolean
  /** Last visit on this device, ms; 0 = never. */
  openedOn: number
  /** End of the visit before this one, ms; null = there was none. */
  lastVisitOn: number | null
  /**
   * Time when the copy was removed for lack of space, ms; null = it is here or was removed by the
   * person.
   */
  leftOn: number | null
}

/** Prefix of the keys of records of carried work; carried-work.ts, which uses it, loads later. */
export const CARRIED = 'carried/'

/**
 * The stores of a sync transaction. Files have stores of their own, so that their bytes do not
 * delay it.
 */
export const DEVICE_STORES = [
  'meta',
  'cursor',
  'page',
  'pageInfo',
  'delta',
  'overlay',
  'outbox',
  'parked',
  'kept',
  'undoScope',
  'undoStep',
] as const

/** How long an opening may take before it is asked for again; doubled for each repetition. */
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
const MOST_FAILURES = 5
const isCutShort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'UnknownError')

/** One person's copy on this device. */
export class DeviceDatabase extends Dexie {
  declare meta: Table<
    | DeviceRecord
    | HomeRecord
    | KeepRecord
    | SealedRecord
    | SealedFileRecord
    | FormRecord
    | CopyRecord
    | CarriedRecord
    | SealedNote,
    string
  >
  declare cursor: Table<ProjectCursor, string>
  declare page: Table<PageText, number>
  declare pageInfo: Table<PageInfo, number>
  declare delta: Table<Delta, [string, string, string, string]>
  declare overlay: Table<OverlayRow, [string, string, string]>
  declare outbox: Table<OutboxEntry, number>
  declare parked: Table<ParkedEntry, string>
  declare kept: Table<KeptEdit, number>
  declare undoScope: Table<UndoScope, string>
  declare undoStep: Table<UndoStep, [string, number]>
  declare file: Table<FileRecord, string>
  declare content: Table<ContentRecord, [string, string]>

  constructor(name: string) {
    super(name)
    this.version(1).stores({
      meta: 'key',
      cursor: 'projectId',
      page: 'no',
      pageInfo: 'no, projectId',
      delta: '[projectId+entity+id+bucket]',
      overlay: '[projectId+entity+id]',
      outbox: 'mid',
      parked: 'id',
      undoScope: 'scope',
      undoStep: '[scope+n]',
    })
    this.version(2).stores({ file: 'id, projectId', content: '[projectId+id]' })
    this.version(3).stores({ kept: 'no' })
    this.on(
      'ready',
      () => {
        this.#wasOpen = true
        abortWithConnection(this.backendDB())
      },
      true,
    )
  }

  #wasOpen = false
  #opening: Promise<Dexie> | undefined

  /**
   * Chromium 156 never answers if it closes the database by force during the request, so later
   * openings ask again. The first one may wait long: for an upgrade, or for other tabs.
   */
  override open(): PromiseExtended<Dexie> {
    if (!this.#wasOpen) return super.open()
    // Callers share one attempt, because asking again ends the requests before it.
    this.#opening ??= this.#openAgain().finally(() => {
      this.#opening = undefined
    })
    return Dexie.Promise.resolve(this.#opening)
  }

  async #openAgain(): Promise<Dexie> {
    let left = MOST_FAILURES
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      try {
        if (await this.#isOpenWithin(waitMs)) return this
      } catch (error) {
        left -= 1
        if (left === 0 || !isCutShort(error)) throw error
        // Dexie opens the database again for the next read.
        this.close({ disableAutoOpen: false })
      }
    }
  }

  /** Cancels the request that takes longer. */
  async #isOpenWithin(waitMs: number): Promise<boolean> {
    const opening = super.open()
    const late = Promise.withResolvers<false>()
    const timer = setTimeout(late.resolve, waitMs, false)
    opening.catch(() => undefined)
    try {
      if ((await Promise.race([opening, late.promise])) !== false) return true
      this.close()
      // Until the request is cancelled, Dexie lets a new one share its failure.
      await opening.catch(() => undefined)
      return false
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * A device belongs to a person in one organization, because rows, rights and edits differ between
 * organizations.
 */
export interface Membership {
  userId: number
  organizationId: number
}
export const isSameMembership = (one: Membership, other: Membership): boolean =>
  one.userId === other.userId && one.organizationId === other.organizationId

/**
 * Name of the database. Browsers keep databases of different origins apart, and so those of
 * different servers.
 */
export const databaseName = ({ userId, organizationId }: Membership): string =>
  `tenderbook-user-${userId}-${organizationId}`
