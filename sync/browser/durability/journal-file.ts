/** The bytes behind a journal. */
export interface JournalFile {
  /** All of it; empty where there is none. */
  read(): Promise<Uint8Array>
  /** Makes it writable by this worker alone, `size` bytes long; false where that cannot be had. */
  open(size: number): Promise<boolean>
  /**
   * Writes at once; with `isFlushed`, the bytes are on the disk when it returns. Throws where the
   * file cannot be written.
   */
  write(bytes: Uint8Array<ArrayBuffer>, at: number, isFlushed: boolean): void
  /** Gives the room behind `size` back. */
  shorten(size: number): void
  close(): void
  remove(): Promise<void>
}

/**
 * Resolves with nothing where the browser has no private file system, as in some private windows.
 */
const isMissing = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name !== 'NotReadableError')

/**
 * A file of the origin's private file system, which browsers keep and clear together with the
 * databases.
 */
export const openJournalFile = (name: string): JournalFile => {
  let handle: FileSystemSyncAccessHandle | undefined
  const find = async (create: boolean): Promise<FileSystemFileHandle> =>
    (await navigator.storage.getDirectory()).getFileHandle(name, { create })
  return {
    async read() {
      if (handle !== undefined) {
        const bytes = new Uint8Array(handle.getSize())
        handle.read(bytes, { at: 0 })
        return bytes
      }
      try {
        return new Uint8Array(await (await (await find(false)).getFile()).arrayBuffer())
      } catch (error) {
        if (isMissing(error)) return new Uint8Array()
        throw error
      }
    },
    async open(size) {
      try {
        handle = await (await find(true)).createSyncAccessHandle()
        const length = handle.getSize()
        if (length < size) handle.write(new Uint8Array(size - length), { at: length })
        return true
      } catch {
        // The file cannot be opened: this browser or worker has no access, another worker holds it,
        // or there is no room. The database itself then makes edits durable.
        this.close()
        return false
      }
    },
    write(bytes, at, isFlushed) {
      if (handle === undefined) throw new Error('The journal is closed')
      if (handle.write(bytes, { at }) !== bytes.length)
        throw new Error('The journal took only a part')
      if (isFlushed) handle.flush()
    },
    shorten(size) {
      handle?.truncate(size)
    },
    close() {
      handle?.close()
      handle = undefined
    },
    async remove() {
      this.close()
      try {
        await (await navigator.storage.getDirectory()).removeEntry(name)
      } catch (error) {
        // Or another worker that sleeps holds it; the database it belongs to is not there any more.
        if (!isMissing(error)) throw error
      }
    },
  }
}
