import { importMappings } from '#schema/api/users-service/import-mappings.ts'
import type { NamedMapping } from '#schema/entities/import-mapping.ts'
import { Refusal } from '#schema/refusal.ts'
import { callsOf } from '../../../lib/api.ts'
import { keepSetting, readSetting } from '../../../lib/local-settings.ts'
import { newId } from '../../../lib/new-id.ts'
import { asOwnCopy, type MappingChange } from './kept-mappings.ts'

const api = callsOf(importMappings)

export const NO_MAPPINGS: readonly NamedMapping[] = []
export const NO_CHANGES: readonly MappingChange[] = []
export const mappingsKey = (organizationId: number): string => `importMappings.${organizationId}`
export const changesKey = (organizationId: number): string =>
  `importMappings.${organizationId}.unsent`

export const readChanges = (organizationId: number): readonly MappingChange[] =>
  readSetting(changesKey(organizationId), NO_CHANGES)

/** @returns false = only until the page is closed, because the device has no room */
export const keepChanges = (organizationId: number, unsent: readonly MappingChange[]): boolean =>
  keepSetting(changesKey(organizationId), unsent.length === 0 ? null : unsent)

const isSame = (one: MappingChange, other: MappingChange): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Replaces a sent change by what is left to do; a change made since then stays. */
const settle = (
  organizationId: number,
  sent: MappingChange,
  { left, seen }: { left: MappingChange | null; seen?: number },
): void => {
  const next = readChanges(organizationId).flatMap((change): MappingChange[] => {
    if (isSame(change, sent)) return left === null ? [] : [left]
    const isLater = change.id === sent.id && seen !== undefined
    return [isLater ? { ...change, updatedOn: seen } : change]
  })
  keepChanges(organizationId, next)
}

const send = async (
  organizationId: number,
  { id, updatedOn, saved }: MappingChange,
): Promise<NamedMapping | null> => {
  const params = { id: String(organizationId) }
  if (saved === null) {
    await api.delete({ params, body: { id } })
    return null
  }
  return updatedOn === null
    ? await api.create({ params, body: { id, ...saved } })
    : await api.update({ params, body: { id, ...saved, updatedOn } })
}

/** The change of a colleague came first, or the mapping is no longer the person's to change. */
const LOST: ReadonlySet<string> = new Set(['requirement.stale', 'NOT_FOUND', 'NOT_ALLOWED'])

export interface Sending {
  /** A change became a mapping of the person's own, because of a colleague's change. */
  onCopied: (name: string) => void
  /** The server refused a change for the first time; it stays on this device. */
  onRefused: (refusal: Refusal) => void
}

const sendOne = async (
  organizationId: number,
  change: MappingChange,
  { onCopied, onRefused }: Sending,
): Promise<void> => {
  try {
    const reply = await send(organizationId, change)
    settle(organizationId, change, {
      left: null,
      ...(reply === null ? {} : { seen: reply.updatedOn }),
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const isOfKnown = change.updatedOn !== null
    if (isOfKnown && LOST.has(error.code)) {
      const copy = asOwnCopy(change, newId())
      settle(organizationId, change, { left: copy })
      if (copy?.saved) onCopied(copy.saved.name)
      else if (error.code !== 'NOT_FOUND') onRefused(error)
      return
    }
    settle(organizationId, change, { left: { ...change, isRefused: true } })
    if (change.isRefused !== true) onRefused(error)
  }
}

/**
 * Sends the unsent changes, each once, and reads the mappings of the organization. A refused change
 * stays on the device and is tried again with the next call.
 */
export const synchronizeMappings = async (
  organizationId: number,
  sending: Sending,
): Promise<void> => {
  const tried = new Set<string>()
  for (
    let change = readChanges(organizationId)[0];
    change !== undefined;
    change = readChanges(organizationId).find(({ id }) => !tried.has(id))
  ) {
    tried.add(change.id)
    await sendOne(organizationId, change, sending)
  }
  const mappings = await api.list({ params: { id: String(organizationId) } })
  keepSetting(mappingsKey(organizationId), mappings)
}
