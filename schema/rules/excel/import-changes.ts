import { cleanText } from './excel-rows-cells.ts'
import type { ExistingRequirement, ImportPatch } from './excel-rows-plan.ts'
import { valueCell } from './excel-rows-values.ts'
import { type FieldTexts, marksOf, parameterField, parameterTexts } from './field-texts.ts'
import { importMark, joinMarks, markSet } from './import-marks.ts'
import { leafParameters, parseDefinition } from '../definition/parameters.ts'

/** One field that an import changes. */
export interface FieldChange {
  /** 'name', 'section' or `parameterField` of a parameter. */
  field: string
  /** The name of the parameter; '' = the field is not a parameter. */
  label: string
  before: string
  after: string
}

export interface ChangedRow {
  found: Pick<ExistingRequirement, 'name' | 'definition'>
  patch: ImportPatch
  /** The names of the row's section and of the one that it moves to, which can be the same. */
  section: { before: string; after: string }
}

/** What an update changes, field by field. */
export const fieldChanges = ({ found, patch, section }: ChangedRow): FieldChange[] => {
  const changes: FieldChange[] = []
  if (patch.name !== undefined)
    changes.push({ field: 'name', label: '', before: cleanText(found.name), after: patch.name })
  if (section.before !== section.after) changes.push({ field: 'section', label: '', ...section })
  if (patch.definitionPart === undefined) return changes
  const texts = parameterTexts(parseDefinition(found.definition))
  for (const parameter of leafParameters(Object.values(patch.definitionPart.content.parameters))) {
    const before = texts.get(parameter.id) ?? ''
    const after = cleanText(valueCell(parameter))
    if (before !== after)
      changes.push({ field: parameterField(parameter.id), label: parameter.name, before, after })
  }
  return changes
}

export interface HandEdits {
  isEdited: boolean
  /** The fields that a person edited; empty with `isEdited` = unknown which. */
  fields: string[]
}

/**
 * Which of the changed fields a person has edited since an import wrote them. A requirement from a
 * file without marks was imported by an older version: its counter tells only that it was changed.
 */
export const handEdits = (
  {
    imported,
    sourceId,
    version = 1,
  }: Pick<ExistingRequirement, 'imported' | 'sourceId' | 'version'>,
  changes: readonly FieldChange[],
): HandEdits => {
  if (imported === undefined) return { isEdited: sourceId !== null && version > 1, fields: [] }
  const marks = markSet(imported)
  const fields = changes
    .filter(({ field, before }) => before !== '' && !marks.has(importMark(field, before)))
    .map(({ field }) => field)
  return { isEdited: fields.length > 0, fields }
}

/**
 * The marks that an update leaves: of all texts after it, and of the texts that it replaces unless a
 * person wrote them. An undo brings those texts back without making them a person's.
 */
export const marksAfter = (
  { found, patch, section }: ChangedRow,
  changes: readonly FieldChange[],
  edits: HandEdits,
): string => {
  const parameters = parameterTexts(parseDefinition(found.definition))
  for (const parameter of leafParameters(
    Object.values(patch.definitionPart?.content.parameters ?? {}),
  ))
    parameters.set(parameter.id, cleanText(valueCell(parameter)))
  const texts: FieldTexts = {
    name: patch.name ?? cleanText(found.name),
    section: section.after,
    parameters,
  }
  const isUnknown = edits.isEdited && edits.fields.length === 0
  const replaced = changes
    .filter(({ field }) => !isUnknown && !edits.fields.includes(field))
    .map(({ field, before }) => importMark(field, before))
  return joinMarks(replaced.join(''), marksOf(texts))
}
