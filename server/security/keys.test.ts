import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeyFile, readKeyFile, replaceKeyFile } from './key-file.ts'
import {
  keyId,
  keyOf,
  type KeyRing,
  type Keys,
  newestIds,
  newKeys,
  oldest,
  parseKeys,
  ringOf,
  rotated,
  textOfKeys,
  without,
} from './keys.ts'
import { isSameSeal, receiptSealer } from './receipt-seal.ts'
import { sealKeys } from './seal-key.ts'

const keyOfByte = (byte: number): string => Buffer.alloc(32, byte).toString('base64')
/** The bytes 0 to 31. The values below were computed from it with Python's hmac. */
const COUNTING = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')
const [one, two, three] = [keyOfByte(1), keyOfByte(2), keyOfByte(3)]
const keys: Keys = {
  pepper: [one, two],
  otpKey: [two],
  sealSecret: [three, one],
  saltSecret: COUNTING,
}

describe('what keys make stays the same in every version of the server', () => {
  it('the id of a key', () => {
    expect(keyId(COUNTING)).toBe('QaaaWxD1')
  })
  it('the key that seals unsent work of one person, and former ones', () => {
    const seal = sealKeys(7, [COUNTING, one])
    expect(seal.sealKey).toBe('ChirOBEIFxTxn86CxDwFmtYqLWmml5p6PebjN/4StAg=')
    expect(seal.formerSealKeys).toEqual([sealKeys(7, [one]).sealKey])
    expect(sealKeys(8, [COUNTING]).sealKey).not.toBe(seal.sealKey)
    expect(sealKeys(7, [COUNTING]).formerSealKeys).toEqual([])
  })
  it('the seal of a receipt', () => {
    expect(receiptSealer({ saltSecret: COUNTING })('text')).toBe(
      '103cc80cdffd3e31f01777e5005bb441fc72cb0274c800613c69fbae4845a852',
    )
  })
})

it('two seals are the same only if every digit is', () => {
  const seal = receiptSealer({ saltSecret: COUNTING })('text')
  expect(isSameSeal(seal, `${seal}`)).toBe(true)
  expect(isSameSeal(seal, `${seal.slice(0, -1)}0`)).toBe(false)
  expect(isSameSeal(seal, seal.slice(0, -1))).toBe(false)
  expect(isSameSeal(seal, '')).toBe(false)
})

it('new keys are all different and have 32 bytes', () => {
  const { pepper, otpKey, sealSecret, saltSecret } = newKeys()
  const all = [...pepper, ...otpKey, ...sealSecret, saltSecret, ...newKeys().pepper]
  expect(new Set(all).size).toBe(5)
  for (const key of all) expect(Buffer.from(key, 'base64')).toHaveLength(32)
})

it('a value is opened by the key it names, without a name by the oldest', () => {
  const ring: KeyRing = [one, two]
  expect(keyOf(ring, keyId(two))).toBe(two)
  expect(keyOf(ring, keyId(three))).toBeUndefined()
  expect(oldest(ring)).toBe(two)
  expect(ringOf(keys, 'pepper')).toEqual([one, two])
  expect(ringOf(keys, 'sealSecret')).toEqual([three, one])
  expect(ringOf(keys, 'saltSecret')).toEqual([COUNTING])
  expect(newestIds(keys)).toEqual({
    pepper: keyId(one),
    otpKey: keyId(two),
    sealSecret: keyId(three),
    saltSecret: 'QaaaWxD1',
  })
})

describe('[KF8] a rotation', () => {
  it('puts one new key before the former ones, and keeps the secret of salts', () => {
    const after = rotated(keys)
    expect(after.saltSecret).toBe(COUNTING)
    for (const name of ['pepper', 'otpKey', 'sealSecret'] as const) {
      expect(after[name].slice(1)).toEqual(keys[name])
      expect(keys[name]).not.toContain(after[name][0])
    }
    expect(new Set([after.pepper[0], after.otpKey[0], after.sealSecret[0]]).size).toBe(3)
  })
  it('is refused while a kind has 20 keys, which the error names', () => {
    const many = (count: number): KeyRing => [
      keyOfByte(100),
      ...Array.from({ length: count - 1 }, (_, index) => keyOfByte(101 + index)),
    ]
    expect(rotated({ ...keys, otpKey: many(19) }).otpKey).toHaveLength(20)
    expect(() => rotated({ ...keys, otpKey: many(20) })).toThrow(/20 of otpKey$/)
    expect(() => parseKeys(textOfKeys({ ...keys, otpKey: many(20) }), 'KEYS')).not.toThrow()
    expect(() => parseKeys(textOfKeys({ ...keys, otpKey: many(21) }), 'KEYS')).toThrow('otpKey')
  })
})

it('[KF9] a former key is dropped from its own kind, the newest of a kind never', () => {
  expect(without(keys, keyId(two))).toEqual({ name: 'pepper', keys: { ...keys, pepper: [one] } })
  // The newest pepper is also a former secret of seals.
  expect(without(keys, keyId(one))).toEqual({
    name: 'sealSecret',
    keys: { ...keys, sealSecret: [three] },
  })
  expect(without(keys, keyId(three))).toBeNull()
  expect(without(keys, 'unknown')).toBeNull()
})

it('[KF7] a text that holds no keys is refused without its content', () => {
  expect(parseKeys(textOfKeys(keys), 'KEYS')).toEqual(keys)
  const refuses = (text: string): string => {
    try {
      parseKeys(text, 'KEYS')
    } catch (error) {
      return String(error)
    }
    return 'taken'
  }
  expect(refuses('{ secret text')).toBe(
    'Error: KEYS does not hold keys as Tenderbook writes them (JSON)',
  )
  const withPepper = (pepper: unknown) => refuses(JSON.stringify({ ...keys, pepper }))
  for (const pepper of [[], [one, one], ['secret'], one, [`${one} `], [one, 'AAAA']]) {
    expect(withPepper(pepper)).toMatch(/^Error: KEYS .*\(pepper/)
    expect(withPepper(pepper)).not.toContain(one)
  }
  expect(refuses(JSON.stringify({ ...keys, further: one }))).toContain('further')
})

describe('[KF1] the key file', () => {
  let folder: string
  let path: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tenderbook-keys-'))
    path = join(folder, 'inner', 'keys.json')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const modeOf = async (name: string) => (await stat(name)).mode & 0o777

  it('is created once, for its user alone, and leaves nothing else', async () => {
    expect(await readKeyFile(path)).toBeNull()
    expect(await createKeyFile(path, keys)).toEqual(keys)
    expect(await createKeyFile(path, newKeys()), '[KF4]').toEqual(keys)
    expect(await readKeyFile(path)).toEqual(keys)
    expect(await readdir(join(folder, 'inner'))).toEqual(['keys.json'])
    expect([await modeOf(path), await modeOf(join(folder, 'inner'))]).toEqual([0o600, 0o700])
  })
  it('is replaced as a whole', async () => {
    await createKeyFile(path, keys)
    const next = rotated(keys)
    await replaceKeyFile(path, next)
    expect(await readKeyFile(path)).toEqual(next)
    expect(await readdir(join(folder, 'inner'))).toEqual(['keys.json'])
    expect(await modeOf(path)).toBe(0o600)
  })
  it('that cannot be replaced leaves no other file with keys', async () => {
    await writeFile(join(folder, 'other'), '')
    await expect(replaceKeyFile(folder, keys)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
    const beside = (await readdir(tmpdir())).filter((name) =>
      name.startsWith(`${basename(folder)}.`),
    )
    expect(beside).toEqual([])
  })
  it('that cannot be read stops the server, and is not replaced', async () => {
    const broken = join(folder, 'broken.json')
    await writeFile(broken, '{')
    await expect(readKeyFile(broken)).rejects.toThrow(broken)
    await expect(createKeyFile(broken, keys)).rejects.toThrow(broken)
    expect(await readFile(broken, 'utf8')).toBe('{')
    await expect(readKeyFile(folder)).rejects.toThrow('EISDIR')
    await expect(createKeyFile(join(broken, 'keys.json'), keys)).rejects.toThrow(/EEXIST|ENOTDIR/)
  })
})
