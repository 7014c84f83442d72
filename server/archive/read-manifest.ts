import type { FileHandle } from 'node:fs/promises'
import * as v from 'valibot'
import {
  ARCHIVE_LISTS,
  ARCHIVE_VERSIONS,
  ArchiveManifest,
  type ArchiveVersion,
} from '#schema/entities/archive.ts'
import { ENTITIES } from '#schema/entities/rows.ts'
import { ArchiveProblem } from './archive-problem.ts'
import { ARCHIVE_LIMITS, parseJson, schemaProblem } from './parse-line.ts'
import { readZipEntry, type ZipEntry } from './zip-reader.ts'

const MANIFEST = 'manifest.json'

export const readManifest = async (
  file: FileHandle,
  entries: ZipEntry[],
): Promise<ArchiveManifest> => {
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
  const { version } = outline.output
  if (!ARCHIVE_VERSIONS.some((known) => known === version))
    throw new ArchiveProblem(
      MANIFEST,
      `has version ${version} of the format; this program reads ${ARCHIVE_VERSIONS.join(' and ')}`,
    )
  const parsed = v.safeParse(ArchiveManifest, value)
  if (!parsed.success) throw new ArchiveProblem(MANIFEST, schemaProblem(parsed.issues))
  return parsed.output
}

/** The manifest must name exactly the entries of the file, in their order and with their sizes. */
export const requireNamedEntries = (
  { parts, version }: ArchiveManifest,
  entries: readonly ZipEntry[],
  mostBytes: number,
): void => {
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
  requireOrder(
    parts.slice(ENTITIES.length).map(({ path }) => path),
    version,
  )
  const total = entries.reduce((sum, { bytes }) => sum + bytes, 0)
  if (total > mostBytes)
    throw new ArchiveProblem(null, 'The file unpacks to more than an archive may hold')
}

/** What follows the rows: the lists of the version, chains by name and files by hash. */
const requireOrder = (paths: readonly string[], version: ArchiveVersion): void => {
  const lists = ARCHIVE_LISTS[version]
  for (const [index, path] of lists.entries())
    if (paths[index] !== path) throw new ArchiveProblem(path, 'is missing, or not in its place')
  let before = ''
  for (const path of paths.slice(lists.length)) {
    const place = `${path.startsWith('log/') ? 0 : 1} ${path}`
    if (!/^(?:log|files)\//.test(path) || place <= before)
      throw new ArchiveProblem(path, 'is not in its place')
    before = place
  }
}
