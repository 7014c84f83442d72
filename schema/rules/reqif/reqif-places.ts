import * as v from 'valibot'
import type { TakeId } from './reqif-fields.ts'
import { generatedPlace, KEPT, specificationId } from './reqif-names.ts'
import type { Sources } from './reqif-source.ts'

/** The key of the place among the sources of a requirement; no field has this name. */
export const PLACE = KEPT.place

const placeSchema = v.object({
  /** Identifier of the specification. */
  specification: v.string(),
  /** Identifier of the place in its tree. */
  node: v.string(),
  /** The headings above it: name of the section down to the heading, object, place. */
  headings: v.array(v.tuple([v.string(), v.string(), v.string()])),
})
/** Where an object is in the tree of a file, by the identifiers of the file. */
export type ReqifPlace = v.InferOutput<typeof placeSchema>

const readPlace = (text: string | undefined): ReqifPlace | null => {
  try {
    const place = v.safeParse(placeSchema, JSON.parse(text ?? ''))
    return place.success ? place.output : null
  } catch {
    return null
  }
}

interface Kept {
  /** The place in the file; null = it is in no tree. */
  place: ReqifPlace | null
  /** The place that the requirement keeps. */
  known: string | undefined
  isNew: boolean
}
/**
 * The place that a requirement keeps: that of the file that made it. Many tools renew the
 * identifiers in each file, which must not change every requirement.
 */
export const keptPlace = ({ place, known, isNew }: Kept): string | undefined =>
  isNew && place !== null ? JSON.stringify(place) : known

interface Placed {
  document: { id: string; requirements: readonly { id: string }[] }
  objects: ReadonlyMap<string, { sources: Sources }>
  take: TakeId
  /** The ids of all documents of the export. */
  documentIds: ReadonlySet<string>
}
interface Heading {
  requirementId: string
  sectionId: string
  /** Name of the section down to the heading. */
  name: string
}
export interface PlaceIds {
  specification: string
  /** By requirement. */
  nodes: ReadonlyMap<string, string>
  /** The object of a heading, and its place. */
  heading(heading: Heading): { object: string; node: string }
}

const mostFrequent = (texts: Iterable<string>): string => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, some], [, other]) => other - some)
  return most?.[0] ?? ''
}

/**
 * The identifiers of a specification and its tree: those of the file that the requirements came
 * from, else identifiers from the rows, which are the same in each export.
 */
export const placeIds = ({ document, objects, take, documentIds }: Placed): PlaceIds => {
  const places = new Map<string, ReqifPlace>()
  for (const { id } of document.requirements) {
    const place = readPlace(objects.get(id)?.sources.get(PLACE))
    if (place !== null) places.set(id, place)
  }
  const keep = (kept: string | undefined, generated: string): string =>
    take(kept !== undefined && take.isFree(kept) ? kept : generated, 'tb-place')
  const kept = mostFrequent([...places.values()].map((place) => place.specification))
  const others = new Set([...documentIds].map(specificationId))
  const specification = keep(others.has(kept) ? undefined : kept, specificationId(document.id))
  // All places of requirements come before those of headings, which must not take them.
  const nodes = new Map(
    document.requirements.map(({ id }) => [
      id,
      keep(places.get(id)?.node, generatedPlace.requirement(id)),
    ]),
  )
  const headings = new Map<string, readonly [string, string]>()
  for (const place of places.values())
    for (const [name, object, node] of place.headings)
      if (!headings.has(name)) headings.set(name, [object, node])
  const heading = ({ requirementId, sectionId, name }: Heading) => {
    const own = places.get(requirementId)?.headings.find(([title]) => title === name)
    const [known, place] = own?.slice(1) ?? headings.get(name) ?? []
    const object = keep(known, generatedPlace.section(sectionId))
    return { object, node: keep(object === known ? place : undefined, `${object}-place`) }
  }
  return { specification, nodes, heading }
}
