import { labelKey } from '../excel/excel-rows-values.ts'
import { fieldTexts } from './reqif-fields.ts'
import { KEPT } from './reqif-names.ts'
import { readSources } from './reqif-source.ts'

/** The key of the parent among the sources of a requirement; no field has this name. */
export const PARENT = KEPT.source

interface Member {
  id: string
  sourceId: string | null
  sectionId: string
  definition: string
}

/** The ids of requirements by the identifiers that a file can know them by. */
const idsByIdentifier = (members: readonly Member[]): Map<string, string | null> => {
  const ids = new Map<string, string | null>()
  for (const { id, sourceId } of members)
    if (sourceId !== null) ids.set(sourceId, ids.has(sourceId) ? null : id)
  for (const { id } of members) ids.set(`_${id}`, id)
  return ids
}

const isCircular = (id: string, parents: ReadonlyMap<string, string>): boolean => {
  const met = new Set<string>()
  let above = parents.get(id)
  while (above !== undefined && above !== id && !met.has(above)) {
    met.add(above)
    above = parents.get(above)
  }
  return above === id
}

/**
 * The parents of the requirements of a document, by id. A file named them; a requirement that was
 * moved to another section since has none.
 */
export const parentsOf = (members: readonly Member[]): ReadonlyMap<string, string> => {
  const ids = idsByIdentifier(members)
  const byId = new Map(members.map((one) => [one.id, one]))
  const named = new Map<string, string>()
  for (const { id, sectionId, definition } of members) {
    // Most requirements come from no ReqIF, and reading a definition takes time.
    if (!definition.includes(KEPT.source)) continue
    const kept = fieldTexts(definition).get(labelKey(KEPT.source))?.text ?? ''
    const parent = byId.get(ids.get(readSources(kept).get(PARENT) ?? '') ?? '')
    if (parent?.sectionId === sectionId) named.set(id, parent.id)
  }
  return new Map([...named].filter(([id]) => !isCircular(id, named)))
}
