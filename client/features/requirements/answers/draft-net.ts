import * as v from 'valibot'
import { ParameterValue } from '#schema/entities/parameter.ts'
import { draftKeyOf } from '#client/lib/form-keys.ts'
import { currentSession } from '#client/lib/session.ts'

/**
 * What stands in an open editor and is not in IndexedDB yet, kept synchronously at every keystroke:
 * the one store that survives a tab that is killed in the middle of a word. An entry goes as soon
 * as the edit is durable; one that is left over is saved at the next visit.
 */
export type DraftKind = 'answer' | 'requirement'
/** `over` is what stood there when the typing began. */
const Typed = v.object({ value: ParameterValue, over: ParameterValue })
const Fields = v.record(v.string(), Typed)
export type TypedText = v.InferOutput<typeof Typed>
export interface KeptDraft {
  kind: DraftKind
  id: string
  fields: Record<string, TypedText>
}

const prefixOf = (projectId: string): string => draftKeyOf(currentSession(), projectId)

export function keepDraft(
  projectId: string,
  kind: DraftKind,
  id: string,
  field: string,
  { value, over }: TypedText,
): void {
  const key = `${prefixOf(projectId)}${kind}/${id}`
  const fields = readFields(key)
  localStorage.setItem(
    key,
    JSON.stringify({ ...fields, [field]: { value, over: fields[field]?.over ?? over } }),
  )
}

/**
 * Forgets fields that have become durable; a field typed further since then stays, typed over what
 * was saved.
 */
export function dropDraft(
  projectId: string,
  kind: DraftKind,
  id: string,
  saved: Record<string, ParameterValue>,
): void {
  const key = `${prefixOf(projectId)}${kind}/${id}`
  const left = Object.entries(readFields(key)).flatMap(([field, typed]) => {
    const now = saved[field]
    if (now === undefined) return [[field, typed] as const]
    return now === typed.value ? [] : [[field, { ...typed, over: now }] as const]
  })
  if (left.length === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify(Object.fromEntries(left)))
}

/** Forgets a field that the person cancelled. */
export function forgetDraft(projectId: string, kind: DraftKind, id: string, field: string): void {
  const kept = readFields(`${prefixOf(projectId)}${kind}/${id}`)[field]
  if (kept !== undefined) dropDraft(projectId, kind, id, { [field]: kept.value })
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
 * Whether what stands there now is what the text was typed over, or the text itself: then saving it
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
