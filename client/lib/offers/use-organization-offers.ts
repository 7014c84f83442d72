import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ListedUser } from '#schema/api/users-service/administration.ts'
import type { Member } from '#schema/api/users-service/members.ts'
import type { VendorSummary } from '#schema/api/users-service/vendors.ts'
import { useSession } from '../session.ts'
import {
  isExplained,
  MEMBER_OFFERS,
  type MemberOffer,
  type Obstacle,
  personOf,
  PLACE_OFFERS,
  type PlaceOffer,
  organizationPlaceOf,
  USER_OFFERS,
  type UserOffer,
  VENDOR_OFFERS,
  type VendorOffer,
} from './organization-offers.ts'

/** Null = not shown to this person. `reason` says why it is disabled; `reason` null = enabled. */
export type Offer = { reason: string | null } | null

const WORDS: { readonly [O in Obstacle]?: MessageDescriptor } = {
  contacts: msg`Remove its contacts first.`,
  projects: msg`It takes part in projects, which keep its answers.`,
  ownProjects: msg`Delete its projects first.`,
  vendors: msg`Delete its vendors first.`,
  lastAdministrator: msg`You are its only administrator. Make a colleague administrator first.`,
  otherAdministrator: msg`This is the only administrator. Give the role to another person first.`,
  yourProjects: msg`Hand over or archive your projects first.`,
  ownInvitation: msg`You invited this contact. Another person has to approve them.`,
  theirProjects: msg`Hand over or archive the projects of this person first.`,
  primaryContact: msg`Make another contact the primary one first.`,
}
export const offerOf = (obstacle: Obstacle | null): Offer => {
  if (obstacle === null) return { reason: null }
  const words = isExplained(obstacle) ? WORDS[obstacle] : undefined
  return words === undefined ? null : { reason: i18n._(words) }
}

/** What the person may do with a member of an organization or vendor. */
export const useMemberOffers = (organizationId: number, isVendor: boolean) => {
  const session = useSession()
  return (offer: MemberOffer, member: Member, isAlone: boolean): Offer => {
    if (session === null) return null
    const person = personOf(session)
    const place = organizationPlaceOf(person, organizationId, isVendor)
    return offerOf(MEMBER_OFFERS[offer]({ person, place, member, isAlone }))
  }
}

export const useVendorOffers = () => {
  const session = useSession()
  return (offer: VendorOffer, vendor: VendorSummary): Offer =>
    session === null ? null : offerOf(VENDOR_OFFERS[offer]({ person: personOf(session), vendor }))
}

/** What the person may do in an organization or vendor as a whole. */
export const usePlaceOffers = (organizationId: number, isVendor: boolean) => {
  const session = useSession()
  return (offer: PlaceOffer): boolean => {
    if (session === null) return false
    const person = personOf(session)
    return (
      PLACE_OFFERS[offer]({
        person,
        place: organizationPlaceOf(person, organizationId, isVendor),
      }) === null
    )
  }
}

export const useUserOffers = () => {
  const session = useSession()
  return (offer: UserOffer, user: ListedUser): Offer =>
    session === null ? null : offerOf(USER_OFFERS[offer]({ person: personOf(session), user }))
}
