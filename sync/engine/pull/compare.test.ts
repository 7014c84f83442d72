import { expect, it } from 'vitest'
import type { CompareReply, CompareRequest } from '#schema/api/sync.ts'
import { buildRequirement } from '../../../tests/support/project-rows.ts'
import { createMemoryStorage } from '../memory-storage.ts'
import type { ProjectCursor } from '../ports.ts'
import { COMPARE_EVERY_MS, type Compared, createComparer } from './compare.ts'
import { newCursor } from './cursor.ts'

type Verdict = CompareReply['projects'][string]
const SAME: Verdict = { verdict: 'same', buckets: [] }
const LATER: Verdict = { verdict: 'later', buckets: [] }
const differsIn = (...buckets: string[]): Verdict => ({ verdict: 'differs', buckets })
const whole = (projectId: string, changes: Partial<ProjectCursor> = {}): ProjectCursor => ({
  ...newCursor(projectId),
  epoch: 2,
  buckets: { '*:pub': [7, 3], 'p1:pub': [7, 3] },
  head: 7,
  rev: 4,
  isComplete: true,
  ...changes,
})

/** A device with these copies; `answer` is the server's verdict on each project. */
const open = async (cursors: readonly ProjectCursor[], serverId: string | null = 's') => {
  const storage = createMemoryStorage('client')
  const put = (cursor: ProjectCursor): Promise<void> =>
    storage.transaction('apply', async (tx) => tx.putCursor(cursor))
  await storage.transaction('apply', async (tx) => tx.putMeta({ ...(await tx.meta()), serverId }))
  for (const cursor of cursors) await put(cursor)
  const device = {
    storage,
    put,
    now: 1_000_000,
    isQuiet: true,
    answer: (_projectId: string): Verdict | undefined => SAME,
    /** Runs while the request is under way. */
    during: async (): Promise<void> => undefined,
    requests: [] as CompareRequest[],
    wrongs: 0,
    results: [] as Compared[],
    asked: () => device.requests.map(({ projects }) => Object.keys(projects)),
  }
  const comparer = createComparer({
    storage,
    network: {
      async compare(request) {
        device.requests.push(request)
        await device.during()
        return {
          projects: Object.fromEntries(
            Object.keys(request.projects).flatMap((id) => {
              const verdict = device.answer(id)
              return verdict === undefined ? [] : [[id, verdict]]
            }),
          ),
        }
      },
    },
    now: () => device.now,
    isQuiet: () => device.isQuiet,
    onWrong: () => void (device.wrongs += 1),
    onCompared: (result) => void device.results.push(result),
  })
  /** Rests, and waits until the comparison is over. */
  const rest = async (): Promise<void> => {
    comparer.rested()
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  const bucketsOf = (projectId: string) => storage.state().cursors.get(projectId)?.buckets
  return Object.assign(device, { comparer, rest, bucketsOf })
}

it('sends the digest of every bucket of a complete copy, its epoch and its position', async () => {
  const device = await open([whole('p')])
  await device.storage.transaction('apply', (tx) =>
    tx.layRows('p', [
      { bucket: 'p1:pub', entity: 'requirement', id: 'r1', row: buildRequirement() },
    ]),
  )
  const compared = await device.comparer.now()
  expect(compared).toEqual({ at: 1_000_000, outcome: 'same', projects: 1, differedAt: null })
  expect(device.results).toEqual([compared])
  const [request] = device.requests
  expect(request).toMatchObject({
    serverId: 's',
    projects: { p: { epoch: 2, at: 7, buckets: { '*:pub': expect.any(String) } } },
  })
  const { '*:pub': empty, 'p1:pub': full } = request?.projects['p']?.buckets ?? {}
  expect(full).not.toBe(empty)
})

it('asks nothing before the server is known, and of no copy that is not whole', async () => {
  expect(await (await open([whole('p')], null)).comparer.now()).toBeNull()
  const device = await open([
    whole('incomplete', { isComplete: false }),
    whole('denied', { isDenied: true }),
    whole('empty', { buckets: {} }),
    whole('apart', { buckets: { a: [7, 3], b: [8, 3] } }),
    whole('wrong', { buckets: { a: [7, 3], b: [7, -1] } }),
  ])
  expect(await device.comparer.now()).toBeNull()
  expect(device.requests).toEqual([])
})

it('asks of at most 20 projects at once', async () => {
  const device = await open(Array.from({ length: 21 }, (_, n) => whole(`p${n}`)))
  expect(await device.comparer.now()).toMatchObject({ projects: 20 })
  expect(device.asked().map(({ length }) => length)).toEqual([20])
})

it('marks only the buckets that differ, so that the next pull replaces them, and only once', async () => {
  const device = await open([whole('p'), whole('q')])
  device.answer = (id) => (id === 'p' ? differsIn('p1:pub') : SAME)
  expect(await device.comparer.now()).toEqual({
    at: 1_000_000,
    outcome: 'mended',
    projects: 2,
    differedAt: 1_000_000,
  })
  expect(device.bucketsOf('p')).toEqual({ '*:pub': [7, 3], 'p1:pub': [0, -1] })
  expect(device.bucketsOf('q')).toEqual(whole('q').buckets)
  expect(device.storage.state().cursors.get('p')?.rev).toBe(5)
  expect(device.wrongs).toBe(1)
})

it('marks nothing where the copy changed, or went, while the server compared', async () => {
  const device = await open([whole('p')])
  device.answer = () => differsIn('p1:pub')
  device.during = () => device.put(whole('p', { rev: 5 }))
  expect(await device.comparer.now()).toBeNull()
  expect(device.bucketsOf('p')).toEqual(whole('p').buckets)
  device.during = () => device.storage.transaction('apply', async (tx) => tx.deleteCursor('p'))
  expect(await device.comparer.now()).toBeNull()
  expect(device.storage.state().cursors.size).toBe(0)
  expect([device.wrongs, device.results]).toEqual([0, []])
})

it('counts no project that the server compares later or does not know', async () => {
  const device = await open([whole('p'), whole('q'), whole('r')])
  device.answer = (id) => ({ p: LATER, q: SAME })[id]
  expect(await device.comparer.now()).toMatchObject({ outcome: 'same', projects: 1 })
  await device.rest()
  expect(device.asked().at(-1), 'undecided copies are due at once').toEqual(['p', 'r'])
})

it('compares a copy again after five minutes, not earlier', async () => {
  expect(COMPARE_EVERY_MS).toBe(300_000)
  const device = await open([whole('p')])
  await device.rest()
  device.now += 299_999
  await device.rest()
  expect(device.requests).toHaveLength(1)
  device.now += 1
  await device.rest()
  expect(device.requests).toHaveLength(2)
})

it('does not compare by itself while an edit is unsent or a request is under way', async () => {
  const device = await open([whole('p')])
  device.isQuiet = false
  await device.rest()
  expect(device.requests).toEqual([])
})

it('a replaced copy is compared at once; one that goes on to differ is left alone after three times', async () => {
  const device = await open([whole('p')])
  device.answer = () => differsIn('p1:pub')
  for (let nth = 1; nth <= 3; nth += 1) {
    await device.rest()
    expect(device.results.at(-1)?.outcome).toBe('mended')
    await device.put(whole('p'))
  }
  await device.rest()
  expect(device.results.at(-1)).toMatchObject({ outcome: 'differs', differedAt: device.now })
  expect(device.bucketsOf('p')).toEqual(whole('p').buckets)
  expect(device.wrongs).toBe(3)
  await device.rest()
  expect(device.requests, 'now as often as any other').toHaveLength(4)
  // A person who asks has it replaced all the same.
  expect(await device.comparer.now()).toMatchObject({ outcome: 'mended' })
  expect(device.wrongs).toBe(4)
})

it('where one of two buckets is given up, the other is replaced and the copy differs', async () => {
  const device = await open([whole('p')])
  device.answer = () => differsIn('p1:pub')
  for (let nth = 1; nth <= 3; nth += 1) {
    await device.rest()
    await device.put(whole('p'))
  }
  device.answer = () => differsIn('p1:pub', '*:pub')
  await device.rest()
  expect(device.results.at(-1)?.outcome).toBe('differs')
  expect(device.bucketsOf('p')).toEqual({ '*:pub': [0, -1], 'p1:pub': [7, 3] })
})

it('a copy that was right in between may be replaced three times again, another project not', async () => {
  const device = await open([whole('p'), whole('p2')])
  device.answer = () => differsIn('p1:pub')
  for (let nth = 1; nth <= 3; nth += 1) {
    await device.rest()
    await device.put(whole('p'))
    await device.put(whole('p2'))
  }
  device.answer = (id) => (id === 'p' ? SAME : differsIn('p1:pub'))
  await device.rest()
  device.now += COMPARE_EVERY_MS
  device.answer = () => differsIn('p1:pub')
  await device.rest()
  expect(device.bucketsOf('p')?.['p1:pub']).toEqual([0, -1])
  expect(device.bucketsOf('p2')?.['p1:pub']).toEqual([7, 3])
  expect(device.results.at(-1)?.outcome).toBe('differs')
})

it('one comparison runs at a time; one that a person asks for follows it', async () => {
  const device = await open([whole('p')])
  const gate = Promise.withResolvers<void>()
  device.during = () => gate.promise
  await device.rest()
  await device.rest()
  const asked = device.comparer.now()
  await device.rest()
  expect(device.requests).toHaveLength(1)
  gate.resolve()
  expect(await asked).toMatchObject({ outcome: 'same' })
  expect(device.requests).toHaveLength(2)
})

it('a failed comparison is forgotten when it ran by itself, and told to the person who asked', async () => {
  const device = await open([whole('p')])
  device.during = async () => {
    throw new Error('offline')
  }
  device.comparer.rested()
  await expect(device.comparer.now()).rejects.toThrow('offline')
  expect(device.requests).toHaveLength(2)
  device.during = async () => undefined
  await device.rest()
  expect(device.results).toHaveLength(1)
})
