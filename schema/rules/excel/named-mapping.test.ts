import { expect, test } from 'vitest'
import type { ImportMapping } from './excel-rows-mapping.ts'
import { applyMapping, contentOfMapping, fittingMappings, isApplied } from './named-mapping.ts'

const NAMES = ['Key', 'Rule', 'Why']
const mapping: ImportMapping = {
  columns: ['id', 'name', 'longText'],
  sectionFrom: 'columns',
  defaultSection: 'General',
  duplicates: 'merge',
  skipped: [3],
}
const guessed: ImportMapping = {
  columns: ['ignore', 'name', 'text'],
  sectionFrom: 'columns',
  defaultSection: 'General',
  skipped: [7],
}
const contentOf = (names: readonly string[], of: ImportMapping) => {
  const content = contentOfMapping(names, of)
  if (content === null) throw new Error('The mapping cannot be named')
  return content
}

test('a named mapping keeps roles by column name, and no rows of its file', () => {
  expect(contentOf(NAMES, mapping)).toEqual({
    roles: { key: 'id', rule: 'name', why: 'longText' },
    sectionFrom: 'columns',
    defaultSection: 'General',
    duplicates: 'merge',
  })
})

test('a named mapping reads a second file with its columns in another order', () => {
  const again = applyMapping(
    { names: ['WHY ', 'Key', 'New', 'rule'], guessed: { ...guessed, columns: [] } },
    contentOf(NAMES, mapping),
  )
  expect(again?.columns).toEqual(['longText', 'id', 'ignore', 'name'])
  expect(again).toMatchObject({ duplicates: 'merge', skipped: [7] })
})

test('of the mappings that fit a sheet, the one that imports most columns comes first', () => {
  const all = { name: 'all', content: contentOf(NAMES, mapping) }
  const few = { name: 'few', content: contentOf(NAMES, { ...mapping, columns: ['id', 'name'] }) }
  const other = { name: 'other', content: contentOf(['Title'], { ...mapping, columns: ['name'] }) }
  const names = (list: { name: string }[]) => list.map(({ name }) => name)
  expect(names(fittingMappings(NAMES, guessed, [few, other, all]))).toEqual(['all', 'few'])
  expect(names(fittingMappings(['Key', 'Rule'], guessed, [few, other, all]))).toEqual(['few'])
})

test('a mapping whose imported columns share a name, or have too much text, cannot be named', () => {
  expect(contentOfMapping(['A', 'a'], { ...mapping, columns: ['id', 'name'] })).toBeNull()
  const long = Array.from({ length: 12 }, (_, index) => `${index} ${'x'.repeat(1_900)}`)
  const columns = long.map((_, index) => (index === 0 ? ('name' as const) : ('text' as const)))
  expect(contentOfMapping(long, { ...mapping, columns })).toBeNull()
})

test('a mapping is applied where every column it knows and every option agree', () => {
  const content = contentOf(NAMES, mapping)
  const applied = applyMapping({ names: NAMES, guessed }, content)
  if (applied === null) throw new Error('The mapping fits its own file')
  expect(isApplied(NAMES, applied, content)).toBe(true)
  expect(isApplied(NAMES, { ...applied, headerRows: 1, fillsDown: false }, content)).toBe(true)
  expect(isApplied(NAMES, { ...applied, duplicates: 'number' }, content)).toBe(false)
  expect(isApplied(NAMES, { ...applied, columns: ['id', 'name', 'text'] }, content)).toBe(false)
  expect(isApplied(['Key'], guessed, content)).toBe(false)
})
