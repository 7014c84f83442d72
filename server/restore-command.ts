// `npm run restore`: writes a backup into a place. See docs/deployment.md.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Ended } from './backup/begin-anew.ts'
import { beginInPlace } from './backup/begin-in-place.ts'
import { type Restored, restoreBackup } from './backup/restore-backup.ts'
import { type Given, runCommand, type Terminal } from './backup/run-command.ts'
import { readCommandEnvironment } from './env.ts'
import { openStore } from './files/open-store.ts'
import { keepPrivate, PRIVATE_UMASK } from './private-folder.ts'

const USAGE = `npm run restore -- FILE [--keys FILE] [--over NAME] [--report FILE]
npm run restore -- --as-new

Writes a backup into the database of DATA_DIR or DATABASE_URL and its files into DATA_DIR or
FILES_URL. DATABASE_URL names the owner of the tables. Every server of the place has to be stopped.
If the place is not empty, it is replaced only with --over and its name (the path of DATA_DIR, or
the name of the PostgreSQL database), or after its name is typed. --keys puts a key file in its
place if there is none yet.

All sessions, links in mails, invitations and addresses of calendars end. What people blocked,
removed or changed after the backup is printed and written to the report, because it is undone.
Lines that begin with URGENT name projects whose vendors lose time for their answers.

--as-new does the same with a database that another program has set back, for example pgbackrest:
it ends what is open and gives the server a new id, by which devices notice the restore.

Exit code: 0 = restored, 1 = the backup is not valid, 2 = not restored.`

process.umask(PRIVATE_UMASK)

const askFor = async (name: string): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const lines = terminal[Symbol.asyncIterator]()
    terminal.setPrompt(`Everything in ${name} will be replaced. Type this name to go on: `)
    terminal.prompt()
    return (await lines.next()).value === name
  } finally {
    terminal.close()
  }
}

const at = (time: number): string => new Date(time).toISOString()

const endedText = (ended: Ended): string =>
  `Ended: ${ended.sessions} sessions, ${ended.links} links in mails, ${ended.invitations.length} ` +
  `invitations, ${ended.calendars} addresses of calendars. Dropped: ${ended.mails} unsent mails, ` +
  `${ended.exports} exports.`

/** The link of the first administrator is printed by the server and has no address. */
const invitationText = ({ email }: { email: string }): string =>
  `invitation ended: ${email === '' ? 'of the first administrator; the next start prints another' : email}`

const beginAsNew = async ({ say, tell }: Terminal): Promise<boolean> => {
  const environment = readCommandEnvironment()
  await keepPrivate(environment)
  const { ended, missing, deadlines } = await beginInPlace(
    environment,
    await openStore(environment.files, environment.filesDir),
  )
  say(endedText(ended))
  for (const invitation of ended.invitations) say(invitationText(invitation))
  for (const line of deadlineLines(deadlines)) say(line.replaceAll(/\p{Cc}/gu, '?'))
  for (const sha256 of missing) tell(`MISSING file ${sha256}`)
  return true
}

const deadlineLines = (deadlines: readonly string[]): string[] =>
  deadlines.length === 0
    ? []
    : [
        'Compare these deadlines with what the vendors were told, and extend those that are too early:',
        ...deadlines,
      ]

const undoneLines = ({ manifest, kept, undone, deadlines }: Restored): string[] => {
  if ('unknown' in undone)
    return [
      ...deadlineLines(deadlines),
      `What was blocked, removed or changed after the backup is unknown: ${undone.unknown}. ` +
        `Look for it in the server's log from ${at(manifest.writtenOn)} on.`,
    ]
  const { lostTime, restraints } = undone
  return [
    ...(lostTime.length === 0 ? [] : ['URGENT: vendors lose time for their answers. Act at once:']),
    ...lostTime.map((line) => `URGENT: ${line}.`),
    ...kept,
    restraints.length === 0
      ? 'Nothing was blocked, removed or changed after the backup.'
      : 'Blocked, removed or changed after the backup; do it again where it still applies:',
    ...restraints,
  ]
}

const invitationLines = ({ ended, undone }: Restored): string[] =>
  ended.invitations
    .filter(({ id }) => 'unknown' in undone || !undone.usedInvitations.has(id))
    .map(invitationText)

const reportOf = (restored: Restored): string[] => [
  `Restored the backup of ${at(restored.manifest.writtenOn)}.`,
  ...undoneLines(restored),
  endedText(restored.ended),
  ...invitationLines(restored),
  ...restored.manifest.missing.map(({ sha256 }) => `file missing since the backup: ${sha256}`),
]

const run = async ({ values, flags, words }: Given, terminal: Terminal): Promise<boolean> => {
  const { say, tell } = terminal
  const [from, more] = words
  if (flags.has('as-new') && from === undefined) return await beginAsNew(terminal)
  if (from === undefined || more !== undefined || flags.has('as-new')) throw new Error(USAGE)
  const environment = readCommandEnvironment()
  await keepPrivate(environment)
  const { keys: text, keysFile: file } = environment
  const { over } = values
  const restored = await restoreBackup({
    from,
    place: environment,
    blobs: await openStore(environment.files, environment.filesDir),
    keys: { text, file, from: values['keys'] },
    confirm: async (name) => (over === undefined ? await askFor(name) : over === name),
    tell,
  })
  const report =
    values['report'] ??
    join(environment.dataDir, `restored-${at(Date.now()).replaceAll(':', '')}.txt`)
  const lines = reportOf(restored)
  for (const line of lines) say(line.replaceAll(/\p{Cc}/gu, '?'))
  await writeFile(report, `${lines.join('\n')}\n`, { mode: 0o600 })
  say(`This report is in ${report}.`)
  if (!restored.hasKeys)
    say(
      `There are no keys yet: put the key file of the backup to ${file} before you start the server.`,
    )
  return true
}

process.exitCode = await runCommand(
  { usage: USAGE, values: ['keys', 'over', 'report'], flags: ['as-new'], run },
  process.argv.slice(2),
  {
    say: (line) => void process.stdout.write(`${line}\n`),
    tell: (line) => void process.stderr.write(`${line}\n`),
  },
)
