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

test('a job that comes while another makes way for one that waits does not run beside it', async () => {
  for (let later = 0; later < 12; later += 1) {
    const queue = createQueue({ width: 1, most: 9 })
    const running = { now: 0, most: 0 }
    const work = async (): Promise<void> => {
      running.now += 1
      running.most = Math.max(running.most, running.now)
      await new Promise((done) => setTimeout(done, 1))
      running.now -= 1
    }
    const gate = Promise.withResolvers<void>()
    const jobs = [queue.run(() => gate.promise), queue.run(work)]
    let turn: Promise<unknown> = gate.promise
    for (let turns = 0; turns < later; turns += 1) turn = turn.then(() => undefined)
    jobs.push(turn.then(() => queue.run(work)))
    gate.resolve()
    await Promise.all(jobs)
    expect(running, `${later} turns later`).toEqual({ now: 0, most: 1 })
  }
})

test('room that is held belongs to one later job, and is free again once it is let go', async () => {
  const queue = createQueue({ width: 1, most: 1 })
  const begun: string[] = []
  const gate = Promise.withResolvers<void>()
  const run = (name: string) =>
    queue.run(async () => {
      begun.push(name)
      await gate.promise
    })
  const [first, second] = [queue.holdRoom(), queue.holdRoom()]
  await expect(run('late')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(queue.holdRoom).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }))
  const jobs = [first, second].map((room, index) => {
    room.letGo()
    return run(`held ${index}`)
  })
  first.letGo()
  expect(queue.holdRoom).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }))
  gate.resolve()
  await Promise.all(jobs)
  expect(begun).toEqual(['held 0', 'held 1'])
  const unused = queue.holdRoom()
  unused.letGo()
  await Promise.all([run('later'), run('and later')])
})
