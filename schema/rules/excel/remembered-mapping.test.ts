import { describe, expect, it } from 'vitest'
import type { ColumnRole, ImportMapping } from './excel-rows-mapping.ts'
import { recallMapping, rememberMapping } from './remembered-mapping.ts'

const mapping = (columns: ColumnRole[], changes: Partial<ImportMapping> = {}): ImportMapping => ({
  columns,
  sectionFrom: 'columns',
  defaultSection: 'General',
  ...changes,
})
const NAMES = ['ID', 'Area', 'Text', 'Note', '']
const CHOSEN = mapping(['id', 'section', 'name', 'ignore', 'ignore'], {
  fillsDown: true,
  duplicates: 'merge',
  skipped: [2],
  defaultSection: 'Other',
})

describe('a remembered mapping', () => {
  const remembered = rememberMapping(NAMES, CHOSEN)

  it('maps the next file by its names, wherever its columns stand; rows to leave out are its own', () => {
    if (remembered === null) throw new Error('nothing was remembered')
    const guessed = mapping(['name', 'text', 'id', 'select', 'description'], { skipped: [5] })
    expect(recallMapping(['text', 'Extra', ' id ', 'AREA', 'Also'], guessed, remembered)).toEqual({
      columns: ['name', 'text', 'id', 'section', 'description'],
      sectionFrom: 'columns',
      defaultSection: 'Other',
      fillsDown: true,
      duplicates: 'merge',
      skipped: [5],
    })
    expect(JSON.stringify(remembered)).not.toContain('skipped')
  })

  it('leaves a column out again, and takes no second id, requirement or description', () => {
    if (remembered === null) throw new Error('nothing was remembered')
    const guessed = mapping(['id', 'section', 'name', 'description', 'id'])
    expect(recallMapping([...NAMES.slice(0, 4), 'Key'], guessed, remembered)?.columns).toEqual([
      'id',
      'section',
      'name',
      'ignore',
      'ignore',
    ])
  })

  it('is not used for a file that lacks a column of it', () => {
    if (remembered === null) throw new Error('nothing was remembered')
    expect(recallMapping(['ID', 'Text'], mapping(['id', 'name']), remembered)).toBe(null)
    expect(recallMapping(['x'], mapping(['name']), { ...remembered, roles: {} })).toBe(null)
  })

  it('is not made of columns that their names do not tell apart', () => {
    expect(rememberMapping(['A', 'a'], mapping(['name', 'text']))).toBe(null)
    expect(rememberMapping(['', 'a'], mapping(['name', 'text']))).toBe(null)
    expect(rememberMapping(['A', 'a'], mapping(['ignore', 'name']))?.roles).toEqual({ a: 'name' })
    expect(rememberMapping(['A', 'a'], mapping(['name', 'ignore']))?.roles).toEqual({ a: 'name' })
    const odd = rememberMapping(['__proto__'], mapping(['name']))
    expect(odd && recallMapping(['__proto__'], mapping(['text']), odd)?.columns).toEqual(['name'])
  })
})
