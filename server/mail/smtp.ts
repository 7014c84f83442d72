import { createTransport, type SendMailOptions } from 'nodemailer'
import { isOnThisMachine } from '../on-this-machine.ts'
import { type Mail, MailRefused, type SendMail } from './mail.ts'

/** Shorter than RESERVED_MS of the mail job, so that no second process sends the same mail. */
const TIMEOUT_MS = 30_000

export const messageOf = (
  { id, to, subject, text, html, files, headers = {} }: Mail,
  from: string,
): SendMailOptions => ({
  // The message id is the same at every attempt, so that a mail server can detect duplicates.
  from,
  to,
  subject,
  text,
  html,
  messageId: `<${id}@tenderbook>`,
  headers: { 'Auto-Submitted': 'auto-generated', ...headers },
  attachments: files.map(({ filename, contentType, content }) => ({
    filename,
    contentType,
    content,
    encoding: 'base64',
  })),
  disableFileAccess: true,
  disableUrlAccess: true,
})

/**
 * Sends by SMTP. Requires TLS with a valid certificate for another machine, unless the URL has
 * `?requireTLS=false`.
 * @param url smtp://user:password@host:port or smtps://…, in nodemailer's format
 */
export const smtpMailer = (url: string, from: string): SendMail => {
  const transport = createTransport({
    url,
    requireTLS: !isOnThisMachine(url),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return async (mail) => {
    try {
      await transport.sendMail(messageOf(mail, from))
    } catch (error) {
      throw isRefused(error) ? new MailRefused(error) : error
    }
  }
}

/** The parts of a delivery that are about this mail; a refused sender or sign-in is a wrong setting. */
const OF_THIS_MAIL: readonly unknown[] = ['RCPT TO', 'DATA']

const isRefused = (error: unknown): error is Error =>
  error instanceof Error &&
  'command' in error &&
  OF_THIS_MAIL.includes(error.command) &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500
