import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { createLog } from '../log.ts'
import { measure } from '../measures.ts'
import { createMetrics, type Metrics } from './metrics.ts'

let rows: EmptyDatabase
let metrics: Metrics
beforeEach(async () => {
  rows = await openEmptyDatabase()
  const log = createLog(() => undefined)
  metrics = createMetrics({
    ...{ database: rows.database, openSockets: () => 7, clock: () => NOW, log },
  })
})
afterEach(async () => {
  metrics.close()
  await rows.close()
})
/** Upper bound → measures up to it, of a histogram without other labels. */
const bucketsOf = async (name: string): Promise<[number, number][]> =>
  (await metrics.read())
    .split('\n')
    .filter((line) => line.startsWith(`${name}_bucket{`))
    .map((line) => {
      const [, bound = '', count = ''] = /le="([^"]+)".*\} (\d+)$/.exec(line) ?? []
      return [bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound), Number(count)]
    })

describe('[MT1] times are counted up to bounds', () => {
  it.each([
    ['writerWait', 'tenderbook_database_writer_wait_seconds', 0.001],
    ['lockWait', 'tenderbook_database_lock_wait_seconds', 0.001],
    ['poolWait', 'tenderbook_database_pool_wait_seconds', 0.001],
    ['fanoutLag', 'tenderbook_fanout_lag_seconds', 0.005],
  ] as const)(
    'of %s that rise, each at most five times the one before',
    async (wait, name, first) => {
      const bounds = (await bucketsOf(name)).map(([bound]) => bound)
      expect([bounds[0], bounds.at(-1)]).toEqual([first, Number.POSITIVE_INFINITY])
      for (const [index, bound] of bounds.slice(1, -1).entries()) {
        const before = bounds[index] ?? 0
        expect(bound).toBeGreaterThan(before)
        expect(bound / before).toBeLessThanOrEqual(5)
      }
      for (const seconds of [0.5, 0.51, 1]) measure(wait, seconds)
      const counts = new Map(await bucketsOf(name))
      expect([counts.get(0.25), counts.get(0.5), counts.get(1)]).toEqual([0, 1, 3])
    },
  )

  it('of requests, by their method, route and status', async () => {
    const request = { method: 'GET', route: '/api/:id', status: 200 }
    for (const seconds of [0.01, 0.5, 0.51]) measure('request', { ...request, seconds })
    const counts = new Map(await bucketsOf('tenderbook_http_request_duration_seconds'))
    expect([counts.get(0.01), counts.get(0.25), counts.get(0.5), counts.get(1)]).toEqual([
      ...[1, 1, 2, 3],
    ])
  })
})

it('[MT1] sockets are counted at the moment of the reading, and times no more after the end', async () => {
  expect(await metrics.read()).toContain('tenderbook_open_sockets 7\n')
  metrics.close()
  measure('fanoutLag', 1)
  expect(await bucketsOf('tenderbook_fanout_lag_seconds')).toEqual([])
})
