import type { JournalFile } from './journal-file.ts'
import { decodeRecords, encodeRecord, type JournalRecord } from './journal-record.ts'

/** The file has this size from the beginning, so that no edit waits for the disk to find room. */
export const JOURNAL_BYTES = 512 * 1_024

/**
 * Makes a transaction durable by one flushed write to a file, several times as fast as the
 * database. The database gets it moments later; after a crash, replay writes it there. Only a sole
 * writer uses it. The journal covers every transaction since the last one that the database itself
 * made durable, without a gap; after a gap it covers nothing until the next such one.
 *
 * closed → (open) open, covers nothing → (settled) covers up to a revision → (add) … → (gap, no
 * room) covers nothing → (settled) …
 */
export interface Journal {
  /** What is to be written again, should the database lack it. */
  records(): Promise<JournalRecord[]>
  /** Never fails: where the file cannot be had, the journal stays closed. */
  open(alone: symbol): Promise<void>
  close(): void
  /** Whether what follows this revision can be added. */
  covers(alone: symbol, rev: number | undefined): boolean
  /**
   * The database has made everything up to this revision durable: the journal's records are
   * obsolete.
   */
  settled(rev: number): void
  /**
   * Returns false where the database has to make the transaction durable. `isFlushed`: this record
   * and all before it are on the disk when it returns.
   */
  add(record: JournalRecord, isFlushed: boolean): boolean
  /** Gives room back to the database. What is covered stays; there is no more after it. */
  yieldRoom(): void
  /** The database lost what was added last: it takes no more until the next such transaction. */
  uncover(): void
  remove(): Promise<void>
}

export const createJournal = (file: JournalFile): Journal => {
  /** Who asked for it last. */
  let wanted: symbol | null = null
  let owner: symbol | null = null
  let covered: number | null = null
  let end = 0
  let size = JOURNAL_BYTES
  return {
    records: async () => decodeRecords(await file.read()),
    async open(alone) {
      wanted = alone
      size = JOURNAL_BYTES
      const isOpen = await file.open(size)
      if (isOpen && wanted !== alone) file.close()
      if (!isOpen || wanted !== alone) return
      covered = null
      owner = alone
    },
    close() {
      wanted = null
      owner = null
      covered = null
      file.close()
    },
    covers: (alone, rev) => owner === alone && rev !== undefined && covered === rev,
    settled(rev) {
      covered = rev
      end = 0
    },
    add(record, isFlushed) {
      if (owner === null || covered === null || record.rev !== covered + 1) return false
      const bytes = encodeRecord(record)
      if (end + bytes.length > size) return false
      try {
        file.write(bytes, end, isFlushed)
      } catch {
        this.close()
        return false
      }
      covered = record.rev
      end += bytes.length
      return true
    },
    yieldRoom() {
      if (owner === null || size <= end) return
      size = end
      covered = null
      file.shorten(size)
    },
    uncover() {
      covered = null
    },
    async remove() {
      this.close()
      await file.remove()
    },
  }
}

/** Where the database alone makes edits durable. */
export const noJournal: Journal = {
  records: async () => [],
  open: async () => undefined,
  close: () => undefined,
  covers: () => false,
  settled: () => undefined,
  add: () => false,
  yieldRoom: () => undefined,
  uncover: () => undefined,
  remove: async () => undefined,
}
