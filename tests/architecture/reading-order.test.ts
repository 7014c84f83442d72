import { expect, test } from 'vitest'
import { styleSheets } from './source-files.ts'

const REORDERS = /(?:^|[\s;{])(order:\s*-?\d|flex-(?:direction|flow):\s*[\w-]+-reverse)/g

test('no style sheet shows elements in another order than they are read and focused', () => {
  const found = styleSheets().flatMap(({ path, text }) =>
    [...text.matchAll(REORDERS)].map(([, rule]) => `${path}: ${rule}`),
  )
  expect(found, 'change the order of the elements instead').toEqual([])
})
