import type { VendorPart } from '../../entities/vendor-part.ts'
import type { ProjectActor } from '../../mutations/mutation.ts'

type Contact = Pick<ProjectActor, 'userId' | 'relation' | 'permissions'>

/** Whether the contact gives parts to colleagues: the primary contact of the vendor does. */
export const managesParts = ({ relation, permissions }: Contact): boolean =>
  relation === 'vendor' && permissions.includes('VENDOR_CONTACT_MANAGE')

export const mayMarkReady = (actor: Contact, part: Pick<VendorPart, 'userId'>): boolean =>
  managesParts(actor) || part.userId === actor.userId

/**
 * Whether the contact may submit answers of a document.
 * @param part the vendor's part for the whole document; undefined = there is none
 */
export const maySubmitPart = (
  actor: Contact,
  part: Pick<VendorPart, 'needsApproval' | 'submitters'> | undefined,
): boolean =>
  part?.needsApproval !== true || managesParts(actor) || part.submitters.includes(actor.userId)
