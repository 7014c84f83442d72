import { createKeyFile, readKeyFile } from '../security/key-file.ts'
import {
  KEY_NAMES,
  type KeyIds,
  type KeyName,
  type Keys,
  keyOf,
  newestIds,
  newKeys,
  parseKeys,
  ringOf,
} from '../security/keys.ts'
import type { SqlDatabase } from './database.ts'
import { KEY_IDS } from './key-uses.ts'

interface KeySource {
  /** The keys in the format of the key file, from the variable KEYS. */
  text: string | undefined
  /** The key file to read, or to create. */
  file: string
}

type Held = Partial<Record<KeyName, string>>

/**
 * The keys of this database: from KEYS, from the file, moved out of the database where a former
 * version kept them, or created for a new database. Refuses to start with keys that would lock
 * people out.
 */
export const settleKeys = async (database: SqlDatabase, source: KeySource): Promise<Keys> => {
  const held = await readHeld(database)
  const ids = await readKeyIds(database)
  const given =
    source.text === undefined ? await readKeyFile(source.file) : parseKeys(source.text, 'KEYS')
  if (given === null && ids !== null) throw new Error(lostText(ids, source))
  const keys = given ?? (await createKeyFile(source.file, keysWith(held)))
  refuseOthers(keys, held, source)
  await agreeOnIds(database, keys, source)
  await forgetHeld(database, held)
  return keys
}

/**
 * Keys that a former version stored in the database. An empty value means moved, but its bytes may
 * still be in the files.
 */
const readHeld = async (database: SqlDatabase): Promise<Held> => {
  const rows = await database.queries
    .selectFrom('server_meta')
    .select(['key', 'value'])
    .where('key', 'in', [...KEY_NAMES])
    .execute()
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

const keysWith = (held: Held): Keys => {
  const made = newKeys()
  return {
    pepper: [held.pepper || made.pepper[0]],
    otpKey: [held.otpKey || made.otpKey[0]],
    sealSecret: [held.sealSecret || made.sealSecret[0]],
    saltSecret: held.saltSecret || made.saltSecret,
  }
}

/** Refuses keys that lack one with an id in use. */
export const requireKeysOf = (keys: Keys, ids: KeyIds, source: KeySource): void => {
  const missing = KEY_NAMES.filter((name) => keyOf(ringOf(keys, name), ids[name]) === undefined)
  if (missing.length > 0) throw new Error(otherText(missing, ids, source))
}

const refuseOthers = (keys: Keys, held: Held, source: KeySource): void => {
  for (const name of KEY_NAMES) {
    const key = held[name] ?? ''
    if (key !== '' && !ringOf(keys, name).includes(key)) throw new Error(differsText(name, source))
  }
}

/** The ids of the keys that this database is used with; null = it has none yet. */
export const readKeyIds = async (
  database: Pick<SqlDatabase, 'queries'>,
): Promise<KeyIds | null> => {
  const row = await database.queries
    .selectFrom('server_meta')
    .select('value')
    .where('key', '=', KEY_IDS)
    .executeTakeFirst()
  return row === undefined ? null : (JSON.parse(row.value) as KeyIds)
}

/**
 * Records the ids of the keys. When several processes start at once with different keys, the first
 * one decides.
 */
const agreeOnIds = async (database: SqlDatabase, keys: Keys, source: KeySource): Promise<void> => {
  const value = JSON.stringify(newestIds(keys))
  await database.write(async (tx) => {
    await tx
      .insertInto('server_meta')
      .values({ key: KEY_IDS, value })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
  })
  const ids = (await readKeyIds(database)) ?? newestIds(keys)
  requireKeysOf(keys, ids, source)
  if (JSON.stringify(ids) === value) return
  await database.write(async (tx) => {
    await tx.updateTable('server_meta').set({ value }).where('key', '=', KEY_IDS).execute()
  })
}

/**
 * Removes the keys from the database after they were written to the file. Deletes the rows only
 * after no bytes of them remain in the files.
 */
const forgetHeld = async (database: SqlDatabase, held: Held): Promise<void> => {
  const names = Object.keys(held)
  if (names.length === 0) return
  await database.write(async (tx) => {
    await tx.updateTable('server_meta').set({ value: '' }).where('key', 'in', names).execute()
  })
  await database.removeTraces()
  await database.write(async (tx) => {
    await tx.deleteFrom('server_meta').where('key', 'in', names).execute()
  })
}

const idsText = (ids: KeyIds, names: readonly KeyName[] = KEY_NAMES): string =>
  names.map((name) => `${name} ${ids[name]}`).join(', ')
const nameOfSource = ({ text, file }: KeySource): string => (text === undefined ? file : 'KEYS')

const lostText = (ids: KeyIds, { file }: KeySource): string =>
  `This database was used with keys that are not here (${idsText(ids)}). Put the backup of the key ` +
  `file back as ${file} (mode 0600), or set KEYS or KEYS_FILE. Without them no password, ` +
  'one-time code or sealed work can be read. If they are lost, see "Lost keys" in ' +
  'docs/deployment.md'

const otherText = (missing: readonly KeyName[], ids: KeyIds, source: KeySource): string =>
  `The keys in ${nameOfSource(source)} are not those of this database: it is used with ` +
  `${idsText(ids, missing)}, which they lack. Give every server process of one database the same ` +
  'keys, and a restored database the keys of its time'

const differsText = (name: KeyName, source: KeySource): string =>
  `The database holds a key of a former version (${name}) that ${nameOfSource(source)} lacks. If ` +
  'KEYS or KEYS_FILE was set for the first time, start once without it: the keys then move ' +
  'to DATA_DIR. If the database is a backup from before the keys left it, remove the key file ' +
  'of the other database first'
