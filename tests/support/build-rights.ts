import type { ProjectStanding, Rights } from '#server/backup/rights.ts'

/** Midnight after 28 February 2030, before all deadlines of these builders but those given. */
export const RIGHTS_NOW = Date.parse('2030-03-01T00:00:00Z')
const DAY_MS = 86_400_000

type Of<M> = M extends ReadonlyMap<unknown, infer V> ? V : never
export const buildPerson = (
  username: string,
  more: Partial<Of<Rights['people']>> = {},
): Of<Rights['people']> => ({
  username,
  uuid: `uuid of ${username}`,
  isDeleted: false,
  isBlocked: false,
  email: `${username}@city.example`,
  password: 'first',
  passwordSetOn: 0,
  hasSecondFactor: false,
  unusedCodes: [],
  usedCodes: [],
  ...more,
})
export const buildCompany = (
  name: string,
  more: Partial<Of<Rights['organizations']>> = {},
): Of<Rights['organizations']> => ({
  name,
  isActive: true,
  requiresSecondFactor: false,
  approvesContacts: false,
  ...more,
})

/** A deadline that ends with this day in UTC. */
export const until = (date: string) => ({
  deadline: { date, zone: 'UTC' },
  deadlineAt: Date.parse(`${date}T00:00:00Z`) + DAY_MS,
})
export const WITHOUT_DEADLINE = { deadline: null, deadlineAt: null }
/** A published project that person 1 owns and vendors answer until 10 March 2030. */
export const buildStanding = (
  name: string,
  more: Partial<ProjectStanding> = {},
): ProjectStanding => ({
  name,
  state: 'PUBLISHED',
  ownerId: 1,
  ...until('2030-03-10'),
  isOpen: false,
  ...more,
})

/**
 * Two projects of the same people and vendors, so that a change of one has a witness in the other:
 * Bridge (p) and Tunnel (q), Anna (1) and Boris (2), the vendors Alpha (8) and Beta (9).
 */
export const buildRights = (more: Partial<Rights> = {}): Rights => ({
  people: new Map([
    [1, buildPerson('anna')],
    [2, buildPerson('boris')],
  ]),
  organizations: new Map([
    [8, buildCompany('Alpha')],
    [9, buildCompany('Beta')],
  ]),
  memberships: new Map(),
  projects: new Map([
    ['p', buildStanding('Bridge')],
    ['q', buildStanding('Tunnel')],
  ]),
  members: new Map([
    ['p 1', ['author', 'reviewer']],
    ['p 2', ['author', 'reviewer']],
    ['q 1', ['author', 'reviewer']],
  ]),
  vendors: new Set(['p 8', 'p 9', 'q 8']),
  grants: new Map([
    ['p 8 2', ['k1', 'k2']],
    ['p 9 2', ['k1', 'k2']],
    ['q 8 2', ['k1', 'k2']],
  ]),
  invitations: new Map(),
  ...more,
})

/** The map with other values under some keys; undefined removes the key. */
export const changedMap = <K, V>(
  map: ReadonlyMap<K, V>,
  ...changes: readonly (readonly [K, V | undefined])[]
): Map<K, V> => {
  const all = new Map(map)
  for (const [key, value] of changes)
    if (value === undefined) all.delete(key)
    else all.set(key, value)
  return all
}
