import { codeText } from '../../ui/feedback/refusal-text.ts'
import type { FieldError } from '../../ui/fields/error-summary.tsx'

export interface OfferedVendor {
  value: number
  label: string
  contacts: number
  /** The contacts who can get access. */
  people: readonly { userId: number; name: string; isPrimaryContact: boolean }[]
  primaryContact: string | null
  /** Number of invitations not accepted yet. */
  invited: number
}

/** Vendor → the contacts who get access. */
export type ChosenVendors = ReadonlyMap<number, readonly number[]>

export const vendorFieldId = (vendorId: number): string => `vendor-${vendorId}`

/** Every vendor needs a contact: one of its active ones, or the first one, already invited. */
export const missingContacts = (
  offered: readonly OfferedVendor[],
  chosen: ChosenVendors,
): FieldError[] => {
  const [first] = offered
  const text = codeText('INVALID_INPUT')
  if (chosen.size === 0)
    return [{ inputId: first === undefined ? null : vendorFieldId(first.value), text }]
  return offered
    .filter(({ value, people, invited }) => {
      const userIds = chosen.get(value)
      return userIds?.length === 0 && !(people.length === 0 && invited > 0)
    })
    .map(({ value, label }) => ({ inputId: vendorFieldId(value), text: `${label}: ${text}` }))
}

/** Names the contacts of each vendor that has some; the server checks a vendor without any. */
export const chosenBody = (offered: readonly OfferedVendor[], chosen: ChosenVendors) => ({
  vendorIds: [...chosen.keys()],
  contacts: offered.flatMap(({ value: vendorId, people }) => {
    const userIds = chosen.get(vendorId)
    return userIds === undefined || people.length === 0 ? [] : [{ vendorId, userIds: [...userIds] }]
  }),
})
