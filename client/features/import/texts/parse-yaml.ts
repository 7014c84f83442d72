import { isAlias, isCollection, isPair, isScalar, parseAllDocuments, visit } from 'yaml'
import { numberOrText } from '#schema/rules/texts/parse-json.ts'
import { TEXT_LIMITS, TextError, type TextValue } from '#schema/rules/texts/text-value.ts'

/** The tree of a text takes about a hundred times its size. */
const MOST_CHARACTERS = 4_000_000
const MOST_ALIASES = 1_000

type Documents = Exclude<ReturnType<typeof parseAllDocuments>, { empty: true }>

const parsed = (text: string): Documents => {
  try {
    const documents = parseAllDocuments(text, { prettyErrors: false, strict: true })
    return 'empty' in documents ? [] : documents
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) throw new TextError('textTooDeep')
    throw error
  }
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split(/\r\n|\n|\r/).length

/** The number of lists and objects around a node; its path has other steps, too. */
const depthOf = (path: readonly unknown[]): number => path.filter(isCollection).length

/** Numbers keep the form that people see, and what is too much is refused. */
const prepare = (document: Documents[number], text: string): void => {
  let [values, aliases] = [0, 0]
  visit(document, (_, node, path) => {
    if (!isPair(node) && depthOf(path) > TEXT_LIMITS.depth)
      throw new TextError('textTooDeep', startOf(node, text))
    values += 1
    if (values > TEXT_LIMITS.values) throw new TextError('textTooLarge')
    if (isAlias(node)) aliases += 1
    if (aliases > MOST_ALIASES) throw new TextError('textAliases')
    if (isScalar(node) && typeof node.value === 'number' && node.source !== undefined)
      node.value = numberOrText(node.source)
  })
}

const startOf = (node: unknown, text: string): number => {
  const range = isCollection(node) || isScalar(node) ? node.range : undefined
  return range === undefined || range === null ? 0 : lineOf(text, range[0])
}

const valueOf = (document: Documents[number]): TextValue => {
  try {
    return document.toJS({ maxAliasCount: 100 }) as TextValue
  } catch (error) {
    if (error instanceof ReferenceError) throw new TextError('textAliases')
    if (error instanceof RangeError) throw new TextError('textTooDeep')
    throw error
  }
}

/** Aliases can lead back to what is around them, or repeat values many times. */
const checkRepeats = (value: TextValue): void => {
  let values = 0
  const walk = (one: TextValue, depth: number): void => {
    values += 1
    if (depth > TEXT_LIMITS.depth || values > TEXT_LIMITS.values) throw new TextError('textAliases')
    if (typeof one === 'object' && one !== null)
      for (const inner of Object.values(one)) walk(inner, depth + 1)
  }
  walk(value, 0)
}

/**
 * Reads YAML; several documents in one text become a list.
 * @throws TextError with the line
 */
export const parseYaml = (text: string): TextValue => {
  if (text.length > MOST_CHARACTERS) throw new TextError('textTooLarge')
  const documents = parsed(text)
  for (const { errors } of documents) {
    const [first] = errors
    if (first === undefined) continue
    // The parser calls itself for each level.
    const isTooDeep = first.code === 'RESOURCE_EXHAUSTION'
    throw new TextError(isTooDeep ? 'textTooDeep' : 'textBroken', lineOf(text, first.pos[0]))
  }
  for (const document of documents) prepare(document, text)
  const values = documents.map(valueOf)
  for (const value of values) checkRepeats(value)
  return values.length === 1 ? (values[0] ?? null) : values
}
