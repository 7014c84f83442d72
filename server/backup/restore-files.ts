import { ArchiveProblem } from '../archive/archive-problem.ts'
import type { BlobStore } from '../files/blob-store.ts'
import type { BackupFile } from './backup-file.ts'
import { filePath } from './manifest.ts'

/**
 * Stores the files of a backup. Bytes that are there already are replaced, because they may be
 * damaged.
 */
export const restoreFiles = async (backup: BackupFile, blobs: BlobStore): Promise<void> => {
  for (const { sha256 } of backup.manifest.files) {
    const { path, handle } = await blobs.openIncoming()
    try {
      for await (const piece of backup.bytesOf(sha256)) await handle.writeFile(piece)
      await handle.sync()
    } catch (error) {
      await blobs.dropIncoming(path)
      throw error
    } finally {
      await handle.close()
    }
    await blobs.keep(path, sha256)
    if ((await blobs.size(sha256)) === null)
      throw new ArchiveProblem(filePath(sha256), 'could not be stored')
  }
}
