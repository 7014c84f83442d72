import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ArchiveProblem } from './archive/archive-problem.ts'
import { readArchive } from './archive/read-archive.ts'

/**
 * `npm run verify-archive -- FILE`: reads a project archive to its end and prints what it holds, or
 * the first problem with entry and line. Exits with 1 if the archive is not valid and 2 if the file
 * cannot be read. Needs no database and writes nothing.
 */
const run = async (): Promise<void> => {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} })
  const [path, more] = positionals
  if (path === undefined || more !== undefined) throw new Error('Name one archive')
  const file = await open(path, 'r')
  try {
    const { manifest, rows, changes, logEntries, files } = await readArchive(file)
    const sealed = manifest.leavesOutSealed ? ', without sealed answers' : ''
    process.stdout.write(
      `${rows} rows, ${changes} changes, ${logEntries} log entries, ${files} files${sealed}\n`,
    )
  } finally {
    await file.close()
  }
}

run().catch((error: unknown) => {
  const isInvalid = error instanceof ArchiveProblem
  const text = error instanceof Error ? error.message : String(error)
  // A name or path in a stranger's file must not steer the terminal.
  const shown = text.replaceAll(/\p{Cc}/gu, '?')
  process.stderr.write(`${isInvalid ? 'NOT VALID ' : ''}${shown}\n`)
  process.exitCode = isInvalid ? 1 : 2
})
