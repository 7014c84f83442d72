import { describe, expect, it } from 'vitest'
import { planImport } from '../excel-rows.ts'
import type { Cell, CellRows } from '../excel-rows-cells.ts'
import { prepareTable } from '../prepare-table.ts'
import { guessTable } from './guess-table.ts'
import { guessWorkbook } from './rank-sheets.ts'

/** [id, section, name] of each requirement as the guess reads it. */
const guessed = (rows: CellRows) => {
  const sheet = { rows, merges: [] }
  const { headerRow, mapping } = guessTable(sheet)
  let count = 0
  const plan = planImport({
    ...prepareTable(sheet, headerRow, mapping),
    existing: { requirements: [], sections: [] },
    newId: () => `n${(count += 1)}`,
  })
  expect(plan.refused).toEqual([])
  return plan.creates.map(({ sourceId, sectionName, name }) => [sourceId, sectionName, name])
}

describe('headers', () => {
  it('[XL12] where each block repeats the header below its heading, the blocks above are read, too', () => {
    const rows: CellRows = [
      ['Questions about security'],
      ['Part A: organization'],
      ['No', 'Question', 'Answer (yes/no)', 'Explanation'],
      [1, 'Is there a security policy that all employees know?'],
      [2, 'Who is responsible for the security of data?'],
      ['Part B: technology'],
      ['No', 'Question', 'Answer (yes/no)', 'Explanation'],
      [3, 'Are the data encrypted while they are sent?'],
      [4, 'How does the company treat known weaknesses?'],
      [5, 'Does an independent company test the system?'],
    ]
    expect(guessed(rows).map(([id, section]) => [id, section])).toEqual([
      ['1', 'Part A: organization'],
      ['2', 'Part A: organization'],
      ['3', 'Part B: technology'],
      ['4', 'Part B: technology'],
      ['5', 'Part B: technology'],
    ])
  })

  it('[XL12] a header of unknown words is found by what each row below it says', () => {
    const rows: CellRows = [
      ['Xid', 'Yfab', 'Zko', 'Wer'],
      ...Array.from({ length: 8 }, (_, at): string[] => [
        `${at + 1}.`,
        at < 5 ? 'Kauf' : 'Lager',
        `Das Programm verkauft die Karte ${at + 1} ohne ein Konto.`,
        'immer',
      ]),
    ]
    expect(guessTable({ rows, merges: [] }).headerRow).toBe(1)
  })

  it('[XL12] a title above an empty row is no requirement of a list of one column', () => {
    const wishes = [1, 2, 3, 4].map((at) => [`The clerk prints form ${at} in both languages.`])
    expect(
      guessed([['Wishes of the department'], [], ...wishes]).map(([, , name]) => name),
    ).toEqual(wishes.map(([text]) => text))
  })
})

describe('columns', () => {
  it('[XL12] of two columns of GUIDs, the one that repeats names a parent', () => {
    const guid = (no: number): string => `0000000${no}-1a2b-4c3d-8e9f-0123456789ab`
    const rows: CellRows = [
      ['Parent GUID', 'GUID', 'Title'],
      ...[1, 2, 3, 4, 5, 6].map((at) => [
        guid(at % 2),
        guid(at + 2),
        `Sells tickets of kind ${at}`,
      ]),
    ]
    expect(guessed(rows).map(([id]) => id)).toEqual([3, 4, 5, 6, 7, 8].map(guid))
  })

  it('[XL18] rows of sections are headings where no row has both a section and a text', () => {
    const rows: CellRows = [
      ['ID', 'Object Number', 'Object Heading', 'Object Text', 'Object Type'],
      ['S-1', '1', 'Power', '', 'Heading'],
      ['S-2', '1.0-1', '', 'The system runs on 24 V.', 'Requirement'],
      ['S-3', '1.0-2', '', 'The system survives a loss of power.', 'Requirement'],
      ['S-4', '2', 'Interfaces', '', 'Heading'],
      ['S-5', '2.0-1', '', 'The system logs each message.', 'Requirement'],
      ['S-6', '2.0-2', '', 'The system rejects a wrong checksum.', 'Requirement'],
      ['S-7', '2.0-3', '', 'The system sends a message again.', 'Requirement'],
    ]
    expect(guessed(rows).map(([id, section]) => [id, section])).toEqual([
      ['S-2', 'Power'],
      ['S-3', 'Power'],
      ['S-5', 'Interfaces'],
      ['S-6', 'Interfaces'],
      ['S-7', 'Interfaces'],
    ])
  })
})

it('[XL12] what each of several vendors states is not the description', () => {
  const rows: CellRows = [
    ['Catalogue', '', 'Alpha', '', 'Beta', ''],
    ['No', 'Requirement', 'Level', 'Statement', 'Level', 'Statement'],
    ...Array.from({ length: 9 }, (_, at): (string | number)[] => [
      at + 1,
      `The platform offers report ${at} for managers.`,
      at * 5,
      `We support it since release ${at}.`,
      90 - at,
      `It is there, see page ${at}.`,
    ]),
  ]
  const merges = [0, 2, 4].map((left) => ({ top: 1, bottom: 1, left, right: left + 1 }))
  const { mapping } = guessTable({ rows, merges })
  expect(mapping).toMatchObject({ headerRows: 2 })
  expect(mapping.columns).toEqual(['id', 'name', 'number', 'text', 'number', 'text'])
})

describe('sheets', () => {
  it('[XL12] guidance about requirements is not the list of them, however long it is', () => {
    const guidance = Array.from({ length: 40 }, (_, at) => [
      `Paragraph ${at}: read the requirement, and answer it truthfully.`,
    ])
    const list = Array.from({ length: 6 }, (_, at) => [`A${at}`, `Show page ${at}.`])
    const { sheetIndex } = guessWorkbook([
      {
        name: 'Requirements guidance',
        rows: [['How to respond to requirements'], ...guidance],
        merges: [],
      },
      { name: 'Functional', rows: [['Req. No.', 'Requirement description'], ...list], merges: [] },
    ])
    expect(sheetIndex).toBe(1)
  })
})

describe('[XL12] what stands around a list', () => {
  const list = (last: string): Cell[][] => [
    ['No.', 'Topic', 'Requirement', '', last],
    ...Array.from({ length: 12 }, (_, at) => [
      ...[`R-${at + 1}`, at < 6 ? 'Sales' : 'Control', `The rider keeps rule ${at} at all times.`],
    ]),
  ]
  const rolesOf = (rows: CellRows) => guessTable({ rows, merges: [] }).mapping.columns

  it('a legend beside the first rows is no field, a comment behind a spacer column is one', () => {
    const legend = list('Legend')
    for (const row of legend.slice(1, 4)) row.push('', 'C = compliant')
    expect(rolesOf(legend).at(4)).toBe('ignore')
    const comments = list('Remark of the author')
    for (const at of [2, 11]) comments[at]?.push('', 'To be agreed')
    expect(rolesOf(comments).at(4)).not.toBe('ignore')
  })

  it('sums below a numbered list are left out, requirements without a number are kept', () => {
    const rows = list('Points')
    const more: CellRows = [
      ['', 'Control', 'Results must be kept for ten years.'],
      [
        '',
        'Control',
        'Percentage of delayed trains per line and month, for each of the last twelve months',
      ],
      ['', '', 'Points achieved', '', 0],
      ['', '', 'Percentage', '', 0],
    ]
    const names = guessed([...rows, ...more]).map(([, , name]) => name)
    expect(names).toHaveLength(14)
    expect(names.slice(12)).toEqual(more.slice(0, 2).map((row) => row[2]))
  })
})
