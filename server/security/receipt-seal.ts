import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from './keys.ts'

/**
 * Seals receipts, so that their holder can prove later that this server issued them. Uses the
 * secret that is never rotated, because receipts must stay verifiable for years.
 */
export const receiptSealer = ({ saltSecret }: Pick<Keys, 'saltSecret'>) => {
  const key = createHmac('sha256', Buffer.from(saltSecret, 'base64'))
    .update('tenderbook receipts')
    .digest()
  /** @returns 64 hex characters */
  return (text: string): string => createHmac('sha256', key).update(text).digest('hex')
}

/** Compares two seals (64 hex characters each) in constant time. */
export const isSameSeal = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
