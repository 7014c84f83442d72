import { withoutShown } from '#schema/mutations/content-restore.ts'
import type { MemoryState } from '#sync/engine/memory-storage.ts'
import { SETTLED } from '#sync/engine/outbox/kept-edits.ts'
import type { OutboxEntry, ParkedEntry } from '#sync/engine/ports.ts'
import type { Excuse, Excuses } from './excuses.ts'
import type { SimClient } from './sim-client.ts'

/**
 * One entry of an outbox, in its last form. `settledBy`: why it need not be kept any more.
 * `lostWith`: why the device no longer knows of it, if the server has lost its verdict.
 */
interface Written {
  client: SimClient
  clientId: string
  mid: number
  content: string
  entry: OutboxEntry
  settledBy: Excuse | null
  lostWith: Excuse | null
}

/**
 * Compares all edits of all devices with the verdicts of the server: each edit has one verdict, and
 * each refused one is parked.
 */
export interface Ledger {
  /** Records the outbox of a device after a commit. */
  note(client: SimClient, state: MemoryState): void
  /** The browser evicted the device's database. */
  evict(client: SimClient): void
  /** A sign-out removes the kept edits of the device. */
  signOut(client: SimClient): void
  decide(clientId: string, mid: number, status: string): void
  /**
   * Whether an override with this reason was accepted, and then taken back by the same person: in
   * one push it is never on the server. Also true where the edit is settled.
   */
  isTakenBack(client: SimClient, reason: string): boolean
  /** Saves the state for a later restore. */
  backUp(): () => void
  count(): number
  /**
   * Violations of I1 and I2 at the end of a run.
   * @param seenWords all words that were ever on the server
   */
  violations(seenWords: ReadonlySet<string>): string[]
}

/** Sorts fields by name, because merging and resending may change their order. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
const contentOf = ({ command, args }: { command: string; args: unknown }): string =>
  `${command} ${JSON.stringify(withoutShown(args), inOrder)}`
/**
 * The identity of an edit: the same content may be written twice, but copies of one edit share its
 * time, whether parked or under another number.
 */
const identityOf = (entry: OutboxEntry | ParkedEntry): string =>
  `${entry.clientAt} ${contentOf(entry)}`

const wordsIn = (content: string): string[] => content.match(/w\d+@\w+/g) ?? []
/** A whole definition also holds the words of others. */
const isDefinition = (content: string): boolean => content.includes('contentConfiguration')

/** Late answers about one field merge when they are sent again; other checks cover the words. */
const isMergedInto = (entry: OutboxEntry, later: OutboxEntry): boolean =>
  entry.command === later.command &&
  entry.touched.length > 0 &&
  entry.touched.every((key) => later.touched.includes(key))

/**
 * A file whose bytes the server lost is sent again from the beginning; a refusal then parks it
 * again, with the time when it was chosen.
 */
const isFileAgain = (client: SimClient, { command, args }: OutboxEntry): boolean => {
  if (command !== 'attachments.create') return false
  const { id } = args as { id: string }
  return client.state().parked.has(`file-${id}`) || client.files()?.get(id)?.state === 'waiting'
}

export const createLedger = (excuses: Pick<Excuses, 'use'>): Ledger => {
  const written = new Map<SimClient, Map<string, Written>>()
  const seen = new WeakSet<OutboxEntry>()
  let verdicts = new Map<string, string[]>()
  const former = new Map<SimClient, MemoryState>()
  const ofClient = (client: SimClient): Written[] => [...(written.get(client)?.values() ?? [])]
  const all = (): Written[] => [...written.keys()].flatMap(ofClient)
  const verdictsOn = ({ clientId, mid }: Written): string[] =>
    verdicts.get(`${clientId} ${mid}`) ?? []
  const isApplied = (one: Written): boolean => verdictsOn(one).includes('applied')

  /** Whether there is an excuse, which then counts as used. */
  const excuse = (reason: Excuse | null): boolean => {
    if (reason !== null) excuses.use(reason)
    return reason !== null
  }

  const stillParked: string[] = []
  /** Edits that the device sends again by itself must leave the parked ones in the same commit. */
  const checkResent = (
    client: SimClient,
    entry: OutboxEntry,
    [before, state]: [MemoryState, MemoryState],
  ): void => {
    if (entry.writer === '' || entry.writer.startsWith('tab-')) return
    const content = contentOf(entry)
    const former = [...before.parked].filter(([, one]) => contentOf(one) === content)
    if (former.length > 0 && former.every(([id]) => state.parked.has(id)))
      stillParked.push(
        `I1 ${content.slice(0, 120)} of client ${client.number} went out again and is parked still`,
      )
  }

  const violationsOf = (client: SimClient, seenWords: ReadonlySet<string>): string[] => {
    const own = ofClient(client)
    const parked = new Set([...client.state().parked.values()].map(identityOf))
    const waiting = new Set([...client.state().outbox.values()].map(contentOf))
    return own.flatMap((one, at) => {
      const { entry, content } = one
      const name = `${content.slice(0, 120)} of client ${client.number} (${one.clientId} ${one.mid})`
      const given = verdictsOn(one)
      const applied = given.filter((status) => status === 'applied')
      if (applied.length > 1) return [`I2 ${name} was applied ${applied.length} times`]
      const isSentAgain = (): boolean =>
        own.slice(at + 1).some((later) => later.content === content)
      const isMerged = own.slice(at + 1).some((later) => isMergedInto(entry, later.entry))
      const isRefused = given.length > 0 && given.every((status) => status === 'refused')
      const isStanding =
        isRefused &&
        !isSentAgain() &&
        !isMerged &&
        wordsIn(content).some((word) => seenWords.has(word))
      if (isStanding && !excuse(isDefinition(content) ? 'definition' : null))
        return [`I1 ${name} was refused and stands`]
      const isKept = parked.has(identityOf(entry))
      if (applied.length === 1 && isKept)
        return excuse(one.settledBy) ? [] : [`I1 ${name} was applied and is parked too`]
      if (applied.length === 1 || waiting.has(content) || isKept || isSentAgain()) return []
      if (
        excuse(one.settledBy) ||
        (given.length === 0 && excuse(one.lostWith)) ||
        excuse(isFileAgain(client, entry) ? 'fileAgain' : null) ||
        excuse(isMerged ? 'merged' : null)
      )
        return []
      return [
        given.length === 0
          ? `I1 ${name} is gone without a verdict`
          : `I1 ${name} was ${given.join(', ')} and is not parked`,
      ]
    })
  }

  const loseKept = (client: SimClient, reason: Excuse): void => {
    const kept = new Set(
      [...client.state().kept.values()].map(({ clientId, entry }) => `${clientId} ${entry.mid}`),
    )
    for (const one of ofClient(client))
      if (kept.has(`${one.clientId} ${one.mid}`)) one.lostWith = reason
  }
  return {
    note(client, state) {
      const before = former.get(client)
      former.set(client, state)
      for (const entry of state.outbox.values()) {
        // One that fills a gap in the numbers has the words of none.
        if (seen.has(entry) || entry.poison === SETTLED) continue
        seen.add(entry)
        if (before !== undefined) checkResent(client, entry, [before, state])
        const own = written.get(client) ?? new Map<string, Written>()
        written.set(client, own)
        const {
          meta: { clientId },
        } = state
        // The last shown rows are still written to an entry whose verdict is under way from a
        // server that was restored since.
        const { settledBy = null, lostWith = null } = own.get(`${clientId} ${entry.mid}`) ?? {}
        own.set(`${clientId} ${entry.mid}`, {
          client,
          clientId,
          mid: entry.mid,
          content: contentOf(entry),
          entry,
          settledBy,
          lostWith,
        })
      }
    },
    signOut: (client) => loseKept(client, 'signedOut'),
    evict(client) {
      const state = former.get(client)
      loseKept(client, 'evicted')
      const parked = new Set([...(state?.parked.values() ?? [])].map(identityOf))
      for (const one of ofClient(client)) {
        const isWaiting = one.clientId === state?.meta.clientId && state.outbox.has(one.mid)
        if (isWaiting || parked.has(identityOf(one.entry))) one.settledBy = 'evicted'
      }
    },
    decide(clientId, mid, status) {
      const key = `${clientId} ${mid}`
      verdicts.set(key, [...(verdicts.get(key) ?? []), status])
    },
    isTakenBack(client, reason) {
      const own = ofClient(client)
      // An edit that was refused and sent again is in the list twice.
      const at = own.findLastIndex(
        ({ entry }) =>
          entry.command === 'overrides.set' && (entry.args as { reason: string }).reason === reason,
      )
      const set = own[at]
      if (set === undefined || set.settledBy !== null) return set !== undefined
      return (
        isApplied(set) &&
        own
          .slice(at + 1)
          .some(
            (later) =>
              later.entry.command === 'overrides.remove' &&
              isApplied(later) &&
              later.entry.touched.some((key) => set.entry.touched.includes(key)),
          )
      )
    },
    backUp() {
      const kept = new Map(verdicts)
      return () => {
        verdicts = new Map(kept)
      }
    },
    count: () => all().length,
    violations: (seenWords) => [
      ...stillParked,
      ...[...written.keys()].flatMap((client) => violationsOf(client, seenWords)),
    ],
  }
}
