import { textLanguage } from '#schema/rules/project/text-language.ts'
import type {
  Report,
  ReportBlock,
  ReportColumn,
  ReportSection,
  ReportTable,
} from '#schema/rules/report/report.ts'
import { pageBreaks } from './row-lines.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one)
const lines = (text: string): string => escaped(text).replaceAll('\n', '<br>')

/** Self-contained: no script, no font and no picture from elsewhere. */
const STYLE = `
:root { color-scheme: light; --line: #c9ced6; --soft: #f3f5f8; --bar: #3b5bdb; }
* { box-sizing: border-box; }
body { font: 14px/1.5 system-ui, sans-serif; color: #16191f; margin: 2rem auto; padding: 0 1rem;
  max-width: 60rem; }
h1 { font-size: 1.8rem; margin: 0; } h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
.subtitle { font-size: 1.15rem; margin: .25rem 0 1.5rem; }
dl { display: grid; grid-template-columns: fit-content(50%) 1fr; gap: .25rem 1rem; margin: 0; }
dt { color: #4a5160; } dd { margin: 0; }
.wide { overflow-x: auto; } .wide table { min-width: 36rem; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
th, td { border: 1px solid var(--line); padding: .3rem .5rem; text-align: start;
  vertical-align: top; overflow-wrap: anywhere; }
thead th { background: var(--soft); }
.number { text-align: end; font-variant-numeric: tabular-nums; }
.strong > * { font-weight: 600; }
.bar { display: grid; grid-template-columns: minmax(6rem, 14rem) 1fr 4rem; gap: .75rem;
  align-items: center; margin: .25rem 0; }
.track { height: 1rem; border: 1px solid var(--line); }
.fill { display: block; height: 100%; background: var(--bar); print-color-adjust: exact;
  -webkit-print-color-adjust: exact; }
.code { font: .7rem/1.5 ui-monospace, monospace; }
.code span { display: inline-block; max-width: 100%; }
.sign td { height: 2.5rem; }
@page { size: A4; margin: 18mm 15mm; }
@media print { body { font-size: 9.5pt; margin: 0; padding: 0; max-width: none; }
  th, td { padding: .2rem .35rem; } thead { display: table-header-group; }
  tr:not(.split), .bars, .whole, .sign { break-inside: avoid; }
  h2, h3, thead, p:not(:last-child) { break-after: avoid; }
  .code { font-size: 6.5pt; } .wide { overflow: visible; }
  .wide table { min-width: 0; } }
`

const cellClass = ({ isNumber }: ReportColumn): string =>
  isNumber === true ? ' class="number"' : ''

/** Attributes of elements with texts of the requestors, or nothing. */
const contentAttributes = (language: string | null): string =>
  Object.entries(textLanguage(language))
    .map(([name, value]: [string, string]) => ` ${name}="${escaped(value)}"`)
    .join('')

/** Codes beside one another; a line break inside one is the last resort. */
const codesHtml = (text: string): string =>
  text
    .split('\n')
    .map((code, at, all) => `<span>${escaped(code)}${at < all.length - 1 ? ',' : ''}</span>`)
    .join(' ')

const cellHtml = (column: ReportColumn, text: string, content: string): string =>
  column.isCode === true
    ? `<td class="code">${codesHtml(text)}</td>`
    : `<td${cellClass(column)}${column.isContent === true ? content : ''}>${lines(text)}</td>`

const tableHtml = (table: ReportTable, content: string): string => {
  const { columns, rows, strong } = table
  const { isWhole, maySplit } = pageBreaks(table)
  const total = columns.reduce((sum, { width }) => sum + width, 0)
  const widths = columns
    .map(({ width }) => `<col style="width:${((width / total) * 100).toFixed(1)}%">`)
    .join('')
  const head = columns
    .map((one) => `<th scope="col"${cellClass(one)}>${escaped(one.header)}</th>`)
    .join('')
  const body = rows
    .map((row, index) => {
      const cells = columns.map((one, at) => cellHtml(one, row[at] ?? '', content)).join('')
      const names = [
        ...(strong?.has(index) === true ? ['strong'] : []),
        ...(maySplit[index] === true ? ['split'] : []),
      ]
      return `<tr${names.length > 0 ? ` class="${names.join(' ')}"` : ''}>${cells}</tr>`
    })
    .join('\n')
  return `<div class="wide${isWhole ? ' whole' : ''}"><table><colgroup>${widths}</colgroup><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

const blockHtml = (block: ReportBlock, content: string): string => {
  switch (block.kind) {
    case 'text':
      return `<p>${lines(block.text)}</p>`
    case 'heading':
      return `<h3>${escaped(block.text)}</h3>`
    case 'table':
      return tableHtml(block, content)
    case 'bars':
      return `<div class="bars">${block.bars
        .map(({ label, percent, text }) => {
          const width = Math.min(100, Math.max(0, percent ?? 0)).toFixed(2)
          return `<div class="bar"><span>${escaped(label)}</span><span class="track" aria-hidden="true"><span class="fill" style="width:${width}%"></span></span><span class="number">${escaped(text)}</span></div>`
        })
        .join('\n')}</div>`
    case 'signatures': {
      const head = block.columns.map((one) => `<th scope="col">${escaped(one)}</th>`).join('')
      const line = `<tr>${'<td></td>'.repeat(block.columns.length)}</tr>`
      return `<table class="sign"><thead><tr>${head}</tr></thead><tbody>${line.repeat(block.lines)}</tbody></table>`
    }
    default:
      return block satisfies never
  }
}

const sectionHtml = ({ heading, blocks }: ReportSection, content: string): string =>
  `<section><h2>${escaped(heading)}</h2>\n${blocks.map((one) => blockHtml(one, content)).join('\n')}</section>`

/** The report as one HTML file that prints on A4. People's texts are escaped. */
export const reportHtml = (report: Report): string => {
  const { language, contentLanguage, title, subtitle, facts, sections } = report
  const content = contentAttributes(contentLanguage)
  const list = facts
    .map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${lines(value)}</dd>`)
    .join('')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(`${title} · ${subtitle}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escaped(title)}</h1><p class="subtitle"${content}>${escaped(subtitle)}</p><dl>${list}</dl></header>
<main>
${sections.map((one) => sectionHtml(one, content)).join('\n')}
</main>
</body>
</html>
`
}
