import { zipSync, type Zippable } from 'fflate'
import { type WrittenFile, writeReqif } from '#schema/rules/reqif/write-reqif.ts'
import { newId } from '../../lib/new-id.ts'
import { isVector } from '../../lib/packed-picture.ts'
import { requirementFiles, type StoredRequirementFile } from '../../lib/stored-files.ts'
import type { ExportContent, ExportedFile } from './export-file.ts'
import { filePaths } from './reqif-paths.ts'
import { unpackPicture } from './unpack-picture.ts'

/** The archive's date, so that the same content gives the same bytes. */
const DAY = new Date('2000-01-01T00:00:00Z')

/** The bytes of files by path; those that this device cannot read are counted. */
const readAll = async (
  paths: ReadonlyMap<string, StoredRequirementFile>,
): Promise<{ parts: Zippable; read: Set<string>; missing: number }> => {
  const parts: Zippable = {}
  const read = new Set<string>()
  let missing = 0
  for (const [path, file] of paths) {
    try {
      const stored = new Uint8Array(await (await file.read()).arrayBuffer())
      // A picture that a text names is packed only while it is an attachment.
      const bytes = isVector(path) ? unpackPicture(stored) : stored
      // Pictures are packed already.
      parts[path] = [bytes, { level: 0, mtime: DAY }]
      read.add(path)
    } catch {
      missing += 1
    }
  }
  return { parts, read, missing }
}

/** Documents as ReqIF, made on this device; as an archive if their requirements have files. */
export const exportReqif = async (
  title: string,
  documents: readonly ExportContent[],
): Promise<ExportedFile> => {
  const requirements = documents.flatMap((one) => one.requirements)
  const ids = new Set(requirements.map(({ id }) => id))
  const found = await Promise.all(
    documents.map(({ document }) => requirementFiles(document.projectId, document.id)),
  )
  const stored = found.flat().filter(({ requirementId }) => ids.has(requirementId))
  const { paths, unnamed } = filePaths(requirements, stored)
  const { parts, read, missing } = await readAll(paths)
  const files = new Map<string, WrittenFile[]>(
    [...unnamed].map(([id, all]) => [id, all.filter(({ path }) => read.has(path))]),
  )
  const xml = writeReqif({
    title,
    documents: documents.map(({ document, ...content }) => ({
      ...{ id: document.id, name: document.name },
      ...content,
    })),
    ...{ files, now: Date.now(), id: newId() },
  })
  if (read.size === 0)
    return { blob: new Blob([xml], { type: 'application/xml' }), extension: 'reqif', missing }
  const bytes = new TextEncoder().encode(xml)
  const archive = zipSync({ 'requirements.reqif': [bytes, { mtime: DAY }], ...parts })
  return {
    blob: new Blob([archive.slice()], { type: 'application/zip' }),
    ...{ extension: 'reqifz', missing },
  }
}
