import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { ENTITIES, type Entity, type Row, type RowIndex } from '#schema/entities/rows.ts'
import {
  type CommandArgs,
  type CommandName,
  isCommand,
  MUTATIONS,
} from '#schema/mutations/index.ts'
import {
  baseKey,
  type EditBase,
  type HeldFile,
  type InverseCommand,
  type MutationTx,
  type ProjectActor,
  type RemovedRow,
} from '#schema/mutations/mutation.ts'
import { leftRow } from '#schema/rules/answers/left-rows.ts'
import { settleField } from '#schema/rules/answers/merge.ts'

export type RowSet = { [E in Entity]?: readonly Row<E>[] }
export interface MemoryTxOptions {
  rows?: RowSet
  actor: ProjectActor
  /** ms */
  now?: number
  /**
   * The base of a synced edit. Without it the server accepts every value, as it does from a REST
   * call that has proved its version.
   */
  base?: EditBase
  isServer?: boolean
  /** Uploaded files by hash, as if the person had sent them. */
  /** On the server, the people on the team; absent = everyone is. */
  team?: readonly number[] | undefined
  files?: Readonly<Record<string, HeldFile>>
}
export interface Conflict {
  entity: Entity
  id: string
  field: string
  base: unknown
  mine: unknown
  theirs: unknown
}

export interface MemoryTx {
  tx: MutationTx
  /** Written rows, each in its last state. */
  puts: { entity: Entity; row: Row }[]
  deletes: { entity: Entity; id: string }[]
  conflicts: Conflict[]
  /** What a device keeps for its undo and conflicts: the values before the edit. */
  base: EditBase
  removed: readonly RemovedRow[]
  /** Every listing of rows, to check that a bulk command does not list once per row. */
  lists: { entity: Entity; index: string; value: string }[]
  row<E extends Entity>(entity: E, id: string): Row<E> | undefined
  rows<E extends Entity>(entity: E): Row<E>[]
}

/**
 * A transaction over rows in memory that follows the same interface as those of device and server.
 */
export function buildTx({
  rows = {},
  actor,
  now = 1_000_000,
  base: seen,
  isServer = true,
  files = {},
  team,
}: MemoryTxOptions): MemoryTx {
  const stored = new Map<string, { entity: Entity; row: Row }>()
  for (const entity of ENTITIES)
    for (const row of rows[entity] ?? []) stored.set(`${entity}/${row.id}`, { entity, row })
  const puts = new Map<string, { entity: Entity; row: Row }>()
  const deletes: MemoryTx['deletes'] = []
  const conflicts: Conflict[] = []
  const lists: MemoryTx['lists'] = []
  const base: EditBase = {}
  const numbers = new Map<string, number>()
  const removed = new Map<string, RemovedRow[]>()

  const all = <E extends Entity>(entity: E): Row<E>[] =>
    [...stored.values()]
      .filter((entry) => entry.entity === entity)
      .map((entry) => entry.row as Row<E>)
  const get = <E extends Entity>(entity: E, id: string): Row<E> | undefined =>
    stored.get(`${entity}/${id}`)?.row as Row<E> | undefined

  const tx: MutationTx = {
    actor,
    now,
    isServer,
    get: async (entity, id) => get(entity, id),
    list: async <E extends Entity>(entity: E, index: RowIndex<E>, value: string) => {
      lists.push({ entity, index, value })
      return all(entity).filter(
        (row) => (row as unknown as Record<string, unknown>)[index] === value,
      )
    },
    put(entity, row) {
      stored.set(`${entity}/${row.id}`, { entity, row })
      puts.set(`${entity}/${row.id}`, { entity, row })
    },
    delete(entity, id) {
      stored.delete(`${entity}/${id}`)
      puts.delete(`${entity}/${id}`)
      deletes.push({ entity, id })
    },
    remove(entity, row, root) {
      const key = `${root.entity}/${root.id}`
      if (stored.has(`${entity}/${row.id}`))
        removed.set(key, [...(removed.get(key) ?? []), { entity, row }])
      tx.delete(entity, row.id)
    },
    removed: async ({ entity, id }) => (isServer ? (removed.get(`${entity}/${id}`) ?? []) : []),
    settle(row, field, current, mine) {
      const key = baseKey(row, field)
      if (!isServer) base[key] = current
      if (!isServer || seen === undefined) return true
      const settlement = settleField({ base: seen[key], current, mine })
      if (settlement === 'conflict')
        conflicts.push({ ...row, field, base: seen[key], mine, theirs: current })
      return settlement === 'take'
    },
    leave(row, reason) {
      const { theirsBy: _by, theirsOn: _on, ...conflict } = leftRow(row, reason)
      conflicts.push(conflict)
    },
    async nextNumber(documentId) {
      if (!isServer) return null
      const number =
        (numbers.get(documentId) ??
          all('requirement').filter((row) => row.documentId === documentId && row.fullId !== null)
            .length) + 1
      numbers.set(documentId, number)
      return number
    },
    isOnTeam: async (userId) => !isServer || team === undefined || team.includes(userId),
    heldFile: async (contentHash) => (isServer ? (files[contentHash] ?? null) : null),
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  }
  return {
    tx,
    deletes,
    conflicts,
    base,
    lists,
    row: get,
    rows: all,
    get removed() {
      return [...removed.values()].flat()
    },
    get puts() {
      return [...puts.values()]
    },
  }
}

/** Parses the arguments, as every executor of a command does, and runs the command. */
export async function runCommand<N extends CommandName>(
  memory: MemoryTx,
  name: N,
  args: CommandArgs[N],
): Promise<MemoryTx> {
  const mutation = MUTATIONS[name]
  await mutation.run(memory.tx, v.parse(mutation.input, args))
  return memory
}

/** Runs the commands that an inverse or a conflict resolution names. */
export async function runInverse(
  memory: MemoryTx,
  commands: readonly InverseCommand[],
): Promise<MemoryTx> {
  for (const { command, args } of commands) {
    if (!isCommand(command)) throw new Error(`There is no command ${command}`)
    await runCommand(memory, command, args as never)
  }
  return memory
}
