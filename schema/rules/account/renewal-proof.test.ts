import { expect, test } from 'vitest'
import { PROOF_WINDOW_MS, proofTimes } from './renewal-proof.ts'

const NOW = 1_900_000_000_000

test('[SN1] a proof of the device key deviates from the clock by at most a minute', () => {
  expect(proofTimes(0, NOW)).toEqual({ from: NOW - 60_000, to: NOW + 60_000 })
})

test('[SN2] a proof is later than the last one, and a next proof is possible', () => {
  for (const last of [NOW - 1, NOW, NOW + 1, NOW + PROOF_WINDOW_MS - 1]) {
    const { from, to } = proofTimes(last, NOW)
    expect(from).toBe(last + 1)
    expect(from).toBeLessThanOrEqual(to)
  }
})

test('[SN2] a proof at the very end of the range counts once, and the next one a moment later', () => {
  const last = NOW + 60_000
  expect(proofTimes(last, NOW).from).toBe(last + 1)
  expect(proofTimes(last, NOW + 1)).toEqual({ from: last + 1, to: last + 1 })
})

test('[SN2] after the clock is set back, the server uses its clock again', () => {
  const { from, to } = proofTimes(NOW + 86_400_000, NOW)
  expect([from, to]).toEqual([NOW - PROOF_WINDOW_MS, NOW + PROOF_WINDOW_MS])
})
