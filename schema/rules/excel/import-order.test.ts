import { describe, expect, it } from 'vitest'
import { definitionText } from '../definition/parameters.ts'
import { defaultDefinition } from '../definition/default-definition.ts'
import { importCommands } from './excel-rows-commands.ts'
import type { CellRows } from './excel-rows-cells.ts'
import type { ExistingRequirement } from './excel-rows-plan.ts'
import { planImport } from './excel-rows.ts'

const HEADER = ['ID', 'Section', 'Requirement']
let counter = 0
const planned = (rows: CellRows, requirements: readonly ExistingRequirement[] = []) =>
  planImport({
    rows: [HEADER, ...rows],
    headerRow: 1,
    mapping: {
      columns: ['id', 'section', 'name'],
      sectionFrom: 'columns',
      defaultSection: 'General',
    },
    existing: { requirements, sections: [{ id: 's1', name: 'Access' }] },
    newId: () => `new-${(counter += 1)}`,
  })
const requirement = (id: string, changes: Partial<ExistingRequirement>): ExistingRequirement => ({
  ...{ id, fullId: null, sourceId: null, name: id, sectionId: 's1' },
  definition: definitionText(defaultDefinition()),
  ...changes,
})

describe('the requirement that a row means', () => {
  it('[XL6] is the one with that full id before one that has it from an earlier file', () => {
    const requirements = [
      requirement('r1', { fullId: 'SEC-0001', sourceId: 'SEC-0002' }),
      requirement('r2', { fullId: 'SEC-0002', sourceId: 'SEC-0001' }),
    ]
    const { updates, refused } = planned([['SEC-0001', 'Access', 'Renamed']], requirements)
    expect([updates.map(({ id }) => id), refused]).toEqual([['r1'], []])
  })
})

describe('the commands of an import', () => {
  it('[XL8] make each section with or before its first row, also in a later command', () => {
    const rows = Array.from({ length: 250 }, (_, at) => [
      `A-${at}`,
      `Section ${Math.floor(at / 90)}`,
      `Name ${at}`,
    ])
    const commands = importCommands({
      plan: planned(rows),
      projectId: 'p',
      documentId: 'd',
      existing: { requirements: [], sections: [] },
    })
    const made = new Set<string>()
    const sizes = commands.map((one) => {
      if (one.name !== 'requirements.createBulk') throw new Error(one.name)
      const { sections, requirements } = one.args
      for (const { id } of sections) made.add(id)
      expect(requirements.filter(({ sectionId }) => !made.has(sectionId))).toEqual([])
      return requirements.length
    })
    expect([sizes, made.size]).toEqual([[100, 100, 50], 3])
  })
})
