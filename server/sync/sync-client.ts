import type { MutationResult, PushMutation } from '#schema/api/sync.ts'
import { Refusal } from '#schema/refusal.ts'
import { compiledOnce, rowsCompiledOnce } from '../database/compiled-once.ts'
import type { Database, Queries } from '../database/database.ts'
import { isPassing } from '../database/passing-error.ts'
import type { Tables } from '../database/tables.ts'
import { together } from '../database/together.ts'

interface Client {
  clientId: string
  userId: number
  schemaVersion: number
}

const findClient = (tx: Queries, { clientId }: { clientId: string }) =>
  tx
    .selectFrom('sync_client')
    .innerJoin('users', 'users.id', 'sync_client.user_id')
    .select([
      'user_id',
      'last_mid',
      'organization_id as worksIn',
      'active_organization_id as active',
    ])
    .where('client_id', '=', clientId)
const readClient = compiledOnce(findClient)
/** Reads the device and locks its row. (SQLite has one writer, and needs no lock.) */
const FIND = {
  sqlite: readClient,
  postgres: compiledOnce((tx, values: { clientId: string }) =>
    findClient(tx, values).forUpdate('sync_client'),
  ),
}

/**
 * Refuses edits written for another organization of the same person.
 * @param worksIn organization of the device; null if not recorded
 */
export const requireSamePlace = (worksIn: number | null, active: number | null): void => {
  if (worksIn !== null && worksIn !== active) throw new Refusal('OTHER_ORGANIZATION')
}

/**
 * Locks the device and returns the number of its last processed edit, 0 for a new device. Refuses a
 * device of another person or organization.
 */
export const readLastMid = async (
  tx: Queries,
  dialect: Database['dialect'],
  { clientId, userId, schemaVersion, now }: Client & { now: number },
): Promise<number> => {
  let [client] = await FIND[dialect](tx, { clientId })
  if (client === undefined) {
    await tx
      .insertInto('sync_client')
      .values({
        client_id: clientId,
        user_id: userId,
        organization_id: (eb) =>
          eb.selectFrom('users').select('active_organization_id').where('id', '=', userId),
        last_mid: 0,
        schema_version: schemaVersion,
        seen_at: now,
      })
      .onConflict((conflict) => conflict.column('client_id').doNothing())
      .execute()
    client = (await FIND[dialect](tx, { clientId }))[0]
  }
  if (client === undefined || client.user_id !== userId) throw new Refusal('CLIENT_FOREIGN')
  requireSamePlace(client.worksIn, client.active)
  if (client.worksIn === null)
    await tx
      .updateTable('sync_client')
      .set({ organization_id: client.active })
      .where('client_id', '=', clientId)
      .execute()
  return client.last_mid
}

/** PostgreSQL cannot store a NUL in a text. */
const plain = (text: string): string => text.replaceAll('\u0000', '')

export interface Taken {
  client: Omit<Client, 'userId'>
  mutations: readonly PushMutation[]
  results: readonly MutationResult[]
  lastMid: number
  now: number
}

/**
 * Stores the verdicts, and the arguments of every edit that was not applied, so that the person's
 * input is not lost.
 */
export const saveResults = async (
  tx: Queries,
  { client: { clientId, schemaVersion }, mutations, results, lastMid, now }: Taken,
): Promise<void> => {
  const rows = results.map((result, index) => {
    const mutation = mutations[index]
    const args = mutation?.args
    return {
      client_id: clientId,
      mid: result.mid,
      status: result.status,
      reason: result.reason,
      detail: JSON.stringify(result.detail),
      conflicts: JSON.stringify(result.conflicts),
      command: plain(mutation?.command ?? ''),
      args: result.status === 'applied' ? null : JSON.stringify(args ?? null),
      project_id:
        typeof args === 'object' && args !== null && 'projectId' in args
          ? plain(String(args.projectId)).slice(0, 200)
          : null,
      client_at: Math.round(mutation?.clientAt ?? 0),
      at: result.at,
    }
  })
  await together(tx, [
    () => insertResults(tx, rows),
    () => moveOn(tx, { clientId, lastMid, now, schemaVersion }),
  ])
}

const insertResults = rowsCompiledOnce((tx, piece: Tables['mutation_result'][]) =>
  tx.insertInto('mutation_result').values(piece),
)
const moveOn = compiledOnce(
  (
    tx,
    {
      clientId,
      lastMid,
      now,
      schemaVersion,
    }: { clientId: string; lastMid: number; now: number; schemaVersion: number },
  ) =>
    tx
      .updateTable('sync_client')
      .set({ last_mid: lastMid, seen_at: now, schema_version: schemaVersion })
      .where('client_id', '=', clientId),
)

export interface Verdicts {
  lastMid: number
  results: MutationResult[]
  /** When the edit `ackMid` was decided; null = its verdict is not known, or not known any more. */
  ackAt: number | null
}

/**
 * The verdicts that the device has not acknowledged yet. A device that never pushed is unknown and
 * has none.
 */
export const readVerdicts = async (
  tx: Queries,
  { clientId, userId, ackMid }: { clientId: string; userId: number; ackMid: number },
): Promise<Verdicts> => {
  const [client] = await readClient(tx, { clientId })
  if (client === undefined) return { lastMid: 0, results: [], ackAt: null }
  if (client.user_id !== userId) throw new Refusal('CLIENT_FOREIGN')
  requireSamePlace(client.worksIn, client.active)
  const rows = await findResults(tx, { clientId, ackMid })
  const ackAt = rows.find(({ mid }) => mid === ackMid)?.at ?? null
  const unknown = rows.filter(({ mid }) => mid > ackMid)
  const results = unknown.map((row): MutationResult => ({
    mid: row.mid,
    status: row.status,
    reason: row.reason,
    detail: JSON.parse(row.detail) as MutationResult['detail'],
    conflicts: JSON.parse(row.conflicts) as MutationResult['conflicts'],
    at: row.at,
  }))
  return { lastMid: client.last_mid, results, ackAt }
}

const findResults = compiledOnce((tx, { clientId, ackMid }: { clientId: string; ackMid: number }) =>
  tx
    .selectFrom('mutation_result')
    .select(['mid', 'status', 'reason', 'detail', 'conflicts', 'at'])
    .where('client_id', '=', clientId)
    .where('mid', '>=', ackMid)
    .orderBy('mid'),
)

/**
 * Verdicts are deleted in batches of this size: a write with every pull would cost a flush of the
 * disk each time.
 */
const FORGET_AT_ONCE = 200

/**
 * Deletes acknowledged verdicts of applied edits but the last, whose time tells the device that
 * this is still the server that decided it. If the database cannot write now, a later pull
 * deletes them.
 */
export const forgetVerdicts = async (
  database: Database,
  clientId: string,
  ackMid: number,
): Promise<void> => {
  const [taken] = await countTaken(database.queries, { clientId, ackMid })
  if (taken === undefined || taken.count < FORGET_AT_ONCE) return
  await database
    .write(async (tx) => {
      await tx
        .deleteFrom('mutation_result')
        .where('client_id', '=', clientId)
        .where('mid', '<', ackMid)
        .where('status', '=', 'applied')
        .execute()
    })
    .catch((error: unknown) => {
      if (!isPassing(error)) throw error
    })
}

const countTaken = compiledOnce((tx, { clientId, ackMid }: { clientId: string; ackMid: number }) =>
  tx
    .selectFrom('mutation_result')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('client_id', '=', clientId)
    .where('mid', '<', ackMid)
    .where('status', '=', 'applied'),
)
