/**
 * `node tests/api/upgrade/store-database.ts DATA_DIR`: stores the SQLite database of a server that
 * has just loaded the demo, as the database of the newest schema. Run it in the change that adds a
 * migration, with a server of that change.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Cell, StoredDatabase } from './stored-database.ts'

const [dataDir] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('Name the data folder of the server')

const file = new DatabaseSync(join(dataDir, 'tenderbook.sqlite'), { readOnly: true })
const objects = file
  .prepare(
    "select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite_%'",
  )
  .all() as unknown as { type: string; name: string; sql: string }[]
const evaluated = file.prepare("select id from projects where state = 'EVALUATION'").get()?.['id']
if (evaluated === undefined) throw new Error('This database holds no evaluated project')

/** All rows, but of projects only those of the evaluated one, to keep the file small. */
const rowsOf = (table: string): Record<string, Cell>[] => {
  const rows = file.prepare(`select * from "${table}"`).all() as Record<string, Cell>[]
  return rows.filter((row) => !('project_id' in row) || row['project_id'] === evaluated)
}

const tables: StoredDatabase['tables'] = Object.fromEntries(
  objects
    .filter(({ type, name }) => type === 'table' && name !== 'kysely_migration_lock')
    .map(({ name }) => ({ name, rows: rowsOf(name) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, rows }) => [
      name,
      { columns: Object.keys(rows[0] ?? {}), rows: rows.map((row) => Object.values(row)) },
    ]),
)
const version = tables['kysely_migration']?.rows
  .map(([name]) => String(name))
  .toSorted()
  .at(-1)
const keysFile = join(dataDir, 'keys.json')
const text = JSON.stringify({
  schema: objects.map(({ sql }) => sql),
  keys: existsSync(keysFile) ? readFileSync(keysFile, 'utf8') : null,
  tables,
})
const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 11 }
writeFileSync(
  join(import.meta.dirname, 'databases', `${version}.json.br`),
  brotliCompressSync(text, { params }),
)
