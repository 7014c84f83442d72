import type { ValueChange } from '#schema/api/projects-service/requirements.ts'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Parameter, ParameterValue } from '#schema/entities/parameter.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import { published } from '#schema/rules/access/publication.ts'
import { diffDefinitions, type ParameterDiff } from '#schema/rules/diff/diff-parameters.ts'

type Told = 'document' | 'section' | 'requirement' | 'commitment'
type Any = Record<string, unknown>
/** `published` has the changes of the form that all vendors read; it is absent for answers. */
export interface HistoryDetails {
  label?: string
  whole: ValueChange[]
  published?: ValueChange[]
}

const FIELDS: { readonly [E in Told]: readonly (keyof Row<E> & string)[] } = {
  document: ['name', 'prefix'],
  section: ['name'],
  requirement: ['name', 'vendorHelp', 'evaluatorHelp', 'excluded', 'sectionId', 'sourceId'],
  commitment: ['submitted'],
}
/** Longer texts are cut, because the log keeps them for as long as the project exists. */
const LONGEST = 2_000

/** What the history keeps of a change besides the names of the fields, as JSON text. */
export const historyDetails = <E extends Entity>(
  entity: E,
  before: Row<E> | null,
  after: Row<E> | null,
): string | null => {
  if (!(entity in FIELDS)) return null
  const told = entity as Told
  const label = labelOf((after ?? before) as unknown as Any)
  const details: HistoryDetails = {
    ...(told === 'commitment' ? {} : { label, published: [] }),
    whole: changesOf(told, { before, after, isPublished: false }),
  }
  if (told !== 'commitment' && before !== null && after !== null)
    details.published = changesOf(told, {
      before: published(entity, before),
      after: published(entity, after),
      isPublished: true,
    })
  return JSON.stringify(details)
}

const labelOf = ({ fullId, name }: Any): string => String(fullId ?? name ?? '')

interface Sides {
  before: Row | null
  after: Row | null
  isPublished: boolean
}
const changesOf = (entity: Told, { before, after, isPublished }: Sides): ValueChange[] => {
  if (entity === 'commitment')
    return after === null
      ? []
      : [
          ...valueChanges(
            (before as Commitment | null)?.values ?? {},
            (after as Commitment).values,
          ),
          ...fieldChanges(entity, before ?? { submitted: false }, after),
        ]
  if (before === null || after === null) return []
  const fields = fieldChanges(entity, before, after)
  if (entity !== 'requirement') return fields
  const [old, now] = [before as Row<'requirement'>, after as Row<'requirement'>]
  if (old.definition === now.definition) return fields
  // The published form has hidden fields only for the conditions that read them.
  const parameters = diffDefinitions(old.definition, now.definition).filter(
    (parameter) => !isPublished || (parameter.after ?? parameter.before)?.hidden !== true,
  )
  return [...fields, ...parameters.flatMap(parameterChanges)]
}

const fieldChanges = (entity: Told, before: object, after: object): ValueChange[] => {
  const [old, now] = [before as Any, after as Any]
  return (FIELDS[entity] as readonly string[])
    .filter((field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]))
    .map((field) => ({ field, label: null, before: told(old[field]), after: told(now[field]) }))
}

const valueChanges = (before: Commitment['values'], after: Commitment['values']): ValueChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => (before[key] ?? null) !== (after[key] ?? null))
    .map((key) => ({
      field: `values.${key}`,
      label: null,
      before: told(before[key]),
      after: told(after[key]),
    }))

const HALVES = { contentConfiguration: 'content', suppliersCommitment: 'answer' } as const

const parameterChanges = ({ half, id, status, before, after, changes }: ParameterDiff) => {
  const path = `definition.${HALVES[half]}.${id}`
  const label = (after ?? before)?.name ?? ''
  if (status === 'NEW') return [{ field: `+${path}`, label, before: null, after: told(label) }]
  if (status === 'REMOVED') return [{ field: `-${path}`, label, before: told(label), after: null }]
  return changes.map((name) => ({
    field: `${path}.${name}`,
    label,
    before: told(before?.[name as keyof Parameter]),
    after: told(after?.[name as keyof Parameter]),
  }))
}

/** The value as a person reads it; null if it has no text. */
const told = (value: unknown): ParameterValue => {
  if (typeof value === 'string')
    return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value) && value.every((item) => typeof item?.label === 'string'))
    return told(value.map((item: { label: string }) => item.label).join(', '))
  return typeof value === 'object' && value !== null && 'reason' in value
    ? told(value.reason)
    : null
}
