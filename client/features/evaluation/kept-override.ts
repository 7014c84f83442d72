import * as v from 'valibot'
import { overrideId } from '#schema/entities/commitment.ts'
import { keptForm } from '#client/lib/kept-form.ts'

const Kept = v.strictObject({
  mode: v.picklist(['set', 'remove']),
  value: v.union([v.number(), v.string()]),
  reason: v.string(),
})
type KeptOverride = v.InferOutput<typeof Kept>
export type OverrideMode = KeptOverride['mode']

interface Cell {
  requirementId: string
  vendorId: number
  parameterId: string
}

/** Name under which the form of an override is kept until it is sent or cancelled. */
export const overrideFormOf = ({ requirementId, vendorId, parameterId }: Cell): string =>
  `override/${overrideId(requirementId, vendorId, parameterId)}`

/**
 * The kept values of an unsent override form; null if there are none or they belong to the other
 * mode.
 */
export const keptOverride = (name: string, mode?: OverrideMode): KeptOverride | null => {
  const kept = keptForm(name, Kept)
  return mode === undefined || kept?.mode === mode ? kept : null
}
