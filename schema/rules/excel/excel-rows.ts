import { defaultDefinition } from '../definition/default-definition.ts'
import { cellAddress, cleanText, firstDataRow, lineNumber } from './excel-rows-cells.ts'
import { changeContent, type CellProblem, contentOfRow } from './excel-rows-columns.ts'
import {
  type ExistingRequirement,
  type ImportInput,
  type ImportPatch,
  type ImportPlan,
  MAX_DEFINITION_LENGTH,
  type RowProblem,
} from './excel-rows-plan.ts'
import { fieldChanges, handEdits, marksAfter } from './import-changes.ts'
import { marksOf, parameterTexts } from './field-texts.ts'
import {
  type Found,
  headProblems,
  type Problem,
  requirementLookup,
  type RowReader,
  rowReader,
  sectionBook,
  type SectionBook,
} from './excel-rows-reader.ts'
import { definitionText, parseDefinition } from '../definition/parameters.ts'

interface Planning {
  input: ImportInput
  reader: RowReader
  sections: SectionBook
  plan: ImportPlan
}

const labelOf = (one: ExistingRequirement): string => one.fullId ?? one.sourceId ?? ''

const detailOf = (
  { max, rule }: CellProblem,
  text: string,
): Record<string, string | number> | undefined => {
  if (rule !== undefined) return { ...rule.detail, rule: rule.code }
  return max === undefined ? undefined : { max, length: text.length }
}

const cellProblems = (
  reader: RowReader,
  row: number,
  problems: readonly CellProblem[],
): Problem[] =>
  problems.map((problem) => {
    const { column, code } = problem
    const detail = detailOf(problem, reader.text(row, column))
    return { column, code, ...(detail === undefined ? {} : { detail }) }
  })

const lengthProblems = (reader: RowReader, length: number): Problem[] =>
  length <= MAX_DEFINITION_LENGTH
    ? []
    : [
        {
          column: reader.nameColumn,
          code: 'rowTooLong',
          detail: { max: MAX_DEFINITION_LENGTH, length },
        },
      ]

const refuse = (
  { plan, input, reader }: Planning,
  row: number,
  problems: readonly Problem[],
): void => {
  plan.refusedRows += 1
  const id = reader.text(row, reader.idColumn)
  plan.invalidIds.push(id === '' ? cellAddress(row, Math.max(reader.nameColumn, 0)) : id)
  for (const { column, code, detail } of problems) {
    const at: Pick<RowProblem, 'line' | 'address'> = {
      line: lineNumber(row, input.headerRow),
      address: cellAddress(row, Math.max(column, 0)),
    }
    plan.refused.push({ row, column, code, detail: detail ?? {}, ...at })
  }
}

interface ReadRow {
  row: number
  /** Problems of its id, section and name. */
  head: readonly Problem[]
}

const planCreate = (planning: Planning, { row, head }: ReadRow): void => {
  const { reader, sections, plan, input } = planning
  const content = contentOfRow(reader.parameters, (column) => reader.text(row, column))
  const definition = definitionText(defaultDefinition(content.parameters, input.mapping.answers))
  const problems = [
    ...head,
    ...cellProblems(reader, row, content.problems),
    ...lengthProblems(reader, definition.length),
  ]
  if (problems.length > 0) return refuse(planning, row, problems)
  const id = reader.text(row, reader.idColumn)
  const sectionName = reader.section(row) || input.mapping.defaultSection.trim()
  const vendorHelp = input.mapping.help?.get(row)
  const name = reader.text(row, reader.nameColumn)
  plan.creates.push({
    row,
    id: input.newId(),
    sourceId: id === '' ? null : id,
    sectionId: sections.idOf(sectionName),
    sectionName,
    name,
    definition,
    ...(vendorHelp === undefined ? {} : { vendorHelp }),
    imported: marksOf({
      name,
      section: sectionName,
      parameters: parameterTexts(parseDefinition(definition)),
    }),
  })
  if (id === '') plan.withoutId += 1
}

/** Readers of notes drop the blanks at the start of lines. */
const unindented = (help = ''): string => cleanText(help).replace(/^[ \t]+/gm, '')

const planUpdate = (
  planning: Planning,
  { row, found, head }: ReadRow & { found: ExistingRequirement },
): void => {
  const { reader, sections, plan, input } = planning
  const content = changeContent(parseDefinition(found.definition), reader.parameters, (column) =>
    reader.text(row, column),
  )
  const length = found.definition.length + JSON.stringify(content.parameters).length
  const problems = [
    ...head,
    ...cellProblems(reader, row, content.problems),
    ...lengthProblems(reader, length),
  ]
  if (problems.length > 0) return refuse(planning, row, problems)
  const name = reader.text(row, reader.nameColumn)
  const section = reader.section(row)
  const isRenamed = name !== cleanText(found.name)
  // Only a section column moves a requirement. A section derived from an id or name must not undo
  // a move that a person made.
  const isMoved =
    input.mapping.sectionFrom === 'columns' &&
    section !== '' &&
    sections.nameOf(found.sectionId) !== section
  const vendorHelp = input.mapping.help?.get(row)
  const isHelped =
    vendorHelp !== undefined && unindented(vendorHelp) !== unindented(found.vendorHelp)
  const changed = [
    ...(isRenamed ? ['name'] : []),
    ...(isMoved ? ['section'] : []),
    ...(isHelped ? ['help'] : []),
    ...content.changed,
  ]
  const label = labelOf(found)
  if (changed.length === 0) {
    plan.unchanged.push({ row, id: found.id, label, name })
    return
  }
  const patch: ImportPatch = {
    ...(isRenamed ? { name } : {}),
    ...(isHelped ? { vendorHelp } : {}),
    ...(content.changed.length > 0
      ? { definitionPart: { content: { parameters: content.parameters } } }
      : {}),
  }
  const before = sections.nameOf(found.sectionId) ?? ''
  const changedRow = { found, patch, section: { before, after: isMoved ? section : before } }
  const changes = fieldChanges(changedRow)
  const edits = handEdits(found, changes)
  plan.updates.push({
    row,
    id: found.id,
    label,
    name,
    patch: { ...patch, imported: marksAfter(changedRow, changes, edits) },
    edits,
    moveTo: isMoved ? sections.idOf(section) : null,
    changed,
  })
}

const emptyPlan = (): ImportPlan => ({
  sections: [],
  creates: [],
  updates: [],
  unchanged: [],
  refused: [],
  refusedRows: 0,
  invalidIds: [],
  missing: [],
  unknownIds: [],
  withoutId: 0,
})

/**
 * Plans an import without writing. A row whose id is a requirement's full id or source id updates
 * that requirement; any other row creates one with the id as its source id. Importing the same file
 * again creates and changes nothing. A row with a problem is refused as a whole; other rows are not
 * affected.
 */
export const planImport = (input: ImportInput): ImportPlan => {
  const sections = sectionBook(input.existing.sections, input.newId)
  const planning: Planning = {
    input,
    reader: rowReader(input),
    sections,
    plan: { ...emptyPlan(), sections: sections.created },
  }
  const { reader, plan } = planning
  const find = requirementLookup(input.existing.requirements)
  const firstRows = new Map<string | ExistingRequirement, number>()
  const met = new Set<Found>()
  const empty = [...(input.mapping.emptySections ?? [])]
  const takeEmpty = (before: number): void => {
    for (let next = empty[0]; next !== undefined && next.row <= before; next = empty[0]) {
      const id = sections.idOf(next.name)
      plan.emptySections = [...(plan.emptySections ?? []), id]
      empty.shift()
    }
  }
  for (let row = firstDataRow(input.headerRow); row <= input.rows.length; row += 1) {
    takeEmpty(row)
    if (reader.isBlank(row)) continue
    const id = reader.text(row, reader.idColumn)
    const found = find(id)
    const identity = typeof found === 'object' ? found : id
    const head = headProblems(reader, row, {
      found,
      firstRow: id === '' ? undefined : firstRows.get(identity),
    })
    if (!firstRows.has(identity)) firstRows.set(identity, row)
    met.add(found)
    if (typeof found === 'object') planUpdate(planning, { row, found, head })
    else planCreate(planning, { row, head })
  }
  takeEmpty(Infinity)
  plan.missing = input.existing.requirements
    .filter((one) => !met.has(one))
    .map((one) => ({ id: one.id, label: labelOf(one), name: one.name }))
  const isReimport = plan.missing.length < input.existing.requirements.length
  if (isReimport)
    plan.unknownIds = plan.creates.flatMap((one) => (one.sourceId === null ? [] : [one.sourceId]))
  return plan
}
