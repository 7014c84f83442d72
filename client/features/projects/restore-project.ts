import { archives, type RestoredProject } from '#schema/api/projects-service/archives.ts'
import { RESTORE_LIMITS } from '#schema/tables/limits.ts'
import { OfflineError } from '../../lib/offline-error.ts'
import { type Sending, sendBytes } from '../../lib/send-bytes.ts'

export const ARCHIVE_ENDING = '.tenderbook'

/** Why a file is not sent at all; null = it may be an archive, which the server checks. */
export type FileProblem = 'empty' | 'tooLarge' | 'noArchive' | 'unreadable'

/** The first bytes of every ZIP file. */
const ZIP_START = [0x50, 0x4b, 0x03, 0x04]

export const problemOfFile = async (file: Blob): Promise<FileProblem | null> => {
  if (file.size === 0) return 'empty'
  if (file.size > RESTORE_LIMITS.bytes) return 'tooLarge'
  try {
    const head = new Uint8Array(await file.slice(0, ZIP_START.length).arrayBuffer())
    return ZIP_START.every((byte, index) => head[index] === byte) ? null : 'noArchive'
  } catch {
    return 'unreadable'
  }
}

/** The whole file was sent, but no answer came: the server may have restored the project. */
export class UnansweredError extends Error {
  constructor(cause: unknown) {
    super('The server received the archive, but its answer did not arrive', { cause })
    this.name = 'UnansweredError'
  }
}

/** @throws Refusal, OfflineError, UnansweredError, or the reason of `signal` */
export const restoreProject = async (file: Blob, sending: Sending): Promise<RestoredProject> => {
  let isSent = false
  const tell = (sent: number): void => {
    isSent = sent >= file.size
    sending.tell(sent)
  }
  try {
    return await sendBytes(archives.restore, file, { ...sending, tell })
  } catch (error) {
    throw isSent && error instanceof OfflineError ? new UnansweredError(error) : error
  }
}
