import { redirect } from '@tanstack/react-router'
import { noteLostAddress } from '../lib/lost-address.ts'
import { localPath } from '../lib/local-path.ts'
import { currentSession } from '../lib/session.ts'

/** Where a person starts: vendor contacts have an area of their own. */
export const homeOf = (): '/dashboard' | '/vendor/dashboard/projects' =>
  currentSession()?.vendorId == null ? '/dashboard' : '/vendor/dashboard/projects'

/** Signed in, or off to the sign-in page and back afterwards. */
export const requireSession = ({ location }: { location: { href: string } }): void => {
  if (currentSession() === null)
    throw redirect({
      to: '/login',
      search: location.href === '/' ? {} : { redirect: location.href },
    })
}

/** What a guard gets from the router; a page that is only preloaded shows no toast. */
interface Visit {
  location: { pathname: string }
  preload: boolean
}
/** They lead on wherever a person starts. */
const STARTS: ReadonlySet<string> = new Set([
  '/',
  '/dashboard',
  '/vendor',
  '/vendor/dashboard',
  '/vendor/dashboard/projects',
])

/** Off to where the person starts, which says that they could not come here. */
export const leaveFor = (
  home: ReturnType<typeof homeOf>,
  { location: { pathname }, preload }: Visit,
): never => {
  if (!preload && !STARTS.has(pathname)) noteLostAddress(pathname)
  throw redirect({ to: home, replace: true })
}

export const requireRequestor = (visit: Visit): void => {
  if (currentSession()?.vendorId != null) leaveFor('/vendor/dashboard/projects', visit)
}

export const requireVendor = (visit: Visit): void => {
  if (currentSession()?.vendorId == null) leaveFor('/dashboard', visit)
}

/** For system administrators; others are sent home. */
export const requireSystemAdmin = (visit: Visit): void => {
  if (currentSession()?.permissions.includes('SYSTEM_ADMIN') !== true) leaveFor(homeOf(), visit)
}

/** Who is signed in already has no business there. */
export const requireNobody = (): void => {
  if (currentSession() !== null) throw redirect({ href: homeOf(), replace: true })
}

export interface SignInSearch {
  redirect?: string | undefined
}
/**
 * Where a person was going before they had to sign in. The router lays the returned keys over the
 * address: a key that is left out keeps its value.
 */
export const signInSearch = (search: Record<string, unknown>): SignInSearch => ({
  redirect: localPath(search.redirect),
})

/**
 * What stood behind the # goes along: the token of an invitation, which must not become a part of
 * what servers see.
 */
export const afterSignIn = (search: SignInSearch): string => {
  const target = localPath(search.redirect)
  return target === undefined ? homeOf() : `${target}${window.location.hash}`
}
