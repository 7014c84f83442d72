import type { Writer } from '#sync/engine/outbox/edit.ts'
import type { OpenParts } from '../tabs/parts.ts'
import { browserSurroundings } from '../tabs/surroundings.ts'
import { fetchPinned } from './fetch-content.ts'
import { createFileNetwork } from './file-network.ts'
import { createFileSender } from './file-sender.ts'
import { createFileStore } from './file-store.ts'
import { sweepContents } from './settle-files.ts'

type FileParts = Pick<
  OpenParts,
  'database' | 'storage' | 'tokens' | 'notes' | 'publish' | 'tellPage'
> & {
  writer(): Writer
  /** Asks the engine to pull a project that was not on this device. */
  pull(): void
}

/** The sender of attached files, with the parts of the device that it uses. */
export const openFiles = (parts: FileParts): Pick<OpenParts, 'sender' | 'fileNetwork'> => {
  const { database, storage, tokens, notes, publish, tellPage, writer, pull } = parts
  const fileNetwork = createFileNetwork(tokens)
  const sender = createFileSender({
    pull,
    files: createFileStore(database),
    storage,
    publish,
    network: fileNetwork,
    surroundings: browserSurroundings,
    writer,
    tell(progress, isChanged) {
      tellPage({ type: 'files', progress, isChanged })
      notes.send({ type: 'files', progress, isChanged })
    },
    async fetchWanted(signal) {
      await sweepContents({ database, storage })
      await fetchPinned({ database, storage, fileNetwork, signal })
    },
  })
  return { sender, fileNetwork }
}
