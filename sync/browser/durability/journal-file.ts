/** The bytes behind a journal. */
export interface JournalFile {
  /** All of it; empty where there is none. */
  read(): Promise<Uint8Array>
  /** Makes it writable by this worker alone, `size` bytes long; false where that cannot be had. */
  open(size: number): Promise<boolean>
  /** At once and, with `isFlushed`, on the disk when it returns. Throws where it cannot be written. */
  write(bytes: Uint8Array<ArrayBuffer>, at: number, isFlushed: boolean): void
  /** Gives the room behind `size` back. */
  shorten(size: number): void
  close(): void
  remove(): Promise<void>
}

/** There is no such file, or no private file system at all, as in some private windows: then nothing was ever written to it. */
const isMissing = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name !== 'NotReadableError')

/** A file of the origin's private file system, which browsers keep and clear together with the databases. */
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
        // Not in this browser, not for this kind of worker, held by another one, or no room: edits are made durable by the database itself.
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
