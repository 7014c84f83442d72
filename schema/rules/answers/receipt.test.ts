import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildCommitment } from '../../../tests/support/project-rows.ts'
import { canonicalContent } from './commitments.ts'
import { checkReceipts, type ReceiptEntry, receiptEntry, receiptsText } from './receipt.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const submittedOn = Date.parse('2026-11-20T19:16:21.000Z')
const submitted = (values: Record<string, string | number | boolean | null>, by = 'Vera') =>
  buildCommitment({
    values,
    submitted: true,
    receipt: { submittedOn, by, contentHash: sha256(canonicalContent(values)) },
  })
const entries = (...list: [string, Parameters<typeof receiptEntry>[1]][]): ReceiptEntry[] =>
  list.flatMap(([label, answer]) => receiptEntry(label, answer) ?? [])

test('[RE1] a receipt shows requirement, time, person, hash and content', () => {
  const answer = submitted({ note: 'řádek', met: 80 })
  expect(receiptsText('Functions', entries(['FUN-0001', answer]), 'Europe/Bratislava')).toBe(
    [
      'Receipts: Functions',
      '',
      'FUN-0001',
      '  time:    20.11.2026 20:16:21 (2026-11-20T19:16:21.000Z)',
      '  by:      Vera',
      `  sha-256: ${answer.receipt?.contentHash}`,
      '  answer:  r1.7',
      '  content: [["met",80],["note","řádek"]]',
      '',
    ].join('\n'),
  )
})

test('[RE2] an answer that was never submitted has no receipt', () => {
  expect(receiptEntry('FUN-0001', buildCommitment({ values: { met: 80 } }))).toBeNull()
})

test('[RE3] an answer that changed after its receipt says so and keeps the receipt', () => {
  const former = submitted({ met: 80 })
  const text = receiptsText(
    'Functions',
    entries(['FUN-0001', { ...former, values: { met: 90 }, submitted: false }]),
  )
  expect(text).toContain('FUN-0001 (changed since; the content below is the newer draft)')
  expect(checkReceipts(text, sha256)).toEqual([
    {
      label: 'FUN-0001',
      submittedOn,
      by: 'Vera',
      answerId: 'r1.7',
      seal: null,
      contentHash: former.receipt?.contentHash,
      verdict: 'changed',
    },
  ])
})

test('[RE3] so does an answer that was submitted again and waits for the server', () => {
  const [entry] = entries(['FUN-0001', { ...submitted({ met: 80 }), isWaiting: true }])
  const [same] = entries(['FUN-0001', submitted({ met: 80 })])
  expect([entry?.isChanged, same?.isChanged]).toEqual([true, false])
})

test('[RE4] an altered content, hash or ending is detected, and the other entries stay valid', () => {
  const text = receiptsText(
    'Functions',
    entries(['FUN-0001', submitted({ met: 80 })], ['FUN-0002', submitted({ met: 70 })]),
  )
  expect(checkReceipts(text, sha256).map(({ verdict }) => verdict)).toEqual(['intact', 'intact'])
  expect(checkReceipts(text.replace('80', '81'), sha256).map(({ verdict }) => verdict)).toEqual([
    'broken',
    'intact',
  ])
  expect(
    checkReceipts(text.replace(sha256('[["met",70]]'), 'a'.repeat(64)), sha256).map(
      ({ verdict }) => verdict,
    ),
  ).toEqual(['intact', 'broken'])
  const cut = text.trimEnd().slice(0, -1)
  expect(checkReceipts(cut, sha256).map(({ verdict }) => verdict)).toEqual(['intact', 'broken'])
  expect(checkReceipts('FUN-0001\n  nothing', sha256)).toEqual([])
})

const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('a\r\nb', 'a\u2028b', '"', '\n  sha-256: x'),
)
test('[RE5] every receipt is intact and names person and time, also in a file with other line ends', () => {
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(fc.string({ minLength: 1 }), value), { minLength: 1, maxLength: 4 }),
      fc.string(),
      (contents, by) => {
        const text = receiptsText(
          'A\ndocument',
          contents
            .map((values, i) => receiptEntry(`FUN-${i}`, submitted(values, `x${by}`)))
            .flatMap((entry) => entry ?? []),
        )
        for (const file of [text, text.replaceAll('\n', '\r\n')]) {
          expect(checkReceipts(file, sha256).map(({ label, verdict }) => [label, verdict])).toEqual(
            contents.map((_, i) => [`FUN-${i}`, 'intact']),
          )
        }
        expect(checkReceipts(text, sha256)[0]).toMatchObject({
          submittedOn,
          by: `x${by}`.replace(/\s+/g, ' ').trim(),
        })
      },
    ),
  )
})

test('[RE6] a receipt carries its seal and reads as it was written; one without an answer or a seal is read too', () => {
  const answer = submitted({ met: 80 })
  const sealed = {
    ...answer,
    receipt: answer.receipt && { ...answer.receipt, seal: 'b'.repeat(64) },
  }
  const text = receiptsText('Functions', entries(['FUN-0001', sealed]))
  expect(checkReceipts(text, sha256)).toMatchObject([
    { answerId: 'r1.7', seal: 'b'.repeat(64), verdict: 'intact' },
  ])
  const older = text
    .split('\n')
    .filter((line) => !/^ {2}(answer|seal):/.test(line))
    .join('\n')
  expect(checkReceipts(older, sha256)).toMatchObject([
    { answerId: null, seal: null, verdict: 'intact' },
  ])
})
