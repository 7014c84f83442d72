import * as v from 'valibot'
import { PushRequest, type PushMutation } from '#schema/api/sync.ts'
import { CarriedWork } from '#schema/api/work-file.ts'
import { hashPassword } from './password.ts'

/**
 * A file of carried work: mark, salt, nonce, and the work as JSON under AES-GCM-256. A lost stick
 * must tell nothing, so every file is sealed, under a code that the device makes: a person would
 * choose a weaker one.
 */
const MARK = new TextEncoder().encode('tenderbook-work/1\n')
const SALT_BYTES = 16
const NONCE_BYTES = 12
/** As many as for a password. */
const ITERATIONS = 600_000
const LARGEST_BYTES = 200_000_000

/** 32 symbols that are not mistaken for one another, read aloud or on paper. */
const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_SYMBOLS = 16

/** A code of 80 bits, as four groups. */
export const newCode = (): string => {
  const symbols = [...crypto.getRandomValues(new Uint8Array(CODE_SYMBOLS))].map(
    (byte) => SYMBOLS[byte % SYMBOLS.length],
  )
  return symbols.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}

/** The code as typed, with its groups and letters put right; null = not a whole code. */
export const readCode = (typed: string): string | null => {
  const symbols = typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[\s-]/g, '')
  return symbols.length === CODE_SYMBOLS && [...symbols].every((one) => SYMBOLS.includes(one))
    ? symbols
    : null
}

const keyOf = async (code: string, salt: Uint8Array): Promise<CryptoKey> => {
  const raw = await hashPassword(code, btoa(String.fromCharCode(...salt)), ITERATIONS)
  const bytes = Uint8Array.from(atob(raw), (symbol) => symbol.charCodeAt(0))
  return await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

export const sealWorkFile = async (
  work: CarriedWork,
  code: string,
): Promise<Uint8Array<ArrayBuffer>> => {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: MARK },
    await keyOf(readCode(code) ?? code, salt),
    new TextEncoder().encode(JSON.stringify(work)),
  )
  const file = new Uint8Array(MARK.length + SALT_BYTES + NONCE_BYTES + sealed.byteLength)
  let at = 0
  for (const part of [MARK, salt, nonce, new Uint8Array(sealed)]) {
    file.set(part, at)
    at += part.length
  }
  return file
}

export type WorkFileProblem = 'tooLarge' | 'noWork' | 'code' | 'broken'

/** Whether the file is one of carried work, before anyone types its code. */
export const checkWorkFile = async (file: Blob): Promise<WorkFileProblem | null> => {
  if (file.size > LARGEST_BYTES) return 'tooLarge'
  const start = new Uint8Array(await file.slice(0, MARK.length).arrayBuffer())
  return start.length === MARK.length && start.every((byte, at) => byte === MARK[at])
    ? null
    : 'noWork'
}

/** Opens a file. A wrong code and a changed file cannot be told apart: both are `code`. */
export const openWorkFile = async (
  file: Blob,
  code: string,
): Promise<CarriedWork | WorkFileProblem> => {
  const problem = await checkWorkFile(file)
  if (problem !== null) return problem
  const bytes = new Uint8Array(await file.arrayBuffer()).subarray(MARK.length)
  const salt = bytes.slice(0, SALT_BYTES)
  const nonce = bytes.slice(SALT_BYTES, SALT_BYTES + NONCE_BYTES)
  let text: string
  try {
    text = new TextDecoder().decode(
      await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: nonce, additionalData: MARK },
        await keyOf(code, salt),
        bytes.slice(SALT_BYTES + NONCE_BYTES),
      ),
    )
  } catch {
    return 'code'
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), CarriedWork), text)
  if (!parsed.success || !isConsistent(parsed.output)) return 'broken'
  return parsed.output
}

const Payload = v.pipe(v.string(), v.parseJson(), PushRequest)

/** The signed payloads are what the rest of the file says, which is not signed. */
const isConsistent = ({ pieces, clientId, serverId, edits }: CarriedWork): boolean => {
  const requests = pieces.map(({ payload }) => v.safeParse(Payload, payload))
  return (
    requests.every(
      ({ success, output }) =>
        success &&
        (output as PushRequest).clientId === clientId &&
        (output as PushRequest).serverId === serverId,
    ) &&
    requests.reduce((sum, { output }) => sum + (output as PushRequest).mutations.length, 0) ===
      edits
  )
}

/** The edits of the work, oldest first. */
export const mutationsOf = ({ pieces }: CarriedWork): PushMutation[] =>
  pieces.flatMap(({ payload }) => v.parse(Payload, payload).mutations)
