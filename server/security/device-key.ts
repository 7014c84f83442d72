import { webcrypto } from 'node:crypto'

/** Whether the device's P-256 key signed the text; false for an unreadable key or signature. */
export const isSignedBy = async (
  publicKey: string,
  text: string,
  signature: string,
): Promise<boolean> => {
  try {
    const jwk = JSON.parse(publicKey) as webcrypto.JsonWebKey
    const key = await webcrypto.subtle.importKey(
      'jwk',
      jwk,
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['verify'],
    )
    return await webcrypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      key,
      Buffer.from(signature, 'base64'),
      new TextEncoder().encode(text),
    )
  } catch {
    return false
  }
}
