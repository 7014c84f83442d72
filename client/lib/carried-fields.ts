import type { PushMutation } from '#schema/api/sync.ts'
import { sameValue, settleField } from '#schema/rules/answers/merge.ts'

/** What becomes of a carried value when it meets the rows of this device, as in a sync. */
export type CarriedFate = 'new' | 'same' | 'conflict'

/** One field of an answer that a colleague wrote. */
export interface CarriedField {
  requirementId: string
  /** `<entity>/<id>#<field>` */
  key: string
  field: string
  mine: unknown
  current: unknown
  fate: CarriedFate
}

const ANSWER = /^commitment\/([^.#]+)\.[^#]*#values\.(.+)$/

interface AnswerArgs {
  requirementId?: string
  values?: Record<string, unknown>
  items?: { requirementId?: string; values?: Record<string, unknown> }[]
}

/** The answers that an edit writes, one or many. */
const answersOf = ({ args }: Pick<PushMutation, 'args'>): NonNullable<AnswerArgs['items']> => {
  const { items, requirementId, values } = (args ?? {}) as AnswerArgs
  return (
    items ?? (requirementId === undefined ? [] : [{ requirementId, ...(values && { values }) }])
  )
}

/** The ids of the requirements that an edit answers. */
export const carriedRequirements = (mutation: Pick<PushMutation, 'args'>): string[] =>
  answersOf(mutation).flatMap(({ requirementId }) => requirementId ?? [])

/**
 * Merges the answers of carried edits field by field over the rows of this device, one edit after
 * another, by the rule of a sync.
 * @param currentOf the value that this device shows for a field now
 * @returns the last value of each field, in the order of the edits
 */
export const mergeCarried = (
  mutations: readonly PushMutation[],
  currentOf: (requirementId: string, name: string) => unknown,
): CarriedField[] => {
  const fields = new Map<string, CarriedField>()
  const shown = new Map<string, unknown>()
  for (const mutation of mutations)
    for (const [key, seen] of Object.entries(mutation.base)) {
      const [, requirementId, name] = ANSWER.exec(key) ?? []
      if (requirementId === undefined || name === undefined) continue
      const answer = answersOf(mutation).find((one) => one.requirementId === requirementId)
      const mine = answer?.values?.[name]
      if (mine === undefined) continue
      const current = currentOf(requirementId, name)
      const merged = shown.has(key) ? shown.get(key) : current
      const settled = settleField({ base: seen, current: merged, mine })
      if (settled === 'take') shown.set(key, mine)
      const fate =
        settled === 'conflict'
          ? 'conflict'
          : sameValue(current, mine) || settled === 'keep'
            ? 'same'
            : 'new'
      fields.set(key, {
        requirementId,
        key,
        field: `values.${name}`,
        mine,
        current,
        fate,
      })
    }
  return [...fields.values()]
}
