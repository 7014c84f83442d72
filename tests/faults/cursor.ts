// `npm run cursor -- --rows 1000000`: 16 writers, two server processes, one PostgreSQL; prints how
// many rows the readers missed.
import { parseArgs } from 'node:util'
import { BULK_LIMIT } from '#schema/mutations/inputs.ts'
import { createPostgresDatabase, stopOwnPostgres } from '../support/postgres.ts'
import { runCursor } from './cursor-run.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    'rows-per-edit': { type: 'string', default: '50' },
  },
})
const [rows, rowsPerEdit] = [Number(values.rows), Number(values['rows-per-edit'])]
// The server refuses longer edits, and every row would count as missed.
if (!(rowsPerEdit >= 1 && rowsPerEdit <= BULK_LIMIT))
  throw new Error(`--rows-per-edit is 1 to ${BULK_LIMIT}`)
const database = await createPostgresDatabase()
try {
  const summary = await runCursor({ databaseUrl: database.url, rows, rowsPerEdit })
  console.log(
    Object.entries(summary)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  )
  process.exitCode = summary.missed === 0 ? 0 : 1
} finally {
  await database.drop()
  await stopOwnPostgres()
}
