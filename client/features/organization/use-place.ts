import { useSession } from '../../lib/session.ts'

export interface PlaceRights { invite: boolean; manage: boolean; roles: boolean; block: boolean; isVendor: boolean }

/** What the person may do with the people of a place. The server decides; this only hides what it would refuse. */
export const usePlaceRights = (organizationId: number, isVendor: boolean): PlaceRights => {
  const session = useSession()
  const may = (permission: NonNullable<typeof session>['permissions'][number]) => session?.permissions.includes(permission) ?? false
  const isSystem = may('SYSTEM_ADMIN')
  if (isVendor) return { invite: may('VENDOR_CONTACT_INVITE'), manage: may('VENDOR_CONTACT_MANAGE'), roles: may('VENDOR_CONTACT_MANAGE'), block: may('VENDOR_CONTACT_MANAGE'), isVendor }
  const isHere = session?.organizationId === organizationId || isSystem
  return { invite: isHere && may('INVITE_CREATE'), manage: isHere && may('MEMBER_ADMIN'), roles: isHere && may('ORG_ROLE_ASSIGN'), block: isHere && may('ACCOUNT_DISABLE'), isVendor }
}
