import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** A generator of one-time codes that is none of ours; `npm test` installs it where it may. */
const OATHTOOL = ['/usr/bin/oathtool', '/usr/local/bin/oathtool'].find((path) => existsSync(path))
export const hasOathtool = OATHTOOL !== undefined

/** The code that an authenticator shows for the secret at this moment. */
export const oathCode = (secret: string, atMs: number): string => {
  if (OATHTOOL === undefined) throw new Error('oathtool is not installed')
  return execFileSync(
    OATHTOOL,
    ['--totp', '--base32', `--now=@${Math.floor(atMs / 1_000)}`, secret],
    { encoding: 'utf8' },
  ).trim()
}

const STEP_MS = 30_000
/** So long before its end a step counts as over: the request has to get there. */
const ON_THE_WAY_MS = 3_000
const newest = new Map<string, number>()

/**
 * A code that has not been used yet: each step of the clock opens once, and the server takes the
 * one before now and the one after.
 */
export const nextOathCode = (secret: string): string => {
  const step = Math.max(
    (newest.get(secret) ?? 0) + 1,
    Math.floor((Date.now() + ON_THE_WAY_MS) / STEP_MS) - 1,
  )
  newest.set(secret, step)
  return oathCode(secret, step * STEP_MS)
}
