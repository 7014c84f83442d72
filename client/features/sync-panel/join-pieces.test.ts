import { expect, test } from 'vitest'
import { BULK_LIMIT } from '#schema/mutations/inputs.ts'
import { joinPieces } from './join-pieces.ts'

const piece = (mid: number, rows: number, label = 'Pasted 450 answers') => ({
  mid,
  projectId: 'p',
  command: 'commitments.updateBulk',
  label,
  at: mid,
  entityKeys: Array.from({ length: rows }, (_none, at) => `commitment/${mid}-${at}.3`),
})

test('the pieces of one paste are one edit, and two pastes are two', () => {
  const paste = [piece(1, BULK_LIMIT), piece(2, BULK_LIMIT), piece(3, 50)]
  expect(joinPieces(paste).map(({ mid, entityKeys }) => [mid, entityKeys.length])).toEqual([
    [1, 450],
  ])
  expect(joinPieces([...paste, piece(4, 50)]).map(({ mid }) => mid)).toEqual([1, 4])
  expect(joinPieces([piece(1, BULK_LIMIT), piece(2, 9, 'Submit')])).toHaveLength(2)
  expect(joinPieces([])).toEqual([])
})
