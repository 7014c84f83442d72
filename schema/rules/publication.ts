import type { Definition, Parameter } from '../entities/parameter.ts'
import type { Opening } from '../entities/project.ts'
import type { Entity, Row } from '../entities/rows.ts'
import { commentForAsker, publicationForVendors, replyForAsker } from './comments.ts'
import { conditionKeys } from './conditions.ts'
import { definitionText, everyParameter, parseDefinition } from './parameters.ts'

/** Drops what only evaluators use. Hidden fields go too, unless a condition of the answer needs their value: then that and nothing else stays. */
function publishedParameters(parameters: readonly Parameter[], needed: ReadonlySet<string>): Parameter[] {
  return parameters.flatMap((parameter): Parameter[] => {
    const { weight: _weight, knockOut: _knockOut, parameters: nested, ...shown } = parameter
    const children = nested === undefined ? {} : { parameters: publishedParameters(nested, needed) }
    if (parameter.hidden !== true) return [{ ...shown, ...children }]
    const isNeeded = needed.has(parameter.key) || everyParameter(nested ?? []).some(({ key }) => needed.has(key))
    if (!isNeeded) return []
    const { id, key, type, value, isGroup, visibleWhen } = parameter
    return [{ id, key, name: key, type, hidden: true, value, isGroup, visibleWhen, ...children }]
  })
}

/** Keys that the conditions of shown fields look at, and those that these look at in turn. */
function neededKeys(parameters: readonly Parameter[]): Set<string> {
  const needed = new Set(parameters.filter((parameter) => parameter.hidden !== true).flatMap(conditionKeys))
  for (const key of needed) parameters.filter((parameter) => parameter.key === key).flatMap(conditionKeys).forEach((used) => needed.add(used))
  return needed
}

function publishedDefinition(definition: Definition): Definition {
  const { contentConfiguration, suppliersCommitment } = definition
  const all = [...contentConfiguration.parameters, ...suppliersCommitment.parameters]
  const needed = neededKeys(everyParameter(all))
  return {
    contentConfiguration: { parameters: publishedParameters(contentConfiguration.parameters, needed) },
    suppliersCommitment: { parameters: publishedParameters(suppliersCommitment.parameters, needed) },
  }
}

/** Vendors read who opened the answers, by name. */
const openingForVendors = (opening: Opening): Opening =>
  opening.kind === 'deadline' ? opening : { ...opening, askedBy: { ...opening.askedBy, id: 0 }, confirmedBy: { ...opening.confirmedBy, id: 0 } }

/** A stamp would tell when evaluators weigh and exclude: what a vendor reads was written before the publishing. */
const UNSTAMPED = { updatedOn: 0 } as const

const PROJECTIONS: { [E in Entity]: (row: Row<E>) => Row<E> | null } = {
  project: (row) => ({
    ...row, ownerId: 0, ownerName: '', tags: [], weight: null, stopInValidation: false,
    evaluation: { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false }, updatedOn: row.publishedOn ?? 0,
    ...(row.openings === undefined ? {} : { openings: row.openings.map(openingForVendors) }),
  }),
  release: (row) => row,
  package: (row) => ({ ...row, weight: null, ownerId: null, ...UNSTAMPED }),
  document: (row) => ({ ...row, weight: null, ownerId: null, ...UNSTAMPED }),
  section: (row) => row,
  requirement: (row) => ({
    ...row, evaluatorHelp: '', excluded: null, definition: definitionText(publishedDefinition(parseDefinition(row.definition))), ...UNSTAMPED,
  }),
  projectVendor: () => null,
  commitment: () => null,
  override: () => null,
  attachment: (row) => (row.vendorId === null ? { ...row, createdBy: 0, createdByName: '' } : null),
  comment: () => null,
  reply: () => null,
  publication: publicationForVendors,
}

/** The row as every vendor of the project may read it (side `pub`); null = not theirs. */
export const published = <E extends Entity>(entity: E, row: Row<E>): Row<E> | null => PROJECTIONS[entity](row)

const ASKERS: { readonly [E in Entity]?: (row: Row<E>) => Row<E> | null } = { comment: commentForAsker, reply: replyForAsker }

/** The row as the vendor who asked may read it (side `q<vendorId>`); null = not theirs. */
export const forAsker = <E extends Entity>(entity: E, row: Row<E>): Row<E> | null => ASKERS[entity]?.(row) ?? null
