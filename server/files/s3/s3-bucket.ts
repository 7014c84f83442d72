import { type FileHandle, open } from 'node:fs/promises'
import { type XmlAnswer, readXml } from './read-xml.ts'
import type { S3Client } from './s3-client.ts'
import { S3Answer } from './s3-error.ts'

export interface S3Object {
  /** Without the prefix of the place. */
  key: string
  bytes: number
  /** ms since the epoch, by the clock of S3. */
  writtenOn: number
}

/** S3 takes parts from 5 MiB on; one part is in memory at a time. */
const PART_BYTES = 8 * 1_048_576

export const isGone = (error: unknown): boolean =>
  error instanceof S3Answer && error.status === 404 && error.reason !== 'NoSuchBucket'

/** The objects of one place. */
export class S3Bucket {
  readonly #client: S3Client

  constructor(client: S3Client) {
    this.#client = client
  }

  async put(key: string, body: Uint8Array, tries?: number): Promise<void> {
    await this.#client.call({ method: 'PUT', key, body }, tries)
  }

  /** Writes a file of this server's disk; it appears under its key at once and whole. */
  async putFile(key: string, path: string): Promise<void> {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      if (size > PART_BYTES) await this.#putParts(key, file, size)
      else await this.put(key, await readAt(file, 0, size))
    } finally {
      await file.close()
    }
  }

  async #putParts(key: string, file: FileHandle, size: number): Promise<void> {
    const begun = await this.#client.call({ method: 'POST', key, query: { uploads: '' } })
    const uploadId = requireText(readXml(begun.text), 'UploadId')
    try {
      const tags: string[] = []
      for (let at = 0; at < size; at += PART_BYTES) {
        const { headers } = await this.#client.call({
          method: 'PUT',
          key,
          query: { partNumber: String(tags.length + 1), uploadId },
          body: await readAt(file, at, Math.min(PART_BYTES, size - at)),
        })
        if (headers.etag === undefined) throw new Error('S3 named no part')
        tags.push(headers.etag)
      }
      await this.#complete({ key, uploadId, tags, size })
    } catch (error) {
      // dropOldParts ends what cannot be ended now.
      await this.#abort(key, uploadId).catch(() => undefined)
      throw error
    }
  }

  async #complete(upload: {
    key: string
    uploadId: string
    tags: readonly string[]
    size: number
  }): Promise<void> {
    const { key, uploadId, tags, size } = upload
    const parts = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    )
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    try {
      const answer = await this.#client.call({ method: 'POST', key, query: { uploadId }, body })
      const { root, texts } = readXml(answer.text)
      // S3 begins its answer before it has joined the parts.
      if (root === 'Error') throw new S3Answer(500, texts['Code'] ?? '')
    } catch (error) {
      // The answer to an earlier attempt may have been lost.
      const found = isGone(error) ? await this.list(key) : []
      if (found.some((one) => one.key === key && one.bytes === size)) return
      throw error
    }
  }

  async #abort(key: string, uploadId: string): Promise<void> {
    await this.#client.call({ method: 'DELETE', key, query: { uploadId } }).catch(unlessGone)
  }

  /** @param from position of the first byte */
  async read(key: string, from: number): Promise<AsyncGenerator<Buffer, void>> {
    const range = { range: `bytes=${from}-` }
    return await this.#client.open({
      method: 'GET',
      key,
      ...(from === 0 ? {} : { headers: range }),
    })
  }

  async remove(key: string): Promise<void> {
    await this.#client.call({ method: 'DELETE', key }).catch(unlessGone)
  }

  /** Objects whose keys begin like this, in the order of their keys. */
  async list(prefix: string): Promise<S3Object[]> {
    const objects: S3Object[] = []
    let token: string | undefined
    do {
      const { items, texts } = await this.#listed({
        'list-type': '2',
        prefix,
        ...(token === undefined ? {} : { 'continuation-token': token }),
      })
      for (const { name, texts: found } of items)
        if (name === 'Contents')
          objects.push({
            key: this.#ownKey(found['Key']),
            bytes: Number(found['Size']),
            writtenOn: Date.parse(found['LastModified'] ?? ''),
          })
      token = texts['IsTruncated'] === 'true' ? texts['NextContinuationToken'] : undefined
    } while (token !== undefined)
    return objects
  }

  /** Ends uploads in parts that were begun before `before` and never completed. */
  async dropOldUploads(before: number): Promise<void> {
    const { items } = await this.#listed({ uploads: '', prefix: '' })
    for (const { name, texts } of items)
      if (name === 'Upload' && Date.parse(texts['Initiated'] ?? '') < before)
        await this.#abort(this.#ownKey(texts['Key']), texts['UploadId'] ?? '')
  }

  async #listed(query: Record<string, string> & { prefix: string }): Promise<XmlAnswer> {
    const prefix = `${this.#client.place.prefix}${query.prefix}`
    const { text } = await this.#client.call({
      method: 'GET',
      key: '',
      query: { ...query, prefix },
    })
    return readXml(text)
  }
  #ownKey(key = ''): string {
    return key.slice(this.#client.place.prefix.length)
  }
}

const unlessGone = (error: unknown): void => {
  if (!isGone(error)) throw error
}

const requireText = ({ texts }: XmlAnswer, name: string): string => {
  const text = texts[name]
  if (text === undefined || text === '') throw new Error(`S3 answered without ${name}`)
  return text
}

const readAt = async (file: FileHandle, from: number, bytes: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(bytes)
  let done = 0
  while (done < bytes) {
    const { bytesRead } = await file.read(buffer, done, bytes - done, from + done)
    if (bytesRead === 0) throw new Error('A file of this server has become shorter')
    done += bytesRead
  }
  return buffer
}
