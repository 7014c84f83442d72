import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from './keys.ts'

/**
 * Seals receipts, so that their holder can later prove that this server gave them. Uses the secret
 * that is never rotated, because a receipt has to hold for years.
 */
export const receiptSealer = ({ saltSecret }: Pick<Keys, 'saltSecret'>) => {
  const key = createHmac('sha256', Buffer.from(saltSecret, 'base64'))
    .update('tenderbook receipts')
    .digest()
  /** @returns 64 characters of hex */
  return (text: string): string => createHmac('sha256', key).update(text).digest('hex')
}

/** In the same time, wherever the first difference is. Both: 64 characters of hex. */
export const isSameSeal = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
