import type { Language } from '#schema/tables/languages.ts'

/** What a mail says, without any form. */
export interface MailText {
  subject: string
  paragraphs: readonly string[]
  /** The one thing to do. */
  action?: { label: string; url: string }
  /** Under the button: how long it works, what to do if one did not ask. */
  after?: readonly string[]
}
export interface RenderedMail { subject: string; text: string; html: string }

const FRAME = {
  en: { copy: 'If the button does not work, copy this address into your browser:', sender: 'Sent by Tenderbook. Please do not answer this mail.' },
  sk: { copy: 'Ak tlačidlo nefunguje, skopírujte túto adresu do prehliadača:', sender: 'Odoslal Tenderbook. Na túto správu, prosím, neodpovedajte.' },
} as const satisfies Record<Language, Record<string, string>>

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (symbol) => ENTITIES[symbol] ?? symbol)
/** Names that people gave must not begin a header or a paragraph of their own. */
const inOneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const TEXT = 'margin:0 0 14px;font:15px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif;color:#1b2330'
const SMALL = 'margin:0 0 8px;font:13px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif;color:#5b6675'
const BUTTON = 'display:inline-block;padding:11px 20px;border-radius:6px;background:#2f5fd0;color:#ffffff;font:600 15px/1.2 system-ui,-apple-system,Segoe UI,Roboto,sans-serif;text-decoration:none'

const asHtml = ({ subject, paragraphs, action, after = [] }: MailText, language: Language): string => {
  const { copy, sender } = FRAME[language]
  const paragraph = (style: string) => (text: string) => `<p style="${style}">${escaped(text)}</p>`
  const button = action === undefined ? [] : [
    `<p style="margin:22px 0"><a href="${escaped(action.url)}" style="${BUTTON}">${escaped(action.label)}</a></p>`,
    `<p style="${SMALL}">${escaped(copy)}<br><a href="${escaped(action.url)}" style="color:#2f5fd0;word-break:break-all">${escaped(action.url)}</a></p>`,
  ]
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light">`,
    `<title>${escaped(subject)}</title></head><body style="margin:0;background:#eef1f5;padding:28px 12px">`,
    '<table role="presentation" align="center" width="100%" style="max-width:560px;background:#ffffff;border-radius:10px;border:1px solid #dfe4ea"><tr><td style="padding:28px 30px">',
    `<p style="margin:0 0 20px;font:700 16px/1.2 system-ui,-apple-system,Segoe UI,Roboto,sans-serif;color:#1b2330">Tenderbook</p>`,
    `<h1 style="margin:0 0 16px;font:600 21px/1.3 system-ui,-apple-system,Segoe UI,Roboto,sans-serif;color:#1b2330">${escaped(subject)}</h1>`,
    ...paragraphs.map(paragraph(TEXT)), ...button, ...after.map(paragraph(SMALL)),
    `<hr style="border:0;border-top:1px solid #dfe4ea;margin:22px 0 14px">${paragraph(SMALL)(sender)}`,
    '</td></tr></table></body></html>',
  ].join('\n')
}

const asText = ({ paragraphs, action, after = [] }: MailText, language: Language): string =>
  [...paragraphs, ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]), ...after, `-- \n${FRAME[language].sender}`].join('\n\n')

/** The same words as plain text and as HTML that needs nothing from elsewhere. */
export const renderMail = (text: MailText, language: Language): RenderedMail => {
  const clean: MailText = { ...text, subject: inOneLine(text.subject), paragraphs: text.paragraphs.map(inOneLine), after: (text.after ?? []).map(inOneLine) }
  return { subject: clean.subject, text: asText(clean, language), html: asHtml(clean, language) }
}
