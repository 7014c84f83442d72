import { TEXT_LIMITS, TextError, type TextValue } from './text-value.ts'

const BLANK = /[\s\uFEFF]+|\/\/[^\n\r]*|\/\*[^]*?\*\//y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const WORD = /true|false|null/y
const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null }

/** The number, or its text where the number would not be written the same, such as 1.10. */
export const numberOrText = (text: string): number | string =>
  String(Number(text)) === text ? Number(text) : text

class Reader {
  #at = 0
  #values = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  read(): TextValue {
    const value = this.#value(0)
    this.#skip()
    if (this.#at < this.#text.length) this.#fail()
    return value
  }

  #fail(code: TextError['code'] = 'textBroken'): never {
    throw new TextError(code, this.#text.slice(0, this.#at).split(/\r\n|\n|\r/).length)
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    this.#at += found?.length ?? 0
    return found
  }

  #skip(): void {
    while (this.#match(BLANK) !== undefined);
  }

  #takes(sign: string): boolean {
    this.#skip()
    if (this.#text[this.#at] !== sign) return false
    this.#at += 1
    return true
  }

  #string(): string {
    this.#skip()
    // A pattern for the whole string would run out of stack on a long one.
    const end = this.#text[this.#at] === '"' ? this.#endOfString() : -1
    if (end === -1) return this.#fail()
    try {
      const string = JSON.parse(this.#text.slice(this.#at, end + 1)) as string
      this.#at = end + 1
      return string
    } catch {
      return this.#fail()
    }
  }

  /** The place of the quotation mark at the end; -1 = there is none. */
  #endOfString(): number {
    let end = this.#text.indexOf('"', this.#at + 1)
    while (end !== -1) {
      let before = end - 1
      while (this.#text[before] === '\\') before -= 1
      if ((end - before) % 2 === 1) return end
      end = this.#text.indexOf('"', end + 1)
    }
    return -1
  }

  #value(depth: number): TextValue {
    this.#values += 1
    if (this.#values > TEXT_LIMITS.values) this.#fail('textTooLarge')
    if (depth > TEXT_LIMITS.depth) this.#fail('textTooDeep')
    if (this.#takes('{')) return this.#object(depth)
    if (this.#takes('[')) return this.#list(depth)
    if (this.#text[this.#at] === '"') return this.#string()
    const number = this.#match(NUMBER)
    if (number !== undefined) return numberOrText(number)
    const word = this.#match(WORD)
    return word === undefined ? this.#fail() : (WORDS[word] ?? null)
  }

  #object(depth: number): TextValue {
    const object = Object.create(null) as Record<string, TextValue>
    while (!this.#takes('}')) {
      const key = this.#string()
      if (!this.#takes(':')) this.#fail()
      object[key] = this.#value(depth + 1)
      // A comma before the end, as people leave it, is no mistake.
      if (!this.#takes(',')) {
        if (!this.#takes('}')) this.#fail()
        break
      }
    }
    return object
  }

  #list(depth: number): TextValue {
    const list: TextValue[] = []
    while (!this.#takes(']')) {
      list.push(this.#value(depth + 1))
      if (!this.#takes(',')) {
        if (!this.#takes(']')) this.#fail()
        break
      }
    }
    return list
  }
}

/**
 * Reads JSON, with comments and commas before an end, as people write it by hand.
 * @throws TextError with the line
 */
export const parseJson = (text: string): TextValue => new Reader(text).read()
