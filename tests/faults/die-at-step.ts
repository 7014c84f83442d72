// `node tests/faults/die-at-step.ts STEP`: stores or removes a file and kills itself at the step.
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { openDatabase } from '#server/database/open.ts'
import type { BlobStore } from '#server/files/blob-store.ts'
import { FolderStore } from '#server/files/folder-store.ts'
import { receivePiece, UploadTurns } from '#server/files/receive.ts'
import { collectFiles, KEEP_UNUSED_MS } from '#server/jobs/collect-files.ts'
import { hashOf } from '../api/send-file.ts'

const [step = ''] = process.argv.slice(2)
const {
  DATA_DIR: dataDir = '',
  TEXT: text = '',
  SENDER: sender = '{}',
  NOW: now = '0',
} = process.env
const bytes = Buffer.from(text)
const database = await openDatabase({ dataDir, databaseUrl: process.env['DATABASE_URL'] })

/** As a crash: nothing of this process runs any more. */
const dieAt = async (reached: string): Promise<void> => {
  if (reached !== step) return
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => undefined)
}

class DyingStore extends FolderStore {
  override async keep(path: string, sha256: string): Promise<void> {
    await dieAt('row written')
    await super.keep(path, sha256)
    await dieAt('bytes stored')
  }
  override async removeUnless(sha256: string, isUsed: () => Promise<boolean>): Promise<void> {
    await dieAt('row taken out')
    let asked = 0
    await super.removeUnless(sha256, async () => {
      asked += 1
      const answer = await isUsed()
      // The bytes that are set aside are then the only ones of a file that is used.
      if (asked === 1 && step === 'set aside, sent again') await send(new FolderStore(filesDir))
      if (asked === 2) await dieAt('set aside')
      if (asked === 2) await dieAt('set aside, sent again')
      return answer
    })
    await dieAt('bytes removed')
  }
}
const filesDir = join(dataDir, 'files')
const send = (blobs: BlobStore) =>
  receivePiece(
    {
      database,
      blobs,
      clock: () => Number(now),
      quotaBytes: 1_000_000_000,
      turns: new UploadTurns(),
    },
    JSON.parse(sender) as { userId: number; organizationId: number },
    { sha256: hashOf(bytes), bytes: bytes.length, offset: 0, body: Readable.from([bytes]) },
  )

const blobs = new DyingStore(filesDir)
if (step === 'row written' || step === 'bytes stored') await send(blobs)
else await collectFiles({ database, blobs, clock: () => Number(now) + KEEP_UNUSED_MS + 1_000 })
throw new Error(`The step was not reached: ${step}`)
