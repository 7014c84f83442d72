/** What a JSON or YAML text holds. Objects may have no prototype. */
export type TextValue = string | number | boolean | null | TextList | TextObject
export type TextList = readonly TextValue[]
export interface TextObject {
  readonly [key: string]: TextValue
}

export const TEXT_ERRORS = [
  'textBroken',
  'textTooDeep',
  'textTooLarge',
  'textAliases',
  'textEncoding',
  'textNoList',
] as const

/** Why a text is not read; line 0 = the whole of it. */
export class TextError extends Error {
  readonly code: (typeof TEXT_ERRORS)[number]
  readonly line: number

  constructor(code: (typeof TEXT_ERRORS)[number], line = 0) {
    super(code)
    this.name = 'TextError'
    this.code = code
    this.line = line
  }
}

export const TEXT_LIMITS = { depth: 100, values: 1_000_000, rows: 50_000, columns: 200 } as const

export const isObject = (value: TextValue | undefined): value is TextObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Own fields only, so that a file cannot name parts of objects. */
export const field = (value: TextValue | undefined, key: string): TextValue | undefined =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

export const listIn = (value: TextValue | undefined, key: string): TextList => {
  const list = field(value, key)
  return Array.isArray(list) ? (list as TextList) : []
}

export const objectsIn = (value: TextValue | undefined, key: string): TextObject[] =>
  listIn(value, key).filter(isObject)

export const plain = (value: TextValue | undefined): string =>
  value === undefined || value === null || typeof value === 'object' ? '' : String(value).trim()

export const textIn = (value: TextValue | undefined, key: string): string =>
  plain(field(value, key))
