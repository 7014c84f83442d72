// `npm run move-files`: copies the files to another store. See docs/deployment.md.
import { existsSync } from 'node:fs'
import { moveFiles } from './backup/move-files.ts'
import { type Given, runCommand, type Terminal } from './backup/run-command.ts'
import { readCommandEnvironment } from './env.ts'
import type { BlobStore } from './files/blob-store.ts'
import { type FilesPlace, openStore, parseFilesUrl } from './files/open-store.ts'
import { keepPrivate, PRIVATE_UMASK } from './private-folder.ts'

const USAGE = `npm run move-files -- --from URL --to URL

Copies the files that the database of DATA_DIR or DATABASE_URL names, attached ones and those of
finished exports, from one store to another. URL is a FILES_URL: file:///folder or
s3://bucket/prefix?endpoint=…&region=…; the files in DATA_DIR are in file:///DATA_DIR/files. Both
use AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Every server has to be stopped. Every file is read
back and compared with its hash. The former store keeps its files. After an interruption run the
command again. Afterwards start the servers with FILES_URL.

Exit code: 0 = moved, 1 = moved, but files are missing, 2 = not moved.`

process.umask(PRIVATE_UMASK)

const run = async ({ values, words }: Given, { say, tell }: Terminal): Promise<boolean> => {
  const { from, to } = values
  if (words.length > 0) throw new Error(`${words[0]}: is no option\n\n${USAGE}`)
  if (from === undefined) throw new Error(`--from: is missing\n\n${USAGE}`)
  if (to === undefined) throw new Error(`--to: is missing\n\n${USAGE}`)
  if (from === to)
    throw new Error('--from and --to name the same store; --to is the one to copy the files into')
  const environment = readCommandEnvironment()
  await keepPrivate(environment)
  const open = (url: string, option: string): Promise<BlobStore> =>
    openUsable(parseFilesUrl(url, environment.credentials, option), option, environment)
  const moved = await moveFiles({
    place: environment,
    from: await open(from, '--from'),
    to: await open(to, '--to'),
    tell,
  }).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error
    throw new Error(`${error.message}; when it answers, run the command again`, { cause: error })
  })
  const { files, bytes, present, missing, exports, lostExports } = moved
  say(`${files} files, ${bytes} bytes: lengths and hashes are equal; ${present} were there before`)
  say(`${exports} files of exports`)
  if (lostExports > 0) tell(`${lostExports} exports have no file; people can start them again`)
  const lost = missing.filter(({ isAttached }) => isAttached)
  for (const { sha256 } of lost) tell(`MISSING file ${sha256}, which a row still names`)
  say(`Start the servers with FILES_URL=${to} now. The former files stay where they are.`)
  return lost.length === 0
}

const isUnavailable = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'FILES_UNAVAILABLE'

/** A folder that is misspelled must not pass for one without files. */
const openUsable = async (
  files: FilesPlace,
  option: string,
  { filesDir }: { filesDir: string },
): Promise<BlobStore> => {
  if (option === '--from' && files.kind === 'folder' && !existsSync(files.dir))
    throw new Error(`--from: there is no folder ${files.dir}; correct the URL`)
  const store = await openStore(files, filesDir)
  try {
    await store.check()
  } catch (error) {
    if (files.kind === 's3' || !(error instanceof Error)) throw error
    throw new Error(
      `${option}: a file cannot be written into ${files.dir} (${error.message}); run the command ` +
        'as the user of the service, or make the folder writable',
      { cause: error },
    )
  }
  return store
}

process.exitCode = await runCommand(
  { usage: USAGE, values: ['from', 'to'], run },
  process.argv.slice(2),
  {
    say: (line) => void process.stdout.write(`${line}\n`),
    tell: (line) => void process.stderr.write(`${line}\n`),
  },
)
