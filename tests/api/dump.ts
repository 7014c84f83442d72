import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'

const ROWS = [
  'projects',
  'project_vendors',
  'releases',
  'packages',
  'documents',
  'sections',
  'requirements',
  'commitments',
  'overrides',
  'attachments',
  'comments',
  'replies',
  'publications',
  'vendor_parts',
] as const satisfies readonly (keyof Tables)[]

/**
 * All rows that a command may change, without positions in the log, which depend on the number of
 * requests.
 */
export const dumpProject = async (database: Database): Promise<Record<string, unknown[]>> => {
  const dump: Record<string, unknown[]> = {}
  for (const table of ROWS)
    dump[table] = await database.queries
      .selectFrom(table as 'releases')
      .selectAll()
      .orderBy('id')
      .execute()
  dump['sync_row'] = await database.queries
    .selectFrom('sync_row')
    .select(['bucket', 'entity', 'entity_id', 'body'])
    .orderBy('entity')
    .orderBy('entity_id')
    .orderBy('bucket')
    .execute()
  dump['change_log'] = await database.queries
    .selectFrom('change_log')
    .select([
      'entity',
      'entity_id',
      'document_id',
      'vendor_id',
      'kind',
      'actor_name',
      'fields',
      'at',
    ])
    .orderBy('seq')
    .execute()
  dump['numbering'] = await database.queries
    .selectFrom('numbering')
    .selectAll()
    .orderBy('prefix')
    .execute()
  return dump
}

/** The dump with positions in the log: a refused call must not even change those. */
export const dumpEverything = async (database: Database): Promise<string> =>
  JSON.stringify({
    ...(await dumpProject(database)),
    heads: await database.queries.selectFrom('project_sync').selectAll().execute(),
    restrictions: await database.queries
      .selectFrom('restrictions')
      .selectAll()
      .orderBy('user_id')
      .execute(),
    favorites: await database.queries
      .selectFrom('favorites')
      .selectAll()
      .orderBy('user_id')
      .execute(),
  })
