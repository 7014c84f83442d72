const decode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (symbol) => symbol.charCodeAt(0))

/**
 * PBKDF2-SHA256 of the password, 32 bytes in base64: the password itself never leaves the device.
 */
export const hashPassword = async (
  password: string,
  salt: string,
  iterations: number,
): Promise<string> => {
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(password),
    'PBKDF2',
    false,
    ['deriveBits'],
  )
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: decode(salt), iterations },
    key,
    256,
  )
  return btoa(String.fromCharCode(...new Uint8Array(bits)))
}

/**
 * A hash of the sign-in hash: verifies a password on this device, but cannot be used to sign in.
 */
export const verifierOf = async (hash: string): Promise<string> =>
  btoa(
    String.fromCharCode(
      ...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(hash))),
    ),
  )
