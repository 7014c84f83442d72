import type { Parameter } from '../../entities/parameter.ts'
import type { Requirement } from '../../entities/structure.ts'
import { cleanText } from '../excel/excel-rows-cells.ts'
import { labelKey } from '../excel/excel-rows-values.ts'
import {
  type AskedField,
  answerFields,
  isGroup,
  parseDefinition,
} from '../definition/parameters.ts'
import { hasStatementRelease } from './cell-rules.ts'
import { writableText } from './book-cells.ts'
import type { BookWords } from './book-words.ts'

/** The import reads no column after this one. */
export const MOST_COLUMNS = 200
// No name of a field has a control character.
export const FIRST_KEYS = ['\u0000id', '\u0000section', '\u0000requirement'] as const
export const HELP_KEY = '\u0000help'

/** Columns hold the fields of all requirements with the same key, or texts with the same name. */
export interface BookColumn {
  header: string
  kind: 'text' | 'answer'
  key: string
}

/** The fields of an answer by the key of their column. A release has a column if one is asked. */
export const fieldsOf = ({ definition }: Pick<Requirement, 'definition'>) =>
  new Map(
    answerFields(parseDefinition(definition))
      .filter(({ part, parameter }) => part === 'value' || hasStatementRelease(parameter))
      .map((field): [string, AskedField] => [columnKey(field), field]),
  )
const columnKey = ({ parameter, part }: AskedField): string => JSON.stringify([parameter.key, part])

const shownTexts = (parameters: readonly Parameter[]): Parameter[] =>
  parameters
    .filter(({ hidden }) => hidden !== true)
    .flatMap((parameter) =>
      isGroup(parameter) ? shownTexts(parameter.parameters ?? []) : [parameter],
    )

/** The texts that the vendor reads, by name; equal names in one requirement are numbered. */
export const textsOf = ({ definition }: Pick<Requirement, 'definition'>) => {
  const texts = new Map<string, { name: string; parameter: Parameter }>()
  for (const parameter of shownTexts(parseDefinition(definition).contentConfiguration.parameters)) {
    const own = nameOf(parameter)
    let name = own
    for (let count = 2; texts.has(labelKey(name)); count += 1) name = `${own} (${count})`
    texts.set(labelKey(name), { name, parameter })
  }
  return texts
}
const nameOf = ({ name, key }: Parameter): string =>
  cleanText(writableText(name)).slice(0, 480) || cleanText(key) || '?'

/** Headers find their columns again, so that no two are equal. */
const withOwnHeaders = (columns: readonly BookColumn[]): BookColumn[] => {
  const taken = new Set<string>()
  return columns.map((column) => {
    let { header } = column
    for (let count = 2; taken.has(labelKey(header)); count += 1)
      header = `${column.header} (${count})`
    taken.add(labelKey(header))
    return { ...column, header }
  })
}

const answerHeader = ({ parameter, part }: AskedField, { release }: BookWords): string =>
  part === 'release' ? `${nameOf(parameter)}: ${release}` : nameOf(parameter)

/**
 * The columns of a document: ID, section, requirement, its texts, help, then a column per field of
 * the answer. Texts that do not fit are left out, never answers.
 */
export const bookColumns = (
  requirements: readonly Pick<Requirement, 'definition' | 'vendorHelp'>[],
  words: BookWords,
): BookColumn[] => {
  const texts = new Map<string, BookColumn>()
  const answers = new Map<string, BookColumn>()
  for (const requirement of requirements) {
    for (const [key, { name }] of textsOf(requirement))
      if (!texts.has(key)) texts.set(key, { header: name, kind: 'text', key })
    for (const [key, field] of fieldsOf(requirement))
      if (!answers.has(key))
        answers.set(key, { header: answerHeader(field, words), kind: 'answer', key })
  }
  const help = requirements.some(({ vendorHelp }) => vendorHelp.trim() !== '')
    ? [{ header: words.help, kind: 'text' as const, key: HELP_KEY }]
    : []
  const first = [words.id, words.section, words.requirement].map((header, at): BookColumn => ({
    ...{ header, kind: 'text', key: FIRST_KEYS[at] ?? '' },
  }))
  const room = MOST_COLUMNS - first.length - help.length - answers.size
  const shown = [...texts.values()].slice(0, Math.max(0, room))
  return withOwnHeaders([...first, ...shown, ...help, ...answers.values()]).slice(0, MOST_COLUMNS)
}
