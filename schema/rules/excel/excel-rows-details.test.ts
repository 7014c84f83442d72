import { describe, expect, it } from 'vitest'
import { LINEAR_MS, processorMsOf } from '../../../tests/support/processor-time.ts'
import type { Parameter } from '../../entities/parameter.ts'
import { defaultDefinition } from '../definition/default-definition.ts'
import {
  sheetCellText,
  type CellRows,
  fillMerged,
  headerText,
  isSpreadsheetError,
} from './excel-rows-cells.ts'
import { importCommands } from './excel-rows-commands.ts'
import { exportRows } from './excel-rows-export.ts'
import { guessHeaderRow, guessMapping } from '../../../tests/support/guessed.ts'
import {
  type ColumnRole,
  type ImportMapping,
  mappingProblems,
  namePrefix,
} from './excel-rows-mapping.ts'
import type { ExistingRequirement, ImportInput } from './excel-rows-plan.ts'
import { planImport } from './excel-rows.ts'
import { definitionText, parseDefinition } from '../definition/parameters.ts'

const columns = (...roles: ColumnRole[]): ImportMapping => ({
  columns: roles,
  sectionFrom: 'columns',
  defaultSection: 'General',
})
const plan = (
  rows: CellRows,
  mapping: ImportMapping,
  existing: ImportInput['existing'] = { requirements: [], sections: [] },
  headerRow = 1,
) => {
  let count = 0
  return planImport({ rows, headerRow, mapping, existing, newId: () => `new-${(count += 1)}` })
}
const parameter = (changes: Partial<Parameter>): Parameter => ({
  id: 'x',
  key: 'x',
  name: 'X',
  type: 'INPUT',
  ...changes,
})
const requirement = (
  content: Parameter[],
  changes: Partial<ExistingRequirement> = {},
): ExistingRequirement => ({
  id: 'r1',
  fullId: 'SEC-1',
  sourceId: null,
  name: 'First',
  sectionId: 's1',
  definition: definitionText(defaultDefinition(content)),
  ...changes,
})
const sections = [{ id: 's1', name: 'Access' }]
const contentOf = (definition: string | undefined) =>
  parseDefinition(definition ?? '').contentConfiguration.parameters

describe('cells', () => {
  it('[XL4] a column without a name is called by its letters, in a file without names too', () => {
    const rows: CellRows = [['ID', ' ']]
    expect([
      headerText(rows, 1, 0),
      headerText(rows, 1, 1),
      headerText(rows, 1, 27),
      headerText(rows, 0, 0),
    ]).toEqual(['ID', 'Column B', 'Column AB', 'Column A'])
    expect(headerText([['x'.repeat(600)]], 1, 0)).toHaveLength(500)
  })
  it('[XL4] errors of the spreadsheet are known by their names', () => {
    expect(['#REF!', '#N/A', '#DIV/0!', 'REF!', '#hash'].map(isSpreadsheetError)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
  it('[XL13] a merged section reaches every row of its range, rows that are too short included, and leaves what stands there', () => {
    const rows: CellRows = [['a', '', 'S'], ['b'], ['c', '', 'own'], ['d', '', '']]
    const filled = fillMerged(rows, [{ top: 1, bottom: 6, left: 2, right: 2 }], new Set([2]))
    expect(filled.map((row) => row[2])).toEqual(['S', 'S', 'own', 'S'])
    expect(sheetCellText(filled, 2, 1)).toBe('')
    expect(
      fillMerged(
        rows,
        [
          { top: 1, bottom: 1, left: 2, right: 3 },
          { top: 1, bottom: 2, left: 0, right: 0 },
        ],
        new Set([2]),
      ),
    ).toBe(rows)
    expect(
      fillMerged([[], ['x']], [{ top: 1, bottom: 2, left: 0, right: 0 }], new Set([0])),
    ).toEqual([[], ['x']])
    expect(fillMerged([[]], [{ top: 3, bottom: 4, left: 0, right: 0 }], new Set([0]))).toEqual([[]])
  })
  it('[XL13] of merged ranges over one another the upper one counts, and those in other columns count too', () => {
    const range = (top: number, bottom: number, left = 0) => ({ top, bottom, left, right: left })
    const rows: CellRows = [
      ['a', 'x'],
      ['', ''],
      ['', ''],
      ['', ''],
    ]
    const filled = fillMerged(rows, [range(2, 4), range(1, 3), range(1, 4, 1)], new Set([0, 1]))
    expect(filled).toEqual([
      ['a', 'x'],
      ['a', 'x'],
      ['a', 'x'],
      ['', 'x'],
    ])
    const many = Array.from({ length: 200_000 }, () => range(1, 1_048_576))
    let fourth: unknown
    const spentMs = processorMsOf(() => {
      fourth = fillMerged(rows, many, new Set([0]))[3]
    })
    expect(fourth).toEqual(['a', ''])
    expect(spentMs).toBeLessThan(LINEAR_MS)
  })
})

it('[XL10] a field without a name is headed by its key, and one without either all the same', () => {
  const content = [
    parameter({ name: ' ', value: 'a' }),
    parameter({ id: 'y', key: ' ', name: ' ', value: 'b' }),
  ]
  expect(exportRows({ sections, requirements: [requirement(content)] })).toEqual([
    ['ID', 'Section', 'Requirement', 'x', 'Parameter'],
    ['SEC-1', 'Access', 'First', 'a', 'b'],
  ])
})

describe('mappings', () => {
  it('[XL14] one name, at most one id and one description, an id where sections come from it, and a default section', () => {
    expect(mappingProblems(columns('id', 'section', 'name'))).toEqual([])
    expect(
      mappingProblems(columns('id', 'id', 'name', 'name', 'description', 'description')),
    ).toEqual(['twoNames', 'twoIds', 'twoDescriptions'])
    expect(mappingProblems({ ...columns('id', 'name'), sectionFrom: 'idPrefix' })).toEqual([])
    expect(
      mappingProblems({ ...columns('text'), sectionFrom: 'idPrefix', defaultSection: '' }),
    ).toEqual(['noName', 'noIdForSection', 'noDefaultSection'])
  })

  it('[XL12] a section stands before the colon of a name, at the start of an id, or in several columns', () => {
    expect(['ES: Housekeeping', 'no colon', ': x', `${'x'.repeat(81)}: y`].map(namePrefix)).toEqual(
      ['ES', '', '', ''],
    )
    const rows: CellRows = [
      ['Nr', 'Text', 'Part', 'Chapter'],
      ['AC-1', 'ES: one', 'A', 'B'],
      ['AC-2', 'two', '', 'B'],
    ]
    const sectionsOf = (mapping: ImportMapping) =>
      plan(rows, mapping).creates.map(({ sectionName }) => sectionName)
    expect(sectionsOf({ ...columns('id', 'name', 'ignore'), sectionFrom: 'namePrefix' })).toEqual([
      'ES',
      'General',
    ])
    expect(sectionsOf({ ...columns('id', 'name', 'ignore'), sectionFrom: 'idPrefix' })).toEqual([
      'AC',
      'AC',
    ])
    expect(sectionsOf(columns('id', 'name', 'section', 'section'))).toEqual(['A / B', 'B'])
  })

  it('[XL12] a table is guessed by its header, its ids, its groups and its longest texts', () => {
    const rows: CellRows = [
      ['Tender of the city'],
      ['Nr', 'Category', 'Category code', 'Requirement', 'Explanation', 'Level', ''],
      ...Array.from({ length: 12 }, (_, i) => [
        `R-${i}`,
        `Group ${i % 2}`,
        `G${i % 2}`,
        `The system does ${i}`,
        `Because\nof ${i} ${'x'.repeat(i)}`,
        i % 2 ? 'must' : 'should',
        'stray',
      ]),
    ]
    expect(guessHeaderRow(rows)).toBe(2)
    expect(guessMapping(rows, 2)).toEqual({
      columns: ['id', 'section', 'ignore', 'name', 'description', 'select', 'ignore'],
      sectionFrom: 'columns',
      defaultSection: 'General',
    })
  })

  it('[XL12] without a column for sections they are guessed from the names, then from the ids, and only where they make groups', () => {
    const sourceOf = (name: (i: number) => string, id: (i: number) => string) => {
      const rows: CellRows = [
        ['Identifier', 'Title'],
        ...Array.from({ length: 9 }, (_, i) => [id(i), name(i)]),
      ]
      return guessMapping(rows, guessHeaderRow(rows)).sectionFrom
    }
    expect(
      sourceOf(
        (i) => `Part ${i % 2}: does ${i}`,
        (i) => `A-${i}`,
      ),
    ).toBe('namePrefix')
    expect(
      sourceOf(
        (i) => `does ${i}`,
        (i) => `${i % 2 ? 'AC' : 'SC'}-${i}`,
      ),
    ).toBe('idPrefix')
    expect(
      sourceOf(
        (i) => `does ${i}`,
        (i) => `only${i}`,
      ),
    ).toBe('columns')
  })

  it('[XL12] files without names, without ids or without anything give a mapping all the same', () => {
    expect(guessHeaderRow([])).toBe(0)
    expect(guessHeaderRow([['x'.repeat(200), 'y'.repeat(200)]])).toBe(0)
    expect(guessMapping([], 1).columns).toEqual([])
    expect(guessMapping([['Title'], ['only one text that says what is wanted']], 1)).toMatchObject({
      columns: ['name'],
      sectionFrom: 'columns',
    })
    expect(
      guessMapping(
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
        0,
      ).columns,
    ).toEqual(['name', 'ignore'])
    const numbered: CellRows = [
      ['Section number', 'Statement'],
      ...Array.from({ length: 8 }, (_, i) => [i % 2, `It ${'does '.repeat(30)}${i}`]),
    ]
    expect(guessMapping(numbered, 1).columns).toEqual(['section', 'name'])
    const idFirst: CellRows = [
      ['ID', 'Text of the requirement', 'Note'],
      ['1', 'x'.repeat(80), 'a'],
      ['2', 'y'.repeat(80), 'b'],
    ]
    expect(guessMapping(idFirst, 1).columns[1]).toBe('name')
    expect(
      guessMapping(
        [
          ['ID', 'Chapter', 'Requirement'],
          ['1', 'A', 'x'],
        ],
        1,
      ).columns,
    ).toEqual(['id', 'section', 'name'])
    expect(
      guessMapping(
        [
          ['ID', 'Part', 'Requirement'],
          ...Array.from({ length: 9 }, (_, i) => [i, i % 2, `x${i}`]),
        ],
        1,
      ).columns,
    ).toEqual(['id', 'section', 'name'])
    expect(guessMapping([['ID'], ['1']], 1).columns).toEqual(['id'])
  })
})

describe('rows that create', () => {
  const rows: CellRows = [
    ['Nr', 'Name', 'Text', 'Priority', 'Priority', 'ÄÖ', '…', 'Long'],
    ['A', 'one', 'What is asked', 'high', 'x', 'y', 'z', 'a\nb'],
    ['B', 'two', '', '#N/A', 'q'.repeat(20_001), '', '', ''],
  ]
  const mapping = columns('id', 'name', 'description', 'select', 'text', 'text', 'text', 'longText')

  it('[XL15] each column becomes a field of its type with its own id; the description comes first, and empty cells become no field', () => {
    const [created] = plan(rows, mapping).creates
    expect(
      contentOf(created?.definition).map(({ id, name, type, value }) => [id, name, type, value]),
    ).toEqual([
      ['description', 'Text', 'TEXTAREA', 'What is asked'],
      ['c-priority', 'Priority', 'SELECTBOX', 'high'],
      ['c-priority-2', 'Priority (2)', 'INPUT', 'x'],
      ['c-ao', 'ÄÖ', 'INPUT', 'y'],
      ['c-column', '…', 'INPUT', 'z'],
      ['c-long', 'Long', 'TEXTAREA', 'a\nb'],
    ])
  })

  it('[XL4] every unreadable cell is reported with its limit', () => {
    expect(
      plan(rows, mapping).refused.map(({ address, code, detail }) => [address, code, detail]),
    ).toEqual([
      ['D3', 'cellError', {}],
      ['E3', 'tooLong', { max: 20_000, length: 20_001 }],
    ])
  })

  it('[XL4] a row whose whole definition is too long is refused by its name', () => {
    const wide = Array.from({ length: 27 }, () => 'x'.repeat(19_990))
    const result = plan(
      [
        ['Nr', 'Name', ...wide.map((_, i) => `C${i}`)],
        ['A', 'one', ...wide],
      ],
      columns('id', 'name', ...wide.map(() => 'text' as const)),
    )
    expect(result.refused.map(({ address, code }) => [address, code])).toEqual([
      ['B2', 'rowTooLong'],
    ])
  })

  it('[XL4] without a column for it a missing id and a section too long are told beside the name', () => {
    const result = plan([['Name'], ['x: y']], { ...columns('name'), sectionFrom: 'namePrefix' })
    expect(result.creates.map(({ sourceId, sectionName }) => [sourceId, sectionName])).toEqual([
      [null, 'x'],
    ])
    expect(
      plan(
        [
          ['Section', 'Text'],
          ['S', 'x'],
        ],
        columns('section', 'text'),
      ).refused.map(({ address, column, code }) => [address, column, code]),
    ).toEqual([['A2', -1, 'nameMissing']])
  })

  it('[XL4] blank rows are skipped', () => {
    expect(
      plan(
        [
          ['Nr', 'Name'],
          ['', ' '],
          ['A', 'one'],
        ],
        columns('id', 'name'),
      ).creates.map(({ row }) => row),
    ).toEqual([3])
  })
})

describe('rows that change', () => {
  const changesOf = (
    content: Parameter[],
    header: string[],
    cells: string[],
    ...roles: ColumnRole[]
  ) => {
    const existing = { requirements: [requirement(content)], sections }
    const [update] = plan(
      [
        ['ID', 'Requirement', ...header],
        ['SEC-1', 'First', ...cells],
      ],
      columns('id', 'name', ...roles),
      existing,
    ).updates
    return {
      changed: update?.changed,
      parameters: update?.patch.definitionPart?.content.parameters,
    }
  }
  const description = parameter({
    id: 'description',
    key: 'description',
    name: 'What is asked',
    type: 'TEXTAREA',
    value: 'old',
  })

  it('[XL16] the imported main text is found under its new name, unless another column has that name', () => {
    expect(changesOf([description], ['Text'], ['new'], 'description')).toEqual({
      changed: ['Text'],
      parameters: { description: { ...description, value: 'new' } },
    })
    expect(
      Object.keys(
        changesOf([description], ['Text', 'What is asked'], ['new', 'old'], 'description', 'text')
          .parameters ?? {},
      ),
    ).toEqual(['description-2'])
    expect(changesOf([description], ['Text'], [''], 'description').changed).toBeUndefined()
  })

  it('[XL16] a field inside a group changes the group as a whole, and its neighbours stay', () => {
    const inner = parameter({ id: 'in', key: 'in', name: 'Inner', value: 'a' })
    const group = parameter({
      id: 'g',
      key: 'g',
      name: 'Group',
      isGroup: true,
      parameters: [inner, parameter({ id: 'y', key: 'y', name: 'Y' })],
    })
    const { parameters } = changesOf([group, description], ['Inner'], ['b'], 'text')
    expect(parameters).toEqual({
      g: { ...group, parameters: [{ ...inner, value: 'b' }, group.parameters?.[1]] },
    })
  })

  it('[XL16] a new choice brings its option, an emptied cell empties the field, and a value said otherwise is no change', () => {
    const select = parameter({
      id: 's',
      key: 's',
      name: 'Level',
      type: 'SELECTBOX',
      options: [{ key: 'a', label: 'A', value: 1 }],
      value: 'a',
    })
    expect(changesOf([select], ['Level'], ['B'], 'text').parameters?.['s']?.options).toHaveLength(2)
    expect(changesOf([select], ['Level'], [''], 'text').parameters?.['s']?.value).toBeNull()
    expect(
      changesOf([parameter({ name: 'Tick', type: 'FLAG', value: true })], ['Tick'], ['x'], 'text')
        .changed,
    ).toBeUndefined()
    expect(
      changesOf([parameter({ name: 'Tick', type: 'FLAG' })], ['Tick'], ['no'], 'text').parameters?.[
        'x'
      ]?.value,
    ).toBe(false)
  })

  it('[XL16] a column that the requirement does not have yet adds a field with an id that is free', () => {
    const taken = parameter({ id: 'c-note', key: 'c-note', name: 'Other', value: 'x' })
    const { parameters, changed } = changesOf(
      [taken],
      ['Note', 'Empty'],
      ['new', ''],
      'text',
      'text',
    )
    expect([changed, Object.keys(parameters ?? {}), parameters?.['c-note-2']?.value]).toEqual([
      ['Note'],
      ['c-note-2'],
      'new',
    ])
  })

  it('[XL16] other line ends, control characters and blanks around are no change, and are not stored', () => {
    const note = parameter({ id: 'n', key: 'n', name: 'Note', type: 'TEXTAREA', value: 'a\nb' })
    expect(changesOf([note], ['Note'], [' a\r\nb\u0007 '], 'text').changed).toBeUndefined()
    expect(changesOf([note], ['Note'], ['a\rc'], 'text').parameters?.['n']?.value).toBe('a\nc')
  })

  it('[XL16] the id of a new field is no key of another either, so that the definition can be saved', () => {
    const { parameters } = changesOf(
      [parameter({ id: 'x', key: 'c-note', name: 'Other' })],
      ['Note'],
      ['new'],
      'text',
    )
    expect(Object.keys(parameters ?? {})).toEqual(['c-note-2'])
  })

  it('[XL4] a field more than a requirement can have is refused with its cell, not with the whole import', () => {
    const full = Array.from({ length: 200 }, (_, i) =>
      parameter({ id: `f${i}`, key: `f${i}`, name: `F${i}` }),
    )
    const existing = { requirements: [requirement(full)], sections }
    const { refused } = plan(
      [
        ['ID', 'Requirement', 'Note'],
        ['SEC-1', 'First', 'one more'],
      ],
      columns('id', 'name', 'text'),
      existing,
    )
    expect(refused.map(({ address, code, detail }) => [address, code, detail])).toEqual([
      ['C2', 'tooManyFields', { max: 200, length: 8 }],
    ])
  })

  it('[XL4] a value that breaks a rule of its field is refused with its cell, and other rows are imported', () => {
    const id = parameter({
      name: 'Short',
      value: 'abcdef',
      validations: [{ kind: 'required' }, { kind: 'min', value: 5 }],
    })
    const other = requirement([parameter({ name: 'Short', value: 'x' })], {
      id: 'r2',
      fullId: 'SEC-2',
    })
    const existing = { requirements: [requirement([id]), other], sections }
    const { refused, updates } = plan(
      [
        ['ID', 'Requirement', 'Short'],
        ['SEC-1', 'First', 'abc'],
        ['SEC-2', 'First', 'abc'],
      ],
      columns('id', 'name', 'text'),
      existing,
    )
    expect(refused.map(({ address, code, detail }) => [address, code, detail])).toEqual([
      ['C2', 'breaksRule', { length: 5, rule: 'validation.min' }],
    ])
    expect(updates.map(({ id: updated }) => updated)).toEqual(['r2'])
    const emptied = plan(
      [
        ['ID', 'Requirement', 'Short'],
        ['SEC-1', 'First', ''],
      ],
      columns('id', 'name', 'text'),
      existing,
    )
    expect(emptied.refused.map(({ detail }) => detail['rule'])).toEqual(['validation.required'])
  })

  it('[XL16] a row with an unreadable cell is refused with the address and changes nothing', () => {
    const existing = {
      requirements: [requirement([parameter({ name: 'Note', value: 'old' })])],
      sections,
    }
    const { refused, updates } = plan(
      [
        ['ID', 'Requirement', 'Note'],
        ['SEC-1', 'First', '#REF!'],
        ['SEC-1', 'First', 'x'.repeat(20_001)],
      ],
      columns('id', 'name', 'text'),
      existing,
    )
    expect(refused.map(({ address, code }) => [address, code])).toEqual([
      ['C2', 'cellError'],
      ['A3', 'idTwice'],
      ['C3', 'tooLong'],
    ])
    expect(updates).toEqual([])
  })

  it('[XL6] a requirement is found by the id of a row made offline, and equal texts of another section are told apart', () => {
    const existing = {
      requirements: [
        requirement([], { id: 'local', fullId: null }),
        requirement([], { id: 'r2', fullId: null, sourceId: 'A-1' }),
      ],
      sections,
    }
    const result = plan(
      [
        ['ID', 'Requirement'],
        ['local', 'First'],
        ['A-1', 'First'],
      ],
      columns('id', 'name'),
      existing,
    )
    expect(result.unchanged.map(({ id, label }) => [id, label])).toEqual([
      ['local', ''],
      ['r2', 'A-1'],
    ])
    expect(
      plan(
        [
          ['ID', 'Requirement'],
          ['local', 'First'],
          ['', 'Fresh'],
          ['Z', 'New'],
        ],
        columns('id', 'name'),
        existing,
      ).unknownIds,
    ).toEqual(['Z'])
  })

  it('[XL7] a section that only moved rows need is created behind the others, and the rows are moved behind its last', () => {
    const existing = {
      requirements: [
        requirement([]),
        requirement([], { id: 'r2', fullId: 'SEC-2' }),
        requirement([], { id: 'r3', fullId: 'SEC-3', sectionId: 's2' }),
      ],
      sections: [...sections, { id: 's2', name: 'Audit' }],
    }
    const rows: CellRows = [
      ['ID', 'Section', 'Requirement'],
      ['SEC-1', 'Fresh', 'First'],
      ['SEC-2', 'Audit', 'First'],
      ['SEC-3', 'Audit', 'First'],
    ]
    const result = plan(rows, columns('id', 'section', 'name'), existing)
    const commands = importCommands({ plan: result, projectId: 'p', documentId: 'd', existing })
    expect(
      commands.map(({ name, args, updated }) => [name, 'after' in args ? args.after : '', updated]),
    ).toEqual([
      ['sections.create', 's2', 0],
      ['requirements.updateBulk', '', 2],
      ['requirements.move', null, 0],
      ['requirements.move', 'r3', 0],
    ])
    const alone = importCommands({
      plan: result,
      projectId: 'p',
      documentId: 'd',
      existing: { requirements: [], sections: [] },
    })
    expect(alone.map(({ args }) => ('after' in args ? args.after : ''))).toEqual([
      null,
      '',
      null,
      null,
    ])
  })
})

it('[XL10] a requirement whose section is gone is exported without one', () => {
  expect(exportRows({ sections: [], requirements: [requirement([])] })).toEqual([
    ['ID', 'Section', 'Requirement'],
    ['SEC-1', '', 'First'],
  ])
})
