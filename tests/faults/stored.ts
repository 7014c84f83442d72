import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import type { Writer } from './writer.ts'

/** Runs one statement on either database and returns its rows. */
export type Select = (statement: string) => Promise<unknown[]>
interface Dialect {
  field: (path: readonly [string, ...string[]]) => string
}
const SQLITE: Dialect = { field: (path) => `json_extract(body, '$.${path.join('.')}')` }
export const POSTGRES: Dialect = { field: (path) => `body::json #>> '{${path.join(',')}}'` }

const Clients = v.array(v.object({ client_id: v.string(), last_mid: v.number() }))
const Texts = v.array(v.object({ id: v.string(), text: v.nullable(v.string()) }))
const Numbers = v.array(v.object({ rows: v.number(), numbers: v.number(), newest: v.number() }))
const History = v.array(
  v.object({ entity_id: v.string(), created: v.number(), changed: v.number() }),
)

export interface BreachOptions {
  dialect?: Dialect
  /**
   * Number of a writer's acknowledged edits at the inspected moment; by default all that are
   * acknowledged now.
   */
  acknowledgedBy?: (writer: Writer) => number
}

/**
 * Compares the database with the acknowledgements that the writers received, row by row: no
 * acknowledged edit is missing, none is stored in part, none was applied twice.
 * @returns the differences in words
 */
export const findBreaches = async (
  select: Select,
  writers: readonly Writer[],
  { dialect = SQLITE, acknowledgedBy = (writer) => writer.acknowledged }: BreachOptions = {},
): Promise<string[]> => {
  const lastMids = new Map(
    v
      .parse(Clients, await select('select client_id, last_mid from sync_client'))
      .map((row) => [row.client_id, row.last_mid]),
  )
  const rows = v.parse(
    Texts,
    await select(`
    select id, ${dialect.field(['name'])} as text from requirements where id like 'author-%'
    union all select id, ${dialect.field(['values', 'note'])} as text from commitments`),
  )
  const history = v.parse(
    History,
    await select(`
    select entity_id, cast(sum(case kind when 'created' then 1 else 0 end) as integer) as created, cast(sum(case kind when 'changed' then 1 else 0 end) as integer) as changed
    from change_log where entity_id like 'author-%' or entity = 'commitment' group by entity_id`),
  )
  const [numbers] = v.parse(
    Numbers,
    await select(`
    select count(*) as rows, count(distinct full_id) as numbers, max(cast(substr(full_id, 5) as integer)) as newest from requirements where project_id = 'draft'`),
  )
  const found: Found = {
    texts: new Map(rows.map(({ id, text }) => [id, text])),
    history: new Map(history.map((line) => [line.entity_id, line])),
  }
  const breaches = writers.flatMap((writer) =>
    breachesOf(writer, {
      lastMid: lastMids.get(writer.clientId) ?? 0,
      acknowledged: acknowledgedBy(writer),
      found,
    }),
  )
  const expectedRows = writers.reduce(
    (sum, writer) => sum + writer.expected(lastMids.get(writer.clientId) ?? 0).size,
    0,
  )
  if (expectedRows !== rows.length)
    breaches.push(`${rows.length} rows are there, ${expectedRows} were written`)
  // The server assigns each number once: a requirement created twice leaves a gap, even if one was
  // deleted.
  if (numbers === undefined || numbers.rows !== numbers.numbers || numbers.rows !== numbers.newest)
    breaches.push(`numbers of requirements: ${JSON.stringify(numbers)}`)
  return breaches
}

interface Found {
  texts: Map<string, string | null>
  history: Map<string, { created: number; changed: number }>
}

interface Claim {
  lastMid: number
  acknowledged: number
  found: Found
}
const breachesOf = (
  writer: Writer,
  { lastMid, acknowledged, found: { texts, history } }: Claim,
): string[] => {
  const breaches = [...writer.breaches]
  if (lastMid < acknowledged)
    breaches.push(`edit ${acknowledged} was acknowledged, the database stands at ${lastMid}`)
  if (lastMid > writer.edits.length)
    breaches.push(
      `the database stands at ${lastMid}, but ${writer.edits.length} edits were written`,
    )
  for (const [id, { text, changes }] of writer.expected(lastMid)) {
    if (texts.get(id) !== text) breaches.push(`${id} says ${texts.get(id)} instead of ${text}`)
    const line = history.get(id)
    // The edits of one push share one line of history.
    if (line?.created !== 1 || line.changed > changes)
      breaches.push(
        `${id} was created ${line?.created} times and changed ${line?.changed} times, by ${changes} edits`,
      )
  }
  return breaches
}

export const SQLITE3 =
  ['/usr/bin/sqlite3', '/usr/local/bin/sqlite3'].find((path) => existsSync(path)) ?? null
export const NO_SQLITE3 = 'the command sqlite3 is missing (Debian package sqlite3)'
const FILE = 'tenderbook.sqlite'

/**
 * Queries a database file with the command-line tool, which shares no code with the server's
 * driver.
 */
export const sqlite3 =
  (file: string): Select =>
  async (statement) => {
    const { stdout } = await promisify(execFile)(SQLITE3 ?? 'sqlite3', ['-json', file, statement], {
      maxBuffer: 256_000_000,
    })
    return stdout.trim() === '' ? [] : v.parse(v.array(v.unknown()), JSON.parse(stdout))
  }

/**
 * Inspects a copy of the files that a killed server left behind: opening the originals would repair
 * them before the server has to.
 * @returns breaches, SQLite's own findings included
 */
export const checkLeftFiles = async (
  dataDir: string,
  copyDir: string,
  writers: readonly Writer[],
): Promise<string[]> => {
  await rm(copyDir, { recursive: true, force: true })
  await mkdir(copyDir, { recursive: true })
  for (const name of [FILE, `${FILE}-wal`])
    if (existsSync(join(dataDir, name))) await copyFile(join(dataDir, name), join(copyDir, name))
  const select = sqlite3(join(copyDir, FILE))
  return [...(await findDamage(select)), ...(await findBreaches(select, writers))]
}

/** Damage of a file that SQLite itself reports. */
export const findDamage = async (select: Select): Promise<string[]> => {
  const said = JSON.stringify(await select('pragma integrity_check'))
  return said === '[{"integrity_check":"ok"}]' ? [] : [`integrity_check says ${said}`]
}
