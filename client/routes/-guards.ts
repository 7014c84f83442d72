import { redirect } from '@tanstack/react-router'
import { noteLostAddress } from '../lib/lost-address.ts'
import { localPath } from '../lib/local-path.ts'
import { currentSession } from '../lib/session.ts'

/** The start page of the person; vendor contacts have their own area. */
export const homeOf = (): '/dashboard' | '/vendor/dashboard/projects' =>
  currentSession()?.vendorId == null ? '/dashboard' : '/vendor/dashboard/projects'

/** Redirects to the sign-in page, and back after signing in, unless the person is signed in. */
export const requireSession = ({ location }: { location: { href: string } }): void => {
  if (currentSession() === null)
    throw redirect({
      to: '/login',
      search: location.href === '/' ? {} : { redirect: location.href },
    })
}

/** What the router passes to a guard. No message is recorded for a page that is only preloaded. */
interface Visit {
  location: { pathname: string }
  preload: boolean
}
/** Redirects to the start page, which says that the address could not be opened. */
export const leaveFor = (
  home: ReturnType<typeof homeOf>,
  { location: { pathname }, preload }: Visit,
): never => {
  if (!preload) noteLostAddress(pathname)
  throw redirect({ to: home, replace: true })
}

export const requireRequestor = (visit: Visit): void => {
  if (currentSession()?.vendorId != null) leaveFor('/vendor/dashboard/projects', visit)
}

export const requireVendor = (visit: Visit): void => {
  if (currentSession()?.vendorId == null) leaveFor('/dashboard', visit)
}

/** Only for system administrators; others are redirected. */
export const requireSystemAdmin = (visit: Visit): void => {
  if (currentSession()?.permissions.includes('SYSTEM_ADMIN') !== true) leaveFor(homeOf(), visit)
}

/** Only for people who are not signed in; others are redirected. */
export const requireNobody = (): void => {
  if (currentSession() !== null) throw redirect({ href: homeOf(), replace: true })
}

export interface SignInSearch {
  redirect?: string | undefined
}
/**
 * The address to open after signing in. The key is always set: the router merges the result into
 * the address, where a missing key keeps its value.
 */
export const signInSearch = (search: Record<string, unknown>): SignInSearch => ({
  redirect: localPath(search.redirect),
})

/**
 * The page to open after signing in, with the current fragment: it can hold the token of an
 * invitation, which must not be sent to a server.
 */
export const afterSignIn = (search: SignInSearch): string => {
  const target = localPath(search.redirect)
  return target === undefined ? homeOf() : `${target}${window.location.hash}`
}
