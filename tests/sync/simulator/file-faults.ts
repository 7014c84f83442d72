import type { PartStore, Piece } from '#server/files/receive.ts'
import type { sendName } from '#sync/browser/files/send-name.ts'
import type { settleFile } from '#sync/browser/files/settle-files.ts'
import type { FileRecord } from '#sync/browser/files/file-records.ts'
import type { FileSenderPorts } from '#sync/browser/files/file-sender-ports.ts'
import type { createFileSender } from '#sync/browser/files/file-sender.ts'
import type { FileStore } from '#sync/browser/files/file-store.ts'
import { type Fault, type Seam, seam } from './seam.ts'

const SENDER = 'sync/browser/files/file-sender.ts'

/** Replaces some ports of the sender. */
const sender = (change: (ports: FileSenderPorts) => Partial<FileSenderPorts>): Seam =>
  seam<typeof createFileSender>(
    SENDER,
    'createFileSender',
    (original) => (ports) => original({ ...ports, ...change(ports) }),
  )

/** Returns each record with the words of its first read. */
const withFirstWords = (files: FileStore): FileStore => {
  const first = new Map<string, FileRecord['args']>()
  return {
    ...files,
    async inStates(states) {
      const records = await files.inStates(states)
      for (const { id, args } of records) first.set(id, args)
      return records
    },
    async change(id, change, isStill) {
      const record = await files.change(id, change, isStill)
      const args = first.get(id)
      return record === undefined || args === undefined ? record : { ...record, args }
    },
  }
}

const withoutRefusals = (files: FileStore): FileStore => ({
  ...files,
  change: async (id, change, isStill) =>
    'state' in change && change.state === 'refused' ? undefined : files.change(id, change, isStill),
})

const forgettingSent = (files: FileStore): FileStore => ({
  ...files,
  async change(id, change, isStill) {
    if (!('state' in change) || change.state !== 'sent') return files.change(id, change, isStill)
    await files.delete(id)
    return undefined
  },
})

type WriteOn = (
  ports: { blobs: Pick<PartStore, 'received'> },
  sender: { userId: number },
  piece: Pick<Piece, 'sha256' | 'offset'>,
) => Promise<number>

/** Bugs that show only in histories with attached files. */
export const FILE_FAULTS: Readonly<Record<string, Fault>> = {
  'a file record is removed when its edit is written': {
    isOfFiles: true,
    breaks: /^I1 file/,
    seams: [
      seam<typeof sendName>(
        'sync/browser/files/send-name.ts',
        'sendName',
        (original) => (ports, id) => original({ ...ports, files: forgettingSent(ports.files) }, id),
      ),
    ],
  },
  'the record of a refused file is removed': {
    isOfFiles: true,
    breaks: /^I1 file/,
    seams: [
      seam<(...given: never[]) => Promise<{ kind: string }>>(
        'sync/browser/files/settle-files.ts',
        'standingOf',
        (original) =>
          async (...given) => {
            const standing = await original(...given)
            return standing.kind === 'refused' ? { kind: 'gone' } : standing
          },
      ),
    ],
  },
  'a file is sent under the name of its first byte': {
    isOfFiles: true,
    breaks: /^I1 file/,
    seams: [sender(({ files }) => ({ files: withFirstWords(files) }))],
  },
  'a file whose refusal is parked but not noted is sent': {
    isOfFiles: true,
    breaks: /^(I1 file|L1)/,
    seams: [
      sender(({ files }) => ({ files: withoutRefusals(files) })),
      seam<typeof settleFile>(
        'sync/browser/files/settle-files.ts',
        'settleFile',
        (original) => async (ports, record) => {
          if (record.state !== 'waiting') await original(ports, record)
        },
      ),
    ],
  },
  'the edit of a file is sent ahead of its bytes': {
    isOfFiles: true,
    breaks: /^I1 file/,
    seams: [
      sender(({ network }) => ({
        network: { ...network, send: async () => ({ received: 0, isComplete: true }) },
      })),
    ],
  },
  'a piece is appended at any offset': {
    isOfFiles: true,
    breaks: /^I1 file/,
    seams: [
      seam<() => boolean>('server/files/receive.ts', 'isNextPiece', () => () => true),
      seam<WriteOn>(
        'server/files/receive.ts',
        'writeOn',
        (original) => async (ports, one, piece) => {
          const offset = await ports.blobs.received(one.userId, piece.sha256)
          return original(ports, one, { ...piece, offset })
        },
      ),
    ],
  },
  'a hash alone entitles to its bytes': {
    isOfFiles: true,
    breaks: /^ISOLATION/,
    seams: [
      seam<() => Promise<boolean>>(
        'server/commands/held-file.ts',
        'readsOneWith',
        () => async () => true,
      ),
    ],
  },
}
