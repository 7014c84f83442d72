// `npm run backup`: writes a running installation into one archive. See docs/deployment.md.
import { stat, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { connectPlace } from './backup/database-place.ts'
import { type Terminal, type Given, runCommand } from './backup/run-command.ts'
import { writeBackup } from './backup/write-backup.ts'
import { noteBackup } from './database/backup-times.ts'
import { readKeyIds, requireKeysOf } from './database/settle-keys.ts'
import { readCommandEnvironment } from './env.ts'
import { openStore } from './files/open-store.ts'
import { PRIVATE_UMASK } from './private-folder.ts'
import { readKeyFile } from './security/key-file.ts'
import { type Keys, parseKeys, textOfKeys } from './security/keys.ts'

const USAGE = `npm run backup -- --to FILE [--with-keys FILE]

Writes the database of DATA_DIR or DATABASE_URL as it is at one moment, and its files, into the new
file FILE. The server may run on. The keys are not in FILE; --with-keys writes them into a second
new file, which belongs to another place.

Exit code: 0 = written, 1 = written, but files are missing, 2 = not written.`

process.umask(PRIVATE_UMASK)

const readKeys = async (): Promise<Keys> => {
  const { keys: text, keysFile } = readCommandEnvironment()
  const keys = text === undefined ? await readKeyFile(keysFile) : parseKeys(text, 'KEYS')
  if (keys === null) throw new Error(`There is no key file ${keysFile}`)
  return keys
}

const writeKeys = async (to: string, database: ReturnType<typeof connectPlace>): Promise<void> => {
  const { keys: text, keysFile: file } = readCommandEnvironment()
  const keys = await readKeys()
  const ids = await readKeyIds(database)
  if (ids !== null) requireKeysOf(keys, ids, { text, file })
  await writeFile(to, textOfKeys(keys), { mode: 0o600, flag: 'wx' })
}

const run = async ({ values, words }: Given, { say, tell }: Terminal): Promise<boolean> => {
  const { to, 'with-keys': keysTo } = values
  if (to === undefined || words.length > 0) throw new Error(USAGE)
  if (keysTo !== undefined && resolve(keysTo) === resolve(to))
    throw new Error('The keys need another file than the backup')
  const environment = readCommandEnvironment()
  const database = connectPlace(environment)
  try {
    if (keysTo !== undefined) await writeKeys(keysTo, database)
    const manifest = await writeBackup({
      database,
      blobs: await openStore(environment.files, environment.filesDir),
      to,
      product: environment.appVersion,
      tell,
    })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const { size } = await stat(to)
    say(`${to}: ${rows} rows, ${manifest.files.length} files, ${size} bytes`)
    await noteBackup(database, 'written', manifest.writtenOn)
    const lost = manifest.missing.filter(({ isAttached }) => isAttached)
    for (const { sha256 } of lost) tell(`MISSING file ${sha256}, which a row still names`)
    return lost.length === 0
  } finally {
    await database.close()
  }
}

process.exitCode = await runCommand(
  { usage: USAGE, values: ['to', 'with-keys'], run },
  process.argv.slice(2),
  {
    say: (line) => void process.stdout.write(`${line}\n`),
    tell: (line) => void process.stderr.write(`${line}\n`),
  },
)
