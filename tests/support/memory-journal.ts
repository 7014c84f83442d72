import type { JournalFile } from '#sync/browser/durability/journal-file.ts'

/** A journal's file in memory. `kept`: what a power cut leaves of it. */
export interface MemoryJournalFile extends JournalFile {
  kept(): Uint8Array
  restore(bytes: Uint8Array): void
  fail(): void
}

export const memoryJournalFile = (): MemoryJournalFile => {
  let bytes = new Uint8Array()
  let flushed = new Uint8Array()
  let isFailing = false
  return {
    read: async () => bytes.slice(),
    async open(size) {
      if (bytes.length < size)
        bytes = new Uint8Array([...bytes, ...new Uint8Array(size - bytes.length)])
      return true
    },
    write(part, at, isFlushed) {
      if (isFailing) throw new Error('The disk is gone')
      bytes.set(part, at)
      if (isFlushed) flushed = bytes.slice()
    },
    shorten(size) {
      bytes = bytes.slice(0, size)
    },
    close: () => undefined,
    async remove() {
      bytes = new Uint8Array()
      flushed = new Uint8Array()
    },
    kept: () => flushed.slice(),
    restore(next) {
      bytes = Uint8Array.from(next)
      flushed = bytes.slice()
    },
    fail() {
      isFailing = true
    },
  }
}
