import { expect, test } from 'vitest'
import { countUnsent } from './unsent-count.ts'

const bulk = (...ids: string[]) => ({
  command: 'commitments.updateBulk' as const,
  touched: ids.map((id) => `commitment/${id}.3`),
})

test('an answer counts once for all edits that changed it, and a pasted block counts each of its answers', () => {
  expect(countUnsent([])).toEqual({ answers: 0, others: 0 })
  expect(countUnsent([bulk('a', 'b', 'c'), bulk('b', 'd')])).toEqual({ answers: 4, others: 0 })
  const submit = { command: 'commitments.submit' as const, touched: ['commitment/a.3'] }
  expect(countUnsent([bulk('a', 'b'), submit])).toEqual({ answers: 2, others: 0 })
})

test('every other edit counts, also one that changes answers or no row', () => {
  const remove = {
    command: 'requirements.delete' as const,
    touched: ['requirement/a', 'commitment/a.3'],
  }
  const weights = { command: 'weights.set' as const, touched: [] }
  expect(countUnsent([bulk('a'), remove, weights])).toEqual({ answers: 1, others: 2 })
  expect(countUnsent([bulk()])).toEqual({ answers: 0, others: 1 })
})
