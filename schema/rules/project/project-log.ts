import * as v from 'valibot'
import type { ProjectActor } from '../../mutations/mutation.ts'
import { LOG_KINDS, type LogKind, type LogReaders } from '../../tables/log-kinds.ts'
import { canonicalJson, type Json } from '../answers/canonical-json.ts'

/** `team`: the requestors' chain; `v<vendorId>`: that of one vendor. */
export type ChainAudience = 'team' | `v${number}`
export const vendorAudience = (vendorId: number): ChainAudience => `v${vendorId}`

/** What the first entry of a chain has in place of the hash of the one before. */
export const FIRST_PREV = '0'.repeat(64)

/** One entry as its readers see it. `detail` is the value of the canonical JSON that is stored. */
export interface OpenEntry {
  serial: number
  /** ms since the epoch, server time. */
  at: number
  /** null = the system, or in a vendor's chain a requestor who is not told. */
  actorId: number | null
  kind: string
  detail: Json
  /** Random, so that who sees the hash alone cannot find the content by trying. */
  salt: string
  hash: string
}
/** An entry that the reader may not see: enough to go on with the chain. */
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
 * The text whose SHA-256 (over its UTF-8 bytes, in hex) is the hash of an entry: the canonical JSON
 * of the list `[projectId, audience, serial, at, actorId, kind, detail, salt, prev]`, where `prev`
 * is the hash of the entry before, of the first one 64 zeros.
 */
export const entryText = (
  { projectId, audience }: Chain,
  { serial, at, actorId, kind, detail, salt }: Omit<OpenEntry, 'hash'>,
  prev: string,
): string => canonicalJson([projectId, audience, serial, at, actorId, kind, detail, salt, prev])

/** Why a chain does not hold, at the first entry where it shows. */
export interface BrokenChain {
  serial: number
  /**
   * `missing`: a serial is left out or comes twice. `content`: the content or the entry before was
   * changed. `head`: the chain ends before the head that was noted elsewhere, or with another hash.
   */
  problem: 'missing' | 'content' | 'head'
}

type Sha256 = (text: string) => string | Promise<string>

/**
 * @param entries the whole chain from serial 1 on, in order
 * @param head where the chain has to end at least; the entry of that serial has to have this hash
 * @returns null where the chain holds
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

/** The detail as the kind's row wants it; throws where a writer hands in another one. */
export const parseDetail = (kind: LogKind, detail: unknown): Json =>
  v.parse(LOG_KINDS[kind].detail, detail) as Json

/**
 * The text whose SHA-256 stands in the entry `receipt`: for each answer handed in by one submit a
 * line of requirement id, blank and the receipt's hash, sorted, each ended by a line feed.
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

/** Packages that an entry tells of; null = of the project as a whole. */
const packagesOf = (detail: Json): readonly Json[] | null => {
  if (detail === null || typeof detail !== 'object' || !('packageIds' in detail)) return null
  const { packageIds } = detail
  return Array.isArray(packageIds) ? (packageIds as readonly Json[]) : null
}

/**
 * Whether a reader of the chain sees what the entry says. In a vendor's chain a contact that is
 * restricted to packages sees receipts of those only.
 */
export function isEntryShown(actor: ProjectActor, { kind, detail }: OpenEntry): boolean {
  const { packageIds } = actor
  if (actor.relation !== 'vendor') return isLogKind(kind) && READERS[LOG_KINDS[kind].readers](actor)
  const told = packagesOf(detail)
  return told === null || packageIds === null || told.every((id) => packageIds.includes(String(id)))
}
