import { createHmac, pbkdf2, randomBytes, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { hash, verify } from '@node-rs/argon2'
import { keyId, keyOf, type KeyRing, oldest } from './keys.ts'
import { createQueue } from './queue.ts'

/** OWASP's recommendation for PBKDF2-SHA256; the device computes it before it sends anything. */
export const PBKDF2_ITERATIONS = 600_000
/** OWASP's first choice for Argon2id: 19 MiB, two passes. */
const ARGON2ID = 2
const ARGON2 = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const SALT_BYTES = 16
/**
 * More parallel hashes would only compete for memory. The last of 200 waits about 12 s, less than
 * clients wait for a response.
 */
const queue = createQueue({ width: 4, most: 200 })
/** Throws if the next password would have to wait too long. Call it before counting an attempt. */
export const { holdRoom } = queue

const derive = promisify(pbkdf2)
export const newSalt = (): string => randomBytes(SALT_BYTES).toString('base64')

/** The hash that a device sends instead of the password. */
export const clientHash = async (
  password: string,
  salt: string,
  iterations = PBKDF2_ITERATIONS,
): Promise<string> =>
  (await derive(password, Buffer.from(salt, 'base64'), iterations, 32, 'sha256')).toString('base64')

const withPepper = (key: string) => ({ ...ARGON2, secret: Buffer.from(key, 'base64') })
const { memoryCost, timeCost, parallelism } = ARGON2
const PARAMETERS = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}`
/**
 * PHC format: parameters, the id of the pepper (`keyid`, which the library does not know), salt and
 * hash.
 */
const PHC = /^(\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+)(?:,keyid=([A-Za-z0-9+/]+))?(\$.+)$/

/** The PHC text to store, including the id of the pepper. */
export const storedHash = async (sent: string, pepper: KeyRing): Promise<string> => {
  const made = await queue.run(() => hash(sent, withPepper(pepper[0])))
  return made.replace(PHC, `$1,keyid=${keyId(pepper[0])}$3`)
}
/**
 * Compares a sent hash with the stored one; false, after the same time, if the pepper is missing.
 */
export const isRightHash = async (
  stored: string,
  sent: string,
  pepper: KeyRing,
): Promise<boolean> => {
  const [, parameters = '', id, rest = ''] = PHC.exec(stored) ?? []
  const key = id === undefined ? oldest(pepper) : keyOf(pepper, id)
  const isRight = await queue.run(() =>
    verify(parameters + rest, sent, withPepper(key ?? pepper[0])),
  )
  return isRight && key !== undefined
}
/** Whether the stored hash uses an older pepper or weaker parameters. */
export const needsRehash = (stored: string, pepper: KeyRing): boolean =>
  !stored.startsWith(`${PARAMETERS},keyid=${keyId(pepper[0])}$`)
/** The id of the pepper of a stored hash; null if it has none. */
export const pepperIdOf = (stored: string): string | null => PHC.exec(stored)?.[2] ?? null

let decoy: string | undefined
/**
 * Takes as long as for a known username, so that the time does not reveal which names exist: one
 * hash, which enters the queue at once.
 */
export const spendSameTime = async (sent: string, pepper: KeyRing): Promise<void> => {
  if (decoy === undefined) decoy = await storedHash(randomUUID(), pepper)
  else await isRightHash(decoy, sent, pepper)
}

/** The salt returned for an unknown username, always the same for the same name. */
export const decoySalt = (username: string, secret: string): string =>
  createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(username)
    .digest()
    .subarray(0, SALT_BYTES)
    .toString('base64')
