// `npm run keys`: shows and changes the keys that protect accounts and sealed work. See
// docs/deployment.md.
import { countKeyUses, forgetKeys, hasNamedKeys, type KeyUses } from './database/key-uses.ts'
import { openDatabase, openRows } from './database/open.ts'
import type { Database } from './database/database.ts'
import { readCommandEnvironment } from './env.ts'
import { keepPrivate, PRIVATE_UMASK } from './private-folder.ts'
import { readKeyFile, replaceKeyFile } from './security/key-file.ts'
import {
  KEY_NAMES,
  type KeyName,
  type Keys,
  keyId,
  ringOf,
  rotated,
  without,
} from './security/keys.ts'

const USAGE = `npm run keys                          the ids of the keys, and what hangs on each
npm run keys -- rotate                new keys in front of the former ones
npm run keys -- drop <id> [--in-use]  forgets a former key, even one that is in use
npm run keys -- start-over [--yes]    new keys for a database whose keys are lost`

const RESTART = 'Restart every server process now: stop all, then start them.'

process.umask(PRIVATE_UMASK)
const environment = readCommandEnvironment()
const { keysFile } = environment
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const withDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openDatabase(environment)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const USED_BY: Record<KeyName, (count: number) => string> = {
  pepper: (count) => `${count} passwords`,
  otpKey: (count) => `${count} secrets of authenticators`,
  sealSecret: () => 'sealed work on devices, which cannot be counted',
  saltSecret: () => 'salts of unknown names, key pair of pushes; never rotated',
}
const lineOf = (uses: KeyUses, name: KeyName, [key, place]: readonly [string, number]): string =>
  [
    name.padEnd(10),
    keyId(key),
    place === 0 ? 'newest' : 'former',
    USED_BY[name](uses.get(keyId(key)) ?? 0),
  ].join('  ')

const show = (): Promise<void> =>
  withDatabase(async (database) => {
    const uses = await countKeyUses(database)
    for (const name of KEY_NAMES) {
      for (const [place, key] of ringOf(database.keys, name).entries())
        say(lineOf(uses, name, [key, place]))
    }
  })

const fileKeys = async (): Promise<Keys> => {
  if (environment.keys !== undefined) {
    throw new Error(
      'The keys are in KEYS: write them to a file, run this with KEYS_FILE instead, ' +
        'and put the text of the file into KEYS',
    )
  }
  const keys = await readKeyFile(keysFile)
  if (keys === null)
    throw new Error(`There is no key file ${keysFile}: the first start of the server makes it`)
  return keys
}

const rotate = async (): Promise<void> => {
  await replaceKeyFile(keysFile, rotated(await fileKeys()))
  say(`New keys are in ${keysFile}, in front of the former ones. ${RESTART} Then back the file up.`)
  await show()
}

const drop = async (id: string, isForced: boolean): Promise<void> => {
  const found = without(await fileKeys(), id)
  if (found === null)
    throw new Error(`No former key has the id ${id}. Only former keys can be dropped`)
  const used = found.name === 'sealSecret' ? 1 : ((await withDatabase(countKeyUses)).get(id) ?? 0)
  if (used > 0 && !isForced) {
    throw new Error(
      `${id} opens ${USED_BY[found.name](used)}, which are lost without it. ` +
        `To drop it all the same: npm run keys -- drop ${id} --in-use`,
    )
  }
  await replaceKeyFile(keysFile, found.keys)
  say(`${found.name} ${id} is dropped. ${RESTART}`)
}

const startOver = async (isSure: boolean): Promise<void> => {
  if (environment.keys !== undefined || (await readKeyFile(keysFile)) !== null) {
    const place = environment.keys === undefined ? keysFile : 'KEYS'
    throw new Error(`There are keys (${place}): move them away first, and keep them`)
  }
  const database = await openRows(environment)
  try {
    if (!(await hasNamedKeys(database)))
      throw new Error('This database has lost no keys: start the server')
    if (!isSure) {
      say(
        'Every password becomes invalid, every second factor is turned off, and work that is ' +
          'sealed on devices stays sealed for ever. If no backup of the key file is left: ' +
          'npm run keys -- start-over --yes',
      )
      return
    }
    say(`${await forgetKeys(database)} second factors are turned off.`)
  } finally {
    await database.close()
  }
  await withDatabase(async () => undefined)
  say(`New keys are in ${keysFile}. Every person sets a new password by "Forgotten password".`)
}

const run = async ([command, ...rest]: readonly string[]): Promise<void> => {
  await keepPrivate(environment)
  if (command === undefined) return await show()
  if (command === 'rotate') return await rotate()
  if (command === 'drop' && rest[0] !== undefined)
    return await drop(rest[0], rest.includes('--in-use'))
  if (command === 'start-over') return await startOver(rest.includes('--yes'))
  throw new Error(`usage:\n${USAGE}`)
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
