import type { Definition } from '../../entities/parameter.ts'
import { cleanText } from './excel-rows-cells.ts'
import { leafParameters } from '../definition/parameters.ts'
import { valueCell } from './excel-rows-values.ts'

const MARK_LENGTH = 6
const MOST_MARKS = 250

/** The texts of a requirement that an import can write, by field. */
export interface FieldTexts {
  name: string
  /** The section's name; '' = unknown. */
  section: string
  /** By the id of the parameter. */
  parameters: ReadonlyMap<string, string>
}

export const parameterTexts = (definition: Definition): Map<string, string> =>
  new Map(
    leafParameters(definition.contentConfiguration.parameters).map((parameter) => [
      parameter.id,
      cleanText(valueCell(parameter)),
    ]),
  )

/** Identifies the text of a field by 31 bits, which are enough to notice an edit. */
export const importMark = (field: string, text: string): string => {
  let hash = 0x81_1c_9d_c5
  for (const unit of `${field}\n${text}`)
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01_00_01_93)
  // The last bits of this hash depend on the last letters alone, so mix once more.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d)
  return ((hash ^ (hash >>> 13)) >>> 1).toString(36).padStart(MARK_LENGTH, '0').slice(-MARK_LENGTH)
}

export const parameterField = (id: string): string => `p:${id}`

/** The marks of everything that a requirement says, as far as they fit. */
export const marksOf = ({ name, section, parameters }: FieldTexts): string =>
  [
    importMark('name', name),
    importMark('section', section),
    ...[...parameters].map(([id, text]) => importMark(parameterField(id), text)),
  ]
    .slice(0, MOST_MARKS)
    .join('')

const split = (marks: string): string[] => marks.match(/.{6}/g) ?? []

/** Joins marks, the newest first. The oldest are lost first when there are too many. */
export const joinMarks = (former: string | undefined, added: string): string => {
  const marks = [...new Set([...split(added), ...split(former ?? '')])]
    .slice(0, MOST_MARKS)
    .join('')
  return marks === former ? former : marks
}

export const markSet = (marks: string): ReadonlySet<string> => new Set(split(marks))
