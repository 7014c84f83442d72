// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import type { ReceiptStanding } from '#schema/api/projects-service/commitments.ts'
import { receiptsText } from '#schema/rules/answers/receipt.ts'
import { contentHash } from '../../lib/content-hash.ts'
import { sessionTokens } from '../../lib/session-tokens.ts'
import { askForReceipts, FileTooLarge, findingOf, readReceiptFile } from './check-receipts.ts'

afterEach(() => vi.restoreAllMocks())

it.each([
  ['intact', 'genuine', 'genuine'],
  ['intact', 'earlier', 'earlier'],
  ['intact', 'given', 'given'],
  ['intact', 'unknown', 'unknown'],
  ['changed', 'earlier', 'newer'],
  ['changed', 'unknown', 'unknown'],
  ['broken', 'genuine', 'altered'],
  ['broken', 'unknown', 'unknown'],
] as const)('a receipt that is %s and %s at the server is %s', (verdict, standing, finding) => {
  expect(findingOf({ verdict }, standing)).toBe(finding)
})

const entries = (count: number, seal?: string) =>
  Array.from({ length: count }, (_, index) => ({
    answerId: `r${index}.7`,
    label: `FUN-${index}`,
    receipt: {
      submittedOn: index,
      by: 'Vera',
      contentHash: contentHash('{}'),
      ...(seal === undefined ? {} : { seal }),
    },
    content: '{}',
    isChanged: false,
  }))

type Asked = { receipts: Record<string, unknown>[] }
const answering = (standing: (asked: Asked) => ReceiptStanding[]): Asked[] => {
  vi.spyOn(sessionTokens, 'current').mockResolvedValue('token')
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    const one = JSON.parse(String(body)) as Asked
    asked.push(one)
    return new Response(JSON.stringify(standing(one)))
  })
  return asked
}

it('asks for 500 receipts at once, and matches the answers by their place', async () => {
  const asked = answering(({ receipts }) =>
    receipts.map(({ answerId }) => (answerId === 'r501.7' ? 'earlier' : 'genuine')),
  )
  const { findings, leftOut } = await askForReceipts('p', receiptsText('Project', entries(502)))
  expect(asked.map(({ receipts }) => receipts.length)).toEqual([500, 2])
  expect(asked[1]?.receipts[1]).toEqual({
    answerId: 'r501.7',
    submittedOn: 501,
    by: 'Vera',
    contentHash: contentHash('{}'),
  })
  expect(leftOut).toBe(0)
  expect(findings.filter(({ verdict }) => verdict !== 'genuine')).toEqual([
    { label: 'FUN-501', submittedOn: 501, by: 'Vera', verdict: 'earlier' },
  ])
})

it('sends no empty question after exactly 500 receipts', async () => {
  const asked = answering(({ receipts }) => receipts.map(() => 'genuine'))
  const { findings } = await askForReceipts('p', receiptsText('Project', entries(500)))
  expect(asked.map(({ receipts }) => receipts.length)).toEqual([500])
  expect(findings.map(({ label }) => label)).toEqual(entries(500).map(({ label }) => label))
})

it('sends a seal, leaves receipts without an answer out, and trusts no missing verdict', async () => {
  const asked = answering(() => [])
  const sealed = receiptsText('Project', entries(1, 'a'.repeat(64)))
  const old = receiptsText('Project', entries(1)).replace(/ {2}answer: .*\n/, '')
  const undated = receiptsText('Project', entries(1)).replace(/\([^)]*Z\)/, '(never)')
  const { findings, leftOut } = await askForReceipts('p', [sealed, old, undated].join('\n'))
  expect(asked[0]?.receipts).toMatchObject([{ seal: 'a'.repeat(64) }])
  expect(findings.map(({ verdict }) => verdict)).toEqual(['unknown'])
  expect(leftOut).toBe(2)
})

it('reads a file of at most 20 MB', async () => {
  const file = (size: number) => ({ size, text: () => Promise.resolve('text') }) as File
  expect(await readReceiptFile(file(20_000_000))).toBe('text')
  await expect(readReceiptFile(file(20_000_001))).rejects.toBeInstanceOf(FileTooLarge)
})
