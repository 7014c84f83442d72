import type * as v from 'valibot'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { ALPHA_ALL, type Name } from './cast.ts'
import type { Attempt, Ids } from './matrix-row.ts'

/** The parts of a valibot schema that the walk reads. */
interface Shape {
  readonly type: string
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly item?: v.GenericSchema
  readonly wrapped?: v.GenericSchema
  readonly pipe?: readonly v.GenericSchema[]
}
type Value = string | number
/** Owners of the foreign ids that replace the right id. */
export const STRANGERS = ['otherOrganization', 'otherVendor', 'deleted'] as const
export type Stranger = (typeof STRANGERS)[number]

interface IdField {
  /** Path of the field, such as `body.users[].userId`. */
  readonly path: string
  readonly isNumber: boolean
}
/** Names of fields that hold an id or a list of ids. */
const NAMES_ID = /^(id|after|ids|reqIds|.+Id|.+Ids)$/
/**
 * Ids that name no row of the database: those of another system, a field of a form, a server and a
 * device.
 */
const NAMES_NO_ROW = /^(sourceId|parameterId|serverId|clientId)$/

const unwrapped = (schema: v.GenericSchema): Shape => {
  const shape = schema as unknown as Shape
  return shape.wrapped === undefined ? shape : unwrapped(shape.wrapped)
}
const idFieldsOf = (schema: v.GenericSchema, path: string): IdField[] => {
  const { type, entries, item } = unwrapped(schema)
  if (item !== undefined) return idFieldsOf(item, `${path}[]`)
  if (entries !== undefined)
    return Object.entries(entries).flatMap(([key, inner]) => idFieldsOf(inner, `${path}.${key}`))
  const name = path.split('.').at(-1)?.replace('[]', '') ?? ''
  // A numeric `after` is a position in a list, not an id.
  if (name === 'after' && type === 'number') return []
  return NAMES_ID.test(name) && !NAMES_NO_ROW.test(name) && /string|number/.test(type)
    ? [{ path, isNumber: type === 'number' }]
    : []
}
/** Every id field in path and body of the call, required or optional. */
export const idFields = ({ params, body }: Endpoint): IdField[] => [
  ...(params === undefined ? [] : idFieldsOf(params, 'params')),
  ...(body === undefined ? [] : idFieldsOf(body, 'body')),
]

/** Whether a numeric id names a person, rather than an organization or vendor. */
const isPerson = (path: string, row: Endpoint): boolean =>
  /(userIds?|ownerId|ownerData\.id)$/i.test(path.replaceAll('[]', '')) ||
  /change-owner|documents\/\{id\}\/members|\/users\/|\/profiles?\/|sessions|users-service\/invitations/.test(
    row.path,
  )
const ROW_IDS: Readonly<Record<string, string>> = {
  projectId: 'vproject',
  packageId: 'vp1',
  packageIds: 'vp1',
  documentId: 'vd1',
  documentIds: 'vd1',
  docId: 'vd1',
  sectionId: 'vs1',
  requirementId: 'vr1',
  ids: 'vr1',
  reqIds: 'vr1',
  releaseId: 'vrel1',
}
const valueFor = (
  stranger: Stranger,
  { path, isNumber }: IdField,
  { row, former, ids }: { row: Endpoint; former: Value | undefined; ids: Ids },
): Value | null => {
  const isOfNumber = isNumber || typeof former === 'number'
  if (stranger === 'deleted') return isOfNumber ? 999_999 : 'gone'
  if (isOfNumber) {
    const isOfPerson = isPerson(path, row)
    if (stranger === 'otherVendor')
      return isOfPerson ? ids.users['beta-contact'] : ids.companies.beta
    const isVendor = /vendor/i.test(path) || former === ids.companies.alpha
    return isOfPerson
      ? ids.users['village-owner']
      : isVendor
        ? ids.companies.delta
        : ids.companies.village
  }
  const { alpha, beta, delta } = ids.companies
  const text = former === undefined ? '' : String(former)
  if (stranger === 'otherVendor')
    return text.endsWith(`.${alpha}`) ? text.replace(/\d+$/, String(beta)) : null
  if (text.endsWith(`.${alpha}`)) return `v${text.replace(/\d+$/, String(delta))}`
  if (/^(project|p[12]|d[12]|s[12]|r[123]|rel[01])$/.test(text)) return `v${text}`
  if (text !== '') return null
  return ROW_IDS[path.split('.').at(-1)?.replace('[]', '') ?? ''] ?? null
}

/** The first value at the path; undefined where there is none. */
const read = (value: unknown, steps: readonly string[]): unknown => {
  const [step, ...rest] = steps
  if (step === undefined) return value
  if (step === '[]') return Array.isArray(value) ? read(value[0], rest) : undefined
  return typeof value === 'object' && value !== null
    ? read((value as Record<string, unknown>)[step], rest)
    : undefined
}
/** A copy with the first value at the path replaced; null if the copy has no such place. */
const write = (value: unknown, steps: readonly string[], id: Value): unknown => {
  const [step, ...rest] = steps
  if (step === undefined) return id
  if (step === '[]') {
    if (rest.length === 0) return [id, ...(Array.isArray(value) ? value.slice(1) : [])]
    if (!Array.isArray(value) || value.length === 0) return null
    const first = write(value[0], rest, id)
    return first === null ? null : [first, ...value.slice(1)]
  }
  if (rest.length > 0 && (value as Record<string, unknown> | undefined)?.[step] === undefined)
    if (rest[0] !== '[]' || rest.length > 1) return null
  const inner = write((value as Record<string, unknown> | undefined)?.[step], rest, id)
  return inner === null ? null : { ...(value as object), [step]: inner }
}
const stepsOf = (path: string): string[] => path.replaceAll('[]', '.[]').split('.').slice(1)

export interface Replaced {
  /** Description of the replacement, such as `body.userIds[] deleted`. */
  readonly what: string
  readonly attempt: Attempt
}
/** The attempt several times, each time with one of its ids replaced by a foreign one. */
export const replacements = (
  row: Endpoint,
  attempt: Attempt,
  { me, ids }: { me: Name; ids: Ids },
): Replaced[] =>
  idFields(row).flatMap((field) => {
    const part = field.path.startsWith('params') ? 'params' : 'body'
    const steps = stepsOf(field.path)
    const former = read(attempt[part], steps) as Value | undefined
    return STRANGERS.flatMap((stranger) => {
      // To the requestor, no vendor of the project is foreign.
      if (stranger === 'otherVendor' && !ALPHA_ALL.includes(me)) return []
      const id = valueFor(stranger, field, { row, former, ids })
      if (id === null || id === former) return []
      const changed = write(attempt[part] ?? {}, steps, id)
      return changed === null
        ? []
        : [
            {
              what: `${field.path} ${stranger}`,
              attempt: { ...attempt, [part]: changed as Record<string, Value> },
            },
          ]
    })
  })
