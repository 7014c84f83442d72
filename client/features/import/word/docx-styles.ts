import { child, isOn, valueIn, type XmlElement } from './docx-xml.ts'

/** What a paragraph has by its style. */
export interface ParagraphStyle {
  /** The level of a heading, from 1; 0 = none. */
  level: number
  role: 'text' | 'aside' | 'caption'
  numberId?: string | undefined
  numberLevel?: number | undefined
  isHidden: boolean
}

const HEADING =
  /^(?:heading|nadpis|überschrift|titre|título|titolo|kop|nagłówek|címsor|rubrik|overskrift|otsikko|naslov|titlu|заголовок|見出し)\s*(\d)$/iu
const CAPTION = /^(?:caption|popis(?:ok)?|titulok|beschriftung|légende|legenda)$/iu
/** Styles of lists of contents, and of the title of the whole document. */
const ASIDE =
  /^(?:(?:toc|contents|obsah|verzeichnis|tm|table of figures|index)\s*(?:\d|heading)?|toc heading|title|subtitle|názov|podtitul|titel|untertitel|header|footer)$/iu

/** Levels count from 0 in files; 9 is the text of the body. */
const outlineLevel = (text: string | undefined): number | undefined => {
  const level = text === undefined ? Number.NaN : Number(text)
  return Number.isInteger(level) && level >= 0 && level <= 9 ? (level + 1) % 10 : undefined
}
export const paragraphLevel = (properties: XmlElement | undefined): number | undefined =>
  outlineLevel(valueIn(properties, 'outlineLvl'))

export class DocxStyles {
  readonly #styles = new Map<string, XmlElement>()
  readonly #read = new Map<string, ParagraphStyle>()
  #standard = ''

  add(element: XmlElement): void {
    if (element.name !== 'style') return
    const { styleId = '', type, default: isDefault = '0' } = element.attributes
    if (type === 'paragraph' && isDefault !== '0' && isDefault !== 'false') this.#standard = styleId
    this.#styles.set(styleId, element)
  }

  /** The style and those that it is based on; one may name itself. */
  #chain(id: string): XmlElement[] {
    const chain: XmlElement[] = []
    for (let at: string | undefined = id; at !== undefined; at = valueIn(chain.at(-1), 'basedOn')) {
      const style = this.#styles.get(at)
      if (style === undefined || chain.includes(style) || chain.length > 30) break
      chain.push(style)
    }
    return chain
  }

  isHiddenRun(id: string | undefined): boolean {
    if (id === undefined) return false
    return this.#chain(id).some((style) => isOn(child(style, 'rPr'), 'vanish') === true)
  }

  paragraph(id: string | undefined): ParagraphStyle {
    const name = id ?? this.#standard
    const known = this.#read.get(name)
    if (known !== undefined) return known
    const style = this.#of(name)
    this.#read.set(name, style)
    return style
  }

  #of(id: string): ParagraphStyle {
    const chain = this.#chain(id)
    const names = [id, ...chain.map((style) => valueIn(style, 'name') ?? '')]
    const properties = chain.map((style) => child(style, 'pPr'))
    const levels = properties.map(paragraphLevel).filter((level) => level !== undefined)
    const named = names.map((name) => Number(HEADING.exec(name)?.[1] ?? 0)).find((one) => one > 0)
    const numbers = properties.map((one) => child(one, 'numPr'))
    const numberId = numbers.map((one) => valueIn(one, 'numId')).find((one) => one !== undefined)
    const level = numbers.map((one) => valueIn(one, 'ilvl')).find((one) => one !== undefined)
    return {
      level: levels[0] ?? named ?? 0,
      role: names.some((name) => CAPTION.test(name))
        ? 'caption'
        : names.slice(0, 2).some((name) => ASIDE.test(name))
          ? 'aside'
          : 'text',
      ...{ numberId, numberLevel: level === undefined ? undefined : Number(level) },
      isHidden: chain.some((style) => isOn(child(style, 'rPr'), 'vanish') === true),
    }
  }
}
