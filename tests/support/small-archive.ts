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
import { buildProject } from './project-rows.ts'

/** A valid archive of a project without content. */
export const smallArchive = (version: ArchiveVersion = ARCHIVE_VERSION): Buffer => {
  const project = buildProject({ id: 'archived', name: 'Archived', version: '1' })
  const texts = new Map(
    [...ENTITIES.map((entity) => `rows/${entity}.jsonl`), ...ARCHIVE_LISTS[version]].map((path) => [
      path,
      '',
    ]),
  )
  texts.set('rows/project.jsonl', `${canonicalJson(project as unknown as Json)}\n`)
  const manifest: ArchiveManifest = {
    format: 'tenderbook-archive',
    version,
    project: { id: project.id, name: project.name, version: project.version },
    writtenOn: 1,
    leavesOutSealed: true,
    parts: [...texts].map(([path, text]) => ({
      path,
      bytes: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
      rows: text === '' ? 0 : 1,
    })),
  }
  texts.set('manifest.json', JSON.stringify(manifest))
  const parts = [...texts].map(([path, text]) => [path, new TextEncoder().encode(text)] as const)
  return Buffer.from(zipSync(Object.fromEntries(parts)))
}
