import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import * as v from 'valibot'
import {
  ARCHIVE_SCHEMAS,
  ARCHIVE_VERSION,
  ArchiveManifest,
  type ArchivePart,
} from '#schema/entities/archive.ts'
import { ENTITIES, type Entity, type Row } from '#schema/entities/rows.ts'
import { canonicalJson, type Json } from '#schema/rules/answers/canonical-json.ts'
import { kindOfBytes } from '#schema/rules/files/files.ts'
import {
  type ChainAudience,
  entryText,
  FIRST_PREV,
  type OpenEntry,
  vendorAudience,
} from '#schema/rules/project/project-log.ts'
import { FILE_LIMITS } from '#schema/tables/file-types.ts'
import { LogAnchor } from '#schema/tables/log-kinds.ts'
import { isTooDeep } from '../security/json-depth.ts'
import { ArchiveProblem } from './archive-problem.ts'
import { readLines } from './read-lines.ts'
import { RowLinks } from './row-links.ts'
import { readZipEntries, readZipEntry, type ZipEntry } from './zip-reader.ts'

export const ARCHIVE_LIMITS = {
  manifestBytes: 32_000_000,
  /** All entries together, unpacked. */
  bytes: 100_000_000_000,
  /** Lists inside a definition or a message make the deepest lines. */
  depth: 64,
}
const MANIFEST = 'manifest.json'

/** What an archive holds that was read to its end and found valid. */
export interface ArchiveContent {
  manifest: ArchiveManifest
  rows: number
  logEntries: number
  files: number
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const parseJson = (text: string): unknown => {
  if (isTooDeep(text, ARCHIVE_LIMITS.depth)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Words of a failed schema that name the field but never the value. */
const schemaProblem = (issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]) =>
  `${v.getDotPath(issues[0]) ?? 'the row'} is not valid`

const readManifest = async (file: FileHandle, entries: ZipEntry[]): Promise<ArchiveManifest> => {
  const last = entries.at(-1)
  if (last?.name !== MANIFEST)
    throw new ArchiveProblem(null, `The last entry of the file is no ${MANIFEST}`)
  if (last.bytes > ARCHIVE_LIMITS.manifestBytes) throw new ArchiveProblem(MANIFEST, 'is too large')
  const pieces: Buffer[] = []
  for await (const piece of readZipEntry(file, last)) pieces.push(piece)
  const value = parseJson(Buffer.concat(pieces).toString('utf8'))
  const outline = v.safeParse(v.object({ format: v.string(), version: v.number() }), value)
  if (!outline.success || outline.output.format !== 'tenderbook-archive')
    throw new ArchiveProblem(MANIFEST, 'is not that of a project archive')
  if (outline.output.version !== ARCHIVE_VERSION)
    throw new ArchiveProblem(
      MANIFEST,
      `has version ${outline.output.version} of the format; this program reads ${ARCHIVE_VERSION}`,
    )
  const parsed = v.safeParse(ArchiveManifest, value)
  if (!parsed.success) throw new ArchiveProblem(MANIFEST, schemaProblem(parsed.issues))
  return parsed.output
}

/** The manifest must name exactly the entries of the file, in their order and with their sizes. */
const requireNamedEntries = ({ parts }: ArchiveManifest, entries: readonly ZipEntry[]): void => {
  for (const [index, { name, bytes }] of entries.slice(0, -1).entries()) {
    const part = parts[index]
    if (part?.path !== name) throw new ArchiveProblem(name, 'is not what the manifest names here')
    if (part.bytes !== bytes) throw new ArchiveProblem(name, 'has another size than the manifest')
    if (name.endsWith('.jsonl') === (part.rows === null))
      throw new ArchiveProblem(name, 'is no part of its kind in the manifest')
  }
  const missing = parts[entries.length - 1]
  if (missing !== undefined) throw new ArchiveProblem(missing.path, 'is missing')
  for (const [index, entity] of ENTITIES.entries()) {
    const path = `rows/${entity}.jsonl`
    if (parts[index]?.path !== path)
      throw new ArchiveProblem(path, 'is missing, or not in its place')
  }
  const total = entries.reduce((sum, { bytes }) => sum + bytes, 0)
  if (total > ARCHIVE_LIMITS.bytes)
    throw new ArchiveProblem(null, 'The file unpacks to more than an archive may hold')
}

/** Reads the parts of one archive in their order and checks each against what came before. */
class PartReader {
  rows = 0
  logEntries = 0
  files = 0
  readonly #manifest: ArchiveManifest
  readonly #links: RowLinks
  /** Bytes of each file that an attachment names. */
  readonly #named = new Map<string, number>()
  /** The last entry of each vendor's chain that the team's chain, the first one, names. */
  readonly #anchors = new Map<string, Omit<LogAnchor, 'vendorId'>>()

  constructor(manifest: ArchiveManifest) {
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
    if (folder === 'members') return checkBy(ARCHIVE_SCHEMAS['members.jsonl'], () => null)
    if (folder === 'log') return this.#chainCheck(name)
    const entity = ENTITIES.find((known) => known === name)
    if (entity === undefined) return () => 'is a row of an unknown kind'
    return this.#rowCheck(entity)
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
      if (entity === 'attachment') this.#nameFile(row as Row<'attachment'>)
      return this.#links.problemOf(entity, row)
    })
  }

  #nameFile({ file }: Row<'attachment'>): void {
    this.#named.set(file.contentHash, file.bytes)
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
    const parsed = v.safeParse(v.array(LogAnchor), anchors)
    for (const { vendorId, ...anchor } of parsed.success ? parsed.output : [])
      this.#anchors.set(vendorAudience(vendorId), anchor)
  }

  async #readLines(
    { path, rows }: ArchivePart,
    bytes: AsyncIterable<Buffer>,
    check: (value: unknown) => string | null,
  ): Promise<void> {
    let line = 0
    for await (const text of readLines(path, bytes)) {
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
    if (this.#named.get(sha) !== bytes)
      throw new ArchiveProblem(path, 'is named by no attachment of its size, or comes twice')
    this.#named.delete(sha)
    this.files += 1
    let head = Buffer.alloc(0)
    for await (const piece of pieces)
      if (head.length < FILE_LIMITS.headBytes)
        head = Buffer.concat([head, piece.subarray(0, FILE_LIMITS.headBytes - head.length)])
    if (kindOfBytes(head) === null) throw new ArchiveProblem(path, 'is of a type not allowed')
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
export const readArchive = async (file: FileHandle): Promise<ArchiveContent> => {
  const entries = await readZipEntries(file)
  const manifest = await readManifest(file, entries)
  requireNamedEntries(manifest, entries)
  const reader = new PartReader(manifest)
  for (const [index, part] of manifest.parts.entries()) {
    const entry = entries[index]
    if (entry !== undefined) await reader.read(part, readZipEntry(file, entry))
  }
  reader.requireAllFiles()
  const { rows, logEntries, files } = reader
  return { manifest, rows, logEntries, files }
}
