import { webcrypto } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { isSignedBy } from './device-key.ts'

const { subtle } = webcrypto
const P256 = { name: 'ECDSA', namedCurve: 'P-256' }
let publicKey: string
let signature: string
const sign = async (key: webcrypto.CryptoKey, hash: string, text: string): Promise<string> => {
  const bytes = await subtle.sign({ name: 'ECDSA', hash }, key, new TextEncoder().encode(text))
  return Buffer.from(bytes).toString('base64')
}
const textOf = async (key: webcrypto.CryptoKey) =>
  JSON.stringify(await subtle.exportKey('jwk', key))
let privateKey: webcrypto.CryptoKey
beforeAll(async () => {
  const pair = await subtle.generateKey(P256, true, ['sign', 'verify'])
  publicKey = await textOf(pair.publicKey)
  privateKey = pair.privateKey
  signature = await sign(privateKey, 'SHA-256', 'žiadosť')
})

it('[BR2] a text is accepted only with the signature of this device', async () => {
  expect(await isSignedBy(publicKey, 'žiadosť', signature)).toBe(true)
  expect(await isSignedBy(publicKey, 'ziadost', signature)).toBe(false)
  const other = await subtle.generateKey(P256, true, ['sign', 'verify'])
  expect(await isSignedBy(await textOf(other.publicKey), 'žiadosť', signature)).toBe(false)
  const weaker = await sign(privateKey, 'SHA-1', 'žiadosť')
  expect(await isSignedBy(publicKey, 'žiadosť', weaker)).toBe(false)
})

it('[BR2] an unreadable key or signature is no signature', async () => {
  expect(await isSignedBy('', 'žiadosť', signature)).toBe(false)
  expect(await isSignedBy('null', 'žiadosť', signature)).toBe(false)
  expect(await isSignedBy('{"kty":"oct","k":""}', 'žiadosť', signature)).toBe(false)
  const longer = await subtle.generateKey({ ...P256, namedCurve: 'P-384' }, true, [
    'sign',
    'verify',
  ])
  expect(await isSignedBy(await textOf(longer.publicKey), 'žiadosť', signature)).toBe(false)
  for (const wrong of ['', 'x', signature.slice(4)])
    expect(await isSignedBy(publicKey, 'žiadosť', wrong)).toBe(false)
})
