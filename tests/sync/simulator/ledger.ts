import type { MemoryState } from '#sync/engine/memory-storage.ts'
import type { OutboxEntry, ParkedEntry } from '#sync/engine/ports.ts'
import { isAlreadySo } from './already-so.ts'
import type { SimClient } from './sim-client.ts'

/** One entry that ever stood in an outbox, as it was last. `isSettled`: it need not be kept any more. */
interface Written { client: SimClient; clientId: string; mid: number; content: string; entry: OutboxEntry; isSettled: boolean }

/** Every edit of every device against every verdict of the server: none without one, none with two, none refused that is not kept. */
export interface Ledger {
  /** What a device's outbox holds after a commit. */
  note(client: SimClient, state: MemoryState): void
  /** The browser threw away what this device held. */
  evict(client: SimClient): void
  decide(clientId: string, mid: number, status: string): void
  /** Where the server goes back to after a restored backup. */
  backUp(): () => void
  count(): number
  /** I1 and I2 at the end of a run; `seenWords` ever stood on the server. */
  violations(seenWords: ReadonlySet<string>): string[]
}

const contentOf = ({ command, args }: { command: string; args: unknown }): string => `${command} ${JSON.stringify(args)}`

/** A whole definition holds the words of others too. */
const wordsIn = (content: string): string[] => (content.includes('contentConfiguration') ? [] : content.match(/w\d+@\w+/g) ?? [])

/** Late answers that go out again become one where they are about one field; whether the words are kept is asked elsewhere. */
const isMergedInto = (entry: OutboxEntry, later: OutboxEntry): boolean =>
  entry.command === later.command && entry.touched.length > 0 && entry.touched.every((key) => later.touched.includes(key))

export const createLedger = (): Ledger => {
  const written = new Map<string, Written>()
  const seen = new WeakSet<OutboxEntry>()
  let verdicts = new Map<string, string[]>()
  const formerlyParked = new Map<SimClient, ReadonlyMap<string, ParkedEntry>>()
  const ofClient = (client: SimClient): Written[] => [...written.values()].filter((one) => one.client === client)

  const violationsOf = (client: SimClient, seenWords: ReadonlySet<string>): string[] => {
    const own = ofClient(client)
    const parked = new Set([...client.state().parked.values()].map(contentOf))
    const waiting = new Set([...client.state().outbox.values()].map(contentOf))
    return own.flatMap((entry, at) => {
      const name = `${entry.content.slice(0, 120)} of client ${client.number} (${entry.clientId} ${entry.mid})`
      const given = verdicts.get(`${entry.clientId} ${entry.mid}`) ?? []
      const applied = given.filter((status) => status === 'applied')
      if (applied.length > 1) return [`I2 ${name} was applied ${applied.length} times`]
      const isSentAgain = (): boolean => own.slice(at + 1).some((later) => later.content === entry.content || isMergedInto(entry.entry, later.entry))
      const isRefused = given.length > 0 && given.every((status) => status === 'refused')
      if (isRefused && !isSentAgain() && wordsIn(entry.content).some((word) => seenWords.has(word))) return [`I1 ${name} was refused and stands`]
      if (!entry.isSettled && applied.length === 1 && parked.has(entry.content)) return [`I1 ${name} was applied and is parked too`]
      if (entry.isSettled || applied.length === 1 || waiting.has(entry.content) || parked.has(entry.content) || isSentAgain()) return []
      return [given.length === 0 ? `I1 ${name} is gone without a verdict` : `I1 ${name} was ${given.join(', ')} and is not parked`]
    })
  }
  const clients = (): Set<SimClient> => new Set([...written.values()].map(({ client }) => client))
  return {
    note(client, { meta, outbox, parked }) {
      // A late edit is forgotten where it would change nothing any more.
      for (const [id, entry] of formerlyParked.get(client) ?? []) {
        if (parked.has(id) || !isAlreadySo(client, entry)) continue
        for (const one of ofClient(client)) if (one.content === contentOf(entry)) one.isSettled = true
      }
      formerlyParked.set(client, parked)
      for (const entry of outbox.values()) {
        if (seen.has(entry)) continue
        seen.add(entry)
        written.set(`${client.number} ${meta.clientId} ${entry.mid}`, { client, clientId: meta.clientId, mid: entry.mid, content: contentOf(entry), entry, isSettled: false })
      }
    },
    evict(client) {
      for (const one of ofClient(client)) one.isSettled = true
    },
    decide(clientId, mid, status) {
      const key = `${clientId} ${mid}`
      verdicts.set(key, [...verdicts.get(key) ?? [], status])
    },
    backUp() {
      const former = new Map(verdicts)
      return () => {
        // What was decided since, the server has forgotten, and the device that was told so has too.
        for (const one of written.values()) {
          const key = `${one.clientId} ${one.mid}`
          // What it had decided and not told yet, it is sent again by what is a new device to it.
          if (one.client.state().outbox.get(one.mid)?.args === one.entry.args) one.isSettled = true
          if (verdicts.get(key)?.length !== former.get(key)?.length) one.isSettled = true
        }
        verdicts = new Map(former)
      }
    },
    count: () => written.size,
    violations: (seenWords) => [...clients()].flatMap((client) => violationsOf(client, seenWords)),
  }
}
