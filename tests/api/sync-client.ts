import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import {
  SYNC_PROTOCOL,
  type BucketCursors,
  type MutationResult,
  type ProjectSummary,
  PullPage,
  type PushMutation,
  type SyncRow,
} from '#schema/api/sync.ts'
import type { CommandArgs, CommandName } from '#schema/mutations/index.ts'
import type { EditBase } from '#schema/mutations/mutation.ts'
import type { ApiClient } from '../support/api-client.ts'

/** A plain device of the protocol: no overlay and no storage, but every rule about cursors. */
export class SyncDevice {
  client: ApiClient
  readonly clientId = randomUUID()
  /** The protocol version that the device sends. */
  protocol: number = SYNC_PROTOCOL
  readonly rows = new Map<string, Map<string, SyncRow>>()
  cursors: BucketCursors = {}
  epoch = 0
  home: { etag: string; projects: ProjectSummary[] } | null = null
  results: MutationResult[] = []
  lastMid = 0
  ackMid = 0
  denied: string[] = []
  #nextMid = 1

  constructor(client: ApiClient) {
    this.client = client
  }

  edit<N extends CommandName>(command: N, args: CommandArgs[N], base: EditBase = {}): PushMutation {
    return { mid: this.#nextMid++, command, args, base, clientAt: 0 }
  }

  pushRaw(
    mutations: PushMutation[],
    changes: object = {},
  ): Promise<{ status: number; text: string }> {
    return this.client.raw('POST', '/sync/push', {
      serverId: this.client.serverId,
      clientId: this.clientId,
      schemaVersion: this.protocol,
      mutations,
      ...changes,
    })
  }

  async push(...mutations: PushMutation[]): Promise<void> {
    const { status, text } = await this.pushRaw(mutations)
    if (status !== 200) throw new Error(`push answered ${status}: ${text}`)
  }

  async pullRaw(projectIds: string[]): Promise<{ status: number; text: string }> {
    const projects = Object.fromEntries(
      projectIds.map((id) => [id, { epoch: this.epoch, buckets: this.cursors }]),
    )
    return await this.client.raw('POST', '/sync/pull', {
      serverId: this.client.serverId,
      clientId: this.clientId,
      schemaVersion: this.protocol,
      projects,
      home: this.home?.etag ?? null,
      ackMid: this.ackMid,
    })
  }

  async pull(projectId: string): Promise<PullPage[]> {
    const { status, text } = await this.pullRaw([projectId])
    if (status !== 200) throw new Error(`pull answered ${status}: ${text}`)
    const pages = text
      .trim()
      .split('\n')
      .map((line) => v.parse(PullPage, JSON.parse(line)))
    for (const page of pages) this.#apply(page)
    return pages
  }

  #apply({ project, home, denied, results, lastMid, more }: PullPage): void {
    if (home !== null) this.home = home
    if (denied.length > 0) this.rows.clear()
    this.denied.push(...denied)
    if (project !== null) {
      for (const bucket of [...project.drop, ...project.reset]) this.rows.delete(bucket)
      for (const row of project.rows) this.#lay(row)
      this.cursors = project.cursors
      this.epoch = project.epoch
    }
    if (more) return
    this.results.push(...results)
    this.lastMid = lastMid
    this.ackMid = Math.max(this.ackMid, ...results.map(({ mid }) => mid))
  }

  #lay(row: SyncRow): void {
    const bucket = this.rows.get(row.bucket) ?? new Map<string, SyncRow>()
    this.rows.set(row.bucket, bucket)
    if (row.row === null) bucket.delete(`${row.entity}/${row.id}`)
    else bucket.set(`${row.entity}/${row.id}`, row)
  }

  get(entity: string, id: string): Record<string, unknown> | undefined {
    for (const bucket of this.rows.values()) {
      const found = bucket.get(`${entity}/${id}`)
      if (found !== undefined) return found.row as Record<string, unknown>
    }
    return undefined
  }

  /** Every row of every bucket in one order, for comparing devices. */
  all(): string[] {
    return [...this.rows.values()]
      .flatMap((bucket) => [...bucket.values()])
      .map((row) => JSON.stringify(row))
      .sort()
  }
}
