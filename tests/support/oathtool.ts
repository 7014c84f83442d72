import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** An independent generator of one-time codes; `npm test` installs it where it may. */
const OATHTOOL = ['/usr/bin/oathtool', '/usr/local/bin/oathtool'].find((path) => existsSync(path))
export const hasOathtool = OATHTOOL !== undefined

/** The code that an authenticator shows for the secret at this time. */
export const oathCode = (secret: string, atMs: number): string => {
  if (OATHTOOL === undefined) throw new Error('oathtool is not installed')
  return execFileSync(
    OATHTOOL,
    ['--totp', '--base32', `--now=@${Math.floor(atMs / 1_000)}`, secret],
    { encoding: 'utf8' },
  ).trim()
}

const STEP_MS = 30_000
/**
 * A time step counts as over this long before its end, because the request needs time to arrive.
 */
const ON_THE_WAY_MS = 3_000
const newest = new Map<string, number>()

/**
 * Returns an unused code. The server accepts each time step once, and also the steps before and
 * after the current one.
 */
export const nextOathCode = (secret: string): string => {
  const step = Math.max(
    (newest.get(secret) ?? 0) + 1,
    Math.floor((Date.now() + ON_THE_WAY_MS) / STEP_MS) - 1,
  )
  newest.set(secret, step)
  return oathCode(secret, step * STEP_MS)
}
