// `npm run move-files`: copies the files to another store. See docs/deployment.md.
import { moveFiles } from './backup/move-files.ts'
import { type Given, runCommand, type Terminal } from './backup/run-command.ts'
import { readCommandEnvironment } from './env.ts'
import type { BlobStore } from './files/blob-store.ts'
import { openStore, parseFilesUrl } from './files/open-store.ts'
import { keepPrivate, PRIVATE_UMASK } from './private-folder.ts'

const USAGE = `npm run move-files -- --from URL --to URL

Copies the files that the database of DATA_DIR or DATABASE_URL names from one store to another. URL
is a FILES_URL: file:///folder or s3://bucket/prefix?endpoint=…&region=…; the files in DATA_DIR are
in file:///DATA_DIR/files. Both use AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Every server has to
be stopped. Every file is read back and compared with its hash. The former store keeps its files.
After an interruption run the command again. Afterwards start the servers with FILES_URL.

Exit code: 0 = moved, 1 = moved, but files are missing, 2 = not moved.`

process.umask(PRIVATE_UMASK)

const run = async ({ values, words }: Given, { say, tell }: Terminal): Promise<boolean> => {
  const { from, to } = values
  if (from === undefined || to === undefined || words.length > 0) throw new Error(USAGE)
  if (from === to) throw new Error('--from and --to name the same store')
  const environment = readCommandEnvironment()
  await keepPrivate(environment)
  const open = async (url: string, name: string): Promise<BlobStore> => {
    const files = parseFilesUrl(url, environment.credentials, name)
    const store = await openStore(files, environment.filesDir)
    await store.check()
    return store
  }
  const moved = await moveFiles({
    place: environment,
    from: await open(from, '--from'),
    to: await open(to, '--to'),
    tell,
  })
  const { files, bytes, present, missing } = moved
  say(`${files} files, ${bytes} bytes: lengths and hashes are equal; ${present} were there before`)
  const lost = missing.filter(({ isAttached }) => isAttached)
  for (const { sha256 } of lost) tell(`MISSING file ${sha256}, which a row still names`)
  say(`Start the servers with FILES_URL=${to} now. The former files stay where they are.`)
  return lost.length === 0
}

process.exitCode = await runCommand(
  { usage: USAGE, values: ['from', 'to'], run },
  process.argv.slice(2),
  {
    say: (line) => void process.stdout.write(`${line}\n`),
    tell: (line) => void process.stderr.write(`${line}\n`),
  },
)
