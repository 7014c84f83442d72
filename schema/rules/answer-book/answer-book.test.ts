import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Commitment } from '../../entities/commitment.ts'
import type { Parameter } from '../../entities/parameter.ts'
import {
  arbitraryBook,
  BOOK_WORDS,
  RELEASES,
  sha256,
} from '../../../tests/support/arbitrary-answer-book.ts'
import { type FileSheet, fileOf, recordIn } from '../../../tests/support/answer-book-file.ts'
import { targetOf } from '../../../tests/support/answer-book-target.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildRequirement,
  buildStatement,
} from '../../../tests/support/project-rows.ts'
import type { Cell } from '../excel/excel-rows-cells.ts'
import { controlOf } from '../definition/controls.ts'
import { bookCommands } from './book-commands.ts'
import { readRecord, RECORD_SHEET } from './book-record.ts'
import { wrongBook } from './judge-record.ts'
import { type BookInput, makeAnswerBook } from './make-book.ts'
import { type BookPlan, type BookTarget, planBook } from './plan-book.ts'

const NOTHING: BookPlan = {
  ...{ answers: [], refused: [], left: [], unknown: [] },
  ...{ missing: [], missingSheets: [], copiedSheets: [], missingColumns: [] },
}
const OPTIONS = [
  { key: 'full', label: 'Supports', value: 100 },
  { key: 'part', label: 'Partially supports', value: 50 },
]
const ANSWER: Parameter[] = [
  buildStatement(),
  buildParameter({ id: 'level', key: 'level', name: 'Level', type: 'SELECTBOX', options: OPTIONS }),
  buildParameter({
    ...{ id: 'note', key: 'note', name: 'Note', type: 'TEXTAREA' },
    visibleWhen: {
      join: 'all',
      conditions: [{ parameterKey: 'level', op: 'equals', value: 'part' }],
    },
  }),
  buildParameter({ id: 'day', key: 'day', name: 'Day', type: 'DATE_PICKER' }),
  buildParameter({ id: 'ok', key: 'ok', name: 'OK', type: 'CHECKBOX' }),
  buildParameter({
    ...{ id: 'code', key: 'code', name: 'Code' },
    validations: [{ kind: 'max', value: 5 }],
  }),
]
const VALUES: Commitment['values'] = {
  met: 40,
  'met.release': 3,
  level: 'part',
  note: 'Soon',
  day: '2027-02-28',
  ok: true,
}

const inputOf = (changes: Partial<BookInput> = {}): BookInput => ({
  head: {
    ...{ projectId: 'project', project: 'Groupware', version: '1', addendum: 1 },
    ...{ vendorId: 7, vendor: 'Vendor', exportedOn: 5 },
  },
  releases: RELEASES,
  words: BOOK_WORDS,
  sha256,
  documents: [
    {
      document: { id: 'd1', name: 'Functions' },
      sections: [{ id: 's1', name: 'General' }],
      requirements: [1, 2, 3].map((n) =>
        buildRequirement({
          ...{ id: `r${n}`, fullId: `FUN-000${n}`, updatedOn: 4 },
          definition: buildDefinition({ answer: ANSWER }),
        }),
      ),
      answers: new Map([['r1', buildCommitment({ values: VALUES, updatedOn: 9 })]]),
    },
  ],
  ...changes,
})
const input = inputOf()
const exported = (): FileSheet[] => fileOf(makeAnswerBook(input))
const HEADERS = exported()[0]?.rows[0] ?? []
const columnOf = (header: string): number => HEADERS.indexOf(header)

/** Writes a cell of the first sheet; row 1 is the first below the header. */
const write = (sheets: FileSheet[], row: number, header: string, cell: Cell): void => {
  const cells = sheets[0]?.rows[row]
  if (cells === undefined || columnOf(header) < 0) throw new Error(`No cell ${row} ${header}`)
  cells[columnOf(header)] = cell
}
const edited = (...edits: [row: number, header: string, cell: Cell][]): FileSheet[] => {
  const sheets = exported()
  for (const edit of edits) write(sheets, ...edit)
  return sheets
}
const planOf = (sheets: FileSheet[], changes: Partial<BookTarget> = {}): BookPlan =>
  planBook(recordIn(sheets), sheets, targetOf(input, changes))
const mineIn = (plan: BookPlan) =>
  Object.fromEntries(
    plan.answers.map(({ requirement, fields }) => [
      requirement.id,
      Object.fromEntries(fields.map(({ field, mine }) => [field.key, mine])),
    ]),
  )

test('the first sheet has ids, sections, texts and a column for each field of the answer', () => {
  expect(HEADERS).toEqual([
    ...['ID', 'Section', 'Requirement', 'Text'],
    ...['Met', 'Met: release', 'Level', 'Note', 'Day', 'OK', 'Code'],
  ])
  expect(exported()[0]?.rows[1]).toEqual([
    ...['FUN-0001', 'General', 'Sends mail', 'The system works.'],
    ...[40, '2.0, "final" · 01.05.2031', 'Partially supports', 'Soon', '2027-02-28', 'Yes', ''],
  ])
})

describe('what a person has changed', () => {
  test('[AB1] a workbook in which nothing was changed changes nothing', () => {
    fc.assert(
      fc.property(arbitraryBook, (book) => {
        const sheets = fileOf(makeAnswerBook(book))
        expect(planBook(recordIn(sheets), sheets, targetOf(book))).toEqual(NOTHING)
      }),
      { numRuns: 300 },
    )
  })

  const NEW: Record<string, [Cell, unknown]> = {
    text: ['A new text', 'A new text'],
    textarea: ['A\nnew text', 'A\nnew text'],
    number: [77.25, 77.25],
    date: ['2027-01-31', '2027-01-31'],
    checkbox: ['', null],
    select: ['Yes, all of it', 'yes'],
    release: ['Not planned', -1],
  }
  test('[AB2] exactly the changed cells change their fields, with the values of the export as base', () => {
    fc.assert(
      fc.property(arbitraryBook, fc.infiniteStream(fc.boolean()), (book, choices) => {
        const sheets = fileOf(makeAnswerBook(book))
        const record = recordIn(sheets)
        const target = targetOf(book)
        const wanted: string[] = []
        for (const { requirementId, sheet, fields, label } of record.rows)
          for (const { column, field, base } of fields) {
            const row = sheets[sheet]?.rows.find(([id]) => id === label)
            const { definition = '' } = target.requirements.get(requirementId) ?? {}
            const parameter = (
              JSON.parse(definition) as { suppliersCommitment: { parameters: Parameter[] } }
            ).suppliersCommitment.parameters.find(({ id }) => id === field)
            const kind = parameter === undefined ? 'release' : controlOf(parameter)
            const [cell, value] = NEW[kind] ?? ['', null]
            if (row === undefined || choices.next().value !== true) continue
            row[column] = cell
            if (value !== base && !(value === null && base === null))
              wanted.push(JSON.stringify([requirementId, field, base, value]))
          }
        const plan = planBook(record, sheets, target)
        expect(
          plan.answers.flatMap(({ requirement, fields }) =>
            fields.map(({ field, base, mine }) =>
              JSON.stringify([requirement.id, field.key, base, mine]),
            ),
          ),
        ).toEqual(wanted)
        expect({ ...plan, answers: [] }).toEqual(NOTHING)
      }),
      { numRuns: 300 },
    )
  })

  test('[AB3] an emptied cell clears its field only if it had a value and its row is still there', () => {
    const plan = planOf(edited([1, 'Note', ''], [2, 'Note', '  ']))
    expect(plan.answers.flatMap(({ fields }) => fields)).toMatchObject([
      { kind: 'clear', base: 'Soon', mine: null, address: 'H2', label: 'FUN-0001' },
    ])
    const cut = exported()
    cut[0]?.rows.splice(1, 1)
    expect(planOf(cut)).toEqual({ ...NOTHING, missing: ['FUN-0001'] })
    const narrow = exported()
    for (const row of narrow[0]?.rows ?? []) row.splice(columnOf('Note'), 1)
    expect(planOf(narrow)).toEqual({
      ...NOTHING,
      missingColumns: [{ sheet: 'Functions', header: 'Note' }],
    })
    expect(planOf(exported().slice(1))).toEqual({ ...NOTHING, missingSheets: ['Functions'] })
  })

  test('[AB4] sorted rows, inserted rows and inserted columns are found again', () => {
    const sheets = edited([1, 'Note', 'Now'], [3, 'Met', 90])
    const [header = [], ...rows] = sheets[0]?.rows ?? []
    const moved = [header, ...rows.toReversed()].map((row) => [
      row[0] ?? '',
      'mine',
      ...row.slice(1),
    ])
    const plan = planOf([
      { name: 'FUNCTIONS', rows: [['Our copy'], [], ...moved] },
      ...sheets.slice(1),
    ])
    expect(mineIn(plan)).toEqual({ r1: { note: 'Now' }, r3: { met: 90 } })
    expect(plan.answers[0]?.fields[0]?.address).toBe('F4')
  })
})

describe('merging', () => {
  const answersWith = (values: Commitment['values']) =>
    new Map([['r1', buildCommitment({ values: { ...VALUES, ...values }, updatedOn: 20 })]])

  test('[AB5] a field that has changed since the export is a conflict, and others are not', () => {
    const plan = planOf(edited([1, 'Note', 'Mine'], [1, 'Met', 90]), {
      answers: answersWith({ note: 'Theirs', ok: false }),
    })
    expect(plan.answers[0]?.fields).toMatchObject([
      { kind: 'change', base: 40, current: 40, mine: 90 },
      { kind: 'conflict', base: 'Soon', current: 'Theirs', mine: 'Mine' },
    ])
    expect(planOf(edited([1, 'Note', 'Same']), { answers: answersWith({ note: 'Same' }) })).toEqual(
      NOTHING,
    )
  })

  test('[AB6] an edit names the values of the export as those that its writer saw', () => {
    const plan = planOf(edited([1, 'Note', ''], [2, 'OK', 'x']))
    expect(bookCommands(plan.answers, { projectId: 'project', vendorId: 7 })).toEqual([
      {
        args: {
          ...{ projectId: 'project', vendorId: 7 },
          items: [
            { requirementId: 'r1', values: { note: null } },
            { requirementId: 'r2', values: { ok: true } },
          ],
        },
        seen: { 'commitment/r1.7#values.note': 'Soon', 'commitment/r2.7#values.ok': null },
      },
    ])
  })

  test('[AB7] no edit has more than 200 answers, or more than a request carries', () => {
    const answers = planOf(edited([1, 'Note', 'x'.repeat(9_000)])).answers
    const many = (count: number) => Array.from({ length: count }, () => answers).flat()
    const sizes = (count: number) =>
      bookCommands(many(count), { projectId: 'project', vendorId: 7 }).map(({ args }) => [
        args.items.length,
        JSON.stringify(args).length < 260_000,
      ])
    expect(sizes(30)).toEqual([
      [27, true],
      [3, true],
    ])
    const small = planOf(edited([1, 'OK', 'No'])).answers
    expect(
      bookCommands(Array.from({ length: 401 }, () => small).flat(), {
        projectId: 'project',
        vendorId: 7,
      }).map(({ args }) => args.items.length),
    ).toEqual([200, 200, 1])
  })

  test('an answer to a requirement that has changed since the export is marked', () => {
    const plan = planOf(edited([1, 'Note', 'New']), {
      requirements: new Map(
        (input.documents[0]?.requirements ?? []).map((one) => [one.id, { ...one, updatedOn: 8 }]),
      ),
    })
    expect(plan.answers).toMatchObject([{ isChanged: true }])
  })
})

describe('what is not imported', () => {
  test.each<[header: string, cell: Cell, problem: object]>([
    ['Met', 101, { code: 'notPercent' }],
    ['Met', -1, { code: 'notPercent' }],
    // 50 % in a spreadsheet is 0.5, and 100 % is 1.
    ['Met', 0.5, { code: 'notPercent' }],
    ['Met', 1, { code: 'notPercent' }],
    ['Met', 'half', { code: 'notNumber' }],
    ['Met: release', '9.9', { code: 'notRelease' }],
    ['Level', 'Other', { code: 'notOption' }],
    ['Day', '2027-02-30', { code: 'notDate' }],
    ['OK', 'maybe', { code: 'notTick' }],
    ['Code', '123456', { code: 'tooLong', length: 6, max: 5 }],
    ['Note', 'x'.repeat(20_001), { code: 'tooLong', length: 20_001, max: 20_000 }],
    ['Note', '#REF!', { code: 'cellError' }],
  ])('[AB8] the value %s = %s is refused with its cell, and the rest is imported', (...given) => {
    const [header, cell, problem] = given
    const plan = planOf(edited([2, header, cell], [2, 'Code', header === 'Code' ? cell : 'ok']))
    const column = columnOf(header)
    expect(plan.refused).toEqual([
      {
        ...{ sheet: 'Functions', address: `${String.fromCharCode(65 + column)}3` },
        ...{ label: 'FUN-0002', column: header, problem },
      },
    ])
    expect(mineIn(plan)).toEqual(header === 'Code' ? {} : { r2: { code: 'ok' } })
  })

  test.each<[header: string, cell: Cell, value: unknown]>([
    ['Met', '55 %', 55],
    ['Met', '12,5', 12.5],
    ['Met', 0, 0],
    ['Met: release', 'available now', -2],
    ['Met: release', '2.0, "final"', 3],
    ['Level', ' supports ', 'full'],
    ['Level', 'full', 'full'],
    ['Day', '1. 3. 2027', '2027-03-01'],
    ['OK', 'TRUE', true],
    ['Code', 7, '7'],
  ])('people may write %s as %s', (header, cell, value) => {
    const plan = planOf(edited([2, header, cell]))
    expect(Object.values(mineIn(plan)['r2'] ?? {})).toEqual([value])
  })

  test('a text in a cell of a field that the requirement does not ask is named', () => {
    const book = inputOf()
    const [first] = book.documents
    if (first === undefined) throw new Error('no document')
    const other = buildRequirement({
      ...{ id: 'r4', fullId: 'FUN-0004' },
      definition: buildDefinition({ answer: [] }),
    })
    const documents = [{ ...first, requirements: [...first.requirements, other] }]
    const sheets = fileOf(makeAnswerBook({ ...book, documents }))
    write(sheets, 4, 'Note', 'x')
    const plan = planBook(recordIn(sheets), sheets, targetOf({ ...book, documents }))
    expect(plan).toEqual({
      ...NOTHING,
      refused: [
        {
          ...{ sheet: 'Functions', address: 'H5', label: 'FUN-0004', column: 'Note' },
          problem: { code: 'notAsked' },
        },
      ],
    })
  })

  test('[AB9] rows that are submitted, not writable, gone, doubled or unknown are named and stay', () => {
    const sheets = edited([1, 'Note', 'Mine'], [2, 'Note', 'Mine'], [3, 'Note', 'Mine'])
    const place = { sheet: 'Functions', address: 'A2', label: 'FUN-0001' }
    const submitted = buildCommitment({ values: VALUES, submitted: true })
    expect(planOf(sheets, { answers: new Map([['r1', submitted]]) }).left).toEqual([
      { ...place, reason: 'submitted' },
    ])
    expect(
      planOf(exported(), { answers: new Map([['r1', submitted]]) }),
      'a row without a change is no news',
    ).toEqual(NOTHING)
    const requirements = new Map(targetOf(input).requirements)
    requirements.delete('r1')
    expect(planOf(sheets, { requirements }).left).toEqual([{ ...place, reason: 'gone' }])
    const mayNot = planOf(sheets, { mayAnswer: ({ id }) => id !== 'r1' })
    expect(mayNot.left).toEqual([{ ...place, reason: 'notWritable' }])
    expect(Object.keys(mineIn(mayNot))).toEqual(['r2', 'r3'])
    write(sheets, 3, 'ID', 'FUN-0001')
    sheets[0]?.rows.push([], ['FUN-0099', '', 'A row of our own'])
    const plan = planOf(sheets)
    expect(plan.left).toEqual([{ ...place, address: 'A4', reason: 'twice' }])
    expect(plan.unknown).toEqual([{ ...place, address: 'A6', label: 'FUN-0099' }])
    expect(plan.missing).toEqual(['FUN-0003'])
    expect(Object.keys(mineIn(plan))).toEqual(['r1', 'r2'])
  })
})

describe('the hidden sheet', () => {
  test('[AB10] a workbook without it, with a changed one or of a later format is refused', () => {
    const without = exported().slice(0, 1)
    expect(readRecord(without, sha256)).toBe('notBook')
    expect(readRecord([], sha256)).toBe('notBook')
    const changed = (change: (rows: Cell[][]) => void) => {
      const sheets = exported()
      const own = sheets.find(({ name }) => name === RECORD_SHEET)
      change(own?.rows ?? [])
      return readRecord(sheets, sha256)
    }
    const put = (row: number, column: number, text: string) => (rows: Cell[][]) => {
      const cells = rows[row]
      if (cells !== undefined) cells[column] = text
    }
    expect(changed(put(2, 0, '|{}|'))).toBe('damaged')
    expect(changed(put(2, 0, '{}'))).toBe('damaged')
    expect(changed((rows) => void rows.splice(2, 1))).toBe('damaged')
    expect(changed(put(0, 2, sha256('')))).toBe('damaged')
    expect(changed(put(0, 1, '2'))).toBe('newerFormat')
    expect(changed(put(0, 1, 'x'))).toBe('damaged')
    expect(
      changed((rows) => {
        rows.length = 1
        put(0, 2, sha256(''))(rows)
      }),
      'a right check sum over nothing',
    ).toBe('damaged')
    expect(changed(() => {})).toEqual(recordIn(exported()))
  })

  test('[AB11] a workbook of another project, version, vendor or a later publication is refused', () => {
    const record = recordIn(exported())
    const here = {
      ...{ projectId: 'project', addendum: 1, vendorId: 7 },
      lineageIds: new Set(['d1']),
    }
    expect(wrongBook(record, here)).toBeNull()
    expect(wrongBook(record, { ...here, addendum: 2 }), 'an earlier publication').toBeNull()
    expect(wrongBook(record, { ...here, vendorId: 8 })).toBe('otherVendor')
    expect(wrongBook(record, { ...here, addendum: 0 })).toBe('newerPublication')
    expect(wrongBook(record, { ...here, projectId: 'x' })).toBe('otherVersion')
    expect(wrongBook(record, { ...here, projectId: 'x', lineageIds: new Set() })).toBe(
      'otherProject',
    )
  })

  test('long answers fill several cells, none longer than a spreadsheet keeps', () => {
    const long = '😀 =x\n'.repeat(3_000)
    const book = inputOf()
    const [first] = book.documents
    if (first === undefined) throw new Error('no document')
    const answers = new Map([['r1', buildCommitment({ values: { ...VALUES, note: long } })]])
    const made = makeAnswerBook({ ...book, documents: [{ ...first, answers }] })
    expect(Math.max(...made.record.flat().map(({ length }) => length))).toBeLessThan(32_768)
    const row = recordIn(fileOf(made)).rows[0]
    expect(row?.fields.find(({ field }) => field === 'note')?.base).toBe(long)
  })
})

describe('what the workbook holds', () => {
  test('[AB12] it holds nothing that the vendor does not read', () => {
    const secret = 'SECRET'
    const [first] = inputOf().documents
    if (first === undefined) throw new Error('no document')
    const requirement = buildRequirement({
      evaluatorHelp: secret,
      definition: buildDefinition({
        content: [
          buildParameter({ hidden: true, name: secret, value: secret }),
          buildParameter({
            ...{ id: 'g', key: 'g', isGroup: true, hidden: true },
            parameters: [buildParameter({ id: 'h', key: 'h', name: secret, value: secret })],
          }),
        ],
        answer: [
          buildStatement({ weight: 987_654, knockOut: 43.21 }),
          buildParameter({ id: 'x', key: 'x', name: secret, hidden: true }),
        ],
      }),
    })
    const answers = new Map([
      ['r1', buildCommitment({ values: { met: 5, x: secret, old: secret }, updatedBy: secret })],
      ['r9', buildCommitment({ requirementId: 'r9', values: { met: secret } })],
    ])
    const made = makeAnswerBook({
      ...input,
      documents: [{ ...first, requirements: [requirement], answers }],
    })
    const text = JSON.stringify(made)
    expect(text).toContain('Sends mail')
    for (const part of [secret, '987', '43.21']) expect(text).not.toContain(part)
  })

  test('[AB13] cells take only what their field allows, and say when it is asked', () => {
    const [sheet] = makeAnswerBook(input).sheets
    const ruleOf = (header: string) =>
      sheet?.rules.filter(({ column }) => column === columnOf(header)).map(({ rule }) => rule)
    expect(ruleOf('Met')).toEqual([{ kind: 'number', min: 0, max: 100, hint: '0 to 100' }])
    expect(ruleOf('Met: release')).toMatchObject([
      { kind: 'choice', options: ['Available now', '1.0', RELEASE_3, 'Not planned'] },
    ])
    expect(ruleOf('Level')).toMatchObject([{ options: ['Supports', 'Partially supports'] }])
    expect(ruleOf('Note')).toEqual([
      { kind: 'text', max: 20_000, hint: 'Only if “Level” is Partially supports' },
    ])
    expect(ruleOf('Code')).toMatchObject([{ kind: 'text', max: 5 }])
    expect(ruleOf('ID')).toEqual([])
    expect(sheet?.columns[columnOf('Note')]?.note).toBe('Only if “Level” is Partially supports')
    expect(sheet?.rules.every(({ top, bottom }) => top === 0 && bottom === 2)).toBe(true)
  })

  test('[AB13] the conditions of groups and of required fields are said in words', () => {
    const [first] = inputOf().documents
    if (first === undefined) throw new Error('no document')
    const isPart = { parameterKey: 'level', op: 'equals' as const, value: 'part' }
    const noteIsFilled = { parameterKey: 'note', op: 'filled' as const, value: null }
    const answer: Parameter[] = [
      ...ANSWER.filter(({ id }) => id === 'level' || id === 'note'),
      buildParameter({
        ...{ id: 'g', key: 'g', name: 'Group', isGroup: true },
        visibleWhen: { join: 'any', conditions: [isPart, noteIsFilled] },
        parameters: [
          buildParameter({
            ...{ id: 'why', key: 'why', name: 'Why' },
            validations: [
              {
                kind: 'requiredConditionally',
                when: { join: 'all', conditions: [noteIsFilled] },
              },
            ],
          }),
        ],
      }),
    ]
    const requirements = [buildRequirement({ definition: buildDefinition({ answer }) })]
    const [sheet] = makeAnswerBook({ ...input, documents: [{ ...first, requirements }] }).sheets
    expect(sheet?.columns.find(({ header }) => header === 'Why')?.note).toBe(
      'Only if “Level” is Partially supports or “Note” is filled in\nRequired if “Note” is filled in',
    )
  })
})
const RELEASE_3 = '2.0, "final" · 01.05.2031'
