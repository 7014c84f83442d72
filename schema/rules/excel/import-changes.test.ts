import { describe, expect, it } from 'vitest'
import { guessMapping } from '../../../tests/support/guessed.ts'
import type { Requirement } from '../../entities/structure.ts'
import { definitionText, parseDefinition } from '../definition/parameters.ts'
import { type ImportCommand, importCommands } from './excel-rows-commands.ts'
import type { CellRows } from './excel-rows-cells.ts'
import { planImport } from './excel-rows.ts'
import { fieldChanges, handEdits } from './import-changes.ts'
import { importMark, joinMarks, markSet } from './import-marks.ts'

type Row = Pick<
  Requirement,
  'id' | 'fullId' | 'sourceId' | 'name' | 'definition' | 'sectionId' | 'imported'
> & { version: number }
const HEADER = ['ID', 'Section', 'Requirement', 'Note']
const SECTIONS = [
  { id: 's1', name: 'Access' },
  { id: 's2', name: 'Audit' },
]

const planOver = (requirements: readonly Row[], ...rows: CellRows) =>
  planImport({
    rows: [HEADER, ...rows],
    headerRow: 1,
    mapping: { ...guessMapping([HEADER, ...rows], 1), columns: ['id', 'section', 'name', 'text'] },
    existing: { requirements, sections: SECTIONS },
    newId: () => 'new',
  })

/** The requirement that a file with one row creates. */
const imported = (): Row => {
  const [made] = planOver([], ['A-1', 'Access', 'Sign in', 'old']).creates
  if (made === undefined) throw new Error('nothing was created')
  const { id, sourceId, name, definition, imported: marks } = made
  return {
    id,
    sourceId,
    name,
    definition,
    imported: marks,
    sectionId: 's1',
    fullId: 'X-1',
    version: 1,
  }
}
/** The requirement after the planned update. */
const updated = (row: Row, ...rows: CellRows): Row => {
  const [update] = planOver([row], ...rows).updates
  if (update === undefined) throw new Error('nothing was changed')
  const definition = parseDefinition(row.definition)
  const parts = update.patch.definitionPart?.content.parameters ?? {}
  return {
    ...row,
    name: update.patch.name ?? row.name,
    sectionId: update.moveTo ?? row.sectionId,
    imported: joinMarks(row.imported, update.patch.imported ?? ''),
    version: row.version + 1,
    definition: definitionText({
      ...definition,
      contentConfiguration: {
        parameters: definition.contentConfiguration.parameters.map((one) => parts[one.id] ?? one),
      },
    }),
  }
}
const editsOf = (row: Row, ...rows: CellRows) => planOver([row], ...rows).updates[0]?.edits
const NONE = { isEdited: false, fields: [] }

describe('[XL26] what a person edited since the last import', () => {
  const changed = ['A-1', 'Audit', 'Log in', 'new']

  it('is nothing right after an import, or after a second one', () => {
    expect(editsOf(imported(), changed)).toEqual(NONE)
    expect(editsOf(updated(imported(), changed), ['A-1', 'Access', 'Enter', 'newer'])).toEqual(NONE)
  })

  it('is the name, section or field that differs from what the import wrote', () => {
    const row = imported()
    expect(editsOf({ ...row, name: 'Sign in twice' }, changed)?.fields).toEqual(['name'])
    // A person moved it, and the file moves it back.
    const moved = { ...row, sectionId: 's2' }
    expect(editsOf(moved, ['A-1', 'Access', 'Sign in', 'old'])?.fields).toEqual(['section'])
    const note = { ...row, definition: row.definition.replace('"old"', '"mine"') }
    expect(editsOf(note, changed)).toEqual({ isEdited: true, fields: ['p:c-note'] })
  })

  it('is no field that the file leaves alone, and none that was empty', () => {
    const row = { ...imported(), name: 'Sign in twice' }
    expect(editsOf(row, ['A-1', 'Access', 'Sign in twice', 'new'])).toEqual(NONE)
    const empty = imported()
    const cleared = { ...empty, definition: empty.definition.replace('"old"', '""') }
    expect(editsOf(cleared, changed)).toEqual(NONE)
  })

  it('is not the text that an undo brings back, unless a person wrote that text', () => {
    const row = imported()
    const after = updated(row, changed)
    expect(editsOf({ ...row, imported: after.imported }, changed)).toEqual(NONE)
    const mine = { ...row, name: 'Sign in twice' }
    const over = updated(mine, changed)
    expect(editsOf({ ...mine, imported: over.imported }, changed)?.fields).toEqual(['name'])
  })

  it('is unknown by field where an older version imported', () => {
    const { imported: _marks, ...old } = imported()
    expect(editsOf(old, changed)).toEqual(NONE)
    expect(editsOf({ ...old, version: 2 }, changed)).toEqual({ isEdited: true, fields: [] })
    const handMade = { ...old, sourceId: null, version: 2 }
    expect(handEdits(handMade, [])).toEqual(NONE)
    const over = updated({ ...old, version: 2 }, changed)
    // What it was before that import stays in doubt.
    expect(editsOf({ ...old, version: 3, imported: over.imported }, changed)?.isEdited).toBe(true)
  })

  it('shows each change with its old and new text', () => {
    const row = imported()
    const [update] = planOver([row], changed).updates
    if (update === undefined) throw new Error('nothing was changed')
    const section = { before: 'Access', after: 'Audit' }
    expect(fieldChanges({ found: row, patch: update.patch, section })).toEqual([
      { field: 'name', label: '', before: 'Sign in', after: 'Log in' },
      { field: 'section', label: '', before: 'Access', after: 'Audit' },
      { field: 'p:c-note', label: 'Note', before: 'old', after: 'new' },
    ])
  })
})

describe('marks', () => {
  it('tell texts and fields apart and have a fixed length', () => {
    const marks = ['a', 'b', 'A', '', '😀', 'ab', 'ba'].flatMap((text) => [
      importMark('name', text),
      importMark('section', text),
    ])
    expect(new Set(marks).size).toBe(marks.length)
    expect(marks.every((mark) => /^[0-9a-z]{6}$/.test(mark))).toBe(true)
  })

  it('do not collide in 20,000 similar texts', () => {
    const all = new Set(Array.from({ length: 20_000 }, (_, at) => importMark('name', `Item ${at}`)))
    expect(all.size).toBeGreaterThan(19_990)
  })

  it('are joined once each, and the oldest leave first', () => {
    expect(joinMarks('aaaaaabbbbbb', 'bbbbbbcccccc')).toBe('bbbbbbccccccaaaaaa')
    expect(joinMarks('aaaaaa', '')).toBe('aaaaaa')
    const many = Array.from({ length: 300 }, (_, at) => String(at).padStart(6, '0')).join('')
    const joined = joinMarks('zzzzzz', many)
    expect(markSet(joined).size).toBe(250)
    expect(joined.startsWith('000000000001')).toBe(true)
  })
})

it('[XL27] requirements that the file lacks are deleted in steps of 100 or excluded one by one', () => {
  const ids = Array.from({ length: 101 }, (_, at) => `r${at}`)
  const changed = ['A-1', 'Audit', 'Log in', 'new']
  const plan = planOver([imported()], ['B-1', 'Access', 'New', ''], changed)
  const run = (missingAction: NonNullable<typeof plan.missingAction>): ImportCommand[] =>
    importCommands({
      plan: { ...plan, missingAction },
      projectId: 'p',
      documentId: 'd',
      existing: { requirements: [], sections: SECTIONS },
    })
  expect(run({ kind: 'delete', ids }).map(({ name, removed }) => [name, removed])).toEqual([
    ['requirements.createBulk', undefined],
    ['requirements.updateBulk', undefined],
    ['requirements.move', undefined],
    ['requirements.delete', 100],
    ['requirements.delete', 1],
  ])
  const deleted = run({ kind: 'delete', ids }).slice(3)
  expect(deleted.flatMap(({ args }) => ('ids' in args ? args.ids : []))).toEqual(ids)
  const excluded = run({ kind: 'exclude', ids: ['r1', 'r2'], reason: 'Not in a.csv' })
  expect(excluded.slice(3).map(({ args }) => args)).toEqual([
    { projectId: 'p', id: 'r1', reason: 'Not in a.csv' },
    { projectId: 'p', id: 'r2', reason: 'Not in a.csv' },
  ])
})
