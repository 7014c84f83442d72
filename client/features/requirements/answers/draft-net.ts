import * as v from 'valibot'
import { ParameterValue } from '#schema/entities/parameter.ts'
import { draftKeyOf } from '#client/lib/form-keys.ts'
import { vendorViewOf } from '#client/lib/vendor-view.ts'
import { currentSession } from '#client/lib/session.ts'
import { storeText } from '#client/lib/store-text.ts'

/**
 * Keeps the text of open editors in localStorage at every keystroke until IndexedDB has it: only a
 * synchronous store survives a tab killed in mid-word. An entry is dropped once its edit is
 * durable; the next visit saves leftover entries.
 */
export type DraftKind = 'answer' | 'requirement'
/** `over` is the field's value when typing began. */
const Typed = v.object({ value: ParameterValue, over: ParameterValue })
const Fields = v.record(v.string(), Typed)
export type TypedText = v.InferOutput<typeof Typed>
export interface KeptDraft {
  kind: DraftKind
  id: string
  fields: Record<string, TypedText>
}

interface DraftPlace {
  projectId: string
  kind: DraftKind
  /** Id of the requirement. */
  id: string
}
interface DraftField extends DraftPlace {
  field: string
}

const prefixOf = (projectId: string): string => draftKeyOf(currentSession(), projectId)
const keyOf = ({ projectId, kind, id }: DraftPlace): string => `${prefixOf(projectId)}${kind}/${id}`

/** Keeps a field's text. `over` stays as set by the first keystroke. */
export function keepDraft({ field, ...place }: DraftField, { value, over }: TypedText): void {
  if (vendorViewOf(place.projectId) !== null) return
  const key = keyOf(place)
  const fields = readFields(key)
  storeText(
    key,
    JSON.stringify({ ...fields, [field]: { value, over: fields[field]?.over ?? over } }),
  )
}

/**
 * Drops fields whose values are durable. A field with newer text stays, and the saved value becomes
 * its `over`.
 */
export function dropDraft(place: DraftPlace, saved: Record<string, ParameterValue>): void {
  const key = keyOf(place)
  const left = Object.entries(readFields(key)).flatMap(([field, typed]) => {
    const now = saved[field]
    if (now === undefined) return [[field, typed] as const]
    return now === typed.value ? [] : [[field, { ...typed, over: now }] as const]
  })
  if (left.length === 0) localStorage.removeItem(key)
  else storeText(key, JSON.stringify(Object.fromEntries(left)))
}

/** Forgets a field that the person cancelled. */
export function forgetDraft({ field, ...place }: DraftField): void {
  const kept = readFields(keyOf(place))[field]
  if (kept !== undefined) dropDraft(place, { [field]: kept.value })
}

export function keptDrafts(projectId: string): KeptDraft[] {
  const prefix = prefixOf(projectId)
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const [kind, id] = key.slice(prefix.length).split('/')
      const fields = readFields(key)
      return (kind === 'answer' || kind === 'requirement') &&
        id !== undefined &&
        Object.keys(fields).length > 0
        ? [{ kind, id, fields }]
        : []
    })
}

const isSame = (one: ParameterValue, other: ParameterValue): boolean =>
  (one ?? '') === (other ?? '')

/**
 * Whether the stored value is still the one that was typed over, or the text itself: saving then
 * overwrites nothing newer.
 */
export const isStillOver = ({ value, over }: TypedText, stands: ParameterValue): boolean =>
  isSame(stands, over) || isSame(stands, value)

function readFields(key: string): Record<string, TypedText> {
  try {
    const parsed = v.safeParse(Fields, JSON.parse(localStorage.getItem(key) ?? '{}'))
    return parsed.success ? parsed.output : {}
  } catch {
    return {}
  }
}
