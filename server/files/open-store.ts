import { fileURLToPath } from 'node:url'
import type { BlobStore } from './blob-store.ts'
import { FolderStore } from './folder-store.ts'
import { parseS3Url, type S3Credentials, type S3Place } from './s3/s3-place.ts'

/** Where the files of an installation lie. */
export type FilesPlace = { kind: 'folder'; dir: string } | { kind: 's3'; place: S3Place }

/**
 * Reads FILES_URL: `file:///folder`, or `s3://…` as in `s3/s3-place.ts`.
 * @throws an error that names the variable
 */
export const parseFilesUrl = (
  url: string,
  credentials: Partial<S3Credentials>,
  name = 'FILES_URL',
): FilesPlace => {
  if (url.startsWith('file:///')) return { kind: 'folder', dir: fileURLToPath(url) }
  if (!url.startsWith('s3://')) throw new Error(`${name}: has to begin with file:/// or s3://`)
  const { accessKeyId, secretAccessKey } = credentials
  if (accessKeyId === undefined) throw new Error(`AWS_ACCESS_KEY_ID: needed with ${name} s3://`)
  if (secretAccessKey === undefined)
    throw new Error(`AWS_SECRET_ACCESS_KEY: needed with ${name} s3://`)
  try {
    return { kind: 's3', place: parseS3Url(url, { accessKeyId, secretAccessKey }, name) }
  } catch (cause) {
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : ''}`, { cause })
  }
}

/** @param dir folder of this server's disk for files that are being checked */
export const openStore = async (files: FilesPlace, dir: string): Promise<BlobStore> => {
  if (files.kind === 'folder') return new FolderStore(files.dir)
  // Without S3 its client stays unloaded.
  const { S3Store } = await import('./s3/s3-store.ts')
  return new S3Store({ place: files.place, dir })
}
