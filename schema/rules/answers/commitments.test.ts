import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildCommitment } from '../../../tests/support/project-rows.ts'
import {
  canonicalContent,
  commitmentStatus,
  edited,
  reopened,
  submittedWith,
  waitingForServer,
} from './commitments.ts'

const values = fc.dictionary(
  fc.string({ maxLength: 5 }).filter((key) => key !== '__proto__'),
  fc.oneof(fc.string({ maxLength: 5 }), fc.integer(), fc.boolean(), fc.constant(null)),
)

test('[CM1] the same content has the same text, whatever the order of its fields', () => {
  fc.assert(
    fc.property(values, (content) => {
      const reversed = Object.fromEntries(Object.entries(content).reverse())
      expect(canonicalContent(reversed)).toBe(canonicalContent(content))
    }),
  )
})

test('[CM1] unfilled fields are not part of the content', () => {
  expect(canonicalContent({ b: 0, a: null, c: '', d: ' ', e: false })).toBe('[["b",0],["e",false]]')
  expect(canonicalContent({})).toBe('[]')
})

test('[CM2] different contents have different texts', () => {
  fc.assert(
    fc.property(values, fc.integer(), (content, added) => {
      expect(canonicalContent({ ...content, unseen: added })).not.toBe(
        canonicalContent({ ...content, unseen: added + 1 }),
      )
    }),
  )
})

test.each([
  [{ a: 1 }, { a: '1' }],
  [{ a: true }, { a: 'true' }],
  [{ a: 'x' }, { b: 'x' }],
  [{ a: 'x' }, { a: 'x ' }],
  [
    { a: 'x', b: 'y' },
    { a: 'y', b: 'x' },
  ],
  [{ a: 'x","b":"y' }, { a: 'x', b: 'y' }],
  [{ a: 0 }, {}],
  [{ a: false }, { a: null }],
])('[CM2] %j and %j have different texts', (one, other) => {
  expect(canonicalContent(one)).not.toBe(canonicalContent(other))
})
test('[CM3] an answer is open, then a draft, then submitted', () => {
  expect(commitmentStatus(undefined)).toBe('OPEN')
  expect(commitmentStatus({ submitted: false, values: { a: null } })).toBe('OPEN')
  expect(commitmentStatus({ submitted: false, values: { a: 0 } })).toBe('DRAFT')
  expect(commitmentStatus({ submitted: true, values: {} })).toBe('SUBMITTED')
})

const receipt = { submittedOn: 5, by: 'Viktor', contentHash: 'a'.repeat(64) }
test('[CM4] submitting gives a receipt; an edit or an addendum returns the answer to draft, and the receipt stays', () => {
  const saved = edited(buildCommitment(), { a: 1 }, 'Vera')
  expect([saved.submitted, saved.receipt, saved.updatedBy]).toEqual([false, null, 'Vera'])
  const submitted = submittedWith(saved, receipt)
  expect(submitted).toMatchObject({
    submitted: true,
    receipt,
    values: { a: 1 },
    updatedBy: 'Viktor',
  })
  expect(edited(submitted, { a: 2 }, 'Vera')).toMatchObject({
    submitted: false,
    receipt,
    values: { a: 2 },
    updatedBy: 'Vera',
  })
  expect(reopened(submitted)).toEqual({ ...submitted, submitted: false })
  expect([saved, submitted, reopened(submitted)].map(commitmentStatus)).toEqual([
    'DRAFT',
    'SUBMITTED',
    'DRAFT',
  ])
})

test('[CM5] an answer submitted on a device waits without a receipt until the server accepts it or an edit withdraws it', () => {
  const saved = edited(buildCommitment(), { a: 1 }, 'Vera')
  const waiting = waitingForServer(saved, 'Vera')
  expect([commitmentStatus(waiting), waiting.receipt]).toEqual(['WAITING', null])
  const again = waitingForServer(edited(submittedWith(saved, receipt), { a: 2 }, 'Vera'), 'Vera')
  expect([commitmentStatus(again), again.receipt]).toEqual(['WAITING', receipt])
  for (const after of [
    submittedWith(waiting, receipt),
    edited(waiting, { a: 3 }, 'Vera'),
    reopened(waiting),
  ]) {
    expect(after).not.toHaveProperty('isWaiting')
  }
})
