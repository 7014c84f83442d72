import { checkReqif } from '#schema/rules/reqif/check-reqif.ts'
import { type Reqif, ReqifError } from '#schema/rules/reqif/reqif-model.ts'
import { ImportFileError } from '../import-file-error.ts'
import { IMPORT_LIMITS } from '../import-limits.ts'
import type { ParsedFile, ReqifFile } from '../parsed-file.ts'
import { unzipParts } from '../zip-check.ts'
import { parseReqifXml } from './parse-reqif-xml.ts'

const ZIP = [0x50, 0x4b]
const isZip = (bytes: Uint8Array): boolean => ZIP.every((byte, at) => bytes[at] === byte)

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
const plainPath = (path: string): string => path.replaceAll('\\', '/').replace(/^\.?\//, '')

/** Joins the ReqIF files of an archive; files stand beside the one that names them. */
const readArchive = (bytes: Uint8Array): ReqifFile => {
  const { parts } = unzipParts(bytes, (name) => !name.endsWith('/'))
  const names = [...parts.keys()].filter((name) => /\.(?:reqif|xml)$/i.test(name))
  const reqifs = names.filter((name) => /\.reqif$/i.test(name))
  const chosen = reqifs.length > 0 ? reqifs : names
  const [first] = chosen
  if (first === undefined) throw new ImportFileError('noReqifInside')
  const folder = folderOf(plainPath(first))
  const files = new Map(
    [...parts]
      .filter(([name]) => !chosen.includes(name))
      .map(([name, content]) => {
        const path = plainPath(name)
        return [path.startsWith(folder) ? path.slice(folder.length) : path, content]
      }),
  )
  const contents = chosen.map((name) => parseReqifXml(parts.get(name) ?? new Uint8Array()))
  return { checked: checkReqif(joined(contents)), files }
}

/** Both lists; of elements with the same identifier, those of the first file. */
const withNew = <T extends { id: string }>(some: readonly T[], others: readonly T[]): T[] => {
  const known = new Set(some.map(({ id }) => id))
  return [...some, ...others.filter(({ id }) => !known.has(id))]
}

/** The files of an archive as one; they share datatypes and types. */
const joined = (contents: readonly Reqif[]): Reqif => {
  const [first, ...rest] = contents
  if (first === undefined) throw new ImportFileError('noReqifInside')
  return rest.reduce(
    (all, one) => ({
      header: all.header,
      datatypes: withNew(all.datatypes, one.datatypes),
      types: withNew(all.types, one.types),
      objects: withNew(all.objects, one.objects),
      specifications: withNew(all.specifications, one.specifications),
      relations: withNew(all.relations, one.relations),
    }),
    first,
  )
}

/**
 * Reads an untrusted .reqif or .reqifz. Runs in a disposable worker, and is pure so that tests run
 * it in Node.
 * @throws ImportFileError with what is wrong and where
 */
export const readReqifFile = ({
  fileName,
  bytes,
}: {
  fileName: string
  bytes: Uint8Array
}): ParsedFile => {
  if (bytes.length > IMPORT_LIMITS.fileBytes)
    throw new ImportFileError('tooBig', { limit: IMPORT_LIMITS.fileBytes, found: bytes.length })
  if (bytes.length === 0) throw new ImportFileError('empty')
  try {
    const reqif = isZip(bytes)
      ? readArchive(bytes)
      : { checked: checkReqif(parseReqifXml(bytes)), files: new Map<string, Uint8Array>() }
    return { fileName, kind: 'reqif', sheets: [], reqif }
  } catch (error) {
    if (error instanceof ReqifError) throw new ImportFileError(error.code, { line: error.line })
    throw error
  }
}
