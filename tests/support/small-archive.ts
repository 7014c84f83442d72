import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import {
  ARCHIVE_LISTS,
  ARCHIVE_VERSION,
  type ArchiveManifest,
  type ArchiveVersion,
} from '#schema/entities/archive.ts'
import { ENTITIES } from '#schema/entities/rows.ts'
import { canonicalJson, type Json } from '#schema/rules/answers/canonical-json.ts'
import {
  type ChainAudience,
  entryText,
  FIRST_PREV,
  type OpenEntry,
} from '#schema/rules/project/project-log.ts'
import { buildProject } from './project-rows.ts'

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')
export const linesOf = (rows: readonly unknown[]): string =>
  rows.map((row) => `${canonicalJson(row as Json)}\n`).join('')

/** The entries of a chain with their hashes, each over the one before. */
export const chainOf = (
  projectId: string,
  audience: ChainAudience,
  details: readonly Json[],
): OpenEntry[] => {
  const entries: OpenEntry[] = []
  for (const [index, detail] of details.entries()) {
    const entry = { serial: index + 1, at: 1, actorId: null, kind: 'opened', detail, salt: 'salt' }
    const prev = entries.at(-1)?.hash ?? FIRST_PREV
    entries.push({ ...entry, hash: sha256(entryText({ projectId, audience }, entry, prev)) })
  }
  return entries
}

/** Packs parts in their order with a manifest that fits them; `change` spoils the manifest. */
export const packArchive = (
  parts: ReadonlyMap<string, string | Uint8Array>,
  manifest: Omit<ArchiveManifest, 'parts'>,
  change: (manifest: ArchiveManifest) => unknown = (whole) => whole,
): Buffer => {
  const packed = new Map([...parts].map(([path, part]) => [path, Buffer.from(part)]))
  const whole = {
    ...manifest,
    parts: [...packed].map(([path, bytes]) => ({
      path,
      bytes: bytes.length,
      sha256: sha256(bytes),
      rows: path.endsWith('.jsonl') ? bytes.toString().split('\n').length - 1 : null,
    })),
  }
  packed.set('manifest.json', Buffer.from(JSON.stringify(change(whole))))
  return Buffer.from(zipSync(Object.fromEntries(packed)))
}

/** A valid archive of a project without content. */
export const smallArchive = (version: ArchiveVersion = ARCHIVE_VERSION): Buffer => {
  const project = buildProject({ id: 'archived', name: 'Archived', version: '1' })
  const parts = new Map(
    [...ENTITIES.map((entity) => `rows/${entity}.jsonl`), ...ARCHIVE_LISTS[version]].map((path) => [
      path,
      '',
    ]),
  )
  parts.set('rows/project.jsonl', linesOf([project]))
  return packArchive(parts, {
    format: 'tenderbook-archive',
    version,
    project: { id: project.id, name: project.name, version: project.version },
    writtenOn: 1,
    leavesOutSealed: true,
  })
}
