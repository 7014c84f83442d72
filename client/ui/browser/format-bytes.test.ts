import { expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'

it.each([
  [0, '1 kB'],
  [1_499, '1 kB'],
  [1_500, '2 kB'],
  [999_499, '999 kB'],
  [1_000_000, '1 MB'],
  [1_260_000, '1.3 MB'],
  [100_000_000, '100 MB'],
  [999_900_000, '999.9 MB'],
  [1_000_000_000, '1 GB'],
  [2_550_000_000, '2.5 GB'],
])('%i bytes read as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
