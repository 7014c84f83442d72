import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#server/database/database.ts'
import type { Username, World } from '../world.ts'

/** Tables that record attempts, whatever their outcome. */
const TRACES = new Set(['access_log', 'failed_tries', 'try_windows'])
/** Only the columns that grant something: each request may record that a session was used. */
const COLUMNS: Readonly<Record<string, string>> = {
  sessions: 'id, user_id, ended_on, absolute_until, public_key',
  session_tokens: 'hash, session_id',
}

/** Tables and views never change within a test file. */
const tablesOf = new WeakMap<Database, Promise<string[]>>()
const tableNames = (database: Database): Promise<string[]> => {
  const known = tablesOf.get(database)
  if (known !== undefined) return known
  const asked = database.queries.introspection.getTables().then((tables) =>
    tables
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('kysely') && !TRACES.has(name))
      .toSorted(),
  )
  tablesOf.set(database, asked)
  return asked
}

/**
 * Reads all tables in one statement: a round trip to PostgreSQL per table would take most of a
 * test's time.
 */
const rowsInPostgres = async ({ queries }: Database, names: readonly string[]): Promise<string> => {
  const parts = names.map((name) => {
    const row = COLUMNS[name] === undefined ? 't' : `row(${COLUMNS[name]})`
    const all = sql.raw(`string_agg(${row}::text, E'\n' order by ${row}::text)`)
    return sql`select ${sql.lit(name)} as name, (select ${all} from ${sql.table(name)} t) as rows`
  })
  const { rows } = await sql`${sql.join(parts, sql` union all `)}`.execute(queries)
  return JSON.stringify(rows)
}

const rowsInSqlite = async ({ queries }: Database, names: readonly string[]): Promise<string> => {
  const rows: Record<string, string[]> = {}
  for (const name of names) {
    const columns = sql.raw(COLUMNS[name] ?? '*')
    const found = await sql`select ${columns} from ${sql.table(name)}`.execute(queries)
    rows[name] = found.rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return JSON.stringify(rows)
}

/** Every row of the database as one text. A refused attack must not change it. */
export const everyRow = async (
  database: Database,
  except: readonly string[] = [],
): Promise<string> => {
  const names = (await tableNames(database)).filter((name) => !except.includes(name))
  return await (database.dialect === 'postgres' ? rowsInPostgres : rowsInSqlite)(database, names)
}

export interface Hostile {
  readonly by?: Username | undefined
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'PATCH'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent unchanged, in place of `body`. */
  readonly text?: string | Buffer
  /** Tables that the refused attack may write to. */
  readonly leavesIn?: readonly string[]
}
export interface Answer {
  status: number
  code: string | undefined
  text: string
  headers: Headers
}

const codeOf = (text: string): string | undefined => /"messageCodes":\["([\w.]+)"\]/.exec(text)?.[1]

const tokenOf = async (world: World, by: Username | undefined): Promise<Record<string, string>> =>
  by === undefined ? {} : { 'x-auth-token': (await world.as(by)).token }

export const send = async (world: World, hostile: Hostile): Promise<Answer> => {
  const { by, method = 'POST', path, headers = {}, body, text } = hostile
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body))
  const answer = await fetch(`${world.url}/api${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(await tokenOf(world, by)),
      ...headers,
    },
    ...(payload === undefined
      ? {}
      : { body: typeof payload === 'string' ? payload : new Uint8Array(payload) }),
  })
  const said = await answer.text()
  return { status: answer.status, code: codeOf(said), text: said, headers: answer.headers }
}

/** Text that no answer may hold: internals of the server, and data of others. */
const INSIDES =
  /\n\s+at |node_modules|\.[jt]s:\d+|SQLITE_|kysely|TypeError|RangeError|SyntaxError|\$argon2|root:x:|BEGIN PRIVATE/i

export const expectAlive = async (world: World): Promise<void> => {
  const answer = await fetch(`${world.url}/api/application/version`)
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
}

/**
 * Runs one attack: it gets one of the expected answers, changes no row and discloses no internals,
 * and the server goes on. Several statuses are listed where the two databases, or two readings of
 * the standard, may differ.
 */
export const expectRefused = async (
  world: World,
  hostile: Hostile,
  [statuses, code]: readonly [number | readonly number[], string?],
): Promise<Answer> => {
  await tokenOf(world, hostile.by)
  const before = await everyRow(world.database, hostile.leavesIn)
  const answer = await send(world, hostile)
  expect([statuses].flat(), `${answer.status} ${answer.text.slice(0, 300)}`).toContain(
    answer.status,
  )
  if (code !== undefined) expect(answer.code).toBe(code)
  expect(answer.text).not.toMatch(INSIDES)
  expect(await everyRow(world.database, hostile.leavesIn)).toBe(before)
  await expectAlive(world)
  return answer
}
