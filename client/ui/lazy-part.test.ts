import { expect, test } from 'vitest'
import { untilLoaded } from './lazy-part.ts'

test('a part that cannot be loaded is asked for again until it is there', async () => {
  const answers: (() => Promise<string | undefined>)[] = [() => Promise.reject(new TypeError('Failed to fetch')), () => Promise.resolve(undefined), () => Promise.resolve('the part')]
  let rests = 0
  const part = await untilLoaded(() => (answers.shift() ?? (() => Promise.reject(new Error('asked once too often'))))(), () => {
    rests += 1
    return Promise.resolve()
  })
  expect([part, rests, answers.length]).toEqual(['the part', 2, 0])
})
