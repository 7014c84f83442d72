import { createHmac } from 'node:crypto'
import type { KeyRing } from './keys.ts'

const sealKey = (userId: number, secret: string): string =>
  createHmac('sha256', Buffer.from(secret, 'base64')).update(`seal ${userId}`).digest('base64')

/**
 * `sealKey` (base64 of 32 bytes) seals one person's unsent work on a device. It depends on the
 * server's secret and not on the password. `formerSealKeys` open work sealed before the secret was
 * rotated.
 */
export const sealKeys = (
  userId: number,
  [newest, ...former]: KeyRing,
): { sealKey: string; formerSealKeys: string[] } => ({
  sealKey: sealKey(userId, newest),
  formerSealKeys: former.map((secret) => sealKey(userId, secret)),
})
