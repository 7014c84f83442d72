import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** A generator of one-time codes that is none of ours; `npm test` installs it where it may. */
const OATHTOOL = ['/usr/bin/oathtool', '/usr/local/bin/oathtool'].find((path) => existsSync(path))
export const hasOathtool = OATHTOOL !== undefined

/** The code that an authenticator shows for the secret at this moment. */
export const oathCode = (secret: string, atMs: number): string => {
  if (OATHTOOL === undefined) throw new Error('oathtool is not installed')
  return execFileSync(OATHTOOL, ['--totp', '--base32', `--now=@${Math.floor(atMs / 1_000)}`, secret], { encoding: 'utf8' }).trim()
}
