import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { SqlDatabase } from './database.ts'
import { firstTables } from './migrations/0001-first-tables.ts'
import { attachments } from './migrations/0002-attachments.ts'
import { identity } from './migrations/0003-identity.ts'
import { organizations } from './migrations/0004-organizations.ts'
import { profiles } from './migrations/0005-profiles.ts'
import { removedContent } from './migrations/0006-removed-content.ts'
import { placeOfWork } from './migrations/0007-place-of-work.ts'
import { comments } from './migrations/0008-comments.ts'
import { requirementCounts } from './migrations/0009-requirement-counts.ts'
import { failedTries } from './migrations/0010-failed-tries.ts'
import { signInGuards } from './migrations/0011-sign-in-guards.ts'
import { keysLeave } from './migrations/0012-keys-leave.ts'
import { projectLog } from './migrations/0013-project-log.ts'
import { openings } from './migrations/0014-openings.ts'
import { tableViews } from './migrations/0015-table-views.ts'
import { contactApproval } from './migrations/0016-contact-approval.ts'
import { overrideBuckets } from './migrations/0017-override-buckets.ts'
import { vendorParts } from './migrations/0018-vendor-parts.ts'
import { historyDetails } from './migrations/0019-history-details.ts'
import { organizationVersions } from './migrations/0020-organization-versions.ts'
import { notifications } from './migrations/0021-notifications.ts'
import { noticeWays } from './migrations/0022-notice-ways.ts'
import { pushSubscriptions } from './migrations/0023-push-subscriptions.ts'
import { noticesOfPeople } from './migrations/0024-notices-of-people.ts'
import { calendarAddresses } from './migrations/0025-calendar-addresses.ts'
import { projectMessages } from './migrations/0026-project-messages.ts'
import { exportsOfProjects } from './migrations/0027-exports.ts'
import { restorations } from './migrations/0029-restorations.ts'
import { periodicJobs } from './migrations/0030-periodic-jobs.ts'
import { removedFiles } from './migrations/0031-removed-files.ts'
import { restoredBy } from './migrations/0032-restored-by.ts'
import { restoredSizes } from './migrations/0033-restored-sizes.ts'
import { importMappings } from './migrations/0028-import-mappings.ts'

const MIGRATIONS: Record<string, (dialect: SqlDatabase['dialect']) => Migration> = {
  '0001-first-tables': firstTables,
  '0002-attachments': attachments,
  '0003-identity': identity,
  '0004-organizations': organizations,
  '0005-profiles': profiles,
  '0006-removed-content': removedContent,
  '0007-place-of-work': placeOfWork,
  '0008-comments': comments,
  '0009-requirement-counts': requirementCounts,
  '0010-failed-tries': failedTries,
  '0011-sign-in-guards': signInGuards,
  '0012-keys-leave': keysLeave,
  '0013-project-log': projectLog,
  '0014-openings': openings,
  '0015-table-views': tableViews,
  '0016-contact-approval': contactApproval,
  '0017-override-buckets': overrideBuckets,
  '0018-vendor-parts': vendorParts,
  '0019-history-details': historyDetails,
  '0020-organization-versions': organizationVersions,
  '0021-notifications': notifications,
  '0022-notice-ways': noticeWays,
  '0023-push-subscriptions': pushSubscriptions,
  '0024-notices-of-people': noticesOfPeople,
  '0025-calendar-addresses': calendarAddresses,
  '0026-project-messages': projectMessages,
  '0027-exports': exportsOfProjects,
  '0028-import-mappings': importMappings,
  '0029-restorations': restorations,
  '0030-periodic-jobs': periodicJobs,
  '0031-removed-files': removedFiles,
  '0032-restored-by': restoredBy,
  '0033-restored-sizes': restoredSizes,
}

type Migrated = Pick<SqlDatabase, 'dialect' | 'queries'>

const HAS_MIGRATIONS = {
  sqlite: sql<{ found: number }>`
    select count(*) as found from sqlite_master where name = 'kysely_migration'`,
  postgres: sql<{ found: number }>`
    select (to_regclass('kysely_migration') is not null)::int as found`,
} as const

/** The migrations that ran on this database, the oldest first; none = it is new. */
export const readMigrations = async ({ dialect, queries }: Migrated): Promise<string[]> => {
  if ((await HAS_MIGRATIONS[dialect].execute(queries)).rows[0]?.found === 0) return []
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(queries)
  return rows.map(({ name }) => name)
}

/** Whether exactly the migrations of this version have run. */
export const isMigrated = async (database: Migrated): Promise<boolean> =>
  (await readMigrations(database)).join() === Object.keys(MIGRATIONS).join()

/** @throws if one of the migrations belongs to a newer version of the server */
export const requireKnownMigrations = (names: readonly string[], what: string): void => {
  const unknown = names.filter((name) => !(name in MIGRATIONS))
  if (unknown.length === 0) return
  throw new Error(
    `${what} is newer than this version of Tenderbook, which does not know ` +
      `${unknown.join(', ')}. Install the version that wrote it, or a later one`,
  )
}

/**
 * Runs the missing migrations, or only those up to `last`. Several processes may start at once.
 * Refuses a database of a newer version.
 */
export const migrate = async (database: Migrated, last?: string): Promise<void> => {
  const done = await readMigrations(database).catch((cause: unknown) => {
    throw new Error('The database could not be read', { cause })
  })
  requireKnownMigrations(done, 'The database')
  const migrations = Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, of]) => [name, of(database.dialect)]),
  )
  const migrator = new Migrator({
    db: database.queries,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  })
  const { error } = await (last === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(last))
  if (error !== undefined) throw new Error('The database could not be migrated', { cause: error })
}
