import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { SendMail } from './mail.ts'
import { messageOf } from './smtp.ts'

/**
 * Writes mails to a folder as .eml files, when no mail server is configured.
 * @param say receives the path of each file; never its content, which may contain links
 */
export const folderMailer = (
  folder: string,
  from: string,
  say: (path: string) => void,
): SendMail => {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return async (mail) => {
    const { message } = await transport.sendMail(messageOf(mail, from))
    if (!Buffer.isBuffer(message))
      throw new Error('nodemailer gave a stream where a buffer was asked for')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${mail.id}.eml`)
    await writeFile(`${path}.part`, message, { mode: 0o600 })
    await rename(`${path}.part`, path)
    say(path)
  }
}
