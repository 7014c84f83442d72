// `npm run move-database`: moves from SQLite to PostgreSQL or back. See docs/deployment.md.
import { moveDatabase } from './backup/move-database.ts'
import { type Given, runCommand, type Terminal } from './backup/run-command.ts'
import { readCommandEnvironment } from './env.ts'
import { keepPrivate, PRIVATE_UMASK } from './private-folder.ts'

const USAGE = `npm run move-database -- --to postgres
npm run move-database -- --to sqlite

Copies the SQLite database in DATA_DIR into the empty PostgreSQL database of DATABASE_URL, or back.
Every server has to be stopped. Every table is read again and compared. Files and keys stay in
DATA_DIR. Afterwards start the servers with DATABASE_URL, or without it.

Exit code: 0 = moved, 1 = the database is not valid, 2 = not moved.`

process.umask(PRIVATE_UMASK)

const run = async ({ values, words }: Given, { say, tell }: Terminal): Promise<boolean> => {
  const { to } = values
  if ((to !== 'postgres' && to !== 'sqlite') || words.length > 0) throw new Error(USAGE)
  const environment = readCommandEnvironment()
  const { dataDir, databaseUrl } = environment
  if (databaseUrl === undefined) throw new Error('DATABASE_URL has to name the PostgreSQL database')
  await keepPrivate(environment)
  const [sqlite, postgres] = [
    { dataDir, databaseUrl: undefined },
    { dataDir, databaseUrl },
  ]
  const places = to === 'postgres' ? { from: sqlite, to: postgres } : { from: postgres, to: sqlite }
  const { tables, rows, former } = await moveDatabase({ ...places, tell })
  say(`${tables} tables, ${rows} rows: counts and hashes are equal`)
  if (former === null)
    say('Start the servers without DATABASE_URL now, and drop the PostgreSQL database.')
  else say(`Start the servers with DATABASE_URL now. The former database is ${former}.`)
  return true
}

process.exitCode = await runCommand({ usage: USAGE, values: ['to'], run }, process.argv.slice(2), {
  say: (line) => void process.stdout.write(`${line}\n`),
  tell: (line) => void process.stderr.write(`${line}\n`),
})
