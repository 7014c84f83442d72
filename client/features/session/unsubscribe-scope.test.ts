import { expect, it } from 'vitest'
import { unsubscribeToken } from '#server/security/unsubscribe-token.ts'
import { readLinkScope } from './unsubscribe-scope.ts'

const tokenOf = (scope: Omit<Parameters<typeof unsubscribeToken>[1], 'userId'>) =>
  unsubscribeToken('c2VjcmV0', { userId: 7, ...scope })

it('a link of the server names its kinds, and whether they are those of one project', () => {
  expect(readLinkScope(tokenOf({ projectId: 'p', groups: ['replies'] }))).toEqual({
    groups: ['replies'],
    isOneProject: true,
  })
  expect(readLinkScope(tokenOf({ projectId: null, groups: ['answers', 'steps'] }))).toEqual({
    groups: ['steps', 'answers'],
    isOneProject: false,
  })
})

it.each([
  '',
  'x',
  '.signature',
  btoa('null'),
  btoa('[1]'),
  btoa('[1,2,"steps"]'),
  btoa('[1,null,["<b>","__proto__",null]]'),
])('a broken link (%s) names nothing', (token) => {
  expect(readLinkScope(token)).toEqual({ groups: [], isOneProject: false })
})
