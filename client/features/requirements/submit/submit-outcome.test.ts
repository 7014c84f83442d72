// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { SubmitPlan } from '#schema/rules/answers/bulk-submit.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { buildCommitment } from '../../../../tests/support/project-rows.ts'
import { startLocale } from '#client/locales/start-locale.ts'
import { tellOneOutcome, tellOutcome, untilDecided } from './submit-outcome.ts'

const page = vi.hoisted(() => ({ phase: 'saved', rows: new Map<string, unknown>() }))
vi.mock('#client/lib/sync-status.ts', () => ({ readSyncStatus: () => page }))
vi.mock('#client/lib/project-store.ts', () => ({
  readRow: (projectId: string, entity: string, id: string) =>
    page.rows.get(`${projectId} ${entity} ${id}`),
}))

const put = (requirementId: string, changes: Partial<Commitment>) => {
  const row = buildCommitment({ requirementId, values: { note: 'Yes' }, ...changes })
  page.rows.set(`p commitment ${row.id}`, row)
}
const WAITING = { submitted: true, isWaiting: true } as const
const TAKEN = { submitted: true } as const

beforeEach(async () => {
  await startLocale('en')
  vi.useFakeTimers()
  Object.assign(page, { phase: 'saved', rows: new Map() })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('waiting for the server', () => {
  /** The outcome once it is known. */
  const ask = (...requirementIds: string[]) => {
    const answer: { outcome?: object } = {}
    void untilDecided({ projectId: 'p', vendorId: 7, requirementIds }).then(
      (outcome) => (answer.outcome = outcome),
    )
    return answer
  }

  it('counts the answers by what became of each', async () => {
    put('a', TAKEN)
    put('b', TAKEN)
    put('c', {})
    const answer = ask('a', 'b', 'c', 'gone')
    await vi.advanceTimersByTimeAsync(99)
    expect(answer.outcome, 'the edits first have to reach the rows').toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(answer.outcome).toEqual({ taken: 2, waiting: 0, refused: 2 })
  })

  it('lasts until the last one is decided', async () => {
    put('a', TAKEN)
    put('b', WAITING)
    const answer = ask('a', 'b')
    await vi.advanceTimersByTimeAsync(1_950)
    expect(answer.outcome).toBeUndefined()
    put('b', TAKEN)
    await vi.advanceTimersByTimeAsync(50)
    expect(answer.outcome).toEqual({ taken: 2, waiting: 0, refused: 0 })
  })

  it('ends at once without a network', async () => {
    put('a', WAITING)
    page.phase = 'offline'
    const answer = ask('a')
    await vi.advanceTimersByTimeAsync(100)
    expect(answer.outcome).toEqual({ taken: 0, waiting: 1, refused: 0 })
  })

  it('ends after six seconds, with those that are still on their way', async () => {
    put('a', WAITING)
    const answer = ask('a')
    await vi.advanceTimersByTimeAsync(6_000)
    expect(answer.outcome).toBeUndefined()
    await vi.advanceTimersByTimeAsync(100)
    expect(answer.outcome).toEqual({ taken: 0, waiting: 1, refused: 0 })
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('what the person is told', () => {
  const plan = { ready: [1, 2, 3], invalid: [4], open: 1 } as unknown as SubmitPlan<unknown>
  const told = (tell: () => void) => {
    const lines: [tone: string, text: string, hideAfterMs: number | undefined][] = []
    const note =
      (tone: string) =>
      (text: unknown, options: { hideAfterMs?: number } = {}): void =>
        void lines.push([tone, String(text), options.hideAfterMs])
    vi.spyOn(toast, 'success').mockImplementation(note('success'))
    vi.spyOn(toast, 'error').mockImplementation(note('error'))
    tell()
    expect(lines).toHaveLength(1)
    return lines[0]
  }
  const many = (taken: number, waiting: number, refused: number) =>
    told(() => tellOutcome(plan, { taken, waiting, refused }))
  const one = (taken: number, waiting: number, refused: number) =>
    told(() => tellOneOutcome('FUN-1', { taken, waiting, refused }))

  it('of many answers: how many are taken and how many are left, for long enough to read', () => {
    expect(many(3, 0, 0)).toEqual(['success', expect.stringMatching(/3.*2/), 12_000])
    expect(many(0, 0, 0)?.[1]).toMatch(/0.*5/)
    expect(many(3, 0, 0)?.[1], 'not a word about none').not.toMatch(/receipt|connected|decision/)
  })

  it('of those that are on their way: that they are, and what this depends on', () => {
    const [tone, sending] = many(0, 2, 0) ?? []
    expect([tone, sending]).toEqual(['success', expect.stringMatching(/^2 .*no receipts/)])
    page.phase = 'offline'
    expect(many(0, 2, 0)?.[1]).toMatch(/^2 .*connected/)
    expect(many(1, 2, 0)?.[1]).toMatch(/1.*4.* 2 .*connected/)
  })

  it('of refused ones: that they need a decision, as an error', () => {
    const [tone, text, hideAfterMs] = many(1, 0, 1) ?? []
    expect([tone, hideAfterMs]).toEqual(['error', 12_000])
    expect(text).toMatch(/1.*4.* 1 .*decision/)
    expect(many(0, 1, 2)?.[1]).toMatch(/^1 .*receipt.* 2 .*decision/)
  })

  it('of one answer: whether it is submitted, refused or on its way', () => {
    const [, taken] = one(1, 0, 0) ?? []
    expect(one(1, 0, 0)?.[0]).toBe('success')
    expect(taken).toMatch(/FUN-1/)
    expect(one(0, 0, 1)).toEqual(['error', expect.stringMatching(/FUN-1.*decision/), undefined])
    expect(one(0, 1, 0)).toEqual(['success', expect.stringMatching(/FUN-1.*receipt/), undefined])
    page.phase = 'offline'
    expect(one(0, 1, 0)).toEqual(['success', expect.stringMatching(/FUN-1.*connected/), undefined])
  })
})
