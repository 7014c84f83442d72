import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import type { Queries } from './database.ts'
import { together } from './together.ts'

let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
})
afterEach(() => rows.close())

/** A database that answers statements at once is known by its adapter only. */
const elsewhere = { getExecutor: () => ({ adapter: {} }) } as unknown as Queries

const works = () => {
  const steps: string[] = []
  const work = (name: string, error?: Error) => async () => {
    steps.push(`${name} begins`)
    await new Promise((done) => setImmediate(done))
    steps.push(`${name} ends`)
    if (error !== undefined) throw error
    return name
  }
  return { steps, work }
}

it('runs statements one after the other on SQLite, and none after an error', async () => {
  const { steps, work } = works()
  const { queries } = rows.database
  expect(await together(queries, [work('a'), work('b')])).toEqual(['a', 'b'])
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  const failing = [work('c', new Error('no')), work('d')]
  await expect(together(queries, failing)).rejects.toThrow('no')
  expect(steps.slice(4)).toEqual(['c begins', 'c ends'])
})

it('begins them at once elsewhere, and waits for all before it throws the first error', async () => {
  const { steps, work } = works()
  expect(await together(elsewhere, [work('a'), work('b')])).toEqual(['a', 'b'])
  expect(steps).toEqual(['a begins', 'b begins', 'a ends', 'b ends'])
  const failing = [work('c', new Error('first')), work('d', new Error('second'))]
  await expect(together(elsewhere, failing)).rejects.toThrow('first')
  expect(steps.slice(4)).toEqual(['c begins', 'd begins', 'c ends', 'd ends'])
})
