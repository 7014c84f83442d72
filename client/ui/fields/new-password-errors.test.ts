// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newPasswordErrors } from './new-password-fields.tsx'

const STOLEN = 'Correct-horse-77'
const suffix = createHash('sha1').update(STOLEN).digest('hex').slice(5)

/** Answers at once that a password is hard to guess. */
class Estimate extends EventTarget {
  postMessage({ id }: { id: number }): void {
    const answer = new MessageEvent('message', { data: { id, strength: 4 } })
    queueMicrotask(() => this.dispatchEvent(answer))
  }
}
beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal('Worker', Estimate)
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ suffixes: [suffix] })))
})
afterEach(() => vi.unstubAllGlobals())

const errorsOf = async (password: string): Promise<string[]> =>
  (
    await newPasswordErrors(
      { password, confirmation: password },
      { username: 'anna', words: ['Town'] },
    )
  ).map(({ text }) => text)

it('a new password that is known from a leak is refused, another one is not', async () => {
  expect(await errorsOf(STOLEN)).toEqual([
    'This password is known from a data leak; choose another one',
  ])
  expect(await errorsOf('Correct-horse-78')).toEqual([])
})
