import type { ExistingRequirement } from '#schema/rules/excel/excel-rows-plan.ts'
import { fieldTexts } from '#schema/rules/reqif/reqif-fields.ts'
import { KEPT } from '#schema/rules/reqif/reqif-names.ts'
import { currentSource, readSources } from '#schema/rules/reqif/reqif-source.ts'
import { filesOf } from '#schema/rules/reqif/xhtml.ts'
import type { WrittenFile } from '#schema/rules/reqif/write-reqif.ts'
import { labelKey } from '#schema/rules/excel/excel-rows-values.ts'
import { attachedName } from '../../lib/packed-picture.ts'
import type { StoredRequirementFile } from '../../lib/stored-files.ts'

type Stored = Pick<StoredRequirementFile, 'requirementId' | 'name' | 'mime' | 'contentHash'>

export interface FilePaths<F extends Stored> {
  /** The file at each path of the archive. */
  paths: Map<string, F>
  /** The files that no text of their requirement names, by requirement. */
  unnamed: Map<string, WrittenFile[]>
}

const nameOf = (path: string): string => path.split('/').at(-1) ?? path

/** A path that leads out of the archive, or to its ReqIF, is not used. */
const isInside = (path: string): boolean =>
  !path.split('/').includes('..') && path !== 'requirements.reqif'

/** The paths that the texts of a requirement name, as they will be written. */
const namedPaths = ({ definition }: Pick<ExistingRequirement, 'definition'>): string[] => {
  const texts = fieldTexts(definition)
  const sources = readSources(texts.get(labelKey(KEPT.source))?.text ?? '')
  return [...sources].flatMap(([label, source]) => {
    const text = texts.get(labelKey(label))?.text ?? ''
    const isMarkup = source.startsWith('<')
    return isMarkup ? filesOf(currentSource('XHTML', text, source)) : []
  })
}

/**
 * Gives files their paths in an archive: the one that a text of the requirement names, else one of
 * their own. Equal files that several requirements name share a path.
 */
export const filePaths = <F extends Stored>(
  requirements: readonly Pick<ExistingRequirement, 'id' | 'definition'>[],
  stored: readonly F[],
): FilePaths<F> => {
  const paths = new Map<string, F>()
  const unnamed = new Map<string, WrittenFile[]>()
  const byRequirement = Map.groupBy(stored, ({ requirementId }) => requirementId)
  for (const requirement of requirements) {
    const named = namedPaths(requirement)
    for (const [index, file] of (byRequirement.get(requirement.id) ?? []).entries()) {
      const wanted = named.find((path) => {
        const other = paths.get(path)
        const isFree = other === undefined || other.contentHash === file.contentHash
        return attachedName(nameOf(path)) === file.name && isFree && isInside(path)
      })
      const path =
        wanted ?? `files/${requirement.id}/${index + 1}/${file.name.replace(/[/\\]/g, '_')}`
      paths.set(path, paths.get(path) ?? file)
      if (wanted !== undefined) continue
      const written = { path, name: file.name, mime: file.mime }
      unnamed.set(requirement.id, [...(unnamed.get(requirement.id) ?? []), written])
    }
  }
  return { paths, unnamed }
}
