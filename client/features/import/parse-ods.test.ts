import { describe, expect, it } from 'vitest'
import { IMPORT_LIMITS } from './import-limits.ts'
import { parseOds } from './parse-ods.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const attributesOf = (all: Record<string, string | number>) =>
  Object.entries(all)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
const cell = (text: string, more: Record<string, string | number> = {}) =>
  `<table:table-cell${attributesOf(more)}><text:p>${text}</text:p></table:table-cell>`
const blank = (more: Record<string, string | number> = {}) =>
  `<table:table-cell${attributesOf(more)}/>`
const row = (cells: string, more: Record<string, string | number> = {}) =>
  `<table:table-row${attributesOf(more)}>${cells}</table:table-row>`
const sheet = (rows: string, more: Record<string, string | number> = { 'table:name': 'Sheet' }) =>
  `<table:table${attributesOf(more)}>${rows}</table:table>`
const read = (body: string, before = '') =>
  parseOds(bytes(`<office:document-content>${before}${body}</office:document-content>`), undefined)
const only = (rows: string) => read(sheet(rows))[0]
const across = (count: number) => ({ 'table:number-columns-repeated': count })
const down = (count: number) => ({ 'table:number-rows-repeated': count })

describe('the cells of an OpenDocument sheet', () => {
  it('stand at their places, with what is repeated and what is left empty', () => {
    const rows = [
      row(cell('A') + blank(across(2)) + cell('D', across(2)) + blank(across(16_000))),
      row(blank(), down(2)),
      row(cell('four'), down(2)),
      row(blank(), down(1_000_000)),
    ]
    expect(only(rows.join(''))?.rows).toEqual([['A', '', '', 'D', 'D'], [], [], ['four'], ['four']])
  })

  it('of repeated rows are rows of their own', () => {
    const rows = only(row(cell('one'), down(2)))?.rows
    expect(rows).toEqual([['one'], ['one']])
    expect(rows?.[0]).not.toBe(rows?.[1])
  })

  it('that are covered by a merged one keep their place', () => {
    const merged = { 'table:number-columns-spanned': 2, 'table:number-rows-spanned': 3 }
    const read = only(
      row(cell('x')) +
        row(blank() + cell('wide', merged) + '<table:covered-table-cell/>' + cell('next')) +
        row(cell('single', { 'table:number-columns-spanned': 1 })),
    )
    expect(read?.rows).toEqual([['x'], ['', 'wide', '', 'next'], ['single']])
    expect(read?.merges).toEqual([{ top: 2, bottom: 4, left: 1, right: 2 }])
  })

  it('have no text from a drawing, a table in it, or a shape of the sheet', () => {
    const drawn = `<draw:frame><text:p>drawn</text:p>${sheet(row(cell('inner')))}</draw:frame>`
    const shapes = `<table:shapes><text:p>shape</text:p></table:shapes>`
    const rows = `${shapes}${row(`<table:table-cell>${drawn}<text:p>own</text:p></table:table-cell>`)}`
    expect(read(sheet(rows))).toMatchObject([{ name: 'Sheet', rows: [['own']] }])
  })

  it('are read alike however the file is cut, also in the middle of a letter', () => {
    const texts = Array.from({ length: 70 }, (_, at) => `${at}${'ž€'.repeat(5_000)}`)
    const found = only(texts.map((text) => row(cell(text))).join(''))
    expect(found?.rows).toEqual(texts.map((text) => [text]))
  })

  it('count wrong repetitions as one', () => {
    for (const wrong of ['x', '0', '-3'])
      expect(only(row(cell('a', { 'table:number-columns-repeated': wrong })))?.rows).toEqual([
        ['a'],
      ])
    expect(only(row(cell('a', { 'table:number-columns-repeated': '2.9' })))?.rows).toEqual([
      ['a', 'a'],
    ])
  })
})

describe('the sheets', () => {
  it('have their names, and none without a filled cell', () => {
    const sheets = read(
      sheet(row(cell('1')), { 'table:name': 'First' }) +
        sheet(row(blank())) +
        sheet(row(cell('3')), {}),
    )
    expect(sheets).toEqual([
      { name: 'First', rows: [['1']], merges: [] },
      { name: 'Sheet3', rows: [['3']], merges: [] },
    ])
  })

  it('are hidden by their style', () => {
    const style = (name: string, display: string) =>
      `<style:style style:name="${name}"><style:table-properties table:display="${display}"/></style:style>`
    const of = (name: string) => ({ 'table:name': name, 'table:style-name': name })
    const sheets = read(
      sheet(row(cell('1')), of('ta1')) + sheet(row(cell('2')), of('ta2')),
      style('ta1', 'true') + style('ta2', 'false'),
    )
    expect(sheets.map(({ isHidden }) => isHidden)).toEqual([undefined, true])
  })

  it('tell their hidden rows, as far as they have rows', () => {
    const hidden = (as: string) => ({ 'table:visibility': as })
    const rows = [
      row(cell('1')),
      row(cell('2'), hidden('collapse')),
      row(cell('3'), { ...hidden('filter'), ...down(2) }),
      row(cell('5'), hidden('visible')),
      row(blank(), { ...hidden('collapse'), ...down(1_000_000) }),
    ]
    expect(only(rows.join(''))?.hiddenRows).toEqual([2, 3, 4])
    expect(only(row(cell('1')))).not.toHaveProperty('hiddenRows')
  })

  it('tell the links and notes of their cells, also of empty ones', () => {
    const link = '<text:a xlink:href="https://tenders.example">here</text:a>'
    const note = '<office:annotation><text:p>Ask Vera</text:p></office:annotation>'
    const noted = `<table:table-cell>${note}</table:table-cell>`
    expect(only(row(cell('x')) + row(cell('y') + cell(link) + noted))).toEqual({
      name: 'Sheet',
      rows: [['x'], ['y', 'here']],
      merges: [],
      links: [{ row: 2, column: 1, text: 'https://tenders.example' }],
      notes: [{ row: 2, column: 2, text: 'Ask Vera' }],
    })
  })
})

describe('the lists to choose from', () => {
  const rule = (name: string, condition: string) =>
    `<table:content-validation table:name="${name}" table:condition="${condition}"/>`
  const rules =
    rule('yes', 'of:cell-content-is-in-list(&quot;Yes&quot;;&quot;No&quot;)') +
    rule('number', 'of:cell-content()&gt;5') +
    rule('named', 'of:cell-content-is-in-list(Choices)')
  const checked = (name: string) => ({ 'table:content-validation-name': name })

  it('cover their cells, as one range where they follow each other', () => {
    const rows =
      row(cell('x')) +
      row(blank(checked('yes')) + blank({ ...checked('yes'), ...across(2) })) +
      row(blank(checked('yes')), down(3)) +
      row(cell('gap')) +
      row(blank(checked('yes')) + blank(checked('number')))
    const options = ['Yes', 'No']
    expect(read(sheet(rows), rules)[0]?.lists).toEqual([
      { top: 2, bottom: 5, left: 0, right: 0, options },
      { top: 2, bottom: 2, left: 1, right: 2, options },
      { top: 7, bottom: 7, left: 0, right: 0, options },
    ])
  })

  it('of one sheet do not go on in the next, and may be named', () => {
    const names =
      '<table:named-range table:name="Choices" table:cell-range-address="$Data.$A$1:.$A$2"/>'
    const first = sheet(row(cell('Red', checked('named'))))
    const data = { 'table:name': 'Data' }
    const second = sheet(row(cell('A')) + row(cell('B', checked('named'))), data)
    const options = ['A', 'B']
    expect(read(first + second + names, rules).map(({ lists }) => lists)).toEqual([
      [{ top: 1, bottom: 1, left: 0, right: 0, options }],
      [{ top: 2, bottom: 2, left: 0, right: 0, options }],
    ])
  })
})

describe('a file that asks for too much', () => {
  const { rows: mostRows, columns: mostColumns, cells: mostCells } = IMPORT_LIMITS
  const problem = (rows: string): unknown => {
    try {
      return only(rows)?.rows.length
    } catch (error) {
      return error
    }
  }

  it('has a cell below the last row', () => {
    expect(problem(row(blank(), down(mostRows - 1)) + row(cell('last')))).toBe(mostRows)
    const detail = { limit: mostRows, sheet: 'Sheet' }
    const refused = { problems: [{ code: 'tooManyRows', detail }] }
    expect(problem(row(blank(), down(mostRows)) + row(cell('last')))).toMatchObject(refused)
    expect(problem(row(cell('all'), down(2_000_000_000)))).toMatchObject(refused)
  })

  it('has a cell right of the last column', () => {
    expect(problem(row(blank(across(mostColumns - 1)) + cell('last')))).toBe(1)
    const detail = { limit: mostColumns, sheet: 'Sheet' }
    const refused = { problems: [{ code: 'tooManyColumns', detail }] }
    expect(problem(row(cell('all', across(mostColumns + 1))))).toMatchObject(refused)
    expect(problem(row(blank(across(1e15)) + cell('last')))).toMatchObject(refused)
  })

  it('has more cells than a project', () => {
    const full = cell('x', across(mostColumns))
    const rows = (count: number) => row(full, down(count))
    const fits = Math.floor(mostCells / (mostColumns + 1))
    expect(problem(rows(fits))).toBe(fits)
    expect(problem(rows(fits + 50))).toMatchObject({
      problems: [expect.objectContaining({ code: 'tooManyCells' })],
    })
  })

  it('has a comment or link out of reach, which is left out', () => {
    const note = '<office:annotation><text:p>far</text:p></office:annotation>'
    const far = `<table:table-cell>${note}</table:table-cell>`
    const rows = row(cell('x') + blank(across(mostColumns - 1)) + far)
    expect(only(rows + row(blank(), down(mostRows)) + row(far))).toEqual({
      ...{ name: 'Sheet', rows: [['x']], merges: [] },
    })
  })

  it('has a table in a cell, or is encrypted', () => {
    const nested = row(`<table:table-cell>${sheet(row(cell('inner')))}</table:table-cell>`)
    expect(problem(nested)).toMatchObject({
      problems: [expect.objectContaining({ code: 'brokenZip' })],
    })
    const manifest = bytes('<manifest:encryption-data manifest:checksum="x"/>')
    expect(() => parseOds(bytes('<x/>'), manifest)).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ code: 'encrypted' })] }),
    )
    expect(parseOds(bytes('<x/>'), bytes('<manifest:manifest/>'))).toEqual([])
  })
})
