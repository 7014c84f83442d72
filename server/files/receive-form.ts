import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { FileRequest } from '#schema/api/projects-service/attachments.ts'
import type { StoredFile } from '#schema/entities/attachment.ts'
import { Refusal } from '#schema/refusal.ts'
import { FILE_LIMITS } from '#schema/tables/file-types.ts'
import type { Sender } from '../database/files/uploads.ts'
import { type FormPart, readForm } from './read-form.ts'
import { readJsonPart, wrongPart } from './read-json-part.ts'
import { type FilePorts, receiveWhole } from './receive.ts'

interface Incoming {
  name: string
  file: StoredFile
  path: string
}

/**
 * Writes the file part to a temporary file while it arrives, and counts and hashes its bytes.
 * Throws TOO_LARGE as soon as it exceeds the limit.
 */
const takeFile = async (
  { blobs }: FilePorts,
  { bytes, filename, type }: FormPart,
  keep: (path: string) => void,
): Promise<Incoming> => {
  const { path, handle } = await blobs.openIncoming()
  keep(path)
  const hash = createHash('sha256')
  let length = 0
  try {
    for await (const piece of bytes) {
      length += piece.length
      if (length > FILE_LIMITS.bytes)
        throw new Refusal('TOO_LARGE', { detail: { limit: `${FILE_LIMITS.bytes / 1_000_000} MB` } })
      hash.update(piece)
      await handle.appendFile(piece)
    }
  } finally {
    await handle.close()
  }
  return {
    name: filename ?? '',
    file: { contentHash: hash.digest('hex'), bytes: length, mime: type },
    path,
  }
}

/**
 * Receives a form with the parts `file` and `request`, in any order. When it resolves, the file is
 * stored permanently and the sender may use its hash.
 * @returns the arguments that `attachments.create` needs
 */
export const receiveForm = async (
  ports: FilePorts,
  sender: Sender,
  { body, contentType }: { body: unknown; contentType: string | undefined },
): Promise<Required<FileRequest> & { file: StoredFile }> => {
  if (!(body instanceof Readable)) throw wrongPart('body', 'is no form')
  const paths: string[] = []
  try {
    let request: FileRequest | null = null
    let incoming: Incoming | null = null
    for await (const part of readForm(body, contentType)) {
      if (part.name === 'request' && request === null)
        request = await readJsonPart(part, FileRequest)
      else if (part.name === 'file' && incoming === null)
        incoming = await takeFile(ports, part, (path) => void paths.push(path))
      else throw wrongPart('body', 'has a part that is not known, or comes twice')
    }
    if (incoming === null) throw wrongPart('file', 'is missing')
    const { name = incoming.name, alias = '', description = '' } = request ?? {}
    if (name === '') throw wrongPart('name', 'is missing')
    if (incoming.file.bytes === 0) throw new Refusal('FILE_EMPTY', { field: 'file' })
    await receiveWhole(ports, sender, {
      sha256: incoming.file.contentHash,
      bytes: incoming.file.bytes,
      path: incoming.path,
    })
    return { name, alias, description, file: incoming.file }
  } catch (cause) {
    // The connection has ended; this refusal reaches no client.
    if (body.errored !== null && body.errored === cause) throw new Refusal('UNAVAILABLE', { cause })
    throw cause
  } finally {
    body.resume()
    for (const path of paths) await ports.blobs.dropIncoming(path)
  }
}
