import { invitations } from '#schema/api/users-service/registration.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import { callsOf } from './api.ts'
import { mailLanguage } from './language.ts'
import { OfflineError } from './offline-error.ts'

const calls = callsOf(invitations)

export interface InvitedAs {
  roles: readonly RoleId[]
  isPrimaryContact: boolean
}
export interface Invitees {
  organizationId: number
  addresses: readonly string[]
  /** What the next person is invited as, given how many were invited before. */
  asPerson: (invitedBefore: number) => InvitedAs
}
export interface InvitationResult {
  invited: string[]
  /** Addresses that no invitation was sent to, and why. */
  refused: { address: string; error: unknown }[]
}

/** A vendor without a primary contact gets one with the first person who is invited. */
export const asContact =
  (hasPrimary: boolean) =>
  (invitedBefore: number): InvitedAs => {
    const isPrimaryContact = !hasPrimary && invitedBefore === 0
    return {
      isPrimaryContact,
      roles: [isPrimaryContact ? 'role-vendor-primary-contact' : 'role-vendor-contact'],
    }
  }

/**
 * Invites one address after the other; a refusal of one does not stop the rest, a lost connection
 * does.
 */
export const invitePeople = async ({
  organizationId,
  addresses,
  asPerson,
}: Invitees): Promise<InvitationResult> => {
  const result: InvitationResult = { invited: [], refused: [] }
  let lost: OfflineError | null = null
  for (const email of addresses) {
    if (lost !== null) {
      result.refused.push({ address: email, error: lost })
      continue
    }
    const { roles, isPrimaryContact } = asPerson(result.invited.length)
    try {
      await calls.invite({
        body: {
          email,
          organizationId,
          roles: [...roles],
          isPrimaryContact,
          language: mailLanguage(),
        },
      })
      result.invited.push(email)
    } catch (error) {
      if (error instanceof OfflineError) lost = error
      result.refused.push({ address: email, error })
    }
  }
  return result
}
