import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type PullPage, type PushMutation, SYNC_PROTOCOL } from '#schema/api/sync.ts'
import type { CommandArgs, CommandName } from '#schema/mutations/index.ts'
import type { EditBase } from '#schema/mutations/mutation.ts'
import type { ApiClient } from '../support/api-client.ts'
import { listens } from '../support/listens.ts'
import { buildDefinition } from '../support/project-rows.ts'
import type { Random } from '../sync/simulator/random.ts'

/** The rows that a writer creates and counts up in; no other writer touches them. */
export type Work =
  | { kind: 'author'; projectId: string; sectionId: string; name: string }
  | { kind: 'vendor'; projectId: string; requirementId: string; vendorId: number }

/**
 * Required content of the database once a writer's edits up to a number are applied: row → text and
 * number of changes after its creation.
 */
export type Expected = Map<string, { text: string; changes: number }>

const CREATE_EVERY = 6
const MOST_UNSENT = 60
/** Edits of one push. After a restore a writer has more of them to send. */
const MOST_SENT = 100
/** Times that a writer checks for a listening server before it sends regardless. */
const LOOKS = 10

/**
 * A device that writes without a pause and resends what was not acknowledged. It is also the ledger
 * of acknowledgements, because it lives outside the server. Its counter says `edit n` after n
 * edits, so the row alone shows which edits were applied and whether one was applied twice.
 */
export class Writer {
  readonly clientId = randomUUID()
  readonly edits: PushMutation[] = []
  /** The last edit that the server has acknowledged. */
  acknowledged = 0
  /** Pushes whose outcome the writer never learned. */
  unknown = 0
  /** Pushes that the server refused temporarily. */
  refused = 0
  /** Acknowledged edits that a restored server lacked, and that were sent again. */
  sentAgain = 0
  readonly breaches: string[] = []
  /** Connection to the server; may be exchanged at any time. */
  client: ApiClient
  readonly #work: Work
  readonly #signIn: () => Promise<ApiClient>
  #ackMid = 0
  /** The server whose acknowledgements `acknowledged` counts. */
  #serverId: string

  /** @param signIn returns a new token once the old one has expired: a long run outlives it */
  constructor(client: ApiClient, work: Work, signIn: () => Promise<ApiClient>) {
    this.client = client
    this.#serverId = client.serverId
    this.#work = work
    this.#signIn = signIn
  }

  /** Whether the writer has yet to ask a restored server what it has. */
  get isBehind(): boolean {
    return this.client.serverId !== this.#serverId
  }

  get unsent(): number {
    return this.edits.length - this.acknowledged
  }

  /** Writes and sends until told to stop, then sends until everything is acknowledged. */
  async run(random: Random, isDone: () => boolean): Promise<void> {
    while (!isDone() || this.unsent > 0) {
      if (!isDone() && this.unsent < MOST_UNSENT)
        for (let count = 1 + random.below(10); count > 0; count--) this.#make()
      // Sometimes sends the same push twice at once, or repeats edits acknowledged long ago.
      const again = random.chance(0.1) ? random.below(30) : 0
      const sent = await Promise.all(
        Array.from({ length: random.chance(0.1) ? 2 : 1 }, () => this.#send(again)),
      )
      if (sent.includes(false)) await this.#pause(random)
      else if (random.chance(0.4)) await this.#takeVerdicts()
    }
    while (!(await this.#takeVerdicts())) await delay(30)
  }

  async #pause(random: Random): Promise<void> {
    for (let look = 0; look < LOOKS; look++) {
      await delay(50 + random.below(50))
      if (await listens(this.client.url)) return
    }
  }

  /** Content of the database with exactly the edits up to this number applied. */
  expected(lastMid: number): Expected {
    const made = this.edits.slice(0, lastMid)
    const created = made
      .filter(({ command }) => command === 'requirements.create')
      .map(({ mid }): [string, { text: string; changes: number }] => [
        this.#rowId(mid),
        { text: `row ${mid}`, changes: 0 },
      ])
    const counted = made.length - created.length
    const first = created[0]
    if (this.#work.kind === 'vendor')
      return new Map(
        counted === 0
          ? []
          : [
              [
                `${this.#work.requirementId}.${this.#work.vendorId}`,
                { text: `edit ${counted}`, changes: counted - 1 },
              ],
            ],
      )
    if (first !== undefined && counted > 0)
      created[0] = [first[0], { text: `edit ${counted}`, changes: counted }]
    return new Map(created)
  }

  #rowId(mid: number): string {
    return this.#work.kind === 'author' ? `${this.#work.name}-${mid}` : ''
  }

  #make(): void {
    const mid = this.edits.length + 1
    const add = <N extends CommandName>(
      command: N,
      args: CommandArgs[N],
      base: EditBase = {},
    ): void => void this.edits.push({ mid, command, args, base, clientAt: Date.now() })
    const work = this.#work
    if (work.kind === 'author' && mid % CREATE_EVERY === 1) {
      const after = mid === 1 ? null : this.#rowId(mid - CREATE_EVERY)
      return add('requirements.create', {
        projectId: work.projectId,
        id: this.#rowId(mid),
        sectionId: work.sectionId,
        after,
        name: `row ${mid}`,
        definition: DEFINITION,
      })
    }
    const before = this.edits.filter(({ command }) => command !== 'requirements.create').length
    const text = `edit ${before + 1}`
    if (work.kind === 'author') {
      const id = this.#rowId(1)
      return add(
        'requirements.update',
        { projectId: work.projectId, id, patch: { name: text } },
        { [`requirement/${id}#name`]: before === 0 ? 'row 1' : `edit ${before}` },
      )
    }
    const { projectId, requirementId, vendorId } = work
    const base = {
      [`commitment/${requirementId}.${vendorId}#values.note`]:
        before === 0 ? null : `edit ${before}`,
    }
    add('commitments.update', { projectId, requirementId, vendorId, values: { note: text } }, base)
  }

  /** @returns whether the server has acknowledged */
  async #send(again: number): Promise<boolean> {
    if (this.isBehind && !(await this.#goBack())) return false
    const from = Math.max(0, this.acknowledged - again)
    const mutations = this.edits.slice(from, from + MOST_SENT)
    if (mutations.length === 0) return true
    const { serverId } = this.client
    const answer = await this.client
      .raw('POST', '/sync/push', {
        serverId,
        clientId: this.clientId,
        schemaVersion: SYNC_PROTOCOL,
        mutations,
      })
      .catch((error: unknown) => {
        if (!isRefused(error)) this.unknown += 1
        return null
      })
    if (answer === null) return false
    if (answer.status === 200)
      this.acknowledged = Math.max(
        this.acknowledged,
        (JSON.parse(answer.text) as { lastMid: number }).lastMid,
      )
    else if (answer.status === 503 || answer.status === 507) this.refused += 1
    else if (answer.status === 401) await this.#renew()
    else this.breaches.push(`push answered ${answer.status}: ${answer.text}`)
    return answer.status === 200
  }

  /** Signs in again. If no server answers now, the next refused push tries again. */
  async #renew(): Promise<void> {
    this.client = await this.#signIn().catch(() => this.client)
  }

  /**
   * After a restore, as a device does: asks the new server for the last edit that it has, and sends
   * the later ones again.
   * @returns whether the server answered
   */
  async #goBack(): Promise<boolean> {
    const { serverId } = this.client
    const last = await this.#pullLast()
    if (last === null) return false
    if (last.lastMid > this.edits.length)
      this.breaches.push(`the restored server has edit ${last.lastMid}, which no writer has made`)
    this.sentAgain += Math.max(0, this.acknowledged - last.lastMid)
    this.acknowledged = Math.min(this.acknowledged, last.lastMid)
    this.#ackMid = Math.min(this.#ackMid, last.lastMid)
    this.#serverId = serverId
    return true
  }

  /** @returns the last page, or null without a whole answer */
  async #pullLast(): Promise<PullPage | null> {
    const answer = await this.client
      .raw('POST', '/sync/pull', {
        serverId: this.client.serverId,
        clientId: this.clientId,
        schemaVersion: SYNC_PROTOCOL,
        projects: {},
        home: null,
        ackMid: this.#ackMid,
      })
      .catch(() => null)
    if (answer?.status === 401) await this.#renew()
    if (answer?.status !== 200) return null
    const last = answer.text
      .trim()
      .split('\n')
      .map((line): PullPage => JSON.parse(line))
      .at(-1)
    return last === undefined || last.more ? null : last
  }

  /**
   * Every verdict must be `applied`, because no other writer touches these rows.
   * @returns whether the server answered
   */
  async #takeVerdicts(): Promise<boolean> {
    if (this.isBehind && !(await this.#goBack())) return false
    const known = this.acknowledged
    const last = await this.#pullLast()
    if (last === null || this.isBehind) return false
    if (last.lastMid < known)
      this.breaches.push(`the server stands at ${last.lastMid}, but has acknowledged ${known}`)
    for (const { mid, status, reason } of last.results)
      if (status !== 'applied') this.breaches.push(`edit ${mid} is ${status}: ${reason}`)
    this.#ackMid = Math.max(this.#ackMid, ...last.results.map(({ mid }) => mid))
    return true
  }
}

const DEFINITION = buildDefinition()
/** No process listened on the port, so the server received nothing. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED'
