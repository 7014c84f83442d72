import { expect, test } from 'vitest'
import { isItemActive } from './rail-items.ts'
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

test('a better match stands first: the id, a beginning, a word, and then any part', () => {
  const entries = [
    buildEntry('Remail'),
    buildEntry('Send mail'),
    buildEntry('Mailing'),
    buildEntry('Letters', 'mail'),
  ]
  const found = (list: PaletteEntry[]) => searchEntries(list, 'mail').map(({ label }) => label)
  expect(found(entries)).toEqual(['Letters', 'Mailing', 'Send mail', 'Remail'])
  const equal = [buildEntry('Mail b'), buildEntry('Mail a'), buildEntry('x', 'mails')]
  expect(found(equal)).toEqual(['Mail b', 'Mail a', 'x'])
  expect(found([buildEntry('x', 'remail'), buildEntry('y', 'mails')])).toEqual(['y', 'x'])
  expect(searchEntries(entries, 'mail letters').map(({ label }) => label)).toEqual(['Letters'])
})

test('groups with equally good matches stand in their order', () => {
  const entries = [
    buildEntry('Mail', '', 'Documents'),
    buildEntry('Mail', '', 'Actions'),
    buildEntry('Mail', '', 'Documents'),
  ]
  expect(searchEntries(entries, 'mail').map(({ group }) => group)).toEqual([
    ...['Documents', 'Documents', 'Actions'],
  ])
})

test('a link of the rail is current on its page and the pages below it', () => {
  const item = { href: '/projects', label: '', icon: null as never }
  expect(
    ['/projects', '/projects/5', '/projects-x', '/'].map((path) => isItemActive(item, path)),
  ).toEqual([true, true, false, false])
  const below = { ...item, activeBelow: '/organization/5' }
  expect(isItemActive(below, '/organization/5/users')).toBe(true)
  expect(isItemActive(below, '/projects/5')).toBe(false)
})
