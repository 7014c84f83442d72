import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { NOW } from './empty-database.ts'

type Row = Readonly<Record<string, unknown>>
/** The rows of one table by their primary key. */
type Rows = ReadonlyMap<string, Row>
interface Table {
  name: string
  key: readonly string[]
}

const TEN_YEARS_MS = 10 * 365 * 86_400_000
const LONGEST_TEXT = 300
const SHOWN_AS_MADE = '…'
/** Hashes, tokens, secrets and random ids, which a list cannot name. */
const MADE = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|[\w+/=-]{22,}|\$argon2.*|v\d\..*)$/
const PEOPLE = /^(?:user|owner|actor)_id$|_by$|^body\.ownerId$/
const COMPANIES = /(?:organization|vendor|parent)_id$/
/** Columns that name rows whose key is random. */
const OWNERS = ['user_id', 'email']
const EMPTY = new Set(['null', '0', '', '[]', '{}', SHOWN_AS_MADE])

/** Tests count tries by `openCalls().tries`. */
const UNWATCHED = new Set(['try_windows'])

const readTables = async ({ queries }: Database): Promise<Table[]> => {
  const { rows } = await sql<{ name: string; key: string }>`
    select m.name, c.name as key from sqlite_master m join pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite_%' and c.pk > 0 order by m.name, c.pk`.execute(
    queries,
  )
  const watched = rows.filter(({ name }) => !UNWATCHED.has(name))
  return [...Map.groupBy(watched, ({ name }) => name)].map(([name, columns]) => ({
    name,
    key: columns.map(({ key }) => key),
  }))
}

const readRows = async ({ queries }: Database, { name, key }: Table): Promise<Rows> => {
  const found: Row[] = await queries
    .selectFrom(name as 'releases')
    .selectAll()
    .execute()
  return new Map(
    found.map((row) => [JSON.stringify(key.map((column) => row[column])), withFields(row)]),
  )
}
/** The fields of a JSON body as columns of their own, named `body.field`. */
const withFields = ({ body, ...row }: Row): Row => {
  if (body === undefined) return row
  if (typeof body !== 'string' || !body.startsWith('{')) return { ...row, body }
  const fields = Object.entries(JSON.parse(body) as Row).map(([field, value]) => [
    `body.${field}`,
    value === null || ['string', 'number'].includes(typeof value) ? value : JSON.stringify(value),
  ])
  return { ...row, ...(Object.fromEntries(fields) as Row) }
}

interface Names {
  people: Map<number, string>
  companies: Map<number, string>
}
/** A name that is known already stays, because a call may delete or rename its row. */
const learnNames = async ({ queries }: Database, { people, companies }: Names): Promise<void> => {
  for (const { id, username } of await queries.selectFrom('users').selectAll().execute())
    if (!people.has(id)) people.set(id, username)
  for (const { id, name } of await queries.selectFrom('organizations').selectAll().execute())
    if (!companies.has(id)) companies.set(id, name)
}

type WordOf = (table: string, column: string, value: unknown) => string
const wordsWith =
  ({ people, companies }: Names): WordOf =>
  (table, column, value) => {
    if (value === null || value === undefined) return 'null'
    const [id, text] = [Number(value), String(value)]
    if (PEOPLE.test(column) || (table === 'users' && column === 'id')) return people.get(id) ?? text
    if (COMPANIES.test(column) || (table === 'organizations' && column === 'id'))
      return companies.get(id) ?? text
    return typeof value === 'number' ? numberWord(value) : textWord(text)
  }
const numberWord = (value: number): string => {
  if (value === NOW) return 'now'
  if (Math.abs(value - NOW) < TEN_YEARS_MS) return `now${value > NOW ? '+' : ''}${value - NOW}`
  return value > NOW ? SHOWN_AS_MADE : String(value)
}
const textWord = (text: string): string =>
  MADE.test(text) || text.includes('\n') || text.length > LONGEST_TEXT ? SHOWN_AS_MADE : text

interface Difference {
  row: Row
  act: '+' | '-' | '~'
  columns: readonly string[]
}
const differences = (former: Rows, present: Rows): Difference[] => [
  ...[...former]
    .filter(([key]) => !present.has(key))
    .map(([, row]): Difference => ({ row, act: '-', columns: [] })),
  ...[...present].flatMap(([key, row]): Difference[] => {
    const was = former.get(key)
    if (was === undefined) return [{ row, act: '+', columns: Object.keys(row) }]
    const columns = [...new Set([...Object.keys(row), ...Object.keys(was)])].filter(
      (column) => row[column] !== was[column],
    )
    return columns.length === 0 ? [] : [{ row, act: '~', columns }]
  }),
]

const lineOf = (
  { name, key }: Table,
  { row, act, columns }: Difference,
  wordOf: WordOf,
): string => {
  const word = (column: string): string => wordOf(name, column, row[column])
  const whose = act === '+' || name === 'users' ? undefined : OWNERS.find((column) => column in row)
  const named = whose === undefined || key.includes(whose) ? key : [...key, whose]
  const told = columns
    .filter((column) => !key.includes(column) && !(act === '+' && EMPTY.has(word(column))))
    .map((column) => `${column}=${word(column)}`)
  return [name, named.map(word).join('/'), act, ...told].join(' ')
}

/**
 * Reads every row of every table of a SQLite database. The returned function reads them again and
 * returns one line for each row that has changed since the last reading: `table key ~` with the new
 * values, `table key -`, or `table key +` with the values that are neither empty nor random. Times
 * are told from NOW in ms, people by username and organizations by name; `…` stands for a random
 * value, and `10 ×` for ten such lines.
 */
export const watchRows = async (database: Database): Promise<() => Promise<string[]>> => {
  const tables = await readTables(database)
  const readAll = () => Promise.all(tables.map((table) => readRows(database, table)))
  const names = { people: new Map<number, string>(), companies: new Map<number, string>() }
  const wordOf = wordsWith(names)
  let before = await readAll()
  await learnNames(database, names)
  return async () => {
    const after = await readAll()
    await learnNames(database, names)
    const lines = tables.flatMap((table, index) =>
      differences(before[index] ?? new Map(), after[index] ?? new Map()).map((difference) =>
        lineOf(table, difference, wordOf),
      ),
    )
    before = after
    return [...Map.groupBy(lines.toSorted(), (line) => line)].map(([line, { length }]) =>
      length === 1 ? line : `${length} × ${line}`,
    )
  }
}
