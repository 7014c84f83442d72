import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import type { SqlDatabase } from '../database/database.ts'
import { openRows } from '../database/open.ts'
import { openSqlite } from '../database/open-sqlite.ts'
import { verifyLogs } from '../database/project-log/verify-logs.ts'
import { type BackupFile, openBackup } from './backup-file.ts'
import { loadDatabase, type SourceTable, type TableSource } from './load-database.ts'
import { tablePath } from './manifest.ts'
import { findDangling } from './references.ts'

interface VerifiedBackup {
  tables: number
  rows: number
  files: number
  chains: number
  /** Hashes of attached files whose bytes were missing when the backup was written. */
  missing: string[]
  /** Moment of the backup, in ms, and the id of its database. */
  writtenOn: number
  serverId: string | null
}

/** The tables of a backup, for `loadDatabase`. */
export const sourceOf = (backup: BackupFile): TableSource => {
  const byName = new Map(backup.manifest.tables.map((table) => [table.name, table]))
  return {
    ...backup.manifest,
    pathOf: tablePath,
    linesOf: ({ name }: SourceTable) => {
      const table = byName.get(name)
      if (table === undefined) throw new ArchiveProblem(tablePath(name), 'is missing')
      return backup.lines(table)
    },
  }
}

/**
 * Reads a backup to its end: every hash, every file, every reference between rows, the chains of
 * the project logs, and the migrations of this version in a database that is removed afterwards.
 * @param scratch folder for that database
 * @throws ArchiveProblem at the first thing that is wrong
 */
export const verifyBackup = async (
  path: string,
  { scratch = tmpdir(), tell }: { scratch?: string | undefined; tell: (line: string) => void },
): Promise<VerifiedBackup> => {
  const backup = await openBackup(path)
  const folder = await mkdtemp(join(scratch, 'tenderbook-verify-'))
  try {
    const { tables, files, missing, writtenOn, serverId } = backup.manifest
    for (const { sha256 } of files) for await (const _piece of backup.bytesOf(sha256));
    const chains = await checkRows(backup, folder, tell)
    return {
      tables: tables.length,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      files: files.length,
      chains,
      missing: missing.filter(({ isAttached }) => isAttached).map(({ sha256 }) => sha256),
      writtenOn,
      serverId,
    }
  } finally {
    await backup.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const checkRows = async (
  backup: BackupFile,
  dataDir: string,
  tell: (line: string) => void,
): Promise<number> => {
  const loading = openSqlite(dataDir)
  try {
    await loading.write((tx) => loadDatabase({ tx, dialect: 'sqlite' }, sourceOf(backup), tell))
  } finally {
    await loading.close()
  }
  tell('migrations, references and chains')
  const database = await openRows({ dataDir })
  try {
    await requireReferences(database)
    await requireFiles(database, backup)
    return await requireChains(database)
  } finally {
    await database.close()
  }
}

const requireReferences = async ({ queries }: SqlDatabase): Promise<void> => {
  const [first] = await findDangling(queries)
  if (first === undefined) return
  const { reference, rows, names } = first
  const { table, columns, to } = reference
  throw new ArchiveProblem(
    tablePath(table),
    `${rows} rows name ${to} that do not exist (${columns.join(', ')}: ${names})`,
  )
}

/** Every file of the database is in the backup with its size, or named as missing. */
const requireFiles = async (
  { queries }: SqlDatabase,
  { manifest: { files, missing } }: BackupFile,
): Promise<void> => {
  const known = new Map(files.map(({ sha256, bytes }) => [sha256, bytes]))
  const absent = new Set(missing.map(({ sha256 }) => sha256))
  for (const { sha256, bytes } of await queries
    .selectFrom('blobs')
    .select(['sha256', 'bytes'])
    .execute()) {
    if (absent.has(sha256)) continue
    if (known.get(sha256) !== bytes)
      throw new ArchiveProblem(`files/${sha256}`, 'is named by the database, but missing')
  }
}

const requireChains = async (database: SqlDatabase): Promise<number> => {
  const { chains, broken } = await verifyLogs(database)
  const [first] = broken
  if (first === undefined) return chains
  throw new ArchiveProblem(
    tablePath('project_log'),
    `chain ${first.audience} of project ${first.projectId} is broken at entry ${first.serial}`,
  )
}
