import type { Tables } from '#server/database/tables.ts'
import type { Attempt, Ids } from './matrix-row.ts'
import type { Snapshot } from './snapshot.ts'

type Row = Readonly<Record<string, unknown>>
const IN_PROJECT = ['project_id', 'id'] as const
/**
 * How a row of each table is named in a list of changes: by its key or, for rows that are only ever
 * added, by what they are about.
 */
const NAMED_BY = {
  server_meta: ['key'],
  organizations: ['id'],
  users: ['id'],
  organization_members: ['organization_id', 'user_id'],
  consents: ['vendor_id', 'version'],
  access_log: ['id'],
  sessions: ['user_id', 'id'],
  session_tokens: ['hash'],
  failed_tries: ['subject', 'kind', 'place'],
  try_windows: ['key'],
  recovery_codes: ['user_id', 'hash'],
  password_history: ['user_id', 'created_on'],
  mail_links: ['purpose', 'email', 'hash'],
  invitations: ['email', 'organization_id', 'id'],
  mails: ['to_address', 'id'],
  demo_accounts: ['position'],
  profiles: ['user_id'],
  avatars: ['sha256'],
  muted_projects: ['user_id', 'project_id'],
  events: ['project_id', 'kind'],
  notifications: ['user_id', 'project_id', 'kind'],
  push_subscriptions: ['user_id', 'session_id'],
  pushes: ['session_id', 'notification_id'],
  calendar_addresses: ['user_id'],
  deadline_notices: ['project_id', 'kind'],
  project_messages: ['project_id', 'id'],
  notice_choices: ['user_id', 'project_id', 'notice_group'],
  notice_settings: ['user_id'],
  waiting_notices: ['user_id', 'project_id', 'kind'],
  project_members: ['project_id', 'user_id'],
  restrictions: ['project_id', 'vendor_id', 'user_id'],
  opening_requests: ['project_id'],
  favorites: ['user_id', 'project_id'],
  exports: ['project_id', 'id'],
  restorations: ['project_id'],
  archive_lines: ['project_id', 'part', 'serial'],
  import_mappings: ['organization_id', 'id'],
  table_views: ['project_id', 'document_id', 'id'],
  numbering: ['prefix'],
  projects: ['id'],
  project_vendors: IN_PROJECT,
  releases: IN_PROJECT,
  packages: IN_PROJECT,
  documents: IN_PROJECT,
  sections: IN_PROJECT,
  requirements: IN_PROJECT,
  commitments: IN_PROJECT,
  overrides: IN_PROJECT,
  attachments: IN_PROJECT,
  comments: IN_PROJECT,
  replies: IN_PROJECT,
  publications: IN_PROJECT,
  vendor_parts: IN_PROJECT,
  periodic_jobs: ['name'],
  removed_files: ['sha256'],
  blobs: ['sha256'],
  blob_uploads: ['user_id', 'sha256'],
  removed_content: ['project_id', 'entity', 'entity_id'],
  project_log: ['project_id', 'audience', 'kind', 'serial'],
  project_log_heads: ['project_id', 'audience'],
  project_sync: ['project_id'],
  sync_row: ['project_id', 'entity', 'entity_id', 'bucket'],
  sync_client: ['client_id'],
  mutation_result: ['client_id', 'mid'],
  change_log: ['project_id', 'entity', 'entity_id', 'seq'],
} as const satisfies { readonly [T in keyof Tables]: readonly (keyof Tables[T])[] }

interface Change {
  table: keyof typeof NAMED_BY
  /** The row before the change, or the added row. */
  row: Row
  act: '+' | '-' | '~'
  /** The changed columns; a field of the JSON body is named `body.field`. */
  columns: readonly string[]
}

const keyOf = (table: keyof typeof NAMED_BY, row: Row): string =>
  NAMED_BY[table].map((column) => String(row[column])).join('\u0000')
const fieldsOf = (row: Row): Map<string, string> => {
  const fields = new Map(
    Object.entries(row).map(([column, value]) => [column, JSON.stringify(value)]),
  )
  if (typeof row['body'] !== 'string' || !row['body'].startsWith('{')) return fields
  fields.delete('body')
  for (const [field, value] of Object.entries(JSON.parse(row['body']) as Row))
    fields.set(`body.${field}`, JSON.stringify(value))
  return fields
}
const differingColumns = (before: Row, after: Row): string[] => {
  const [one, other] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (column) => one.get(column) !== other.get(column),
  )
}

const changesBetween = (before: Snapshot, after: Snapshot): Change[] => {
  const changes: Change[] = []
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const table = name as keyof typeof NAMED_BY
    const [one, other] = [before.get(name) ?? [], after.get(name) ?? []]
    if (one === other) continue
    const kept = new Set(other)
    const former = new Map(
      one.filter((text) => !kept.has(text)).map((text) => rowWithKey(table, text)),
    )
    const known = new Set(one)
    for (const [key, row] of other
      .filter((text) => !known.has(text))
      .map((text) => rowWithKey(table, text))) {
      const was = former.get(key)
      former.delete(key)
      changes.push(
        was === undefined
          ? { table, row, act: '+', columns: [] }
          : { table, row: was, act: '~', columns: differingColumns(was, row) },
      )
    }
    for (const row of former.values()) changes.push({ table, row, act: '-', columns: [] })
  }
  return changes
}
const rowWithKey = (table: keyof typeof NAMED_BY, text: string): [string, Row] => {
  const row = JSON.parse(text) as Row
  return [keyOf(table, row), row]
}

const ENTITY_TABLES: Readonly<Record<string, string>> = {
  project: 'projects',
  projectVendor: 'project_vendors',
  release: 'releases',
  package: 'packages',
  document: 'documents',
  section: 'sections',
  requirement: 'requirements',
  commitment: 'commitments',
  override: 'overrides',
  attachment: 'attachments',
  comment: 'comments',
  reply: 'replies',
  publication: 'publications',
  vendorPart: 'vendor_parts',
}
/**
 * Whether the row only tells devices and histories of another row's change. Lists do not name such
 * rows.
 */
const isTelling = ({ table, row, columns }: Change, changes: readonly Change[]): boolean => {
  // Events and who is told of them have tests of their own (notifications.test.ts).
  if (['events', 'notifications', 'waiting_notices'].includes(table)) return true
  const inProject = changes.filter(
    (one) => (one.row['project_id'] ?? one.row['id']) === row['project_id'],
  )
  if (table === 'project_sync') return columns.join() === 'head' && inProject.length > 1
  return (
    (table === 'sync_row' || table === 'change_log') &&
    inProject.some(
      (one) =>
        one.table === ENTITY_TABLES[String(row['entity'])] && one.row['id'] === row['entity_id'],
    )
  )
}

const VILLAGE_ROW = /^v(?=project|p\d|d\d|s\d|r\d|rel\d|file)/
const PROJECT_ROW = /^(project|p[12]|d[12]|s[12]|r[123]|rel[01]|file)(?![a-z0-9])/
/** An id that the call generated, so that no list can name it. */
const MADE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
const HASH = /^[0-9a-f]{64}$/
/** Columns that say when, and at which position in a project's log, a row was written. */
const OF_WRITING = /^(updated_on|body\.updatedOn|head)$/
/** Key columns that do not say what was done. */
const UNNAMED = /^(serial|seq|created_on)$/
/**
 * Names ids from the point of view of the attempt: `@me`, `@home`, `@vendor`, and ids of rows
 * without the letter that tells City's from Village's.
 */
const namesOf = (attempt: Attempt, me: string, { users, companies }: Ids) => {
  const isVillage = attempt.object === 'otherOrganization'
  const [home, vendor] = isVillage
    ? [companies.village, companies.delta]
    : [companies.city, attempt.object === 'otherVendor' ? companies.beta : companies.alpha]
  const userNames = new Map(Object.entries(users).map(([name, id]) => [id, `@${name}`]))
  const companyNames = new Map(Object.entries(companies).map(([name, id]) => [id, `@${name}`]))
  const person = (id: unknown): string =>
    id === users[me as keyof typeof users] ? '@me' : (userNames.get(Number(id)) ?? '@new')
  const company = (id: unknown): string =>
    id === home ? '@home' : id === vendor ? '@vendor' : (companyNames.get(Number(id)) ?? '@new')
  const text = (id: string): string => {
    if (HASH.test(id)) return 'file'
    return inOwnWords(id)
      .replace(MADE, 'made')
      .replace(/(?<=\.|draft|official)\d+(?=$|\.met$)/, (number) => company(Number(number)))
      .replace(/^v\d+$/, (audience) => `v${company(Number(audience.slice(1)))}`)
  }
  const inOwnWords = (id: string): string =>
    isVillage
      ? VILLAGE_ROW.test(id)
        ? id.replace(VILLAGE_ROW, '')
        : id.replace(PROJECT_ROW, 'city:$1')
      : id
  return { person, company, text }
}

/**
 * One line for each changed row, as the lists in `effects.ts` name it: `table key +` (added), `-`
 * (removed) or `~ columns` (changed). Leaves out the time of writing.
 */
export const linesOf = (
  [before, after]: readonly [Snapshot, Snapshot],
  { attempt, me, ids }: { attempt: Attempt; me: string; ids: Ids },
  except: readonly string[] = [],
): string[] => {
  const changes = changesBetween(before, after).filter(({ table }) => !except.includes(table))
  const { person, company, text } = namesOf(attempt, me, ids)
  const lines = changes
    .filter((change) => !isTelling(change, changes))
    .map(({ table, row, act, columns }) => {
      const key = NAMED_BY[table]
        .filter(
          (column) =>
            !UNNAMED.test(column) && !(column === 'id' && /^(mails|invitations)$/.test(table)),
        )
        .map((column) =>
          column === 'user_id' || (table === 'users' && column === 'id')
            ? person(row[column])
            : column === 'organization_id' || column === 'vendor_id' || table === 'organizations'
              ? company(row[column])
              : text(String(row[column])),
        )
      const named = columns.filter((column) => !OF_WRITING.test(column))
      return `${table} ${key.join('/')} ${act}${act === '~' ? ` ${named.toSorted().join(',')}` : ''}`
    })
  return lines.toSorted()
}

/**
 * Returns the differences between the changes and a list. `?` before a line means that it may be
 * missing; `*` stands for anything. Lines about Beta or Gamma apply only to City's project, because
 * Village has one vendor.
 */
export const faultsOfLines = (
  lines: readonly string[],
  list: readonly string[],
  { attempt, me }: { attempt: Attempt; me: string },
): string[] => {
  const expected = list
    .filter((line) => attempt.object !== 'otherOrganization' || !/@beta|@gamma/.test(line))
    .map((line) => ({
      line,
      isOptional: line.startsWith('?'),
      pattern: new RegExp(
        `^${line
          .replace(/^\?/, '')
          .replace(new RegExp(`@${me}(?![\\w-])`, 'g'), '@me')
          .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll('*', '.*')}$`,
      ),
    }))
  return [
    ...lines
      .filter((line) => !expected.some(({ pattern }) => pattern.test(line)))
      .map((line) => `${me} changed what the list does not name: ${line}`),
    ...expected
      .filter(({ isOptional, pattern }) => !isOptional && !lines.some((line) => pattern.test(line)))
      .map(({ line }) => `${me} did not change ${line}`),
  ]
}
