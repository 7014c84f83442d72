import { expect, test } from 'vitest'
import { RESTORE_LIMITS } from '#schema/tables/limits.ts'
import { problemOfFile } from './restore-project.ts'

const ZIP = [0x50, 0x4b, 0x03, 0x04]
const sized = (file: Blob, size: number): Blob =>
  Object.defineProperty(file, 'size', { value: size })

test('only a ZIP file within the limit is sent; other files are named by their fault', async () => {
  const archive = () => new Blob([new Uint8Array([...ZIP, 0, 0])])
  expect(await problemOfFile(archive())).toBeNull()
  expect(await problemOfFile(new Blob([]))).toBe('empty')
  expect(await problemOfFile(new Blob(['PK']))).toBe('noArchive')
  expect(await problemOfFile(new Blob(['{"format":"tenderbook-archive"}']))).toBe('noArchive')
  expect(await problemOfFile(sized(archive(), RESTORE_LIMITS.bytes))).toBeNull()
  expect(await problemOfFile(sized(archive(), RESTORE_LIMITS.bytes + 1))).toBe('tooLarge')
})

test('a file that was removed from its disk is named as unreadable', async () => {
  const gone = new Blob(['x'])
  const head = { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }
  Object.defineProperty(gone, 'slice', { value: () => head })
  expect(await problemOfFile(gone)).toBe('unreadable')
})
