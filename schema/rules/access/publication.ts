import type { Definition, Parameter } from '../../entities/parameter.ts'
import type { Opening } from '../../entities/project.ts'
import type { Entity, Row } from '../../entities/rows.ts'
import { commentForAsker, publicationForVendors, replyForAsker } from '../comments/comments.ts'
import { conditionKeys } from '../definition/conditions.ts'
import { definitionText, everyParameter, parseDefinition } from '../definition/parameters.ts'

/** `needed` = keys whose values the conditions of visible fields read. */
interface How {
  needed: ReadonlySet<string>
  isWeightPublished: boolean
}

/**
 * Removes what only evaluators use. Of a hidden field nothing remains, or only its value if a
 * condition of the answer needs it.
 */
function publishedParameters(parameters: readonly Parameter[], how: How): Parameter[] {
  const { needed, isWeightPublished } = how
  return parameters.flatMap((parameter): Parameter[] => {
    const { weight: _weight, knockOut: _knockOut, parameters: nested, ...unweighed } = parameter
    const { parameters: _nested, ...weighed } = parameter
    const shown = isWeightPublished ? weighed : unweighed
    const children = nested === undefined ? {} : { parameters: publishedParameters(nested, how) }
    if (parameter.hidden !== true) return [{ ...shown, ...children }]
    const isNeeded =
      needed.has(parameter.key) || everyParameter(nested ?? []).some(({ key }) => needed.has(key))
    if (!isNeeded) return []
    const { id, key, type, value, isGroup, visibleWhen } = parameter
    return [{ id, key, name: key, type, hidden: true, value, isGroup, visibleWhen, ...children }]
  })
}

/** Returns the keys that conditions of visible fields read, directly or through other fields. */
function neededKeys(parameters: readonly Parameter[]): Set<string> {
  const needed = new Set(
    parameters.filter((parameter) => parameter.hidden !== true).flatMap(conditionKeys),
  )
  for (const key of needed)
    parameters
      .filter((parameter) => parameter.key === key)
      .flatMap(conditionKeys)
      .forEach((used) => needed.add(used))
  return needed
}

function publishedDefinition(definition: Definition, isWeightPublished: boolean): Definition {
  const { contentConfiguration, suppliersCommitment } = definition
  const all = [...contentConfiguration.parameters, ...suppliersCommitment.parameters]
  const how = { needed: neededKeys(everyParameter(all)), isWeightPublished }
  return {
    contentConfiguration: { parameters: publishedParameters(contentConfiguration.parameters, how) },
    suppliersCommitment: { parameters: publishedParameters(suppliersCommitment.parameters, how) },
  }
}

/** Vendors read the names of the people who opened the answers, without their ids. */
const openingForVendors = (opening: Opening): Opening =>
  opening.kind === 'deadline'
    ? opening
    : {
        ...opening,
        askedBy: { ...opening.askedBy, id: 0 },
        confirmedBy: { ...opening.confirmedBy, id: 0 },
      }

/**
 * A timestamp would show when evaluators weigh and exclude. Everything that a vendor reads was
 * written before publishing.
 */
const UNSTAMPED = { updatedOn: 0 } as const

const weightOf = ({ weight, isWeightPublished }: Row<'package' | 'document'>): number | null =>
  isWeightPublished === true ? weight : null

/** Vendors never learn whether knock-outs apply: the evaluators decide that. */
const publishedRules = ({ evaluation, weightsPublished }: Row<'project'>) =>
  weightsPublished === true
    ? { ...evaluation, knockOutsApplied: false }
    : { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false }

const PROJECTIONS: { [E in Entity]: (row: Row<E>) => Row<E> | null } = {
  project: ({ scoringChanges: _changes, ...row }) => ({
    ...row,
    ownerId: 0,
    ownerName: '',
    tags: [],
    weight: null,
    stopInValidation: false,
    evaluation: publishedRules(row),
    updatedOn: row.publishedOn ?? 0,
    ...(row.openings === undefined ? {} : { openings: row.openings.map(openingForVendors) }),
  }),
  release: (row) => row,
  package: (row) => ({ ...row, weight: weightOf(row), ownerId: null, ...UNSTAMPED }),
  document: ({ members: _members, ...row }) => ({
    ...row,
    weight: weightOf(row),
    ownerId: null,
    ...UNSTAMPED,
  }),
  section: (row) => row,
  requirement: ({ updatedBy: _by, imported: _marks, ...row }) => ({
    ...row,
    evaluatorHelp: '',
    excluded: null,
    ...UNSTAMPED,
    definition: definitionText(
      publishedDefinition(parseDefinition(row.definition), row.isWeightPublished === true),
    ),
  }),
  projectVendor: () => null,
  commitment: () => null,
  override: () => null,
  attachment: (row) => (row.vendorId === null ? { ...row, createdBy: 0, createdByName: '' } : null),
  comment: () => null,
  reply: () => null,
  publication: publicationForVendors,
  vendorPart: () => null,
}

/**
 * Returns the row as every vendor of the project may read it (side `pub`); null = vendors may not
 * read it.
 */
export const published = <E extends Entity>(entity: E, row: Row<E>): Row<E> | null =>
  PROJECTIONS[entity](row)

const ASKERS: { readonly [E in Entity]?: (row: Row<E>) => Row<E> | null } = {
  comment: commentForAsker,
  reply: replyForAsker,
}

/**
 * Returns the row as the vendor that asked may read it (side `q<vendorId>`); null = it may not read
 * it.
 */
export const forAsker = <E extends Entity>(entity: E, row: Row<E>): Row<E> | null =>
  ASKERS[entity]?.(row) ?? null
