import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Queries } from '../database/database.ts'
import { exportFileName } from '../exports/export-files.ts'
import type { BlobStore } from '../files/blob-store.ts'

interface Stores {
  from: BlobStore
  to: BlobStore
}

/**
 * Copies the files of finished exports and reads each again. Servers write unfinished exports again.
 * @returns the number of exports that the target has now, and of those whose file is gone
 */
export const moveExports = async (
  tx: Queries,
  stores: Stores,
): Promise<{ exports: number; lostExports: number }> => {
  const rows = await tx
    .selectFrom('exports')
    .select(['id', 'attempt'])
    .where('state', '=', 'ready')
    .orderBy('id')
    .execute()
  let exports = 0
  for (const row of rows) if (await moveExport(stores, exportFileName(row))) exports += 1
  return { exports, lostExports: rows.length - exports }
}

const hashOf = async (
  file: { content: Readable } | null,
  take: (piece: Buffer) => Promise<void> = async () => undefined,
): Promise<string | null> => {
  if (file === null) return null
  const hash = createHash('sha256')
  for await (const piece of file.content as AsyncIterable<Buffer>) {
    hash.update(piece)
    await take(piece)
  }
  return hash.digest('hex')
}

const moveExport = async ({ from, to }: Stores, name: string): Promise<boolean> => {
  const { path, handle } = await to.openIncoming()
  try {
    const read = await hashOf(await from.readExport(name), (piece) => handle.appendFile(piece))
    const present = await hashOf(await to.readExport(name))
    if (read === null || read === present) return present !== null
    await handle.sync()
    await to.keepExport(path, name)
    if ((await hashOf(await to.readExport(name))) !== read)
      throw new Error(`The export ${name} was written, and read back with other bytes`)
    return true
  } finally {
    await handle.close()
    await to.dropIncoming(path)
  }
}
