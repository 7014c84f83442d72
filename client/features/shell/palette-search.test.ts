import { expect, test } from 'vitest'
import { searchEntries, type PaletteEntry } from './palette-search.ts'

const buildEntry = (label: string, hint = '', group = 'Requirements'): PaletteEntry => ({
  id: `${group}/${label}`,
  group,
  label,
  hint,
  run: () => undefined,
})

test('each search word must be found in the label or the id', () => {
  const entries = [
    buildEntry('Encrypt data at rest', 'SEC-0004'),
    buildEntry('Encrypt data in transit', 'SEC-0005'),
  ]
  expect(searchEntries(entries, 'encrypt sec-0005').map((entry) => entry.hint)).toEqual([
    'SEC-0005',
  ])
})

test('a requirement whose full id is typed comes first', () => {
  const entries = [buildEntry('See SEC-1 for details', 'SEC-0009'), buildEntry('Log in', 'SEC-1')]
  expect(searchEntries(entries, 'sec-1')[0]?.hint).toBe('SEC-1')
})

test('diacritics are ignored', () => {
  expect(searchEntries([buildEntry('Úložisko')], 'uloz')).toHaveLength(1)
})

test('entries stay in their groups, and the group with the best match comes first', () => {
  const entries = [
    buildEntry('Open data', '', 'Actions'),
    buildEntry('Data', '', 'Projects'),
    buildEntry('Big data', '', 'Actions'),
  ]
  expect(searchEntries(entries, 'data').map((entry) => entry.group)).toEqual([
    'Projects',
    'Actions',
    'Actions',
  ])
})
