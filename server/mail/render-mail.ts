import type { Language } from '#schema/tables/languages.ts'
import { mailHtml } from './mail-html.ts'

/** Content of a mail before rendering. */
export interface MailText {
  subject: string
  paragraphs: readonly string[]
  /** Words of a person, rendered as a quotation. */
  quote?: string
  /** The button of the mail. */
  action?: { label: string; url: string }
  /**
   * Paragraphs below the button: how long the link works, what to do if the mail was not requested.
   */
  after?: readonly string[]
  /** Lists of what happened, each line with the address that it leads to. */
  lists?: readonly { title: string; lines: readonly MailLink[] }[]
  /** Links in small print at the end. */
  footer?: readonly MailLink[]
}
export interface MailLink {
  label: string
  url: string
}
interface RenderedMail {
  subject: string
  text: string
  html: string
}

const FRAME = {
  en: {
    copy: 'If the button does not work, copy this address into your browser:',
    sender: 'Sent by Tenderbook. Please do not answer this mail.',
  },
  sk: {
    copy: 'Ak tlačidlo nefunguje, skopírujte túto adresu do prehliadača:',
    sender: 'Odoslal Tenderbook. Na túto správu, prosím, neodpovedajte.',
  },
} as const satisfies Record<Language, Record<string, string>>

/** Removes line breaks, so that a name given by a person cannot start a new header or paragraph. */
const inOneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
const linesOf = (text: string): string[] => text.split(/\r\n|[\n\r\u2028\u2029]/).map(inOneLine)

const asText = (
  { paragraphs, quote, action, after = [], lists = [], footer = [] }: MailText,
  language: Language,
): string =>
  [
    ...paragraphs,
    ...lists.map(({ title, lines }) =>
      [title, ...lines.map(({ label, url }) => `- ${label}\n  ${url}`)].join('\n'),
    ),
    ...(quote === undefined
      ? []
      : [
          linesOf(quote)
            .map((line) => `> ${line}`)
            .join('\n'),
        ]),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ...after,
    ...footer.map(({ label, url }) => `${label}:\n${url}`),
    `-- \n${FRAME[language].sender}`,
  ].join('\n\n')

/** Renders the same content as plain text and as self-contained HTML. */
export const renderMail = (text: MailText, language: Language): RenderedMail => {
  const { quote, ...rest } = text
  const clean = {
    ...rest,
    subject: inOneLine(text.subject),
    paragraphs: text.paragraphs.map(inOneLine),
    after: (text.after ?? []).map(inOneLine),
    lists: (text.lists ?? []).map(({ title, lines }) => ({
      title: inOneLine(title),
      lines: lines.map(({ label, url }) => ({ label: inOneLine(label), url })),
    })),
    footer: text.footer ?? [],
  }
  return {
    subject: clean.subject,
    text: asText({ ...clean, ...(quote === undefined ? {} : { quote }) }, language),
    html: mailHtml({
      ...clean,
      quote: quote === undefined ? [] : linesOf(quote),
      frame: FRAME[language],
      language,
    }),
  }
}
