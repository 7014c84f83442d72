import { expect, it, vi } from 'vitest'
import { holdOpening } from './hold-opening.ts'

const isHeld = async () =>
  ((await navigator.locks.query()).held ?? []).some(({ name }) => name === 'rows-opening')

it('holds the lock of the database until it is open, or cannot be opened', async () => {
  for (const end of ['resolve', 'reject'] as const) {
    const opened = Promise.withResolvers<void>()
    holdOpening('rows', opened.promise)
    await vi.waitFor(async () => expect(await isHeld()).toBe(true))
    opened[end]()
    await vi.waitFor(async () => expect(await isHeld()).toBe(false))
  }
})

it('asks for it although an earlier page holds it', async () => {
  const [earlier, later] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  holdOpening('rows', earlier.promise)
  holdOpening('rows', later.promise)
  await vi.waitFor(async () =>
    expect((await navigator.locks.query()).pending).toMatchObject([{ name: 'rows-opening' }]),
  )
  earlier.resolve()
  later.resolve()
  await vi.waitFor(async () => expect(await isHeld()).toBe(false))
})
