import { expect, test } from 'vitest'
import { buildDocument, buildPackage } from '../../tests/support/project-rows.ts'
import { isDocumentShown, parseAssignedSearch } from './assigned-filter.ts'

const team = [
  { id: 5, name: 'Me' },
  { id: 6, name: 'Colleague' },
]
const shown = (
  filter: 'me' | 'unassigned' | undefined,
  document: Parameters<typeof buildDocument>[0],
  ownerId: number | null = null,
) =>
  isDocumentShown(
    filter,
    { inPackage: buildPackage({ ownerId }), inDocument: buildDocument(document) },
    { userId: 5, team },
  )

test('"mine" shows documents that I own, that I am a member of, and those in my packages', () => {
  expect([
    shown('me', { ownerId: 5 }),
    shown('me', { ownerId: 6, members: [5] }),
    shown('me', {}, 5),
    shown('me', { ownerId: 6 }),
    shown('me', {}),
  ]).toEqual([true, true, true, false, false])
})

test('"unassigned" shows documents without a person on the team, here or in the package', () => {
  expect([
    shown('unassigned', {}),
    shown('unassigned', { ownerId: 99 }),
    shown('unassigned', { members: [99] }),
    shown('unassigned', { ownerId: 6 }),
    shown('unassigned', { members: [6] }),
    shown('unassigned', {}, 6),
  ]).toEqual([true, true, true, false, false, false])
})

test('without a filter every document is shown, and an unknown filter is none', () => {
  expect(shown(undefined, { ownerId: 6 })).toBe(true)
  expect(parseAssignedSearch({ assigned: 'all' })).toEqual({})
  expect(parseAssignedSearch({ assigned: 'me' })).toEqual({ assigned: 'me' })
})
