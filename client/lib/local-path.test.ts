import { expect, test } from 'vitest'
import { ELSEWHERE } from '../../tests/support/elsewhere.ts'
import { localPath } from './local-path.ts'

test.each([
  '/dashboard',
  '/',
  '/project/1/detail?tab=2#x',
  '/profile/jan.nov%C3%A1k',
  '/project/1?q=100%',
  '/project/1?to=//x',
  '/project/1/documents/2/requirement/A%2F1',
])('%s is a valid path after signing in', (path) => {
  expect(localPath(path)).toBe(path)
})

test.each(ELSEWHERE)('%j leads out of the application and is not followed', (path) => {
  expect(localPath(path)).toBeUndefined()
})

test.each([
  '',
  ' /x',
  '/login',
  '/login-2fa',
  '/login?redirect=/x',
  '/x/../login',
  '/%6cogin',
  '/\u0085x',
  7,
  null,
  undefined,
  ['/x'],
  ['//elsewhere.example'],
  { toString: () => '/x' },
])('%j is not a valid path after signing in', (path) => {
  expect(localPath(path)).toBeUndefined()
})
