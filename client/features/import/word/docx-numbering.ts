import { child, isOn, valueIn, type XmlElement } from './docx-xml.ts'

interface Level {
  start: number
  format: string
  text: string
  isDecimal: boolean
}
interface AbstractList {
  levels: Map<number, Level>
  /** The levels of styles, as of headings. */
  byStyle: Map<string, number>
  link: string | undefined
}
interface List {
  abstract: string
  starts: Map<number, number>
  levels: Map<number, Level>
}
export interface ShownNumber {
  /** As an id: '1.2', and '2(a)' for an item below 2. */
  id: string
}

const LARGEST = 100_000
const whole = (text: string | undefined, otherwise: number): number => {
  const value = Number(text ?? Number.NaN)
  return Number.isInteger(value) && value >= 0 && value <= LARGEST ? value : otherwise
}

const ROMAN: readonly (readonly [number, string])[] = [
  ...([
    [1_000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
  ] as const),
  ...([
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
]
const roman = (value: number): string => {
  let [rest, text] = [value, '']
  for (const [size, sign] of ROMAN)
    while (rest >= size) {
      text += sign
      rest -= size
    }
  return text
}
/** After z comes aa, then bb. */
const letters = (value: number): string =>
  String.fromCodePoint(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26))

const formatted = (value: number, format: string): string => {
  if (format === 'none' || format === 'bullet') return ''
  if (value < 1 || value > 700) return String(value)
  if (format === 'decimalZero') return String(value).padStart(2, '0')
  if (format === 'upperRoman') return roman(value).toUpperCase()
  if (format === 'lowerRoman') return roman(value)
  if (format === 'upperLetter') return letters(value).toUpperCase()
  return format === 'lowerLetter' ? letters(value) : String(value)
}

const levelOf = (element: XmlElement): Level => ({
  start: whole(valueIn(element, 'start'), 1),
  format: valueIn(element, 'numFmt') ?? 'decimal',
  text: (valueIn(element, 'lvlText') ?? '').slice(0, 100),
  isDecimal: isOn(element, 'isLgl') === true,
})

const LONGEST = 40
/** Without brackets and the signs that end a number; a long text is no number. */
const bare = (text: string): string =>
  text.length > LONGEST
    ? ''
    : text
        .trim()
        .replace(/^[([§\s]+/, '')
        .replace(/[.):\]\s]+$/, '')

/** Counts the lists of a document as its program does. */
export class DocxNumbering {
  readonly #abstract = new Map<string, AbstractList>()
  readonly #lists = new Map<string, List>()
  /** Numbered styles of lists name the list that describes them. */
  readonly #styleLists = new Map<string, string>()
  readonly #counts = new Map<string, number[]>()
  readonly #seen = new Set<string>()

  add(element: XmlElement): void {
    if (element.name === 'abstractNum') {
      const levels = element.children.filter(({ name }) => name === 'lvl')
      const at = (one: XmlElement): number => whole(one.attributes['ilvl'], 0)
      const id = element.attributes['abstractNumId'] ?? ''
      const style = valueIn(element, 'styleLink')
      if (style !== undefined) this.#styleLists.set(style, id)
      this.#abstract.set(id, {
        levels: new Map(levels.map((one) => [at(one), levelOf(one)])),
        byStyle: new Map(levels.map((one) => [valueIn(one, 'pStyle') ?? '', at(one)])),
        link: valueIn(element, 'numStyleLink'),
      })
    }
    if (element.name === 'num') {
      const overrides = element.children.filter(({ name }) => name === 'lvlOverride')
      const list: List = {
        ...{ abstract: valueIn(element, 'abstractNumId') ?? '' },
        ...{ starts: new Map(), levels: new Map() },
      }
      for (const one of overrides) {
        const level = whole(one.attributes['ilvl'], 0)
        const start = valueIn(one, 'startOverride')
        if (start !== undefined) list.starts.set(level, whole(start, 1))
        const own = child(one, 'lvl')
        if (own !== undefined) list.levels.set(level, levelOf(own))
      }
      this.#lists.set(element.attributes['numId'] ?? '', list)
    }
  }

  #abstractOf({ abstract }: List): [id: string, list: AbstractList | undefined] {
    const { link } = this.#abstract.get(abstract) ?? {}
    const id = (link === undefined ? undefined : this.#styleLists.get(link)) ?? abstract
    return [id, this.#abstract.get(id)]
  }

  /** The level of a style in its list, where the style does not say it. */
  levelOfStyle(listId: string, style: string): number {
    const list = this.#lists.get(listId)
    return (list === undefined ? undefined : this.#abstractOf(list)[1]?.byStyle.get(style)) ?? 0
  }

  /** Counts a paragraph and gives its number; null = it is in no list. */
  next(listId: string, wanted: number): ShownNumber | null {
    const list = this.#lists.get(listId)
    if (list === undefined) return null
    const [id, abstract] = this.#abstractOf(list)
    const level = Math.min(8, Math.max(0, wanted))
    const levelAt = (at: number): Level =>
      list.levels.get(at) ??
      abstract?.levels.get(at) ?? { start: 1, format: 'bullet', text: '', isDecimal: false }
    const counts = this.#counts.get(id) ?? []
    this.#counts.set(id, counts)
    if (!this.#seen.has(listId)) {
      this.#seen.add(listId)
      for (const [at, start] of list.starts) counts[at] = start - 1
    }
    for (let at = 0; at < level; at += 1) counts[at] ??= levelAt(at).start
    counts[level] = (counts[level] ?? levelAt(level).start - 1) + 1
    counts.length = level + 1
    return { id: numberOf(counts, levelAt, level) }
  }
}

const textAt = (
  counts: readonly number[],
  levelAt: (at: number) => Level,
  level: number,
): string => {
  const { text, format, isDecimal } = levelAt(level)
  if (format === 'bullet') return ''
  return text.replace(/%(\d)/g, (_, place: string) => {
    const at = Number(place) - 1
    return formatted(counts[at] ?? 0, isDecimal ? 'decimal' : levelAt(at).format)
  })
}

const numberOf = (
  counts: readonly number[],
  levelAt: (at: number) => Level,
  level: number,
): string => {
  const own = bare(textAt(counts, levelAt, level))
  const { text } = levelAt(level)
  if (own === '' || level === 0 || /%\d.*%\d/.test(text)) return own
  // The number of an item says nothing without the one above.
  const above = numberOf(counts, levelAt, level - 1)
  return above === '' ? own : `${above}(${own})`
}
