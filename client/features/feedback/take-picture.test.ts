import { expect, test } from 'vitest'
import { fittingSize } from './take-picture.ts'

test.each([
  [
    { width: 1_440, height: 900 },
    { width: 1_440, height: 900 },
  ],
  [
    { width: 8_000, height: 3_000 },
    { width: 4_000, height: 1_500 },
  ],
  [
    { width: 1_170, height: 6_000 },
    { width: 585, height: 3_000 },
  ],
  [
    { width: 100_000, height: 1 },
    { width: 4_000, height: 1 },
  ],
])('%o is sent as %o', (size, fitting) => {
  expect(fittingSize(size)).toEqual(fitting)
})
