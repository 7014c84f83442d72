import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** A file on the disk of this server that no other process has open. */
export interface PartCopy {
  path: string
  bytes: number
  sha256: string
  /** The first bytes, which tell the kind of file. */
  head: Uint8Array
}

/** A partial upload that is being written. */
export interface PartHandle {
  /** Number of bytes from the beginning that are there without a gap. */
  stat(): Promise<{ size: number }>
  write(
    piece: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesWritten: number }>
  /** Stores what was written; only then do other servers certainly see it. */
  close(): Promise<void>
}

/**
 * Where the bytes of files lie: a folder (`folder-store.ts`) or S3 (`s3/s3-store.ts`). Files are
 * stored under the SHA-256 of their bytes. Each sender has separate partial uploads, so that an
 * upload reveals nothing about the files of others. Several server processes share one store as
 * they share the database, and each may freeze or end at any line.
 *
 * A store that does not answer throws an error with the code FILES_UNAVAILABLE.
 */
export interface BlobStore {
  /** Number of bytes of an upload received so far; 0 if it has not begun. */
  received(userId: number, sha256: string): Promise<number>
  /**
   * Opens a partial upload; the caller writes at positions and closes it. Several processes may
   * write one upload: they write the same bytes at the same positions.
   */
  openPart(userId: number, sha256: string): Promise<PartHandle>
  dropPart(userId: number, sha256: string): Promise<void>
  /**
   * Copies a whole upload into a file that no other process writes, so that what is checked is what
   * is kept, and flushes it to the disk.
   * @returns null if another process has taken the upload in the meantime
   */
  copyPart(userId: number, sha256: string): Promise<PartCopy | null>

  /**
   * Opens a file on this server's disk for bytes whose hash is not known yet; the caller closes it.
   * dropOldParts removes a file left over from a crash.
   */
  openIncoming(): Promise<{ path: string; handle: FileHandle }>
  dropIncoming(path: string): Promise<void>
  /** Turns an incoming file into the sender's partial upload, as if it had arrived in pieces. */
  adoptIncoming(path: string, userId: number, sha256: string): Promise<void>
  readCopy(path: string): Readable

  /**
   * Makes a checked file permanent: afterwards every server reads it, or, after an error, possibly
   * none. Bytes that are stored already are replaced. The database must have the file before, so
   * that `removeUnless` leaves it.
   */
  keep(incoming: string, sha256: string): Promise<void>
  /** The stream ends with an error of the code ENOENT if the bytes are not there. */
  read(sha256: string): Readable
  /** Number of bytes; null if they are not there. */
  size(sha256: string): Promise<number | null>
  /** Removes bytes that no process can store at the same time. */
  remove(sha256: string): Promise<void>
  /**
   * Removes bytes that the database no longer has, unless it has them again. A sender may store the
   * same bytes at any moment, and writes the row before its file.
   */
  removeUnless(sha256: string, isUsed: () => Promise<boolean>): Promise<void>
  /** Removes uploads without progress since `before`, in ms since the epoch. */
  dropOldParts(before: number): Promise<void>
  /** Removes incoming files that were last written before `before`, in ms since the epoch. */
  dropOldIncoming(before: number): Promise<void>

  /**
   * Stores an incoming file as that of an export, which every server reads afterwards. No name is
   * stored twice. After an error the file may be there, also later.
   */
  keepExport(incoming: string, name: string): Promise<void>
  /** @returns null if there is no such file */
  readExport(name: string): Promise<{ bytes: number; content: Readable } | null>
  removeExport(name: string): Promise<void>
  /** Names of all stored exports. */
  listExports(): Promise<string[]>

  /** @throws if nothing can be written now */
  check(): Promise<void>
}
