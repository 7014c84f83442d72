import { expect, test, vi } from 'vitest'

vi.mock('../lib/session.ts', () => ({ currentSession: () => null }))
const { localPath } = await import('./-guards.ts')

test('after the sign-in a person returns to where they were going', () => {
  expect(localPath('/project/1/detail?state=DRAFT')).toBe('/project/1/detail?state=DRAFT')
})

test.each(
  ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/login', undefined],
)('the sign-in never leads to %s', (value) => {
  expect(localPath(value)).toBeUndefined()
})
