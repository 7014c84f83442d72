import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { writeEvents } from '../database/events/write-events.ts'
import { deliverEvents } from './deliver-events.ts'

let rows: EmptyDatabase
let anna: number
beforeEach(async () => {
  rows = await openEmptyDatabase()
  anna = await rows.person('anna')
})
afterEach(() => rows.close())

it('requests are served between two events that are delivered', async () => {
  for (let number = 0; number < 5; number += 1)
    await rows.database.write((tx) =>
      writeEvents(tx, { projectId: '', actorId: null, now: NOW + number }, [
        { kind: 'account.password', userIds: [anna] },
      ]),
    )
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const at: number[] = []
  await deliverEvents({
    ...{ database: rows.database, clock: () => NOW },
    onDelivered: () => void at.push(turns),
    onError: (error) => {
      throw error
    },
  })
  isOver = true
  expect(at).toHaveLength(5)
  expect(new Set(at).size).toBe(5)
})
