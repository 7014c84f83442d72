import {
  type LogChain,
  type LogNames,
  projectLog,
} from '#schema/api/projects-service/project-log.ts'
import type { LogEntryRow } from '#schema/api/projects-service/project-log.ts'
import {
  type BrokenChain,
  type ChainAudience,
  type ChainEntry,
  verifyChain,
} from '#schema/rules/project/project-log.ts'
import { callsOf } from '../../lib/api.ts'
import { contentHash } from '../../lib/content-hash.ts'

const calls = callsOf(projectLog)

/** Names for the ids in the entries of a log. */
export interface NameBook {
  /** Packages and documents. */
  content: ReadonlyMap<string, string>
  people: ReadonlyMap<number, string>
  requirements: ReadonlyMap<string, string>
  vendors: ReadonlyMap<number, string>
}
/** A complete chain of the log, as far as the person may read it. */
export interface ReadLog {
  chains: readonly LogChain[]
  chain: LogChain | null
  entries: readonly LogEntryRow[]
  names: NameBook
}

const PAGE = 500

const collect = (pages: readonly LogNames[]): NameBook => ({
  content: new Map(pages.flatMap((page) => page.content.map(({ id, name }) => [id, name]))),
  people: new Map(pages.flatMap(({ people }) => people.map(({ id, name }) => [id, name]))),
  requirements: new Map(
    pages.flatMap((page) => page.requirements.map(({ id, name }) => [id, name])),
  ),
  vendors: new Map(pages.flatMap(({ vendors }) => vendors.map(({ id, name }) => [id, name]))),
})

/**
 * Reads a chain of the log.
 * @param audience null = the first chain: that of the requestors, or for a vendor its own
 */
export const readLog = async (
  projectId: string,
  audience: ChainAudience | null,
): Promise<ReadLog> => {
  const params = { id: projectId }
  const chains = await calls.chains({ params })
  const chain = chains.find((one) => one.audience === audience) ?? chains[0] ?? null
  const entries: LogEntryRow[] = []
  const names: LogNames[] = []
  for (let hasMore = chain !== null; chain !== null && hasMore;) {
    const body = { audience: chain.audience, after: entries.length, limit: PAGE }
    const page = await calls.entries({ params, body })
    entries.push(...page.entries)
    names.push(page.names)
    hasMore = page.hasMore && page.entries.length > 0
  }
  return { chains, chain, entries, names: collect(names) }
}

/** Hashes with Web Crypto where available: browsers offer it only over HTTPS. */
const sha256 = async (text: string): Promise<string> => {
  if (!('subtle' in crypto)) return contentHash(text)
  const bytes = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
  )
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Recomputes the hash chain on this device.
 * @returns the break; null = the chain is intact
 */
export const verifyLog = async (
  projectId: string,
  { chain, entries }: ReadLog,
): Promise<BrokenChain | null> => {
  if (chain === null) return null
  const { audience, serial, hash } = chain
  // The schema of the call and the rule describe the same fields.
  const read = entries as readonly ChainEntry[]
  return await verifyChain({ projectId, audience }, read, { sha256, head: { serial, hash } })
}

/** Exports the log, with the names behind its ids, as a file that anyone can verify. */
export const logFile = (projectId: string, { chain, entries, names }: ReadLog): Blob => {
  const content = {
    projectId,
    audience: chain?.audience,
    entries,
    names: {
      content: Object.fromEntries(names.content),
      people: Object.fromEntries(names.people),
      requirements: Object.fromEntries(names.requirements),
      vendors: Object.fromEntries(names.vendors),
    },
  }
  return new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' })
}
