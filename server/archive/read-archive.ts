import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import * as v from 'valibot'
import {
  ARCHIVE_SCHEMAS,
  type ArchiveManifest,
  type ArchivePart,
} from '#schema/entities/archive.ts'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { ENTITIES, type Entity, type Row } from '#schema/entities/rows.ts'
import { areAnswersOpen } from '#schema/rules/access/access.ts'
import { canonicalJson, type Json } from '#schema/rules/answers/canonical-json.ts'
import { type FileFacts, fileProblem, kindOfBytes } from '#schema/rules/files/files.ts'
import {
  type ChainAudience,
  entryText,
  FIRST_PREV,
  type OpenEntry,
  vendorAudience,
} from '#schema/rules/project/project-log.ts'
import { FILE_LIMITS } from '#schema/tables/file-types.ts'
import { LogAnchor } from '#schema/tables/log-kinds.ts'
import { ArchiveProblem } from './archive-problem.ts'
import { ARCHIVE_LIMITS, parseJson, schemaProblem } from './parse-line.ts'
import { LINE_BYTES, readLines } from './read-lines.ts'
import { readManifest, requireNamedEntries } from './read-manifest.ts'
import { RowLinks } from './row-links.ts'
import { readZipEntries, readZipEntry, type ZipEntry } from './zip-reader.ts'

/** What an archive holds that was read to its end and found valid. */
export interface ArchiveContent {
  /** The entries of the file, in the order of the manifest's parts. */
  entries: readonly ZipEntry[]
  manifest: ArchiveManifest
  rows: number
  /** Lines of the history. */
  changes: number
  logEntries: number
  files: number
}

const Anchors = v.pipe(v.array(LogAnchor), v.maxLength(FIELD_LIMITS.logItems))

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** How much of an archive is read: less for a stranger's than for a check by hand. */
export interface ReadLimits {
  /** All entries together, unpacked. */
  bytes: number
  lineBytes: number
  /** Throws if the archive is too large for the caller; runs before the first part is read. */
  require: (manifest: ArchiveManifest, entries: readonly ZipEntry[]) => void
}
const BY_HAND: ReadLimits = {
  bytes: ARCHIVE_LIMITS.bytes,
  lineBytes: LINE_BYTES,
  require: () => undefined,
}

/** Reads the parts of one archive in their order and checks each against what came before. */
class PartReader {
  rows = 0
  changes = 0
  logEntries = 0
  files = 0
  readonly #manifest: ArchiveManifest
  readonly #links: RowLinks
  /** What the attachments say of each file that they name. */
  readonly #named = new Map<string, FileFacts[]>()
  /** The last entry of each vendor's chain that the team's chain, the first one, names. */
  readonly #anchors = new Map<string, Omit<LogAnchor, 'vendorId'>>()

  readonly #lineBytes: number

  constructor(manifest: ArchiveManifest, lineBytes: number) {
    this.#lineBytes = lineBytes
    this.#manifest = manifest
    this.#links = new RowLinks(manifest.project.id)
  }

  async read(part: ArchivePart, bytes: AsyncIterable<Buffer>): Promise<void> {
    const hash = createHash('sha256')
    const hashed = (async function* () {
      for await (const piece of bytes) {
        hash.update(piece)
        yield piece
      }
    })()
    const [folder = '', name = ''] = part.path.replace('.jsonl', '').split('/')
    if (folder === 'files') await this.#readFile(part, hashed)
    else await this.#readLines(part, hashed, this.#checkOf(folder, name))
    if (folder === 'log' && this.#anchors.has(name))
      throw new ArchiveProblem(part.path, 'ends before an entry that the chain of the team names')
    if (hash.digest('hex') !== part.sha256)
      throw new ArchiveProblem(part.path, 'does not have the SHA-256 that the manifest names')
  }

  /** Call it after the last part. */
  requireAllFiles(): void {
    for (const sha of this.#named.keys())
      throw new ArchiveProblem(`files/${sha}`, 'is named by an attachment, but missing')
  }

  #checkOf(folder: string, name: string): (value: unknown) => string | null {
    if (folder === 'members') return this.#memberCheck()
    if (folder === 'numbering') return this.#numberCheck()
    if (folder === 'history') return this.#changeCheck()
    if (folder === 'log') return this.#chainCheck(name)
    const entity = ENTITIES.find((known) => known === name)
    if (entity === undefined) return () => 'is a row of an unknown kind'
    return this.#rowCheck(entity)
  }

  #memberCheck(): (value: unknown) => string | null {
    let before = -1
    return checkBy(ARCHIVE_SCHEMAS['members.jsonl'], ({ userId }) => {
      if (userId <= before) return 'is not in the order of ids, or repeats one'
      before = userId
      return null
    })
  }

  #numberCheck(): (value: unknown) => string | null {
    let before: string | null = null
    return checkBy(ARCHIVE_SCHEMAS['numbering.jsonl'], ({ prefix }) => {
      if (before !== null && prefix <= before) return 'is not in the order of prefixes'
      before = prefix
      return null
    })
  }

  #changeCheck(): (value: unknown) => string | null {
    return checkBy(ARCHIVE_SCHEMAS['history.jsonl'], (change) => {
      this.changes += 1
      return this.#links.problemOfChange(change)
    })
  }

  #rowCheck(entity: Entity): (value: unknown) => string | null {
    const schemas: Readonly<Record<string, v.GenericSchema>> = ARCHIVE_SCHEMAS
    const schema = schemas[`rows/${entity}.jsonl`]
    if (schema === undefined) throw new Error(`${entity} has no schema`)
    let before = ''
    return checkBy(schema as v.GenericSchema<unknown, Row>, (row) => {
      if (row.id <= before) return 'is not in the order of ids, or repeats one'
      before = row.id
      this.rows += 1
      if (entity === 'attachment' && !this.#nameFile(row as Row<'attachment'>))
        return 'names another size of its file than a row before'
      if (entity === 'project' && !this.#isNamed(row as Row<'project'>))
        return 'is not the project that the manifest describes'
      return this.#links.problemOf(entity, row)
    })
  }

  #isNamed({ id, name, version, ...project }: Row<'project'>): boolean {
    const { project: named, leavesOutSealed } = this.#manifest
    return (
      id !== named.id ||
      (name === named.name &&
        version === named.version &&
        areAnswersOpen(project) !== leavesOutSealed)
    )
  }

  /** @returns false if another attachment gives the same file another size */
  #nameFile({ name, file: { contentHash, mime, bytes } }: Row<'attachment'>): boolean {
    const named = this.#named.get(contentHash) ?? []
    named.push({ name, mime, bytes })
    this.#named.set(contentHash, named)
    return named[0]?.bytes === bytes
  }

  #chainCheck(name: string): (value: unknown) => string | null {
    if (!/^(?:team|v\d+)$/.test(name)) return () => 'is an entry of an unknown chain'
    const chain = { projectId: this.#manifest.project.id, audience: name as ChainAudience }
    const anchor = this.#anchors.get(name)
    let [prev, serial] = [FIRST_PREV, 0]
    return checkBy(ARCHIVE_SCHEMAS['log/*.jsonl'], (entry) => {
      serial += 1
      this.logEntries += 1
      if (entry.serial !== serial) return 'is not the next entry of the chain'
      if (sha256(entryText(chain, entry as OpenEntry, prev)) !== entry.hash)
        return 'was changed, or the entry before it was'
      if (serial === anchor?.serial) {
        if (entry.hash !== anchor.hash) return 'is not the one that the chain of the team names'
        this.#anchors.delete(name)
      }
      if (name === 'team') this.#noteAnchors(entry.detail)
      prev = entry.hash
      return null
    })
  }

  #noteAnchors({ anchors }: Record<string, unknown>): void {
    const parsed = v.safeParse(Anchors, anchors)
    for (const { vendorId, ...anchor } of parsed.success ? parsed.output : [])
      this.#anchors.set(vendorAudience(vendorId), anchor)
  }

  async #readLines(
    { path, rows }: ArchivePart,
    bytes: AsyncIterable<Buffer>,
    check: (value: unknown) => string | null,
  ): Promise<void> {
    let line = 0
    for await (const text of readLines(path, bytes, this.#lineBytes)) {
      line += 1
      const value = parseJson(text)
      if (value === undefined) throw new ArchiveProblem(path, 'is no JSON', line)
      const problem = check(value)
      if (problem !== null) throw new ArchiveProblem(path, problem, line)
      if (canonicalJson(value as Json) !== text)
        throw new ArchiveProblem(path, 'is not canonical JSON', line)
    }
    if (line !== rows) throw new ArchiveProblem(path, `has ${line} lines instead of ${rows}`)
    if (path === 'rows/project.jsonl' && line !== 1)
      throw new ArchiveProblem(path, 'does not hold one project')
  }

  async #readFile({ path, bytes, sha256: sha }: ArchivePart, pieces: AsyncIterable<Buffer>) {
    if (path !== `files/${sha}`) throw new ArchiveProblem(path, 'is not named by its SHA-256')
    if (bytes > FILE_LIMITS.bytes) throw new ArchiveProblem(path, 'is larger than a file may be')
    const named = this.#named.get(sha) ?? []
    if (named[0]?.bytes !== bytes)
      throw new ArchiveProblem(path, 'is named by no attachment of its size, or comes twice')
    this.#named.delete(sha)
    this.files += 1
    let head = Buffer.alloc(0)
    for await (const piece of pieces)
      if (head.length < FILE_LIMITS.headBytes)
        head = Buffer.concat([head, piece.subarray(0, FILE_LIMITS.headBytes - head.length)])
    const kind = kindOfBytes(head)
    if (kind === null) throw new ArchiveProblem(path, 'is of a type not allowed')
    if (named.some((facts) => fileProblem(facts, kind) !== null))
      throw new ArchiveProblem(path, 'does not agree with the name and type of its attachment')
  }
}

const checkBy =
  <T>(schema: v.GenericSchema<unknown, T>, next: (row: T) => string | null) =>
  (value: unknown): string | null => {
    const parsed = v.safeParse(schema, value)
    return parsed.success ? next(parsed.output) : schemaProblem(parsed.issues)
  }

/**
 * Reads an archive to its end, one line and one piece of a file at a time.
 * @throws ArchiveProblem at the first thing that is not as docs/archive-format.md says
 */
export const readArchive = async (file: FileHandle, limits = BY_HAND): Promise<ArchiveContent> => {
  const entries = await readZipEntries(file)
  const manifest = await readManifest(file, entries)
  requireNamedEntries(manifest, entries, limits.bytes)
  limits.require(manifest, entries)
  const reader = new PartReader(manifest, limits.lineBytes)
  for (const [index, part] of manifest.parts.entries()) {
    const entry = entries[index]
    if (entry !== undefined) await reader.read(part, readZipEntry(file, entry))
  }
  reader.requireAllFiles()
  const { rows, changes, logEntries, files } = reader
  return { manifest, entries, rows, changes, logEntries, files }
}
