import { withoutShown } from '#schema/mutations/content-restore.ts'
import type { MemoryState } from '#sync/engine/memory-storage.ts'
import type { OutboxEntry, ParkedEntry } from '#sync/engine/ports.ts'
import { isAlreadySo } from './already-so.ts'
import type { SimClient } from './sim-client.ts'
import { holdsWord } from './tracked.ts'

/**
 * One entry that ever stood in an outbox, as it was last. `isSettled`: it need not be kept any
 * more. `isForgotten`: the server took it after the backup that it went back to.
 */
interface Written {
  client: SimClient
  clientId: string
  mid: number
  content: string
  entry: OutboxEntry
  isSettled: boolean
  isForgotten: boolean
}

/**
 * Every edit of every device against every verdict of the server: none without one, none with two,
 * none refused that is not kept.
 */
export interface Ledger {
  /** What a device's outbox holds after a commit. */
  note(client: SimClient, state: MemoryState): void
  /** The browser threw away what this device held. */
  evict(client: SimClient): void
  decide(clientId: string, mid: number, status: string): void
  /**
   * Whether an override with this reason was taken, and then taken back by the same person: in one
   * push it never stands. Or the server has forgotten it.
   */
  isTakenBack(client: SimClient, reason: string): boolean
  /**
   * Whether the server took an edit with this word and has forgotten it, with the deletion of the
   * row that kept it from ever standing there.
   */
  isForgotten(client: SimClient, word: string): boolean
  /** Where the server goes back to after a restored backup. */
  backUp(): () => void
  count(): number
  /** I1 and I2 at the end of a run; `seenWords` ever stood on the server. */
  violations(seenWords: ReadonlySet<string>): string[]
}

/**
 * Fields in the order of their names: what is merged or sent again may have them in another one.
 */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
const contentOf = ({ command, args }: { command: string; args: unknown }): string =>
  `${command} ${JSON.stringify(withoutShown(args), inOrder)}`
/**
 * The same content may be written twice; a copy of an edit keeps its time, parked or under another
 * number.
 */
const identityOf = (entry: OutboxEntry | ParkedEntry): string =>
  `${entry.clientAt} ${contentOf(entry)}`

/** A whole definition holds the words of others too. */
const wordsIn = (content: string): string[] =>
  content.includes('contentConfiguration') ? [] : (content.match(/w\d+@\w+/g) ?? [])

/**
 * Late answers that go out again become one where they are about one field; whether the words are
 * kept is asked elsewhere.
 */
const isMergedInto = (entry: OutboxEntry, later: OutboxEntry): boolean =>
  entry.command === later.command &&
  entry.touched.length > 0 &&
  entry.touched.every((key) => later.touched.includes(key))

/**
 * A file whose bytes the server has lost goes out again from the beginning; where that is refused,
 * it is parked anew, with the time when it was chosen.
 */
const isFileAgain = (client: SimClient, { command, args }: OutboxEntry): boolean => {
  if (command !== 'attachments.create') return false
  const { id } = args as { id: string }
  return client.state().parked.has(`file-${id}`) || client.files()?.get(id)?.state === 'waiting'
}

export const createLedger = (): Ledger => {
  const written = new Map<SimClient, Map<string, Written>>()
  const seen = new WeakSet<OutboxEntry>()
  let verdicts = new Map<string, string[]>()
  const former = new Map<SimClient, MemoryState>()
  const ofClient = (client: SimClient): Written[] => [...(written.get(client)?.values() ?? [])]
  const all = (): Written[] => [...written.keys()].flatMap(ofClient)
  const verdictsOn = ({ clientId, mid }: Written): string[] =>
    verdicts.get(`${clientId} ${mid}`) ?? []
  const isApplied = (one: Written): boolean => verdictsOn(one).includes('applied')

  const stillParked: string[] = []
  /** What goes out again by itself (no tab wrote it) leaves the parked ones in the same commit. */
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
        own
          .slice(at + 1)
          .some((later) => later.content === content || isMergedInto(entry, later.entry))
      const isRefused = given.length > 0 && given.every((status) => status === 'refused')
      if (isRefused && !isSentAgain() && wordsIn(content).some((word) => seenWords.has(word)))
        return [`I1 ${name} was refused and stands`]
      const isKept = parked.has(identityOf(entry))
      if (!one.isSettled && applied.length === 1 && isKept)
        return [`I1 ${name} was applied and is parked too`]
      if (
        one.isSettled ||
        applied.length === 1 ||
        waiting.has(content) ||
        isKept ||
        isSentAgain() ||
        isFileAgain(client, entry)
      )
        return []
      return [
        given.length === 0
          ? `I1 ${name} is gone without a verdict`
          : `I1 ${name} was ${given.join(', ')} and is not parked`,
      ]
    })
  }

  /**
   * A late edit is forgotten where it would change nothing: as things stood before it went out
   * again, or with what went out before it.
   */
  const settleForgotten = (client: SimClient, before: MemoryState, state: MemoryState): void => {
    for (const [id, entry] of before.parked) {
      if (state.parked.has(id) || !(isAlreadySo(before, entry) || isAlreadySo(state, entry)))
        continue
      const identity = identityOf(entry)
      for (const one of ofClient(client))
        if (identityOf(one.entry) === identity) one.isSettled = true
    }
  }
  return {
    note(client, state) {
      const before = former.get(client)
      former.set(client, state)
      if (before !== undefined && before.parked.size > 0) settleForgotten(client, before, state)
      for (const entry of state.outbox.values()) {
        if (seen.has(entry)) continue
        seen.add(entry)
        if (before !== undefined) checkResent(client, entry, [before, state])
        const own = written.get(client) ?? new Map<string, Written>()
        written.set(client, own)
        const {
          meta: { clientId },
        } = state
        // What a row last showed is still written to an entry whose verdict is on its way, and
        // whose server has forgotten it meanwhile.
        const { isSettled = false, isForgotten = false } = own.get(`${clientId} ${entry.mid}`) ?? {}
        own.set(`${clientId} ${entry.mid}`, {
          client,
          clientId,
          mid: entry.mid,
          content: contentOf(entry),
          entry,
          isSettled,
          isForgotten,
        })
      }
    },
    evict(client) {
      for (const one of ofClient(client)) one.isSettled = true
    },
    decide(clientId, mid, status) {
      const key = `${clientId} ${mid}`
      verdicts.set(key, [...(verdicts.get(key) ?? []), status])
    },
    isTakenBack(client, reason) {
      const own = ofClient(client)
      // Refused at first and sent again, it is there twice.
      const at = own.findLastIndex(
        ({ entry }) =>
          entry.command === 'overrides.set' && (entry.args as { reason: string }).reason === reason,
      )
      const set = own[at]
      if (set === undefined || set.isSettled) return set !== undefined
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
    isForgotten: (client, word) =>
      ofClient(client).some((one) => one.isForgotten && holdsWord(one.content, word)),
    backUp() {
      const kept = new Map(verdicts)
      return () => {
        // What was decided since, the server has forgotten, and the device that was told so has
        // too.
        for (const one of all()) {
          const key = `${one.clientId} ${one.mid}`
          const since = verdicts.get(key)?.slice(kept.get(key)?.length ?? 0) ?? []
          if (since.length > 0) one.isSettled = true
          if (since.includes('applied')) one.isForgotten = true
        }
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
