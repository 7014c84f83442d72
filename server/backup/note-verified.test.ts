import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts'
import { noteBackup, readBackupTimes } from '../database/backup-times.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open.ts'
import { readServerMeta } from '../database/server-meta.ts'
import { noteVerified } from './note-verified.ts'

let place: TestDatabase
let database: Database
beforeEach(async () => {
  place = await createTestDatabase()
  database = await openDatabase(place)
})
afterEach(async () => {
  await database.close()
  await place.remove()
})

const verifiedOn = async () => (await readBackupTimes(database.queries)).verified

it('a valid backup of this database is recorded, and a later one after it', async () => {
  await noteBackup(database, 'written', 7)
  const { serverId } = await readServerMeta(database)
  expect(await noteVerified(place, { serverId, writtenOn: 5 })).toBeNull()
  expect(await verifiedOn()).toBe(5)
  expect(await noteVerified(place, { serverId, writtenOn: 7 })).toBeNull()
  expect(await verifiedOn()).toBe(7)
})

it('a backup of another database, or of one that never ran, is not recorded', async () => {
  const note = (serverId: string | null) => noteVerified(place, { serverId, writtenOn: 5 })
  expect(await note('other')).toBe('the backup is of another database')
  expect(await note(null)).toBe('the backup is of another database')
  await readServerMeta(database)
  expect(await note('other')).toBe('the backup is of another database')
  expect(await note(null)).toBe('the backup is of another database')
  expect(await verifiedOn()).toBeNull()
})

it('without a database the reason is returned, and no database is created', async () => {
  const nowhere = { dataDir: `${place.dataDir}/none`, databaseUrl: undefined }
  const reason = await noteVerified(nowhere, { serverId: 'any', writtenOn: 5 })
  expect(reason).toMatch(/^There is no .*\/none\//)
  expect(await noteVerified(nowhere, { serverId: 'any', writtenOn: 5 })).toBe(reason)
})
