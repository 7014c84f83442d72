// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { inLocale } from '../../../../tests/support/in-locale.tsx'
import { startLocale } from '../../../locales/start-locale.ts'
import { ReaderFailure } from './reader-failure.tsx'
import { readerOver } from './sheet-reader.ts'
import { useAnswer } from './use-answer.ts'
import { workerChannel } from './worker-channel.ts'

afterEach(cleanup)

/** The thread of the browser that keeps the sheets. */
class ReaderThread extends EventTarget {
  given: { no: number; name: string }[] = []
  isOver = false
  postMessage(given: { no: number; name: string }): void {
    this.given.push(given)
  }
  terminate(): void {
    this.isOver = true
  }
  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}
const setUp = () => {
  const thread = new ReaderThread()
  const channel = workerChannel(thread as unknown as Worker)
  return { thread, channel }
}

it('each answer goes to the question with its number, and others are dropped', async () => {
  const { thread, channel } = setUp()
  const first = channel.ask('documentTexts', {} as never)
  const second = channel.ask('documentTexts', {} as never)
  expect(thread.given.map(({ no }) => no)).toEqual([1, 2])
  thread.say({ no: 9, answer: ['of no question'] })
  thread.say({ no: 2, answer: ['second'] })
  thread.say({ no: 1, answer: ['first'] })
  thread.say({ no: 1, answer: ['again'] })
  expect(await Promise.all([first, second])).toEqual([['first'], ['second']])
})

it('an error while answering fails that question with its words, and no other', async () => {
  const { thread, channel } = setUp()
  const first = channel.ask('documentTexts', {} as never)
  thread.say({ no: 1, failure: 'Invalid array length' })
  await expect(first).rejects.toThrow('Invalid array length')
  const second = channel.ask('documentTexts', {} as never)
  thread.say({ no: 2, answer: [] })
  expect(await second).toEqual([])
})

it('a worker that dies fails what waits and what comes', async () => {
  const { thread, channel } = setUp()
  const waiting = channel.ask('documentTexts', {} as never)
  thread.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))
  await expect(waiting).rejects.toThrow('out of memory')
  await expect(channel.ask('documentTexts', {} as never)).rejects.toThrow('out of memory')
  expect(thread.isOver).toBe(true)
})

it('Stop ends the worker, and what waits', async () => {
  const { thread, channel } = setUp()
  const waiting = channel.ask('documentTexts', {} as never)
  channel.end()
  expect(thread.isOver).toBe(true)
  await expect(waiting).rejects.toThrow()
})

it('the words of an error are shown', async () => {
  const { thread, channel } = setUp()
  const reader = readerOver(channel)
  const work = (signal: AbortSignal) =>
    reader.run((ask) => ask('documentTexts', {} as never), signal)
  const Shown = () => {
    const { value, failure } = useAnswer(work)
    return failure === null ? (value ?? []).join() : <ReaderFailure words={failure} />
  }
  await startLocale('en')
  render(<Shown />, { wrapper: inLocale })
  await act(() => new Promise((done) => setTimeout(done, 0)))
  await act(async () => thread.say({ no: 1, failure: 'Invalid array length' }))
  expect(screen.getByRole('alert').textContent).toContain('Invalid array length')
})
