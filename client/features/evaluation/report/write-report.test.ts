// @vitest-environment jsdom
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { Report } from '#schema/rules/report/report.ts'
import { HOSTILE_TEXTS } from '../../../../tests/support/hostile-project.ts'
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
  const xmlOf = async (text: string) => {
    const blob = await reportDocx(reportOf(text))
    const files = unzipSync(new Uint8Array(await blob.arrayBuffer()))
    return strFromU8(files['word/document.xml'] ?? new Uint8Array())
  }
  const parsed = async (text: string) =>
    new DOMParser().parseFromString(await xmlOf(text), 'application/xml')

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

  it.each([...HOSTILE_TEXTS, 'a\u0000b\u0008c\uffff'])('is well-formed with %j', async (text) => {
    const page = await parsed(text)
    expect(page.querySelector('parsererror')).toBe(null)
    const shown = [...page.getElementsByTagName('w:t')].map((one) => one.textContent)
    // Characters that XML cannot hold are shown as unknown ones.
    // oxlint-disable-next-line no-control-regex
    expect(shown).toContain(text.replace(/[\u0000\u0008\uffff]/g, '\ufffd'))
  })
})
