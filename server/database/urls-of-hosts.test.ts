import { expect, test } from 'vitest'
import { urlsOfHosts } from './urls-of-hosts.ts'

test.each([
  ['postgres://u:p@a:1,b:2/db?x=1', ['postgres://u:p@a:1/db?x=1', 'postgres://u:p@b:2/db?x=1']],
  ['postgresql://a,[::1]:2/db', ['postgresql://a/db', 'postgresql://[::1]:2/db']],
  ['postgres://u:p,@a/db', ['postgres://u:p,@a/db']],
  ['postgres://u@/db?host=/run/postgresql', ['postgres://u@/db?host=/run/postgresql']],
  [
    'postgres://a,b/db?target_session_attrs=read-write',
    [
      'postgres://a/db?target_session_attrs=read-write',
      'postgres://b/db?target_session_attrs=read-write',
    ],
  ],
])('%s names its hosts in order', (url, urls) => {
  expect(urlsOfHosts(url)).toEqual(urls)
})

test.each([
  ['postgres://a,,b/db', 'no name'],
  ['postgres://a,/db', 'no name'],
  ['postgres://secret:secret@a:x,b/db', 'no URL'],
  ['postgres://a,b/db?target_session_attrs=standby', 'target_session_attrs'],
])('%s is refused without its password', (url, reason) => {
  expect(() => urlsOfHosts(url)).toThrow(reason)
  expect(() => urlsOfHosts(url)).not.toThrow('secret')
})
