import { expect, it } from 'vitest'
import { Refusal } from '#schema/refusal.ts'
import { NetworkSockets } from './socket-bounds.ts'

const refusalOf = (work: () => void): Refusal | null => {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

it('a full network is asked to wait for up to a minute, until one of its sockets leaves', () => {
  const sockets = new NetworkSockets(2)
  const room = (network: string) => refusalOf(() => sockets.requireRoom(network))
  sockets.enter('a')
  expect(room('a')).toBeNull()
  sockets.enter('a')
  const refusal = room('a')
  expect(refusal?.code).toBe('TOO_MANY_REQUESTS')
  const seconds = Number(refusal?.detail['seconds'])
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(room('b')).toBeNull()
  sockets.leave('a')
  expect(room('a')).toBeNull()
})
