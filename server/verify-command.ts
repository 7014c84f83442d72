// `npm run verify`: reads a backup to its end. See docs/deployment.md.
import { type Terminal, type Given, runCommand } from './backup/run-command.ts'
import { verifyBackup } from './backup/verify-backup.ts'
import { noteVerified } from './backup/note-verified.ts'
import { readEnvironment } from './env.ts'
import { PRIVATE_UMASK } from './private-folder.ts'

const USAGE = `npm run verify -- FILE [--scratch FOLDER]

Reads a backup to its end: every hash, every reference between rows, the project logs, and the
migrations of this version, in a scratch database that is removed afterwards. The scratch database
needs as much room in FOLDER (otherwise the folder for temporary files) as the database itself.

If DATA_DIR or DATABASE_URL names the database that the backup is of, the age of its newest valid
backup is recorded there for the metrics of the server.

Exit code: 0 = valid, 1 = not valid or incomplete, 2 = not read.`

process.umask(PRIVATE_UMASK)

const run = async ({ values, words }: Given, { say, tell }: Terminal): Promise<boolean> => {
  const [path, more] = words
  if (path === undefined || more !== undefined) throw new Error(USAGE)
  const found = await verifyBackup(path, { scratch: values['scratch'], tell })
  const { tables, rows, files, chains, missing } = found
  say(`valid: ${tables} tables, ${rows} rows, ${files} files, ${chains} chains of project logs`)
  for (const sha256 of missing)
    tell(`INCOMPLETE file ${sha256} was already missing when the backup was written`)
  if (missing.length > 0) return false
  const problem = await noteVerified(readEnvironment(), found)
  tell(problem === null ? 'recorded for the metrics of the server' : `not recorded: ${problem}`)
  return true
}

process.exitCode = await runCommand(
  { usage: USAGE, values: ['scratch'], run },
  process.argv.slice(2),
  {
    say: (line) => void process.stdout.write(`${line}\n`),
    tell: (line) => void process.stderr.write(`${line}\n`),
  },
)
