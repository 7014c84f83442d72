import { describe, expect, it } from 'vitest'
import type { WordBlock, WordParagraph, WordTable } from './word-blocks.ts'
import { sheetsOfWord } from './word-sheets.ts'
import { isObligation } from './word-words.ts'

const text = (said: string, more: Partial<WordParagraph> = {}): WordParagraph => ({
  ...{ kind: 'paragraph', text: said, level: 0, number: '', isListed: false, isCaption: false },
  ...{ comments: [], ...more },
})
const numbered = (number: string, said: string) => text(said, { number, isListed: true })
const table = (...rows: string[][]): WordTable => ({
  kind: 'table',
  rows: rows.map((cells) => ({
    isHeader: false,
    cells: cells.map((one) => ({ text: one, number: '', comments: [] })),
  })),
})
const columnsOf = (blocks: WordBlock[], ...names: string[]) => {
  const [sheet] = sheetsOfWord(blocks)
  const [header = [], ...rows] = sheet?.rows ?? []
  return rows.map((row) => names.map((name) => row[header.indexOf(name)] ?? ''))
}

describe('[XL50] paragraphs of a text document', () => {
  it('[XL50] stand in the sections of the headings above; the others are hidden', () => {
    const blocks = [
      text('Access', { level: 1 }),
      text('This chapter is about access.'),
      text('Sign-in', { level: 3 }),
      text('The system shall sign people in.', { comments: ['How fast?'] }),
      text('A sign', { isListed: true }),
      text('Audit', { level: 2 }),
      numbered('7', 'Records are kept.'),
    ]
    expect(columnsOf(blocks, 'Section', 'Requirement')).toEqual([
      ['Access', 'This chapter is about access.'],
      ['Access / Sign-in', 'The system shall sign people in.'],
      ['Access / Sign-in', 'A sign'],
      ['Access / Audit', 'Records are kept.'],
    ])
    expect(sheetsOfWord(blocks)[0]).toMatchObject({
      hiddenRows: [2],
      notes: [{ row: 3, column: 2, text: 'How fast?' }],
    })
  })

  it('[XL50] a document without a requirement hides nothing', () => {
    const [sheet, ...others] = sheetsOfWord([text('We sell tickets.'), text('We buy trams.')])
    expect([sheet?.rows.length, sheet?.hiddenRows, others]).toEqual([3, undefined, []])
  })

  it('[XL50] a long heading or an obligation in it is a requirement, a short number above others a heading', () => {
    const blocks = [
      text('The system shall work.', { level: 2, number: '1.1' }),
      numbered('2', 'Records'),
      numbered('2.1', 'Records are kept'),
      text('For ten years at least.'),
      numbered('2.2', 'Records are shown.'),
      text('This is no part of it.'),
    ]
    expect(columnsOf(blocks, 'ID', 'Section', 'Requirement', 'Description').slice(0, 3)).toEqual([
      ['1.1', 'General', 'The system shall work.', ''],
      ['2.1', 'Records', 'Records are kept', 'For ten years at least.'],
      ['2.2', 'Records', 'Records are shown.', ''],
    ])
    expect(sheetsOfWord(blocks)[0]?.hiddenRows).toEqual([5])
  })

  it.each(['It must work.', 'Systém musí ísť.', 'Systém nesmie ísť.', 'Es muss gehen.', 'Má ísť.'])(
    '[XL50] an obligation: %s',
    (said) => expect(isObligation(said)).toBe(true),
  )
  it.each(['A mustard tree', 'Marshall', 'Mama', 'Shoulder'])('[XL50] none: %s', (said) =>
    expect(isObligation(said)).toBe(false),
  )
})

describe('[XL51] ids', () => {
  it('[XL51] typed ids count if there are several of a kind, and running ones leave them out', () => {
    const blocks = [
      text('3 Keys', { level: 1 }),
      text('REQ-1: Keys are long.'),
      text('REQ-2: Keys must be new.'),
      text('AES-256: it must be used.'),
      text('3.1.1 Locks are kept.'),
      text('3.1.2 Doors are kept.'),
      numbered('3-2', 'A number like a running one.'),
      text('The last must have one.'),
    ]
    expect(columnsOf(blocks, 'ID', 'Section', 'Requirement')).toEqual([
      ['REQ-1', 'Keys', 'Keys are long.'],
      ['REQ-2', 'Keys', 'Keys must be new.'],
      ['3-1', 'Keys', 'AES-256: it must be used.'],
      ['3.1.1', 'Keys', 'Locks are kept.'],
      ['3.1.2', 'Keys', 'Doors are kept.'],
      ['3-2', 'Keys', 'A number like a running one.'],
      ['3-3', 'Keys', 'The last must have one.'],
    ])
  })

  it('[XL51] lists that begin again take the number of the heading; the same again is numbered', () => {
    const again = [numbered('1', 'It starts.'), numbered('2', 'It ends.')]
    expect(columnsOf([...again], 'ID')).toEqual([['1'], ['2']])
    const blocks = [text('A', { level: 1 }), ...again, text('B', { level: 1 }), ...again, ...again]
    expect(columnsOf(structuredClone(blocks), 'ID')).toEqual(columnsOf(blocks, 'ID'))
    expect(columnsOf(blocks, 'ID').flat()).toEqual([
      ...['1(1)', '1(2)', '2(1)', '2(2)', '2(1) (2)', '2(2) (2)'],
    ])
  })

  it('[XL51] tens of thousands of paragraphs with one number have ids of their own', () => {
    const blocks = Array.from({ length: 50_000 }, () => numbered('1.1', 'It works.'))
    const ids = columnsOf(blocks, 'ID').flat()
    expect(new Set(ids).size).toBe(50_000)
    expect(ids.slice(0, 2)).toEqual(['1.1', '1.1 (2)'])
  })
})

describe('[XL52] tables', () => {
  it('[XL52] columns of a requirement go to its parts, others are fields', () => {
    const blocks = [
      text('Access', { level: 1 }),
      table(
        ['Ref', 'Area', 'Requirement', 'Priority'],
        ['Keys', '', '', ''],
        ['A-1', 'Doors', 'The system opens doors.', 'high'],
        ['A-2', 'Doors', 'The system closes doors.', 'low'],
      ),
    ]
    expect(columnsOf(blocks, 'ID', 'Requirement', 'Priority')).toEqual([
      ['A-1', 'The system opens doors.', 'high'],
      ['A-2', 'The system closes doors.', 'low'],
    ])
    expect(columnsOf(blocks, 'Section')[0]?.[0]).toMatch(/^Access \/ Keys/)
  })

  it('[XL52] a form is one requirement, and two columns with ids need no names', () => {
    const blocks = [
      table(['ID:', 'F-1'], ['Description', 'It works.'], ['Owner', 'Eva']),
      table(['B-1', 'It opens.'], ['B-2', 'It closes.']),
    ]
    expect(columnsOf(blocks, 'ID', 'Requirement', 'Owner')).toEqual([
      ['F-1', 'It works.', 'Eva'],
      ['B-1', 'It opens.', ''],
      ['B-2', 'It closes.', ''],
    ])
  })

  it('[XL52] thousands of tables with columns of their own stay one table of bounded width', () => {
    const blocks = Array.from({ length: 5_000 }, (_, at) =>
      table(['ID', 'Requirement', 'Owner', `Field ${at}`], [`T-${at}`, 'It works.', 'Eva', 'v']),
    )
    const [sheet] = sheetsOfWord(blocks)
    expect([sheet?.rows.length, sheet?.rows[0]?.length]).toEqual([5_001, 194])
    expect(columnsOf(blocks, 'Owner', 'Description').at(-1)).toEqual(['Eva', 'Field 4999: v'])
  })

  it('[XL52] terms and versions are sheets of their own', () => {
    const sheets = sheetsOfWord([
      text('It must work.'),
      table(['Version', 'Date', 'Description'], ['1', '2026-01-01', 'The first one']),
      text('Words', { isCaption: true }),
      table(['Term', 'Sense'], ['Key', 'A secret']),
    ])
    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['Requirements', 2],
      ['Table 1', 2],
      ['Words', 2],
    ])
  })
})
