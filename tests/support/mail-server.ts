import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string[]
  source: string
}
export interface MailServer {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** The server's answer to the next mails: accept, temporary failure, or unknown address. */
  answer: 'take' | 'later' | 'unknown address'
  close(): Promise<void>
}

const refusal = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode })

/**
 * A real SMTP server on this machine that keeps the mails it receives.
 * @param isSecure whether it speaks TLS from the first byte, with a self-signed certificate
 */
export const startMailServer = async ({ isSecure = false } = {}): Promise<MailServer> => {
  const mails: ReceivedMail[] = []
  const state: { answer: MailServer['answer'] } = { answer: 'take' }
  const server = new SMTPServer({
    authOptional: true,
    secure: isSecure,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: (_address, _session, done) => {
      if (state.answer === 'later') done(refusal(451, 'come back later'))
      else if (state.answer === 'unknown address') done(refusal(550, 'unknown address'))
      else done()
    },
    onData: (stream, session, done) => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => void pieces.push(piece))
      stream.on('end', () => {
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(pieces).toString('utf8'),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp${isSecure ? 's' : ''}://127.0.0.1:${port}`,
    mails,
    get answer() {
      return state.answer
    },
    set answer(answer) {
      state.answer = answer
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}

/** Unfolds the header lines and decodes the quoted-printable body, as a mail reader does. */
export const readableMail = ({ source }: ReceivedMail): string => {
  const bytes = source
    .replace(/=\r?\n/g, '')
    .replace(/((?:=[0-9A-F]{2})+)/g, (run: string) =>
      Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'),
    )
  return bytes.replace(/\r\n/g, '\n')
}
