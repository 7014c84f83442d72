import { createHash } from 'node:crypto'
import type { CommandArgs } from '#schema/mutations/index.ts'
import { fileTypeOf } from '#schema/rules/files/files.ts'
import type { ApiClient } from '../support/api-client.ts'
import { PROJECT } from './world.ts'

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
/** The first bytes of a PDF, with different content for every text. */
export const pdf = (text: string, size = 0): Buffer =>
  Buffer.concat([Buffer.from(`%PDF-1.7\n${text}\n`), Buffer.alloc(size, text)])

/** For tests that need any file. */
export const PLAN = pdf('the plan')

interface Piece {
  offset?: number
  total?: number
  hash?: string
}
export interface Answer {
  status: number
  body: { received?: number; isComplete?: boolean; messageCodes?: string[] }
}

/**
 * Sends one piece of a file, as a device does; without bytes it asks for the number received so
 * far.
 */
export const sendPiece = async (
  { url, token }: Pick<ApiClient, 'url' | 'token'>,
  bytes: Buffer,
  { offset = 0, total = bytes.length, hash = hashOf(bytes) }: Piece = {},
): Promise<Answer> => {
  const answer = await fetch(`${url}/api/sync/blobs/${hash}?bytes=${total}&offset=${offset}`, {
    method: 'PUT',
    headers: {
      'x-auth-token': token,
      ...(bytes.length === 0 ? {} : { 'content-type': 'application/octet-stream' }),
    },
    ...(bytes.length === 0 ? {} : { body: new Uint8Array(bytes) }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

export interface Form {
  payload: Buffer
  contentType: string
}
/** A form with a file, or none, and its fields, as a program sends them in one request. */
export const buildForm = (
  bytes: Buffer | null,
  request: unknown = {},
  { filename = 'plan.pdf', type = 'application/pdf' } = {},
): Form => {
  const boundary = `----${hashOf(bytes ?? Buffer.alloc(0)).slice(0, 20)}`
  const part = (headers: string, body: Buffer | string) => [
    `--${boundary}\r\n${headers}\r\n\r\n`,
    body,
    '\r\n',
  ]
  const pieces = [
    ...part(
      'Content-Disposition: form-data; name="request"; filename="blob"\r\nContent-Type: application/json',
      JSON.stringify(request),
    ),
    ...(bytes === null
      ? []
      : part(
          `Content-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: ${type}`,
          bytes,
        )),
    `--${boundary}--\r\n`,
  ]
  return {
    payload: Buffer.concat(pieces.map((piece) => Buffer.from(piece))),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}

/** A device's description of a file that it has sent. */
export const attachmentArgs = (
  id: string,
  bytes: Buffer,
  changes: Partial<CommandArgs['attachments.create']> = {},
): CommandArgs['attachments.create'] => {
  const name = changes.name ?? 'plan.pdf'
  const file = {
    contentHash: hashOf(bytes),
    bytes: bytes.length,
    mime: fileTypeOf(name)?.mime ?? '',
  }
  return {
    projectId: PROJECT,
    id,
    place: { kind: 'requirement', id: 'r1' },
    file,
    name,
    alias: '',
    description: '',
    ...changes,
  }
}

export const download = async (
  { url, token }: Pick<ApiClient, 'url' | 'token'>,
  id: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; bytes: Buffer }> => {
  const answer = await fetch(`${url}/api/projects-service/attachments/${id}/content`, {
    headers: { 'x-auth-token': token, ...headers },
  })
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}
