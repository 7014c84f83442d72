import { describe, expect, it } from 'vitest'
import type { Report, ReportBlock, ReportTable } from '#schema/rules/report/report.ts'
import { reportHtml } from './write-html.ts'

const reportOf = (blocks: readonly ReportBlock[], changes: Partial<Report> = {}): Report => ({
  ...{ language: 'en', contentLanguage: null, title: 'Title', subtitle: 'Sub', facts: [] },
  sections: [{ heading: 'Part', blocks }],
  ...changes,
})
/** What a page shows for a block. */
const blockOf = (block: ReportBlock, changes: Partial<Report> = {}): string =>
  /<section><h2>Part<\/h2>\n([^]*)<\/section>/.exec(reportHtml(reportOf([block], changes)))?.[1] ??
  ''
const tableOf = (changes: Partial<ReportTable>): ReportTable => ({
  ...{ kind: 'table', columns: [{ header: 'A', width: 1 }], rows: [] },
  ...changes,
})

describe('a table of the page', () => {
  it('has columns that share the width, headers, and a cell for each column', () => {
    const columns = [
      { header: 'A & B', width: 1 },
      { header: 'Score', width: 2, isNumber: true },
    ]
    expect(blockOf(tableOf({ columns, rows: [['a\n<b>', '7'], ['c']] }))).toBe(
      '<div class="wide whole"><table><colgroup><col style="width:33.3%"><col style="width:66.7%"></colgroup>' +
        '<thead><tr><th scope="col">A &amp; B</th><th scope="col" class="number">Score</th></tr></thead>' +
        '<tbody><tr><td>a<br>&lt;b&gt;</td><td class="number">7</td></tr>\n' +
        '<tr><td>c</td><td class="number"></td></tr></tbody></table></div>',
    )
  })

  it('marks rows that sum up others, and rows that may be divided', () => {
    const rows = [['a'], ['line\n'.repeat(30)], ['b'], ['line\n'.repeat(30)]]
    const html = blockOf(tableOf({ rows, strong: new Set([2, 3]) }))
    expect([...html.matchAll(/<tr([^>]*)><td/g)].map(([, found]) => found)).toEqual([
      ...['', ' class="split"', ' class="strong"', ' class="strong split"'],
    ])
    expect(html).toMatch(/^<div class="wide"><table>/)
  })

  it('has codes beside one another', () => {
    const columns = [{ header: 'Codes', width: 1, isCode: true }]
    expect(blockOf(tableOf({ columns, rows: [['A-1\n<2>\nB'], ['C']] }))).toContain(
      '<td class="code"><span>A-1,</span> <span>&lt;2&gt;,</span> <span>B</span></td></tr>\n<tr><td class="code"><span>C</span></td>',
    )
  })
})

describe('the language of the texts of the requestors', () => {
  const columns = [
    { header: 'A', width: 1, isContent: true },
    { header: 'B', width: 1 },
  ]
  const table = tableOf({ columns, rows: [['a', 'b']] })

  it('is said where their texts stand', () => {
    const changes: Partial<Report> = { contentLanguage: 'ar' }
    expect(blockOf(table, changes)).toContain('<td lang="ar" dir="rtl">a</td><td>b</td>')
    expect(reportHtml(reportOf([], changes))).toContain(
      '<p class="subtitle" lang="ar" dir="rtl">Sub</p>',
    )
  })

  it('is not said where it is not stated', () => {
    expect(blockOf(table)).toContain('<td>a</td><td>b</td>')
    expect(reportHtml(reportOf([]))).toContain('<html lang="en">')
  })
})

it('bars are as wide as their share, and never wider than the track', () => {
  const bars = [50, null, 140, -5, 33.333].map((percent) => ({
    ...{ label: 'L & M', percent, text: '<5>' },
  }))
  const html = blockOf({ kind: 'bars', bars })
  expect([...html.matchAll(/style="width:(.*?)%"/g)].map(([, width]) => width)).toEqual([
    ...['50.00', '0.00', '100.00', '0.00', '33.33'],
  ])
  expect(html).toMatch(/^<div class="bars"><div class="bar"><span>L &amp; M<\/span>/)
  expect(html).toContain('<span class="number">&lt;5&gt;</span></div>')
})

it('signatures have a line of empty cells for each person', () => {
  expect(blockOf({ kind: 'signatures', columns: ['Name', '"Sign"'], lines: 2 })).toBe(
    '<table class="sign"><thead><tr><th scope="col">Name</th><th scope="col">&quot;Sign&quot;</th></tr></thead>' +
      '<tbody><tr><td></td><td></td></tr><tr><td></td><td></td></tr></tbody></table>',
  )
})

it('the page has its title, its facts and its parts in order', () => {
  const html = reportHtml(
    reportOf(
      [
        { kind: 'text', text: "It's\n1 < 2" },
        { kind: 'heading', text: 'A & B' },
      ],
      {
        ...{
          title: 'T<1>',
          facts: [
            ['Owner', 'Eva\nJan'],
            ['Day', '1 May'],
          ],
        },
      },
    ),
  )
  expect(html).toMatch(/^<!doctype html>\n/)
  expect(html).toContain('<title>T&lt;1&gt; · Sub</title>')
  expect(html).toContain(
    '<h1>T&lt;1&gt;</h1><p class="subtitle">Sub</p><dl><dt>Owner</dt><dd>Eva<br>Jan</dd><dt>Day</dt><dd>1 May</dd></dl>',
  )
  expect(html).toContain('<p>It&#39;s<br>1 &lt; 2</p>\n<h3>A &amp; B</h3></section>')
})
