// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from './api.ts'
import { type Brought, bringUnsent, readUnsentFile } from './bring-unsent.ts'

const unsent = {
  format: 'tenderbook-unsent/2',
  ...{ serverId: 's', sessionId: 'session', username: 'vera', name: 'Vera' },
  organization: { id: 7, name: 'Alpha' },
  ...{ savedOn: 5, edits: 3, parked: [] },
  pieces: ['one', 'two'].map((payload) => ({ payload, signature: `signed ${payload}` })),
}
const file = (text: string, size?: number): File => {
  const made = new File([text], 'x')
  Object.defineProperty(made, 'text', { value: async () => text })
  if (size !== undefined) Object.defineProperty(made, 'size', { value: size })
  return made
}
const result = (mid: number, status: string) => ({ mid, status })
let asked: unknown[]
beforeEach(() => {
  asked = []
  const answers = [
    { known: 1, results: [result(1, 'applied'), result(2, 'refused')] },
    { known: 2, results: [result(3, 'conflict'), result(4, 'applied'), result(5, 'applied')] },
  ]
  vi.spyOn(api.sync, 'bring').mockImplementation((async ({ body }: { body: unknown }) => {
    asked.push(body)
    return answers[asked.length - 1]
  }) as never)
})

it('reads a file of unsent work up to 200 MB', async () => {
  expect(await readUnsentFile(file(JSON.stringify(unsent), 200_000_000))).toEqual(unsent)
  await expect(readUnsentFile(file('{}', 200_000_001))).rejects.toMatchObject({
    code: 'TOO_LARGE',
    detail: { limit: '200 MB' },
  })
})

it('names what is wrong in another file', async () => {
  await expect(readUnsentFile(file('no JSON'))).rejects.toMatchObject({
    code: 'WRONG_FILE',
    detail: { problem: expect.stringMatching(/no file of unsent work \(\.\S+\)$/) },
  })
  await expect(
    readUnsentFile(file(JSON.stringify({ ...unsent, savedOn: 'x' }))),
  ).rejects.toMatchObject({
    code: 'WRONG_FILE',
    detail: { problem: expect.stringContaining('(savedOn)') },
  })
  await expect(readUnsentFile(file('5'))).rejects.toMatchObject({ code: 'WRONG_FILE' })
})

it('sends the pieces in their order, and tells the results and their share after each', async () => {
  const steps: [Brought, number][] = []
  const brought = await bringUnsent(unsent as never, (...step) => steps.push(step))
  expect(asked).toEqual(unsent.pieces.map((piece) => ({ sessionId: 'session', ...piece })))
  expect(steps).toEqual([
    [{ known: 1, applied: 1, kept: [result(2, 'refused')] }, 0.5],
    [brought, 1],
  ])
  expect(brought).toEqual({
    ...{ known: 3, applied: 3 },
    kept: [result(2, 'refused'), result(3, 'conflict')],
  })
  asked = []
  expect(await bringUnsent({ ...unsent, pieces: [] } as never, () => undefined)).toEqual({
    ...{ known: 0, applied: 0, kept: [] },
  })
})
