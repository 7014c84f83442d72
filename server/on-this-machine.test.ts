import { expect, test } from 'vitest'
import { isOnThisMachine } from './on-this-machine.ts'

test.each([
  'postgres://u:p@127.0.0.1:5432/x',
  'postgres://localhost/x',
  'postgresql:///x',
  'postgres://u@/x?host=/run/postgresql',
  'smtp://[::1]:25',
  'smtp://127.9.9.9',
])('%s addresses this machine', (url) => {
  expect(isOnThisMachine(url)).toBe(true)
})
test.each([
  'postgres://db.example/x',
  'smtp://localhost.example',
  'smtp://10.0.0.1',
  'postgres://127.0.0.1.example/x',
  'smtp://[fe80::1]',
  'postgres://db.example/x?host=10.0.0.2',
])('%s addresses another machine', (url) => {
  expect(isOnThisMachine(url)).toBe(false)
})
