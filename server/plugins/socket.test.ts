import { expect, test } from 'vitest'
import { isOwnOrigin } from './socket.ts'

const OWN = 'https://tenders.example'

test.each([
  ['https://tenders.example', true],
  ['HTTPS://Tenders.example', true],
  ['https://tenders.example:443', true],
  ['http://tenders.example', false],
  ['https://tenders.example:8443', false],
  ['https://elsewhere.example', false],
  ['https://tenders.example.elsewhere.example', false],
  ['https://user@elsewhere.example', false],
  ['null', false],
  ['', false],
  ['not an address', false],
  [undefined, false],
])('[AU22] a page of %s may open the socket of https://tenders.example: %s', (origin, isOwn) => {
  // An attacker sends a Host header that matches the origin.
  const host = typeof origin === 'string' && URL.canParse(origin) ? new URL(origin).host : undefined
  expect(isOwnOrigin({ origin, host }, OWN)).toBe(isOwn)
  expect(isOwnOrigin({ origin, host: 'tenders.example' }, OWN)).toBe(isOwn)
})

test('[AU22] without a configured address the origin has to match the Host header', () => {
  expect(isOwnOrigin({ origin: 'http://127.0.0.1:4000', host: '127.0.0.1:4000' }, null)).toBe(true)
  expect(isOwnOrigin({ origin: 'http://127.0.0.1:4001', host: '127.0.0.1:4000' }, null)).toBe(false)
  expect(isOwnOrigin({ origin: undefined, host: '127.0.0.1:4000' }, null)).toBe(false)
})
