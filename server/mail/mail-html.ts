import type { Language } from '#schema/tables/languages.ts'
import type { MailLink } from './render-mail.ts'

interface MailParts {
  subject: string
  paragraphs: readonly string[]
  /** Quoted lines of a person; empty for no quotation. */
  quote: readonly string[]
  action?: { label: string; url: string }
  after: readonly string[]
  lists: readonly { title: string; lines: readonly MailLink[] }[]
  footer: readonly MailLink[]
  frame: { copy: string; sender: string }
  language: Language
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (symbol) => ENTITIES[symbol] ?? symbol)

const FONT = 'system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
/** Inline styles, because many mail programs ignore style sheets. */
const STYLES = {
  body: 'margin:0;background:#eef0f4;padding:28px 12px',
  card: 'max-width:560px;background:#ffffff;border-radius:10px;border:1px solid #dfe3ea;border-collapse:separate',
  cell: 'padding:28px 30px',
  brand: `margin:0 0 20px;font:700 15px/1.2 ${FONT};color:#3b5bdb`,
  title: `margin:0 0 14px;font:600 21px/1.3 ${FONT};color:#1b2030;overflow-wrap:anywhere`,
  text: `margin:0 0 14px;font:400 15px/1.55 ${FONT};color:#2b3244;overflow-wrap:anywhere`,
  list: `margin:0 0 18px;padding:0 0 0 18px;font:400 15px/1.55 ${FONT};color:#2b3244;overflow-wrap:anywhere`,
  part: `margin:18px 0 6px;font:600 16px/1.3 ${FONT};color:#1b2030;overflow-wrap:anywhere`,
  quote: `margin:0 0 14px;padding:2px 0 2px 14px;border-left:3px solid #b4c2f5;font:400 15px/1.55 ${FONT};color:#2b3244;overflow-wrap:anywhere`,
  small: `margin:0 0 8px;font:400 13px/1.5 ${FONT};color:#5b6475;overflow-wrap:anywhere`,
  button: `display:inline-block;padding:11px 20px;border-radius:6px;background:#3b5bdb;color:#ffffff;font:600 15px/1.2 ${FONT};text-decoration:none`,
  link: 'color:#3b5bdb;word-break:break-all',
  line: 'color:#3b5bdb;overflow-wrap:anywhere',
  rule: 'border:0;border-top:1px solid #dfe3ea;margin:22px 0 14px',
} as const
type Part = keyof typeof STYLES

/** Overrides for mail programs with a dark mode; others use the inline styles. */
const DARK: Partial<Record<Part, string>> = {
  body: 'background:#181a1f',
  card: 'background:#1f2229;border-color:#2f333c',
  brand: 'color:#a5b8ff',
  title: 'color:#f1f3f7',
  text: 'color:#c9cdd6',
  list: 'color:#c9cdd6',
  part: 'color:#f1f3f7',
  line: 'color:#a5b8ff',
  quote: 'color:#c9cdd6;border-color:#4c6ef5',
  small: 'color:#a6adbb',
  button: 'background:#3b5bdb;color:#ffffff',
  link: 'color:#a5b8ff',
  rule: 'border-color:#2f333c',
}
const darkRules = Object.entries(DARK)
  .map(
    ([part, style]) =>
      `.${part}{${style
        .split(';')
        .map((one) => `${one}!important`)
        .join(';')}}`,
  )
  .join('')

const of = (part: Part): string => `class="${part}" style="${STYLES[part]}"`

const linkHtml = ({ label, url }: MailLink): string =>
  `<a href="${escaped(url)}" ${of('line')}>${escaped(label)}</a>`
const listHtml = ({ title, lines }: MailParts['lists'][number]): string =>
  `<h2 ${of('part')}>${escaped(title)}</h2><ul ${of('list')}>${lines
    .map((line) => `<li>${linkHtml(line)}</li>`)
    .join('')}</ul>`

/** Renders the mail as one narrow column without images, scripts or external styles. */
export const mailHtml = ({
  subject,
  paragraphs,
  quote,
  action,
  after,
  lists,
  footer,
  frame,
  language,
}: MailParts): string => {
  const paragraph = (part: 'text' | 'small') => (text: string) =>
    `<p ${of(part)}>${escaped(text)}</p>`
  const button =
    action === undefined
      ? []
      : [
          `<p style="margin:22px 0"><a href="${escaped(action.url)}" ${of('button')}>${escaped(action.label)}</a></p>`,
          `<p ${of('small')}>${escaped(frame.copy)}<br><a href="${escaped(action.url)}" ${of('link')}>${escaped(action.url)}</a></p>`,
        ]
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">`,
    `<meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title>`,
    `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkRules}}</style></head><body ${of('body')}>`,
    `<table role="presentation" align="center" width="100%" cellspacing="0" cellpadding="0" ${of('card')}><tr><td ${of('cell')}>`,
    `<p ${of('brand')}>Tenderbook</p>`,
    `<h1 ${of('title')}>${escaped(subject)}</h1>`,
    ...paragraphs.map(paragraph('text')),
    ...lists.map(listHtml),
    ...(quote.length === 0
      ? []
      : [`<blockquote ${of('quote')}>${quote.map(escaped).join('<br>')}</blockquote>`]),
    ...button,
    ...after.map(paragraph('small')),
    ...footer.map((link) => `<p ${of('small')}>${linkHtml(link)}</p>`),
    `<hr ${of('rule')}>${paragraph('small')(frame.sender)}`,
    '</td></tr></table></body></html>',
  ].join('\n')
}
