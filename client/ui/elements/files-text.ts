import { formatBytes } from '../browser/format-bytes.ts'

/** Names and sizes of files in one line. */
export const filesText = (files: readonly { name: string; bytes: number }[]): string =>
  files.map(({ name, bytes }) => `${name} (${formatBytes(bytes)})`).join(', ')
