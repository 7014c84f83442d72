import * as v from 'valibot'
import type { ProjectActor } from '../../mutations/mutation.ts'
import { LOG_KINDS, type LogKind, type LogReaders } from '../../tables/log-kinds.ts'
import { canonicalJson, type Json } from '../answers/canonical-json.ts'

/** `team` = the requestors' chain; `v<vendorId>` = the chain of one vendor. */
export type ChainAudience = 'team' | `v${number}`
export const vendorAudience = (vendorId: number): ChainAudience => `v${vendorId}`

/** The `prev` of the first entry, which has no predecessor to hash. */
export const FIRST_PREV = '0'.repeat(64)

/** One entry as its readers see it. `detail` is the parsed canonical JSON of the stored entry. */
export interface OpenEntry {
  serial: number
  /** The server's time, in ms since the epoch. */
  at: number
  /** Null = the system, or in a vendor's chain a requestor whose name is hidden. */
  actorId: number | null
  kind: string
  detail: Json
  /** Random, so that the content cannot be guessed from the hash. */
  salt: string
  hash: string
}
/** An entry that the reader may not see, with what is needed to continue the chain. */
export interface HiddenEntry {
  serial: number
  hash: string
}
export type ChainEntry = OpenEntry | HiddenEntry
export const isOpenEntry = (entry: ChainEntry): entry is OpenEntry => 'kind' in entry

export interface Chain {
  projectId: string
  audience: ChainAudience
}

/**
 * Returns the text whose SHA-256 (of its UTF-8 bytes, in hex) is the hash of an entry: the
 * canonical JSON of the list `[projectId, audience, serial, at, actorId, kind, detail, salt,
 * prev]`. `prev` is the hash of the preceding entry, or 64 zeros for the first.
 */
export const entryText = (
  { projectId, audience }: Chain,
  { serial, at, actorId, kind, detail, salt }: Omit<OpenEntry, 'hash'>,
  prev: string,
): string => canonicalJson([projectId, audience, serial, at, actorId, kind, detail, salt, prev])

/** Why a chain is invalid, at the first affected entry. */
export interface BrokenChain {
  serial: number
  /**
   * `missing` = a serial is missing or repeated; `content` = the content or the preceding entry was
   * changed; `head` = the chain ends before the head that is stored elsewhere, or has another hash
   * there.
   */
  problem: 'missing' | 'content' | 'head'
}

type Sha256 = (text: string) => string | Promise<string>

/**
 * Verifies a chain.
 * @param entries the whole chain in order, from serial 1
 * @param head an entry noted elsewhere; the chain must hold its serial with its hash
 * @returns null = the chain is valid
 */
export async function verifyChain(
  chain: Chain,
  entries: readonly ChainEntry[],
  { sha256, head }: { sha256: Sha256; head?: HiddenEntry | undefined },
): Promise<BrokenChain | null> {
  let prev = FIRST_PREV
  for (const [index, entry] of entries.entries()) {
    const serial = index + 1
    if (entry.serial !== serial) return { serial, problem: 'missing' }
    if (isOpenEntry(entry) && (await sha256(entryText(chain, entry, prev))) !== entry.hash)
      return { serial, problem: 'content' }
    prev = entry.hash
  }
  if (head === undefined || entries[head.serial - 1]?.hash === head.hash) return null
  return { serial: Math.min(head.serial, entries.length + 1), problem: 'head' }
}

export const isLogKind = (kind: string): kind is LogKind => Object.hasOwn(LOG_KINDS, kind)

/** Validates the detail for the entry's kind; throws if it does not fit. */
export const parseDetail = (kind: LogKind, detail: unknown): Json =>
  v.parse(LOG_KINDS[kind].detail, detail) as Json

/**
 * Returns the text whose SHA-256 is in an entry `receipt`: for each submitted answer a line with
 * requirement id, blank and the hash of the receipt, sorted, each ended by a line feed.
 */
export const receiptsContent = (
  answers: readonly { requirementId: string; contentHash: string }[],
): string =>
  answers
    .map(({ requirementId, contentHash }) => `${requirementId} ${contentHash}\n`)
    .sort()
    .join('')

const READERS: { readonly [R in LogReaders]: (actor: ProjectActor) => boolean } = {
  team: () => true,
  evaluators: ({ permissions }) => permissions.includes('SC_BROWSE'),
  managers: ({ permissions }) =>
    permissions.includes('PROJECT_MEMBERS_MANAGE') ||
    permissions.includes('PROJECT_ROLES_ADMINISTRATE'),
}

/** Returns the packages that an entry is about; null = the project as a whole. */
const packagesOf = (detail: Json): readonly Json[] | null => {
  if (detail === null || typeof detail !== 'object' || !('packageIds' in detail)) return null
  const { packageIds } = detail
  return Array.isArray(packageIds) ? (packageIds as readonly Json[]) : null
}

/**
 * Tells whether a reader of the chain sees the content of the entry. In a vendor's chain, a contact
 * restricted to packages sees only the receipts of those.
 */
export function isEntryShown(actor: ProjectActor, { kind, detail }: OpenEntry): boolean {
  const { packageIds } = actor
  if (actor.relation !== 'vendor') return isLogKind(kind) && READERS[LOG_KINDS[kind].readers](actor)
  const told = packagesOf(detail)
  return told === null || packageIds === null || told.every((id) => packageIds.includes(String(id)))
}
