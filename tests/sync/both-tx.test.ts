import { expect, it } from 'vitest'
import { createMemoryStorage } from '#sync/engine/memory-storage.ts'
import { bothTx } from './simulator/both-tx.ts'

it("a read that differs from the model's is reported, and only while the two can be compared", async () => {
  const [shipped, model] = [createMemoryStorage('client'), createMemoryStorage('client')]
  await shipped.transaction('edit', async (tx) => tx.putMeta({ ...(await tx.meta()), nextMid: 2 }))
  const told: string[] = []
  let isComparable = false
  const read = () =>
    shipped.transaction('read', (own) =>
      model.transaction('read', (other) =>
        bothTx(own, other, {
          isComparable: () => isComparable,
          tell: (violation) => told.push(violation),
        }).meta(),
      ),
    )
  expect((await read()).nextMid).toBe(2)
  expect(told).toEqual([])
  isComparable = true
  await read()
  expect(told).toEqual([expect.stringContaining('ST shipped meta')])
})
