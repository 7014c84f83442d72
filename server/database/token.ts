import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits; the database stores only their hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashOfToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex')
