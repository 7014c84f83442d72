import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Parameter } from '../../entities/parameter.ts'
import {
  type Cell,
  type CellRows,
  cellAddress,
  csvRows,
  fillMerged,
  guardFormula,
  unguardFormula,
  workbookRows,
} from './excel-rows-cells.ts'
import { importCommands } from './excel-rows-commands.ts'
import { exportRows } from './excel-rows-export.ts'
import { guessHeaderRow, guessMapping } from '../../../tests/support/guessed.ts'
import { idPrefix, type ImportMapping, mappingProblems } from './excel-rows-mapping.ts'
import type { ExistingRequirement, ImportInput } from './excel-rows-plan.ts'
import { specificationHeaderRow, specificationMapping } from './excel-rows-rule.ts'
import { planImport } from './excel-rows.ts'
import { defaultDefinition } from '../definition/default-definition.ts'
import { valueCell } from './excel-rows-values.ts'
import { definitionText, leafParameters, parseDefinition } from '../definition/parameters.ts'
import { arbitraryDocument } from '../../../tests/support/arbitrary-documents.ts'

const counter = () => {
  let count = 0
  return () => `new-${(count += 1)}`
}
const plan = (rows: CellRows, options: Partial<ImportInput> = {}) => {
  const headerRow = options.headerRow ?? guessHeaderRow(rows)
  const mapping = options.mapping ?? guessMapping(rows, headerRow)
  return planImport({
    rows,
    headerRow,
    mapping,
    existing: { requirements: [], sections: [] },
    newId: counter(),
    ...options,
  })
}
const buildRequirement = (
  part: Partial<ExistingRequirement> & { content?: Parameter[] } = {},
): ExistingRequirement => {
  const { content, ...fields } = part
  return {
    id: 'r1',
    fullId: 'SEC-1',
    sourceId: null,
    name: 'First',
    sectionId: 's1',
    definition: definitionText(defaultDefinition(content)),
    ...fields,
  }
}
/** ID, Section and Requirement; fields may have these names too. */
const FIXED_NAMES = 3
const sections = [
  { id: 's1', name: 'Access' },
  { id: 's2', name: 'Audit' },
]
const HEADER = ['ID', 'Section', 'Requirement', 'Note']

describe('the default rule of the specification', () => {
  it('[XL1] takes id, section and name from the first three columns and a parameter from each other one', () => {
    const result = plan([HEADER, ['A-1', 'Access', 'Sign in', 'with two factors']])
    expect(result.sections).toEqual([{ id: expect.any(String), name: 'Access' }])
    expect(result.creates).toMatchObject([
      { row: 2, sourceId: 'A-1', sectionName: 'Access', name: 'Sign in' },
    ])
    expect(
      parseDefinition(result.creates[0]?.definition ?? '').contentConfiguration.parameters,
    ).toMatchObject([{ name: 'Note', value: 'with two factors' }])
    expect(
      parseDefinition(result.creates[0]?.definition ?? '').suppliersCommitment.parameters.map(
        (one) => one.id,
      ),
    ).toEqual(['statement', 'how'])
  })

  it('[XL2] skips the first row when A1 is not ID, and calls the first row of data line 2', () => {
    const result = plan([['Our tender'], HEADER, ['', 'Access', '', '']])
    expect(result.refused).toEqual([
      { row: 3, line: 2, column: 2, address: 'C3', code: 'nameMissing', detail: {} },
    ])
  })

  it('[XL1] is a function from cells to header row and columns, whatever the file looks like', () => {
    const rows: CellRows = [
      ['Our tender'],
      ['Nr', 'Chapter', 'Text', 'Priority', 'Empty'],
      ...Array.from({ length: 9 }, (_, i) => [i, 'S', `T${i}`, i % 2 ? 'high' : 'low']),
    ]
    expect([
      specificationHeaderRow(rows),
      specificationHeaderRow(rows.slice(1)),
      specificationHeaderRow([HEADER]),
      specificationHeaderRow([['id']]),
    ]).toEqual([2, 2, 1, 2])
    expect(specificationMapping(rows)).toEqual({
      columns: ['id', 'section', 'name', 'select', 'ignore'],
      sectionFrom: 'columns',
      defaultSection: 'General',
    })
    expect(specificationMapping([['ID']]).columns).toEqual(['id'])
    const result = plan(rows, {
      headerRow: specificationHeaderRow(rows),
      mapping: specificationMapping(rows),
    })
    expect(
      result.creates.map(({ row, sourceId, sectionName, name }) => [
        row,
        sourceId,
        sectionName,
        name,
      ])[0],
    ).toEqual([3, '0', 'S', 'T0'])
    expect(result.creates).toHaveLength(9)
  })

  it('[XL1] groups the rows by their section, wherever they stand, and gives rows without one the default', () => {
    const result = plan([
      HEADER,
      ['A', 'Two', 'a'],
      ['B', 'One', 'b'],
      ['C', 'Two', 'c'],
      ['D', ' ', 'd'],
    ])
    expect(result.sections.map(({ name }) => name)).toEqual(['Two', 'One', 'General'])
    expect(result.creates.map(({ sectionName }) => sectionName)).toEqual([
      'Two',
      'One',
      'Two',
      'General',
    ])
  })

  it('[XL3] creates a row without an id, and says that a second import would create it again', () => {
    const result = plan([HEADER, ['', 'Access', 'Sign in'], ['', 'Access', 'Sign out']])
    expect(result.creates.map((row) => row.sourceId)).toEqual([null, null])
    expect(result.withoutId).toBe(2)
  })
})

describe('rows that are refused', () => {
  it('[XL4] names the cells: an id that stands twice, a missing name, a text too long, a formula error', () => {
    const result = plan([
      HEADER,
      ['A', 'S', 'one'],
      ['A', 'S', 'two'],
      ['B', 'S', ''],
      ['C', 'S', 'x'.repeat(2_001)],
      ['D', 'S', 'ok', '#REF!'],
      ['E', 'S'.repeat(201), 'ok'],
    ])
    expect(result.refused.map(({ address, code }) => `${address} ${code}`)).toEqual([
      'A3 idTwice',
      'C4 nameMissing',
      'C5 tooLong',
      'D6 cellError',
      'B7 tooLong',
    ])
    expect(result.refusedRows).toBe(5)
    expect(result.creates).toHaveLength(1)
    expect(result.sections.map((one) => one.name)).toEqual(['S'])
  })

  it('[XL5] refuses what does not fit the type of a parameter that exists', () => {
    const content: Parameter[] = [
      { id: 'n', key: 'n', name: 'Count', type: 'INPUT', inputType: 'number', value: 3 },
      { id: 'd', key: 'd', name: 'Due', type: 'DATE_PICKER', value: '2026-01-31' },
      { id: 't', key: 't', name: 'Must', type: 'CHECKBOX', value: true },
    ]
    const existing = { requirements: [buildRequirement({ content })], sections }
    const rows = (...cells: Cell[]): CellRows => [
      ['ID', 'Section', 'Requirement', 'Count', 'Due', 'Must'],
      ['SEC-1', 'Access', 'First', ...cells],
    ]
    expect(
      plan(rows('many', '31.02.2026', 'maybe'), { existing }).refused.map(
        ({ address, code }) => `${address} ${code}`,
      ),
    ).toEqual(['D2 notNumber', 'E2 notDate', 'F2 notTick'])
    expect(plan(rows(3, '31.01.2026', 'yes'), { existing }).unchanged).toHaveLength(1)
    expect(plan(rows('4,5', '01.02.2026', 'No'), { existing }).updates[0]?.changed).toEqual([
      'Count',
      'Due',
      'Must',
    ])
  })

  it('[XL6] refuses an id that two requirements of the document carry', () => {
    const requirements = [
      buildRequirement({ sourceId: 'X' }),
      buildRequirement({ id: 'r2', fullId: 'SEC-2', sourceId: 'X' }),
    ]
    expect(
      plan([HEADER, ['X', 'Access', 'n']], { existing: { requirements, sections } }).refused,
    ).toMatchObject([{ address: 'A2', code: 'idAmbiguous' }])
  })
})

describe('rows that meet a requirement of the document', () => {
  const existing = {
    requirements: [
      buildRequirement({
        sourceId: 'A-1',
        content: [{ id: 'note', key: 'note', name: 'Note', type: 'TEXTAREA', value: 'old' }],
      }),
      buildRequirement({ id: 'r2', fullId: 'SEC-2', sourceId: 'A-2', name: 'Second' }),
    ],
    sections,
  }

  it('[XL6] finds it by its own id or by the id of the former file, and changes only what differs', () => {
    const byFull = plan([HEADER, ['SEC-1', 'Access', 'First', 'new']], { existing })
    expect(byFull.updates).toMatchObject([{ id: 'r1', changed: ['Note'], moveTo: null }])
    expect(byFull.updates[0]?.patch).toEqual({
      imported: expect.any(String),
      definitionPart: {
        content: {
          parameters: {
            note: { id: 'note', key: 'note', name: 'Note', type: 'TEXTAREA', value: 'new' },
          },
        },
      },
    })
    expect(plan([HEADER, ['A-1', 'Access', 'Renamed', 'old']], { existing }).updates).toMatchObject(
      [{ id: 'r1', patch: { name: 'Renamed' }, changed: ['name'] }],
    )
  })

  it('[XL7] moves it to the section the file names, and reports what the file does not name', () => {
    const result = plan([HEADER, ['A-1', 'Audit', 'First', 'old'], ['A-9', 'New', 'Ninth']], {
      existing,
    })
    expect(result.updates).toMatchObject([{ id: 'r1', moveTo: 's2', changed: ['section'] }])
    expect(result.missing.map((one) => one.label)).toEqual(['SEC-2'])
    expect(result.unknownIds).toEqual(['A-9'])
    const commands = importCommands({ plan: result, projectId: 'p', documentId: 'd', existing })
    expect(commands.map(({ name, created, updated }) => ({ name, created, updated }))).toEqual([
      { name: 'requirements.createBulk', created: 1, updated: 0 },
      { name: 'requirements.updateBulk', created: 0, updated: 1 },
      { name: 'requirements.move', created: 0, updated: 0 },
    ])
  })
})

describe('the commands of an import', () => {
  it('[XL8] carry at most 100 rows each, and every section before the first row that stands in it', () => {
    const rows: CellRows = [
      HEADER,
      ...Array.from({ length: 250 }, (_, index) => [
        `A-${index}`,
        `Section ${index % 3}`,
        `Name ${index}`,
      ]),
    ]
    const commands = importCommands({
      plan: plan(rows),
      projectId: 'p',
      documentId: 'd',
      existing: { requirements: [], sections: [] },
    })
    expect(commands.map((one) => one.created)).toEqual([100, 100, 50])
    const made = commands.map((one) =>
      one.name === 'requirements.createBulk' ? one.args.sections.length : -1,
    )
    expect(made).toEqual([3, 0, 0])
  })
})

describe('small rules', () => {
  it('[XL12] reads the group out of an id', () => {
    expect(['AC-2(1)', 'V1.1.1', 'cES1026.1', '1.10', 'SYN-8169', 'plain'].map(idPrefix)).toEqual([
      'AC',
      'V1',
      'cES',
      '1',
      'SYN',
      '',
    ])
  })
  it('[XL4] addresses cells as a spreadsheet does', () => {
    expect([
      cellAddress(1, 0),
      cellAddress(7, 25),
      cellAddress(2, 26),
      cellAddress(3, 702),
    ]).toEqual(['A1', 'Z7', 'AA2', 'AAA3'])
  })
  it('[XL13] assigns the section of a merged cell to all its rows', () => {
    const rows: CellRows = [['ID', 'Section'], ['a', 'S'], ['b', ''], ['c']]
    expect(
      fillMerged(rows, [{ top: 2, bottom: 4, left: 1, right: 1 }], new Set([1])).map(
        (row) => row[1],
      ),
    ).toEqual(['Section', 'S', 'S', 'S'])
  })
  it('[XL14] reports the missing parts of a mapping', () => {
    const mapping: ImportMapping = {
      columns: ['section', 'text'],
      sectionFrom: 'idPrefix',
      defaultSection: ' ',
    }
    expect(mappingProblems(mapping)).toEqual(['noName', 'noIdForSection', 'noDefaultSection'])
  })
  it('[XL11] a text that a workbook would read as the code of a character is kept, and numbers stay numbers', () => {
    expect(workbookRows([['_x000D_', 'a_X0041_b', '_x12_', 5]])).toEqual([
      ['_x005F_x000D_', 'a_x005F_X0041_b', '_x12_', 5],
    ])
    expect(csvRows([['=1+1', 'a', -5]])).toEqual([["'=1+1", 'a', -5]])
  })
  it('[XL11] keeps a text from running as a formula, and gives it back as it was', () => {
    expect(
      ['=1+1', '+x', '-5', '@a', 'a=b', "'=x", '\t=x', '＝x', "'quoted"].map(guardFormula),
    ).toEqual(["'=1+1", "'+x", "'-5", "'@a", 'a=b', "''=x", "'\t=x", "'＝x", "'quoted"])
    fc.assert(fc.property(fc.string(), (text) => unguardFormula(guardFormula(text)) === text))
  })
})

describe('export', () => {
  it('[XL9] import(export(document)) creates 0 and changes 0, whatever the document holds', () => {
    fc.assert(
      fc.property(arbitraryDocument, (existing) => {
        const rows = exportRows(existing)
        for (const mapping of [guessMapping(rows, 1), specificationMapping(rows)]) {
          const result = plan(rows, { existing, mapping })
          expect([
            result.creates,
            result.updates,
            result.refused,
            result.missing,
            result.sections,
          ]).toEqual([[], [], [], [], []])
          expect(result.unchanged).toHaveLength(existing.requirements.length)
          expect(
            importCommands({ plan: result, projectId: 'p', documentId: 'd', existing }),
          ).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  }, 60_000)

  it('[XL9] no value is left out: every field has a column of its own, fields named alike too', () => {
    fc.assert(
      fc.property(arbitraryDocument, (existing) => {
        const [header = [], ...rows] = exportRows(existing)
        expect(
          new Set(header.map((name) => String(name).toLowerCase())).size,
        ).toBeGreaterThanOrEqual(header.length - FIXED_NAMES)
        existing.requirements.forEach(({ definition }, i) => {
          const values = leafParameters(parseDefinition(definition).contentConfiguration.parameters)
            .map(valueCell)
            .filter((cell) => cell !== '')
          expect(
            (rows[i] ?? [])
              .slice(3)
              .filter((cell) => cell !== '')
              .toSorted(),
          ).toEqual(values.toSorted())
        })
      }),
      { numRuns: 100 },
    )
  }, 60_000)

  it('[XL9] a cell that is changed after the export changes that requirement and no other', () => {
    fc.assert(
      fc.property(arbitraryDocument, fc.nat(), (existing, pick) => {
        const rows = exportRows(existing).map((row) => [...row])
        const at = pick % existing.requirements.length
        const row = rows[at + 1] ?? []
        row[2] = 'Renamed by hand'
        row[1] = 'A section of its own'
        const result = plan(rows, { existing })
        expect([result.creates, result.refused, result.missing]).toEqual([[], [], []])
        expect(result.updates.map(({ id, changed }) => [id, changed])).toEqual([
          [existing.requirements[at]?.id, ['name', 'section']],
        ])
        expect(result.sections.map(({ name }) => name)).toEqual(['A section of its own'])
      }),
      { numRuns: 100 },
    )
  }, 60_000)

  it('[XL10] writes values as people read them: labels, Yes and No, numbers as numbers', () => {
    const content: Parameter[] = [
      {
        id: 'p',
        key: 'p',
        name: 'Priority',
        type: 'SELECTBOX',
        options: [{ key: 'k1', label: 'High', value: 'k1' }],
        value: 'k1',
      },
      { id: 'f', key: 'f', name: 'Must', type: 'FLAG', value: true },
      { id: 'n', key: 'n', name: 'Count', type: 'INPUT', inputType: 'number', value: 4 },
      { id: 'x', key: 'x', name: 'Formula', type: 'INPUT', value: '=1+1' },
    ]
    expect(exportRows({ requirements: [buildRequirement({ content })], sections })).toEqual([
      ['ID', 'Section', 'Requirement', 'Priority', 'Must', 'Count', 'Formula'],
      ['SEC-1', 'Access', 'First', 'High', 'Yes', 4, '=1+1'],
    ])
  })
})
