import { sql } from 'kysely'
import type { Queries } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

/**
 * Columns that name a row of another table. The server keeps these references by its own
 * transactions; the database has no constraints for them. A row without a value names none.
 */
export interface Reference {
  table: keyof Tables
  columns: readonly string[]
  to: keyof Tables
  key: readonly string[]
  /** Rows of projects restored from archives name vendors that are no organizations. */
  exceptRestored?: true
}

/** @param to the table, and the columns of its key unless it is `id` */
const ref = (
  table: keyof Tables,
  columns: string,
  [to, key = 'id']: readonly [keyof Tables, string?],
): Reference => ({ table, columns: columns.split(' '), to, key: key.split(' ') })
const inProject = (tables: readonly (keyof Tables)[]): Reference[] =>
  tables.map((table) => ref(table, 'project_id', ['projects']))
const ofPerson = (tables: readonly (keyof Tables)[]): Reference[] =>
  tables.map((table) => ref(table, 'user_id', ['users']))

export const REFERENCES: readonly Reference[] = [
  ...inProject([
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
    'project_members',
    'restrictions',
    'removed_content',
    'project_sync',
    'sync_row',
    'change_log',
    'opening_requests',
    'project_messages',
    'exports',
    'restorations',
    'archive_lines',
  ]),
  ref('documents', 'project_id package_id', ['packages', 'project_id id']),
  ref('sections', 'project_id document_id', ['documents', 'project_id id']),
  ref('requirements', 'project_id section_id', ['sections', 'project_id id']),
  ref('commitments', 'project_id requirement_id', ['requirements', 'project_id id']),
  ref('overrides', 'project_id requirement_id', ['requirements', 'project_id id']),
  ref('replies', 'project_id comment_id', ['comments', 'project_id id']),
  ref('attachments', 'content_hash', ['blobs', 'sha256']),
  ref('projects', 'organization_id', ['organizations']),
  ref('projects', 'owner_id', ['users']),
  { ...ref('project_vendors', 'vendor_id', ['organizations']), exceptRestored: true },
  ref('organizations', 'parent_id', ['organizations']),
  ref('organizations', 'avatar', ['avatars', 'sha256']),
  ref('organization_members', 'organization_id', ['organizations']),
  ref('profiles', 'avatar', ['avatars', 'sha256']),
  ...ofPerson([
    'organization_members',
    'project_members',
    'restrictions',
    'sessions',
    'recovery_codes',
    'password_history',
    'mail_links',
    'profiles',
    'push_subscriptions',
    'calendar_addresses',
    'blob_uploads',
    'notifications',
    'sync_client',
  ]),
  ref('session_tokens', 'session_id', ['sessions']),
  ref('push_subscriptions', 'session_id', ['sessions']),
  ref('mutation_result', 'client_id', ['sync_client', 'client_id']),
  ref('project_log', 'project_id audience', ['project_log_heads', 'project_id audience']),
]

export interface Dangling {
  reference: Reference
  /** Rows whose reference names nothing. */
  rows: number
  /** What the first of them names. */
  names: string
}

/** Counts the rows whose references name nothing. */
export const findDangling = async (tx: Queries): Promise<Dangling[]> => {
  const found: Dangling[] = []
  for (const reference of REFERENCES) {
    const { table, columns, to, key, exceptRestored } = reference
    const named = sql.join(
      columns.map((column) => sql`coalesce(cast(a.${sql.ref(column)} as text), '')`),
      sql` || ' ' || `,
    )
    const isEqual = columns.map(
      (column, index) => sql`b.${sql.ref(key[index] ?? '')} = a.${sql.ref(column)}`,
    )
    const isFilled = columns.map((column) => sql`a.${sql.ref(column)} is not null`)
    const isLiving = exceptRestored
      ? sql` and not exists (select 1 from restorations r where r.project_id = a.project_id)`
      : sql``
    const { rows } = await sql<{ count: number; names: string | null }>`
      select count(*) as count, min(${named}) as names from ${sql.table(table)} a
      where ${sql.join(isFilled, sql` and `)}${isLiving} and not exists (
        select 1 from ${sql.table(to)} b where ${sql.join(isEqual, sql` and `)})`.execute(tx)
    const [row] = rows
    if (row !== undefined && row.count > 0)
      found.push({ reference, rows: row.count, names: row.names ?? '' })
  }
  return found
}
