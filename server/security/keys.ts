import { createHmac, randomBytes } from 'node:crypto'
import * as v from 'valibot'

/**
 * Keys of 32 bytes in base64. The first is the newest and used for new values; the others open
 * older values.
 */
export type KeyRing = readonly [string, ...string[]]

/** The keys that protect accounts and sealed work. They are never stored in the database. */
export interface Keys {
  /** Secret input of Argon2 for the hashes of passwords. */
  pepper: KeyRing
  /** Encrypts the secrets of authenticators. */
  otpKey: KeyRing
  /** Derives the keys that seal unsent work on devices. */
  sealSecret: KeyRing
  /**
   * Derives the salts of unknown usernames, and hides usernames in failed_tries. Never rotated:
   * changed salts would reveal which names are unknown.
   */
  saltSecret: string
}

const ROTATED = ['pepper', 'otpKey', 'sealSecret'] as const
type RotatedKey = (typeof ROTATED)[number]
export const KEY_NAMES = [...ROTATED, 'saltSecret'] as const
export type KeyName = (typeof KEY_NAMES)[number]

const KEY_BYTES = 32
const ID_BYTES = 6
const MOST = 20

const newKey = (): string => randomBytes(KEY_BYTES).toString('base64')
export const newKeys = (): Keys => ({
  pepper: [newKey()],
  otpKey: [newKey()],
  sealSecret: [newKey()],
  saltSecret: newKey(),
})

/** An id of 8 base64 characters that reveals nothing about the key. */
export const keyId = (key: string): string =>
  createHmac('sha256', Buffer.from(key, 'base64'))
    .update('tenderbook key id')
    .digest()
    .subarray(0, ID_BYTES)
    .toString('base64')

export const keyOf = (ring: KeyRing, id: string): string | undefined =>
  ring.find((key) => keyId(key) === id)
/**
 * The key of a value without a key id: such values are older than key ids, so the oldest key made
 * them.
 */
export const oldest = (ring: KeyRing): string => ring.at(-1) ?? ring[0]

export const ringOf = (keys: Keys, name: KeyName): KeyRing =>
  name === 'saltSecret' ? [keys.saltSecret] : keys[name]
/** The ids of the newest key of each kind. */
export type KeyIds = Record<KeyName, string>
export const newestIds = ({ pepper, otpKey, sealSecret, saltSecret }: Keys): KeyIds => ({
  pepper: keyId(pepper[0]),
  otpKey: keyId(otpKey[0]),
  sealSecret: keyId(sealSecret[0]),
  saltSecret: keyId(saltSecret),
})

/** Adds a new key of each rotated kind in front of the former ones. */
export const rotated = (keys: Keys): Keys => {
  const full = ROTATED.filter((name) => keys[name].length >= MOST)
  if (full.length > 0)
    throw new Error(`Drop former keys first: there are ${MOST} of ${full.join(', ')}`)
  return {
    ...keys,
    pepper: [newKey(), ...keys.pepper],
    otpKey: [newKey(), ...keys.otpKey],
    sealSecret: [newKey(), ...keys.sealSecret],
  }
}

/** Removes the former key with this id; null if there is none or it is the newest. */
export const without = (keys: Keys, id: string): { name: RotatedKey; keys: Keys } | null => {
  for (const name of ROTATED) {
    const [newest, ...former] = keys[name]
    const left = former.filter((key) => keyId(key) !== id)
    if (left.length < former.length) return { name, keys: { ...keys, [name]: [newest, ...left] } }
  }
  return null
}

const Key = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{43}=$/))
const Ring = v.pipe(
  v.tupleWithRest([Key], Key),
  v.maxLength(MOST),
  v.check((ring) => new Set(ring).size === ring.length),
)
const KeysForm = v.strictObject({ pepper: Ring, otpKey: Ring, sealSecret: Ring, saltSecret: Key })

export const textOfKeys = (keys: Keys): string => `${JSON.stringify(keys, null, 2)}\n`
/** @param place named in the error, which never contains the text itself */
export const parseKeys = (text: string, place: string): Keys => {
  const parsed = v.safeParse(KeysForm, jsonOf(text))
  if (parsed.success) return parsed.output
  const paths = parsed.issues.map((issue) => v.getDotPath(issue) ?? 'JSON').join(', ')
  throw new Error(`${place} does not hold keys as Tenderbook writes them (${paths})`)
}
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
