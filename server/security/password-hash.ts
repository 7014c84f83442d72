import { createHmac, pbkdf2, randomBytes, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { hash, verify } from '@node-rs/argon2'
import { createQueue } from './queue.ts'

/** OWASP's figure for PBKDF2-SHA256; the device spends it before anything is sent. */
export const PBKDF2_ITERATIONS = 600_000
/** OWASP's first choice for Argon2id: 19 MiB, two passes. */
const ARGON2ID = 2
const ARGON2 = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const SALT_BYTES = 16
/**
 * More at once only take the memory of one another. The last of 200 waits about 12 s, less than
 * any caller does.
 */
const queue = createQueue({ width: 4, most: 200 })
/** Throws where the next password would have to wait too long; before a try is counted. */
export const { requireRoom } = queue

const derive = promisify(pbkdf2)
export const newSalt = (): string => randomBytes(SALT_BYTES).toString('base64')

/** What a device sends instead of the password. */
export const clientHash = async (password: string, salt: string, iterations = PBKDF2_ITERATIONS): Promise<string> =>
  (await derive(password, Buffer.from(salt, 'base64'), iterations, 32, 'sha256')).toString('base64')

/** The PHC text that is stored. */
export const storedHash = (sent: string, pepper: string): Promise<string> => queue.run(() => hash(sent, { ...ARGON2, secret: Buffer.from(pepper, 'base64') }))
export const isRightHash = (stored: string, sent: string, pepper: string): Promise<boolean> =>
  queue.run(() => verify(stored, sent, { ...ARGON2, secret: Buffer.from(pepper, 'base64') }))
export const needsRehash = (stored: string): boolean => !stored.startsWith(`$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}$`)

let decoy: Promise<string> | undefined
/** Takes as long as for a known name, so that nobody can tell by the clock which names exist. */
export const spendSameTime = async (sent: string, pepper: string): Promise<void> => {
  decoy ??= storedHash(randomUUID(), pepper)
  await isRightHash(await decoy, sent, pepper)
}

/** The salt that an unknown name gets, always the same one for the same name. */
export const decoySalt = (username: string, secret: string): string =>
  createHmac('sha256', Buffer.from(secret, 'base64')).update(username).digest().subarray(0, SALT_BYTES).toString('base64')
