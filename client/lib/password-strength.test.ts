import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { passwordStrength as Estimate } from './password-strength.ts'

class FakeWorker extends EventTarget {
  static all: FakeWorker[] = []
  asked: { id: number; password: string; personal: readonly string[] }[] = []
  listeners = 0
  constructor() {
    super()
    FakeWorker.all.push(this)
  }
  override addEventListener(...given: Parameters<EventTarget['addEventListener']>): void {
    this.listeners += 1
    super.addEventListener(...given)
  }
  override removeEventListener(...given: Parameters<EventTarget['removeEventListener']>): void {
    this.listeners -= 1
    super.removeEventListener(...given)
  }
  postMessage(question: FakeWorker['asked'][number]): void {
    this.asked.push(question)
  }
  answer(id: number, strength: number): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: { id, strength } }))
  }
}
let passwordStrength: typeof Estimate
beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  FakeWorker.all = []
  vi.stubGlobal('Worker', FakeWorker)
  ;({ passwordStrength } = await import('./password-strength.ts'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const worker = (nth = 0): FakeWorker => FakeWorker.all[nth] as FakeWorker

it('one worker estimates all passwords, each answer for its question', async () => {
  const [one, other] = [passwordStrength('a', ['Vera']), passwordStrength('b', [])]
  expect(FakeWorker.all).toHaveLength(1)
  const [{ id: first } = { id: 0 }, { id: second } = { id: 0 }] = worker().asked
  expect(worker().asked).toMatchObject([{ password: 'a', personal: ['Vera'] }, { password: 'b' }])
  expect(first).not.toBe(second)
  worker().answer(second, 1)
  worker().answer(first, 4)
  expect([await one, await other]).toEqual([4, 1])
  expect([worker().listeners, vi.getTimerCount()]).toEqual([0, 0])
})

it('waits twenty seconds at the longest', async () => {
  let found: unknown = 'waits'
  void passwordStrength('a', []).then((strength) => (found = strength))
  await vi.advanceTimersByTimeAsync(19_999)
  expect(found).toBe('waits')
  await vi.advanceTimersByTimeAsync(1)
  expect([found, worker().listeners]).toEqual([null, 0])
})

it('a worker that fails gives no estimate, and the next question starts another', async () => {
  const failed = passwordStrength('a', [])
  worker().dispatchEvent(new Event('error'))
  expect(await failed).toBeNull()
  void passwordStrength('b', [])
  expect(FakeWorker.all).toHaveLength(2)
  expect(worker(1).asked).toHaveLength(1)
})
