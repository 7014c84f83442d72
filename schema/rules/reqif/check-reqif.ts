import {
  type Reqif,
  REQIF_LIMITS,
  type ReqifAttribute,
  type ReqifKind,
  type ReqifObject,
  type ReqifValue,
} from './reqif-model.ts'

export const REQIF_PROBLEMS = [
  'idMissing',
  'idTwice',
  'typeUnknown',
  'attributeUnknown',
  'datatypeUnknown',
  'choiceUnknown',
  'objectUnknown',
  'relationUnknown',
  'wrongValue',
] as const
export type ReqifProblemCode = (typeof REQIF_PROBLEMS)[number]

/** Something in a well-formed file that is wrong. */
export interface ReqifProblem {
  code: ReqifProblemCode
  line: number
  /** Identifier of the element. */
  id: string
  /** The reference that leads nowhere, or the value that its kind does not allow. */
  text: string
}
export interface CheckedReqif {
  reqif: Reqif
  attributes: ReadonlyMap<string, ReqifAttribute>
  objects: ReadonlyMap<string, ReqifObject>
  /** The first problems, in the order of the file. */
  problems: ReqifProblem[]
  problemCount: number
  /** Values that are left out, because something is wrong with them. */
  bad: ReadonlySet<ReqifValue>
}

const DATE = /^-?\d{4,}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/
const isDay = (text: string): boolean => {
  const day = text.slice(0, 10)
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(day)
}
const VALUES: Readonly<Record<ReqifKind, (raw: string) => boolean>> = {
  BOOLEAN: (raw) => /^(?:true|false|1|0)$/.test(raw.trim()),
  INTEGER: (raw) => /^[+-]?\d+$/.test(raw.trim()),
  REAL: (raw) => /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(raw.trim()),
  DATE: (raw) => DATE.test(raw.trim()) && isDay(raw.trim()),
  STRING: () => true,
  ENUMERATION: () => true,
  XHTML: () => true,
}

type Report = (problem: ReqifProblem) => void

/** The first element of each id; later ones are reported. */
const distinct = <T extends { id: string; line: number }>(
  elements: readonly T[],
  taken: Set<string>,
  report: Report,
): Map<string, T> => {
  const known = new Map<string, T>()
  for (const element of elements) {
    const { id, line } = element
    if (id === '') report({ code: 'idMissing', line, id, text: '' })
    else if (taken.has(id)) report({ code: 'idTwice', line, id, text: id })
    else {
      taken.add(id)
      known.set(id, element)
    }
  }
  return known
}

interface Known {
  attributes: ReadonlyMap<string, ReqifAttribute>
  /** The choices by datatype. */
  choices: ReadonlyMap<string, ReadonlySet<string>>
}

const valueProblem = (value: ReqifValue, { attributes, choices }: Known) => {
  const { attributeId, kind, raw, refs } = value
  const attribute = attributes.get(attributeId)
  if (attribute === undefined) return { code: 'attributeUnknown', text: attributeId } as const
  if (attribute.kind !== kind) return { code: 'wrongValue', text: kind } as const
  if (!VALUES[kind](raw)) return { code: 'wrongValue', text: raw.slice(0, 100) } as const
  const known = choices.get(attribute.datatypeId)
  const unknown = kind === 'ENUMERATION' && refs.find((ref) => known?.has(ref) !== true)
  return typeof unknown === 'string' ? ({ code: 'choiceUnknown', text: unknown } as const) : null
}

const checkTypes = ({ types, datatypes }: Reqif, taken: Set<string>, report: Report): Known => {
  const known = distinct(datatypes, taken, report)
  distinct(types, taken, report)
  const all = types.flatMap((type) => type.attributes)
  const attributes = distinct(all, taken, report)
  for (const { id, line, datatypeId } of all)
    if (!known.has(datatypeId)) report({ code: 'datatypeUnknown', line, id, text: datatypeId })
  const choices = new Map(
    [...known.values()].map(({ id, values }) => [
      id,
      new Set(distinct(values, taken, report).keys()),
    ]),
  )
  return { attributes, choices }
}

const checkRelations = (
  { relations, types }: Reqif,
  objects: CheckedReqif['objects'],
  report: Report,
): void => {
  const known = new Set(types.filter(({ of }) => of === 'relation').map(({ id }) => id))
  for (const { id, line, source, target, typeId } of relations) {
    for (const end of [source, target])
      if (!objects.has(end)) report({ code: 'relationUnknown', line, id, text: end })
    if (!known.has(typeId)) report({ code: 'typeUnknown', line, id, text: typeId })
  }
}

/**
 * Finds what is wrong in a well-formed file: identifiers that are missing or used twice, references
 * that lead nowhere, values that their kind does not allow.
 */
export const checkReqif = (reqif: Reqif): CheckedReqif => {
  const problems: ReqifProblem[] = []
  let problemCount = 0
  const report: Report = (problem) => {
    problemCount += 1
    if (problems.length < REQIF_LIMITS.problems) problems.push(problem)
  }
  const taken = new Set<string>()
  const known = checkTypes(reqif, taken, report)
  const objects = distinct(reqif.objects, taken, report)
  const types = new Set(reqif.types.filter(({ of }) => of === 'object').map(({ id }) => id))
  const bad = new Set<ReqifValue>()
  for (const { id, line, typeId, values } of objects.values()) {
    if (!types.has(typeId)) report({ code: 'typeUnknown', line, id, text: typeId })
    for (const value of values) {
      const problem = valueProblem(value, known)
      if (problem === null) continue
      bad.add(value)
      report({ ...problem, line: value.line, id })
    }
  }
  distinct(reqif.specifications, taken, report)
  for (const { id, nodes } of reqif.specifications)
    for (const { objectId, line } of nodes)
      if (!objects.has(objectId)) report({ code: 'objectUnknown', line, id, text: objectId })
  checkRelations(reqif, objects, report)
  problems.sort((some, other) => some.line - other.line)
  return { reqif, attributes: known.attributes, objects, problems, problemCount, bad }
}
