// @vitest-environment jsdom
import { expose } from 'comlink'
import { locks } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Note } from '#sync/browser/tabs/notes.ts'
import { startLastingWorker } from './lasting-worker.ts'

const pause = () => new Promise((done) => setTimeout(done, 5))

/** A thread that holds its lock until it ends, and answers calls over a channel. */
class Thread extends EventTarget {
  static all: Thread[] = []
  static calls: string[] = []
  readonly options: unknown[] = []
  readonly channel = new MessageChannel()
  release: () => void = () => undefined
  isTerminated = false
  /** Calls of `pullNow` wait until the thread answers them. */
  answer: (value: string) => void = () => undefined
  readonly life: string
  readonly settings: WorkerOptions
  constructor(_url: URL, settings: WorkerOptions) {
    super()
    this.settings = settings
    this.life = `life ${Thread.all.push(this)}`
    const { port1, port2 } = this.channel
    const note = (name: string) => void Thread.calls.push(`${this.life}: ${name}`)
    expose(
      {
        open: async (options: unknown) => {
          this.options.push(options)
          await new Promise<void>((isHeld) => {
            void locks.request(this.life, () => {
              isHeld()
              return new Promise<void>((end) => (this.release = end))
            })
          })
          return { isNew: true, life: this.life }
        },
        tryNow: () => note('tryNow'),
        wait: () => {
          note('wait')
          return new Promise((answer) => (this.answer = answer))
        },
        step: () => {
          note('step')
          return new Promise(() => undefined)
        },
        fail: () => Promise.reject(new TypeError('Refused')),
      },
      port2 as never,
    )
    port1.addEventListener('message', ({ data }) =>
      this.dispatchEvent(new MessageEvent('message', { data })),
    )
    port1.start()
    port2.start()
  }
  postMessage(data: unknown): void {
    this.channel.port1.postMessage(data)
  }
  terminate(): void {
    this.isTerminated = true
    this.release()
  }
}

let notes: Note[]
const workers: { end(): void }[] = []
const start = (after: Promise<void> = Promise.resolve()) => {
  let opened = 0
  const worker = startLastingWorker({
    options: () => ({ database: `db ${(opened += 1)}` }) as never,
    hear: (note) => void notes.push(note),
    after,
  })
  workers.push(worker)
  const calls = worker.calls as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
  return { ...worker, calls }
}
beforeEach(() => {
  ;[Thread.all, Thread.calls, notes] = [[], [], []]
  vi.stubGlobal('Worker', Thread)
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
})
afterEach(async () => {
  for (const worker of workers.splice(0)) worker.end()
  for (const { channel } of Thread.all) {
    channel.port1.close()
    channel.port2.close()
  }
  await pause()
})
/** The browser ends the thread, which reveals it only by its lock. */
const kill = async (thread: Thread | undefined) => {
  thread?.release()
  await pause()
}

it('starts a thread when the database is open, and calls wait for it', async () => {
  const database = Promise.withResolvers<void>()
  const { calls, isReady } = start(database.promise)
  const calling = calls['tryNow']?.()
  await pause()
  expect(Thread.all).toHaveLength(0)
  database.resolve()
  expect(await isReady).toMatchObject({ isNew: true })
  await calling
  expect(Thread.calls).toEqual(['life 1: tryNow'])
  const [thread] = Thread.all
  expect(thread?.options).toEqual([{ database: 'db 1' }])
  expect(thread?.settings).toEqual({ type: 'module', name: 'tenderbook-device' })
  expect((calls as { then?: unknown }).then).toBeUndefined()
})

it('hears the notes of its thread, and nothing else that it says', async () => {
  const { isReady } = start()
  await isReady
  const note = { type: 'session' } as Note
  for (const data of [{ note }, { id: 'of a call' }])
    Thread.all[0]?.dispatchEvent(new MessageEvent('message', { data }))
  expect(notes).toEqual([note])
})

it('starts a new thread when one ends, which takes over the pending calls', async () => {
  const { calls, isReady } = start()
  await isReady
  const calling = calls['wait']?.()
  await vi.waitFor(() => expect(Thread.calls).toHaveLength(1))
  await kill(Thread.all[0])
  await vi.waitFor(() => expect(Thread.calls).toEqual(['life 1: wait', 'life 2: wait']))
  expect([Thread.all.length, Thread.all[0]?.isTerminated]).toEqual([2, true])
  expect(Thread.all[1]?.options).toEqual([{ database: 'db 2' }])
  Thread.all[1]?.answer('done')
  expect(await calling).toBe('done')
  await calls['tryNow']?.()
  expect(Thread.calls.at(-1)).toBe('life 2: tryNow')
})

it('does not repeat a call that would do more the second time', async () => {
  const { calls, isReady } = start()
  await isReady
  const calling = calls['step']?.('d1', 'undo')
  await vi.waitFor(() => expect(Thread.calls).toHaveLength(1))
  const ended = expect(calling).rejects.toThrow('The worker ended while it did step')
  await kill(Thread.all[0])
  await ended
})

it('passes the error of a call on', async () => {
  const { calls } = start()
  await expect(calls['fail']?.()).rejects.toThrow('Refused')
})

it('ends with its thread, and no new one starts', async () => {
  const { end, isReady } = start()
  await isReady
  end()
  await pause()
  expect([Thread.all.length, Thread.all[0]?.isTerminated]).toEqual([1, true])
  const database = Promise.withResolvers<void>()
  const late = start(database.promise)
  late.end()
  database.resolve()
  await expect(late.isReady).rejects.toThrow('ended before it began')
  expect(Thread.all).toHaveLength(1)
})
