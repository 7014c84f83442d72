import { describe, expect, it } from 'vitest'
import { docxElements } from '../../../../tests/support/docx-elements.ts'
import { DocxStyles, paragraphLevel } from './docx-styles.ts'

interface StyleSource {
  id: string
  name?: string
  basedOn?: string
  /** The properties of its paragraphs and of its texts. */
  paragraph?: string
  run?: string
  more?: string
}
const styleXml = ({ id, name, basedOn, paragraph = '', run = '', more = '' }: StyleSource) =>
  `<w:style w:type="paragraph" w:styleId="${id}" ${more}>${
    name === undefined ? '' : `<w:name w:val="${name}"/>`
  }${basedOn === undefined ? '' : `<w:basedOn w:val="${basedOn}"/>`}<w:pPr>${paragraph}</w:pPr><w:rPr>${run}</w:rPr></w:style>`

const stylesOf = (...sources: (StyleSource | string)[]): DocxStyles => {
  const styles = new DocxStyles()
  for (const source of sources)
    for (const one of docxElements(typeof source === 'string' ? source : styleXml(source)))
      styles.add(one)
  return styles
}
const outline = (level: string): string => `<w:outlineLvl w:val="${level}"/>`
const list = (id: number, level?: number): string =>
  `<w:numPr>${level === undefined ? '' : `<w:ilvl w:val="${level}"/>`}<w:numId w:val="${id}"/></w:numPr>`

describe('a paragraph style is', () => {
  it.each([
    ['heading 1', 1],
    ['Heading 9', 9],
    ['NADPIS 2', 2],
    ['Überschrift3', 3],
    ['titre 4', 4],
    ['見出し 1', 1],
    ['heading 0', 0],
    ['heading 12', 0],
    ['my heading 1', 0],
    ['Normal', 0],
  ])('by its name %j a heading of level %i', (name, level) => {
    expect(stylesOf({ id: 'A', name }).paragraph('A').level).toBe(level)
  })

  it('a heading by the name that its id is, also without a description', () => {
    expect(stylesOf().paragraph('Heading2')).toEqual({
      ...{ level: 2, role: 'text', isHidden: false },
      ...{ numberId: undefined, numberLevel: undefined },
    })
  })

  it('a heading by its outline, before its name', () => {
    const styles = stylesOf(
      { id: 'A', name: 'heading 1', paragraph: outline('3') },
      { id: 'B', name: 'heading 1', paragraph: outline('9') },
    )
    expect(['A', 'B'].map((id) => styles.paragraph(id).level)).toEqual([4, 0])
  })

  it('a heading where it is based on one, unless it says otherwise', () => {
    const styles = stylesOf(
      { id: 'A', name: 'heading 5', paragraph: outline('0') },
      { id: 'B', name: 'Ours', basedOn: 'A' },
      { id: 'C', name: 'Deeper', basedOn: 'B', paragraph: outline('1') },
      { id: 'D', name: 'Text', basedOn: 'C', paragraph: outline('9') },
      { id: 'E', name: 'heading 3', basedOn: 'F' },
      { id: 'F', name: 'heading 2' },
    )
    expect(['B', 'C', 'D', 'E'].map((id) => styles.paragraph(id).level)).toEqual([1, 2, 0, 3])
  })

  it.each([
    ['caption', 'caption'],
    ['Titulok', 'caption'],
    ['Popisok', 'caption'],
    ['toc 1', 'aside'],
    ['TOC Heading', 'aside'],
    ['Title', 'aside'],
    ['Obsah2', 'aside'],
    ['footer', 'aside'],
    ['captions', 'text'],
    ['Title page', 'text'],
  ])('by its name %j a %s', (name, role) => {
    expect(stylesOf({ id: 'A', name }).paragraph('A').role).toBe(role)
  })

  it('an aside by the name that its id is', () => {
    expect(stylesOf({ id: 'Subtitle', name: 'Ours' }).paragraph('Subtitle').role).toBe('aside')
  })

  it('a caption where it is based on one, but no list of contents', () => {
    const styles = stylesOf(
      { id: 'A', name: 'caption' },
      { id: 'B', name: 'Ours', basedOn: 'A' },
      { id: 'C', name: 'Title' },
      { id: 'D', name: 'Ours, too', basedOn: 'C' },
    )
    expect(['B', 'D'].map((id) => styles.paragraph(id).role)).toEqual(['caption', 'text'])
  })

  it('in the list, and on its level, that it or the nearest base names', () => {
    const styles = stylesOf(
      { id: 'A', paragraph: list(1, 2) },
      { id: 'B', basedOn: 'A', paragraph: list(3) },
      { id: 'C', basedOn: 'B', paragraph: list(4, 0) },
      { id: 'D' },
    )
    expect(
      ['A', 'B', 'C', 'D'].map((id) => {
        const { numberId, numberLevel } = styles.paragraph(id)
        return [numberId, numberLevel]
      }),
    ).toEqual([
      ['1', 2],
      ['3', 2],
      ['4', 0],
      [undefined, undefined],
    ])
  })

  it('hidden where it or a base of it is', () => {
    const styles = stylesOf(
      { id: 'A', run: '<w:vanish/>' },
      { id: 'B', basedOn: 'A' },
      { id: 'C', run: '<w:vanish w:val="0"/>' },
    )
    expect(['A', 'B', 'C', 'D'].map((id) => styles.paragraph(id).isHidden)).toEqual([
      ...[true, true, false, false],
    ])
    expect(['A', 'B', 'C', 'D', undefined].map((id) => styles.isHiddenRun(id))).toEqual([
      ...[true, true, false, false, false],
    ])
  })
})

describe('a paragraph without a style', () => {
  it.each(['1', 'true'])('has the standard one, which says default="%s"', (value) => {
    const styles = stylesOf(
      { id: 'A', paragraph: outline('1'), more: `w:default="${value}"` },
      { id: 'B', paragraph: outline('2') },
    )
    expect(styles.paragraph(undefined).level).toBe(2)
  })

  it('has no style that is no standard, or not of paragraphs', () => {
    const styles = stylesOf(
      { id: 'A', paragraph: outline('1'), more: 'w:default="0"' },
      { id: 'B', paragraph: outline('1'), more: 'w:default="false"' },
      { id: 'C', paragraph: outline('1') },
      '<w:style w:type="character" w:default="1" w:styleId="D"><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>',
      '<w:docDefaults w:type="paragraph" w:default="1" w:styleId="A"/>',
    )
    expect(styles.paragraph(undefined).level).toBe(0)
  })
})

describe('a chain of styles', () => {
  it('ends where it comes back', () => {
    const styles = stylesOf({ id: 'A', basedOn: 'B' }, { id: 'B', name: 'heading 4', basedOn: 'A' })
    expect(styles.paragraph('A').level).toBe(4)
  })

  it('is followed for 31 styles', () => {
    const styles = stylesOf(
      ...Array.from({ length: 40 }, (_, at) => ({ id: `S${at}`, basedOn: `S${at + 1}` })),
      { id: 'S40', name: 'heading 6' },
    )
    expect(['S10', 'S9'].map((id) => styles.paragraph(id).level)).toEqual([6, 0])
  })
})

it.each([
  ['0', 1],
  ['8', 9],
  ['9', 0],
  ['10', undefined],
  ['-1', undefined],
  ['0.5', undefined],
  ['x', undefined],
])('the outline level %s is the level %s', (level, want) => {
  const [properties] = docxElements(`<w:pPr>${outline(level)}</w:pPr>`)
  expect(paragraphLevel(properties)).toBe(want)
  expect(paragraphLevel(docxElements('<w:pPr/>')[0])).toBeUndefined()
})
