import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'

test.each(['/dashboard', '/project/1/detail?tab=2#x', '/profile/jan.nov%C3%A1k'])('%s is where somebody goes on after signing in', (path) => {
  expect(localPath(path)).toBe(path)
})

test.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', '\\\\elsewhere.example', '/\t/elsewhere.example', '/\n/elsewhere.example', '\t//elsewhere.example', 'javascript:alert(1)', 'data:text/html,x', '', ' /x', '/login', 7, null, ['/x']])('%j leads out of the application, and nobody goes there', (path) => {
  expect(localPath(path)).toBeUndefined()
})
