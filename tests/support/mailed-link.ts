import { expect } from './browser.ts'
import { mailsTo } from './mails-to.ts'

/** The link in the newest mail to the address, as a path: tests reach the server by its port. */
export const linkFor = async (dataDir: string, to: string, path: string): Promise<string> => {
  let found = ''
  await expect
    .poll(
      async () => {
        found = (await linksTo(dataDir, to, path)).at(-1) ?? ''
        return found
      },
      { message: `a mail to ${to} with a link to ${path}`, timeout: 60_000 },
    )
    .not.toBe('')
  return found
}

const linksTo = async (dataDir: string, to: string, path: string): Promise<string[]> =>
  (await mailsTo(dataDir, to))
    .map((mail) => new RegExp(`${path}#[\\w-]{43}`).exec(mail)?.[0] ?? '')
    .filter(Boolean)
