import type { ImportMapping } from '#schema/rules/excel/excel-rows-mapping.ts'
import {
  recallMapping,
  type RememberedMapping,
  rememberMapping,
} from '#schema/rules/excel/remembered-mapping.ts'
import { keepSetting, readSetting } from '../../lib/local-settings.ts'
import type { SheetGuess } from './reader/questions.ts'
import type { ImportTarget } from './run-import.ts'

const keyOf = ({ projectId, documentId }: ImportTarget): string =>
  `projects.${projectId}.importMappings.${documentId}`

/** Keeps the mapping of an import for the next file of the same shape, for this person. */
export const keepMapping = (
  target: ImportTarget,
  names: readonly string[],
  mapping: ImportMapping,
): void => {
  const remembered = rememberMapping(names, mapping)
  if (remembered !== null) keepSetting(keyOf(target), remembered)
}

/** The mapping of the last import into the document, if it fits the sheet. */
export const mappingFor = (
  target: ImportTarget,
  { names, mapping }: Pick<SheetGuess, 'names' | 'mapping'>,
): ImportMapping | null => {
  const remembered = readSetting<RememberedMapping | null>(keyOf(target), null)
  return remembered === null ? null : recallMapping(names, mapping, remembered)
}
