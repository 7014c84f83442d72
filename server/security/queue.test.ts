import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

test('no more jobs run at once than the queue is wide, and the others keep their order', async () => {
  const queue = createQueue({ width: 2, most: 40 })
  const [begun, running] = [[] as number[], { now: 0, most: 0 }]
  const work = (number: number) => async (): Promise<number> => {
    begun.push(number)
    running.now += 1
    running.most = Math.max(running.most, running.now)
    await new Promise((done) => setTimeout(done, 2))
    running.now -= 1
    if (number === 3) throw new Error('planted')
    return number
  }
  const all = Array.from({ length: 40 }, (_, number) => queue.run(work(number)))
  const results = await Promise.allSettled(all)
  expect(running).toEqual({ now: 0, most: 2 })
  expect(begun).toEqual(begun.toSorted((a, b) => a - b))
  // A failed job lets the next one start.
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(results).toHaveLength(40)
})
