import { createHmac } from 'node:crypto'

/** What seals one person's unsent work on a device, base64 of 32 bytes; the same as long as the server's secret is, whatever becomes of the password. */
export const sealKey = (userId: number, secret: string): string => createHmac('sha256', Buffer.from(secret, 'base64')).update(`seal ${userId}`).digest('base64')
