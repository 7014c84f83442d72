import { Refusal } from '../../refusal.ts'

interface ContactChoice {
  /** The contacts who can act for the vendor. */
  active: readonly number[]
  /** The people chosen; undefined = all active contacts. */
  chosen: readonly number[] | undefined
  hasInvitation: boolean
}

/**
 * Returns the contacts of one added vendor who get access. Throws INVALID_INPUT if there is none,
 * and INPUT_INVALID for a person who is not an active contact. A vendor whose first contact is
 * invited but has not accepted yet is added without access: that contact becomes the primary one.
 */
export function chosenContacts({ active, chosen, hasInvitation }: ContactChoice): number[] {
  const people = [...new Set(chosen ?? active)]
  if (people.some((id) => !active.includes(id)))
    throw new Refusal('INPUT_INVALID', {
      field: 'contacts',
      detail: {
        field: 'contacts',
        problem: 'names a person who is not an active contact of the vendor',
      },
    })
  if (people.length === 0 && !(active.length === 0 && hasInvitation))
    throw new Refusal('INVALID_INPUT', { field: 'contacts' })
  return people
}
