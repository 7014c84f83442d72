import { expect, it } from 'vitest'
import { cleanFileName, fileNameOf } from './file-name.ts'

it.each([
  [['A/B: "C" <d>|?*', '2026-11-26'], 'A B C d 2026-11-26.docx'],
  [['..hidden'], 'hidden.docx'],
  [['a\u0000b\u007fc'], 'a b c.docx'],
  [['  Ponuka  ', 'číslo 1'], 'Ponuka číslo 1.docx'],
  [['...'], 'file.docx'],
  [['x'.repeat(149), 'yz'], `${'x'.repeat(149)}.docx`],
])('names a file after %j', (words, name) => {
  expect(fileNameOf(words, 'docx')).toBe(name)
})

it.each([
  ['A/B: "C" <d>|?*', 'A B C d'],
  ['..\u0000', ''],
  ['Acme Inc.', 'Acme Inc'],
  ['x'.repeat(300), 'x'.repeat(100)],
  [`${'x'.repeat(99)} y`, 'x'.repeat(99)],
])('cleans the title %j', (title, clean) => {
  expect(cleanFileName(title)).toBe(clean)
})
