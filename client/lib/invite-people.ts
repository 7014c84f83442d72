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
  /** The roles of the next person, by the number of people invited so far. */
  asPerson: (invitedBefore: number) => InvitedAs
}
export interface InvitationResult {
  invited: string[]
  /** Addresses to which no invitation was sent, and why. */
  refused: { address: string; error: unknown }[]
}

/** The first person invited to a vendor without a primary contact becomes its primary contact. */
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
 * Invites the addresses one by one. A refusal of one does not stop the rest; a lost connection
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
