import * as v from 'valibot'

export const BACKUP_FORMAT = 'tenderbook-backup'
export const BACKUP_VERSION = 1
export const MANIFEST = 'manifest.json'
/** The hash of the manifest, in the format of the program `sha256sum`. */
export const MANIFEST_SUM = 'manifest.json.sha256'
/** Names of entries. */
export const tablePath = (table: string): string => `tables/${table}.jsonl.gz`
export const filePath = (sha256: string): string => `files/${sha256}`
export const manifestSum = (sha256: string): string => `${sha256}  ${MANIFEST}\n`

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Sha256 = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const Name = v.pipe(v.string(), v.regex(/^[a-z]\w{0,62}$/))
const Column = v.strictObject({ name: Name, isText: v.boolean() })
const Table = v.strictObject({
  name: Name,
  columns: v.pipe(v.array(Column), v.minLength(1)),
  /** Of the unpacked lines, each a JSON list of the values in the order of `columns`. */
  rows: Count,
  bytes: Count,
  sha256: Sha256,
  /** Of the stored bytes, which gzip packed. */
  packed: v.strictObject({ bytes: Count, sha256: Sha256 }),
})
const KeyIds = v.strictObject({
  pepper: v.string(),
  otpKey: v.string(),
  sealSecret: v.string(),
  saltSecret: v.string(),
})

/** The manifest of a backup, the last entry but one. It names all entries before it. */
export const BackupManifest = v.strictObject({
  format: v.literal(BACKUP_FORMAT),
  version: v.literal(BACKUP_VERSION),
  /** Version of the server that wrote the backup. */
  product: v.string(),
  /** When the database was as the backup holds it, ms since the epoch. */
  writtenOn: Count,
  dialect: v.picklist(['sqlite', 'postgres']),
  serverId: v.nullable(v.string()),
  migrations: v.pipe(v.array(v.string()), v.minLength(1)),
  /** Ids of the keys that belong to the database; the keys themselves are not in a backup. */
  keys: v.nullable(KeyIds),
  /** Table → last number given. */
  counters: v.record(Name, Count),
  tables: v.array(Table),
  /** In the order of their hashes. */
  files: v.array(v.strictObject({ sha256: Sha256, bytes: Count })),
  /** Files of the database whose bytes were not there, or not those of their hash. */
  missing: v.array(v.strictObject({ sha256: Sha256, isAttached: v.boolean() })),
})
export type BackupManifest = v.InferOutput<typeof BackupManifest>
export type BackupTable = BackupManifest['tables'][number]
