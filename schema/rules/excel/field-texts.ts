import type { Definition } from '../../entities/parameter.ts'
import { leafParameters } from '../definition/parameters.ts'
import { cleanText } from './excel-rows-cells.ts'
import { valueCell } from './excel-rows-values.ts'
import { importMark, MOST_MARKS } from './import-marks.ts'

/** The texts of a requirement that an import can write. */
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
