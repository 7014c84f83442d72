import { expect, test } from 'vitest'
import { type ChainAudience, vendorAudience } from '#schema/rules/project/project-log.ts'
import { openDatabase } from '#server/database/open.ts'
import { verifyLogs } from '#server/database/project-log/verify-logs.ts'
import { startDemo } from '#server/start-demo.ts'
import { createTestDatabase } from '../support/test-database.ts'

test('[ML20] the demo tells its history in the panels and by no mail', async () => {
  const place = await createTestDatabase()
  const database = await openDatabase(place)
  try {
    await startDemo(database)
    const count = async (table: 'notifications' | 'events' | 'mails') =>
      (
        await database.queries
          .selectFrom(table as 'events')
          .select('id')
          .execute()
      ).length
    expect(await count('notifications')).toBeGreaterThan(20)
    expect([await count('events'), await count('mails')]).toEqual([0, 0])
    expect(
      await database.queries.selectFrom('waiting_notices').select('event_id').execute(),
    ).toEqual([])
  } finally {
    await database.close()
    await place.remove()
  }
})

test('the demo has the history that its people would have left, in chains that verify', async () => {
  const place = await createTestDatabase()
  const database = await openDatabase(place)
  try {
    await startDemo(database)
    expect((await verifyLogs(database)).broken).toEqual([])

    const { id, deadline_at } = await database.queries
      .selectFrom('projects')
      .select(['id', 'deadline_at'])
      .where('state', '=', 'EVALUATION')
      .executeTakeFirstOrThrow()
    const rows = await database.queries
      .selectFrom('project_log')
      .selectAll()
      .where('project_id', '=', id)
      .orderBy('serial')
      .execute()
    const chains = Map.groupBy(rows, ({ audience }) => audience)
    const kinds = (audience: ChainAudience) => chains.get(audience)?.map(({ kind }) => kind)
    expect(kinds('team')).toEqual([
      'created',
      'memberAdded',
      'memberAdded',
      'vendorAdded',
      'vendorAdded',
      'vendorAdded',
      'moved',
      'moved',
      'published',
      'moved',
      'opened',
      'moved',
      'overrideSet',
    ])
    const vendors = [...chains.keys()].filter((audience) => audience !== 'team')
    expect(vendors).toHaveLength(3)
    for (const audience of vendors) {
      const told = new Set(kinds(audience))
      expect([...told]).toEqual(['begun', 'moved', 'published', 'receipt', 'opened'])
      // Nobody submits after the deadline, and no entry is in the future.
      for (const { kind, at } of chains.get(audience) ?? [])
        expect(kind !== 'receipt' || at < Number(deadline_at)).toBe(true)
    }

    const { vendor_id, submitted } = await database.queries
      .selectFrom('commitments')
      .select(['vendor_id', ({ fn }) => fn.countAll<number>().as('submitted')])
      .where('project_id', '=', id)
      .groupBy('vendor_id')
      .orderBy('vendor_id')
      .executeTakeFirstOrThrow()
    const counted = (chains.get(vendorAudience(vendor_id)) ?? [])
      .filter(({ kind }) => kind === 'receipt')
      .reduce((sum, { detail }) => sum + (JSON.parse(detail) as { count: number }).count, 0)
    expect(counted).toBe(Number(submitted))
  } finally {
    await database.close()
    await place.remove()
  }
})
