import { expect, it } from 'vitest'
import type { Ask } from './questions.ts'
import { readerOver } from './sheet-reader.ts'

const GUESS = {
  headerRow: 1,
  names: [],
  mapping: { columns: [], sectionFrom: 'columns' as const, defaultSection: 'General' },
}
/** A channel whose answers come when the test gives them. */
const channelOf = () => {
  const asked: string[] = []
  const answers: (() => void)[] = []
  const ask = ((name: string, { sheetIndex }: { sheetIndex: number }) => {
    asked.push(`${name} ${sheetIndex}`)
    return new Promise((resolve) =>
      answers.push(() => resolve({ ...GUESS, headerRow: sheetIndex })),
    )
  }) as unknown as Ask
  const answer = async () => {
    answers.shift()?.()
    await new Promise((done) => setImmediate(done))
  }
  return { asked, answer, channel: { ask, end: () => undefined } }
}
const turn = () => new Promise((done) => setImmediate(done))
const outcome = (promise: Promise<{ headerRow: number }>) =>
  promise.then(
    ({ headerRow }) => headerRow,
    (error: unknown) => (error instanceof Error ? error.name : ''),
  )

it('a question that is no longer wanted is not asked, and the answer to a running one is dropped', async () => {
  const { asked, answer, channel } = channelOf()
  const reader = readerOver(channel)
  const controllers = [1, 2, 3].map(() => new AbortController())
  const found = controllers.map(({ signal }, at) =>
    outcome(reader.run((ask) => ask('guess', { sheetIndex: at + 1 }), signal)),
  )
  await turn()
  controllers[0]?.abort()
  controllers[1]?.abort()
  await answer()
  await answer()
  expect(await Promise.all(found)).toEqual(['AbortError', 'AbortError', 3])
  expect(asked).toEqual(['guess 1', 'guess 3'])
})

it('nothing comes between the questions of one piece of work', async () => {
  const { asked, answer, channel } = channelOf()
  const reader = readerOver(channel)
  const { signal } = new AbortController()
  const first = reader.run(async (ask) => {
    await ask('guess', { sheetIndex: 1 })
    return await ask('guess', { sheetIndex: 2 })
  }, signal)
  const second = reader.run((ask) => ask('guess', { sheetIndex: 3 }), signal)
  await turn()
  for (let at = 0; at < 3; at += 1) await answer()
  await Promise.all([first, second])
  expect(asked).toEqual(['guess 1', 'guess 2', 'guess 3'])
})

it('work after a failed one goes on', async () => {
  const { answer, channel } = channelOf()
  const reader = readerOver(channel)
  const { signal } = new AbortController()
  const first = reader.run(() => Promise.reject(new Error('broken')), signal)
  await expect(first).rejects.toThrow('broken')
  const second = reader.run((ask) => ask('guess', { sheetIndex: 7 }), signal)
  await turn()
  await answer()
  expect((await second).headerRow).toBe(7)
})
