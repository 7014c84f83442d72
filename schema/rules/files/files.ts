import { FILE_LIMITS, FILE_TYPES, type FileKind, type FileType } from '../../tables/file-types.ts'
import type { MessageCode } from '../../tables/messages.ts'

/** The first bytes that identify a kind, as characters. */
const SIGNATURES: readonly (readonly [kind: FileKind, at: number, bytes: string])[] = [
  ['pdf', 0, '%PDF-'],
  ['zip', 0, 'PK\x03\x04'],
  ['zip', 0, 'PK\x05\x06'],
  ['ole', 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['jpeg', 0, '\xff\xd8\xff'],
  ['gif', 0, 'GIF87a'],
  ['gif', 0, 'GIF89a'],
  ['webp', 8, 'WEBP'],
  ['tiff', 0, 'II*\0'],
  ['tiff', 0, 'MM\0*'],
]
const BYTE_ORDER_MARK = '\xef\xbb\xbf'
const TAB = 9
const LINE_FEED = 10
const FORM_FEED = 12
const CARRIAGE_RETURN = 13
const SPACE = 32

const isTextByte = (byte: number): boolean =>
  byte >= SPACE ||
  byte === TAB ||
  byte === LINE_FEED ||
  byte === FORM_FEED ||
  byte === CARRIAGE_RETURN

/**
 * Detects a file's kind from its start (`FILE_LIMITS.headBytes`, or the whole file if shorter);
 * null = not allowed.
 */
export function kindOfBytes(head: Uint8Array): FileKind | null {
  if (head.length === 0) return null
  const start = [...head.subarray(0, 16)].map((byte) => String.fromCharCode(byte)).join('')
  for (const [kind, at, bytes] of SIGNATURES) if (start.startsWith(bytes, at)) return kind
  if (!head.every(isTextByte)) return null
  const first = head
    .subarray(start.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0)
    .find((byte) => byte > SPACE)
  // Markup in a text file is refused, because a careless reader would run it.
  return first === '<'.charCodeAt(0) ? null : 'text'
}

const extensionOf = (name: string): string =>
  /\.([0-9A-Za-z]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Returns the type of the name's extension; null = not allowed. */
export const fileTypeOf = (name: string): FileType | null =>
  FILE_TYPES.find(({ extension }) => extension === extensionOf(name)) ?? null

export interface FileFacts {
  name: string
  mime: string
  bytes: number
}
export interface AttachedFileProblem {
  code: MessageCode
  detail: Record<string, string | number>
}

/**
 * Returns why a file cannot be attached; null = it can. Name, declared type and content must agree.
 * @param kind null = the content is unknown
 */
export function fileProblem(
  { name, mime, bytes }: FileFacts,
  kind: FileKind | null,
): AttachedFileProblem | null {
  if (bytes === 0) return { code: 'FILE_EMPTY', detail: {} }
  if (bytes > FILE_LIMITS.bytes)
    return { code: 'validation.size', detail: { size: FILE_LIMITS.bytes / 1_000 } }
  const type = fileTypeOf(name)
  if (type === null)
    return { code: 'validation.mimes', detail: { type: extensionOf(name) || mime || name } }
  if (type.mime !== mime || (kind !== null && kind !== type.kind))
    return { code: 'FILE_UNLIKE_NAME', detail: { type: type.extension } }
  return null
}
