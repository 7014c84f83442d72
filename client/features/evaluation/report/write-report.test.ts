// @vitest-environment jsdom
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { Report, ReportTable } from '#schema/rules/report/report.ts'
import { HOSTILE_TEXTS } from '../../../../tests/support/hostile-project.ts'
import { pageBreaks } from './row-lines.ts'
import { reportDocx } from './write-docx.ts'
import { reportHtml } from './write-html.ts'

const reportOf = (text: string): Report => ({
  language: 'en',
  contentLanguage: 'ar',
  title: 'Evaluation report',
  subtitle: text,
  facts: [['Owner', text]],
  sections: [
    {
      heading: text,
      blocks: [
        { kind: 'text', text: `${text}\nsecond line` },
        { kind: 'heading', text },
        {
          kind: 'table',
          columns: [
            { header: text, width: 70, isContent: true },
            { header: 'Score', width: 30, isNumber: true },
          ],
          rows: [
            [text, '89.35'],
            ['Total', '49.50'],
          ],
          strong: new Set([1]),
        },
        {
          kind: 'bars',
          bars: [
            { label: text, percent: 89.35, text: '89.35' },
            { label: 'None', percent: null, text: '–' },
            { label: 'Too much', percent: 140, text: '140.00' },
          ],
        },
        { kind: 'signatures', columns: ['Name', 'Signature'], lines: 3 },
      ],
    },
  ],
})

/** A table of receipts: a row of two codes, and one of a hundred. */
const receipts: ReportTable = {
  kind: 'table',
  columns: [
    { header: 'Vendor', width: 45 },
    { header: 'Hashes', width: 55, isCode: true },
  ],
  rows: [
    ['Plone', 'A-1 0a1b\nA-2 <2c>'],
    ['Drupal', Array.from({ length: 100 }, (_, at) => `B-${at} 0a1b2c3d4e5f6071`).join('\n')],
  ],
}
const receiptsReport: Report = {
  ...reportOf('Receipts'),
  sections: [{ heading: 'Receipts', blocks: [receipts] }],
}

describe('where a table may be divided between pages', () => {
  it('keeps short rows and short tables whole, and divides high rows', () => {
    expect(pageBreaks(receipts)).toEqual({ isWhole: false, maySplit: [false, true] })
    expect(pageBreaks({ ...receipts, rows: receipts.rows.slice(0, 1) })).toEqual({
      isWhole: true,
      maySplit: [false],
    })
  })

  it('counts the lines of a text that a narrow column wraps', () => {
    const columns = [
      { header: 'Reason', width: 10 },
      { header: 'More', width: 90 },
    ]
    const long = 'a word '.repeat(20)
    expect(pageBreaks({ kind: 'table', columns, rows: [[long, '']] }).maySplit).toEqual([true])
    expect(pageBreaks({ kind: 'table', columns, rows: [['', long]] }).maySplit).toEqual([false])
  })
})

describe('the report as a page', () => {
  const parsed = (text: string): Document =>
    new DOMParser().parseFromString(reportHtml(reportOf(text)), 'text/html')

  it('says the language of the texts of the requestors, and of nothing else', () => {
    const page = parsed('Groupware')
    expect(
      [...page.querySelectorAll('body [lang=ar][dir=rtl]')].map((one) => one.textContent),
    ).toEqual(['Groupware', 'Groupware', 'Total'])
  })
  it('holds every block', () => {
    const page = parsed('Groupware')
    expect(page.title).toBe('Evaluation report · Groupware')
    expect(page.documentElement.lang).toBe('en')
    expect([...page.querySelectorAll('h1, h2, h3')].map((one) => one.textContent)).toEqual([
      ...['Evaluation report', 'Groupware', 'Groupware'],
    ])
    expect(page.querySelector('section p')?.innerHTML).toBe('Groupware<br>second line')
    expect(
      [...page.querySelectorAll('table:not(.sign) tbody tr')].map((row) => row.className),
    ).toEqual(['', 'strong'])
    expect([...page.querySelectorAll<HTMLElement>('.fill')].map((one) => one.style.width)).toEqual([
      ...['89.35%', '0%', '100%'],
    ])
    expect(page.querySelectorAll('.sign tbody tr')).toHaveLength(3)
  })

  it('prints short tables and charts on one page, and shows codes whole', () => {
    const page = parsed('Groupware')
    expect(page.querySelectorAll('.whole > table')).toHaveLength(1)
    expect(page.querySelectorAll('.bars > .bar')).toHaveLength(3)
    const list = new DOMParser().parseFromString(reportHtml(receiptsReport), 'text/html')
    expect(list.querySelectorAll('.whole')).toHaveLength(0)
    expect([...list.querySelectorAll('tbody tr')].map((row) => row.className)).toEqual([
      '',
      'split',
    ])
    const [first] = list.querySelectorAll('.code')
    expect(first?.textContent).toBe('A-1 0a1b, A-2 <2c>')
    expect([...(first?.children ?? [])].map((one) => one.textContent)).toEqual([
      ...['A-1 0a1b,', 'A-2 <2c>'],
    ])
  })

  it('loads nothing from elsewhere and runs no script', () => {
    const page = parsed('x')
    expect(page.querySelectorAll('script, link, img, iframe')).toHaveLength(0)
    expect(page.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain(
      "default-src 'none'",
    )
  })

  it.each(HOSTILE_TEXTS)('shows %j as text', (text) => {
    const page = parsed(text)
    const calm = parsed('calm')
    expect(page.querySelectorAll('*')).toHaveLength(calm.querySelectorAll('*').length)
    expect(page.querySelector('h2')?.textContent).toBe(text)
  })
})

describe('the report as a Word document', () => {
  const xmlOf = async (report: Report) => {
    const blob = await reportDocx(report)
    const files = unzipSync(new Uint8Array(await blob.arrayBuffer()))
    return strFromU8(files['word/document.xml'] ?? new Uint8Array())
  }
  const parsed = async (text: string) =>
    new DOMParser().parseFromString(await xmlOf(reportOf(text)), 'application/xml')

  it('says language and direction of the texts of the requestors, and of nothing else', async () => {
    const page = await parsed('Groupware')
    const marked = [...page.getElementsByTagName('w:r')].filter(
      (run) => run.getElementsByTagName('w:lang')[0]?.getAttribute('w:bidi') === 'ar',
    )
    expect(marked.map((run) => run.textContent)).toEqual(['Groupware', 'Groupware', 'Total'])
    expect(marked.every((run) => run.getElementsByTagName('w:rtl').length === 1)).toBe(true)
    const paragraphs = [...page.getElementsByTagName('w:bidi')].map(
      (one) => one.parentElement?.parentElement?.textContent,
    )
    expect(paragraphs).toEqual(['Groupware', 'Groupware', 'Total'])
    const latin = await xmlOf({ ...reportOf('Gruppe'), contentLanguage: 'de' })
    expect(latin).toContain('<w:lang w:val="de"/>')
    expect(latin).not.toContain('w:bidi')
  })

  it('has headings, a table with a repeated head, and bars as wide as the scores', async () => {
    const page = await parsed('Groupware')
    expect(page.querySelector('parsererror')).toBe(null)
    const styles = [...page.getElementsByTagName('w:pStyle')].map((one) =>
      one.getAttribute('w:val'),
    )
    expect(styles).toEqual(['Title', 'Heading1', 'Heading2'])
    expect(page.getElementsByTagName('w:tblHeader')).toHaveLength(2)
    const filled = [...page.getElementsByTagName('w:tc')].filter(
      (cell) => cell.getElementsByTagName('w:shd')[0]?.getAttribute('w:fill') === '3B5BDB',
    )
    const widths = filled.map((cell) =>
      Number(cell.getElementsByTagName('w:tcW')[0]?.getAttribute('w:w')),
    )
    // Nothing is drawn for a vendor without a score.
    expect(widths).toEqual([Math.round(5_438 * 0.8935), 5_438])
  })

  it('keeps a short table and the bars on one page, and divides only high rows', async () => {
    const page = await parsed('Groupware')
    const [table, bars] = page.getElementsByTagName('w:tbl')
    const isOn = (within: Element, name: string) =>
      [...within.getElementsByTagName(name)].some((one) => one.getAttribute('w:val') !== 'false')
    const isKept = (row: Element) =>
      [...row.getElementsByTagName('w:p')].every((one) => isOn(one, 'w:keepNext'))
    const keptRows = (one: Element | undefined) =>
      [...(one?.getElementsByTagName('w:tr') ?? [])].map(isKept)
    expect(keptRows(table)).toEqual([true, true, false])
    expect(keptRows(bars)).toEqual([true, true, false])

    const list = new DOMParser().parseFromString(await xmlOf(receiptsReport), 'application/xml')
    const rows = [...list.getElementsByTagName('w:tr')]
    expect(rows.map(isKept)).toEqual([true, false, false])
    expect(rows.map((row) => isOn(row, 'w:cantSplit'))).toEqual([true, true, false])
    const codes = rows[1]?.getElementsByTagName('w:tc')[1]
    expect(codes?.getElementsByTagName('w:noBreakHyphen')).toHaveLength(2)
    expect(codes?.textContent).toBe('A1\u00a00a1b, A2\u00a0<2c>')
  })

  it.each([...HOSTILE_TEXTS, 'a\u0000b\u0008c\uffff'])('is well-formed with %j', async (text) => {
    const page = await parsed(text)
    expect(page.querySelector('parsererror')).toBe(null)
    const shown = [...page.getElementsByTagName('w:t')].map((one) => one.textContent)
    // Characters that XML cannot hold are shown as unknown ones.
    // oxlint-disable-next-line no-control-regex
    expect(shown).toContain(text.replace(/[\u0000\u0008\uffff]/g, '\ufffd'))
  })
})
