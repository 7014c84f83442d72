import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readableMail } from './mail-server.ts'

/** The mails that a server without a mail server has written for the address, as readable text. */
export const mailsTo = async (dataDir: string, to: string): Promise<string[]> => {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
  const mails = await Promise.all(
    names.map(async (name) =>
      readableMail({ to: [], source: await readFile(join(folder, name), 'utf8') }),
    ),
  )
  return mails.filter((mail) => mail.includes(`To: ${to}`))
}
