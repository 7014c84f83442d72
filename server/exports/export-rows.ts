import type { Selectable, Updateable } from 'kysely'
import type { ExportFailure, ExportRequest } from '#schema/entities/export.ts'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { Refusal } from '#schema/refusal.ts'
import type { Queries } from '../database/database.ts'
import { writeEvents } from '../database/events/write-events.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/tables.ts'

export type ExportRow = Selectable<Tables['exports']>
export type ExportAt = Pick<ExportRow, 'project_id' | 'id'>

/** How long an export is kept. */
const KEPT_MS = 7 * 86_400_000
/** How long an attempt counts as alive without a sign of life. */
export const LEASE_MS = 30_000
/** An export that ended so many servers halfway would end the next one too. */
const MOST_ATTEMPTS = 3

export const requestOf = ({ request }: Pick<ExportRow, 'request'>): ExportRequest =>
  JSON.parse(request) as ExportRequest

const rowOf = (tx: Queries, { project_id, id }: ExportAt) =>
  tx.selectFrom('exports').selectAll().where('project_id', '=', project_id).where('id', '=', id)
const change = (tx: Queries, { project_id, id }: ExportAt) =>
  tx.updateTable('exports').where('project_id', '=', project_id).where('id', '=', id)

export const findExport = async (tx: Queries, at: ExportAt): Promise<ExportRow | undefined> =>
  await rowOf(tx, at).executeTakeFirst()

type Asker = Pick<ExportRow, 'project_id' | 'user_id' | 'organization_id'>

/** Exports of one person, asked for with one organization, newest first. */
export const listExports = async (tx: Queries, asker: Asker): Promise<ExportRow[]> =>
  await tx
    .selectFrom('exports')
    .selectAll()
    .where('project_id', '=', asker.project_id)
    .where('user_id', '=', asker.user_id)
    .where('organization_id', '=', asker.organization_id)
    .orderBy('id', 'desc')
    .execute()

interface NewExport extends Asker {
  request: ExportRequest
  total: number
  /** Whether the person is told when it is ready. */
  isTold: boolean
  now: number
}
/** @throws EXPORTS_FULL if the person has too many of the project, or too many unfinished ones */
export const insertExport = async (
  tx: Queries,
  { request, total, isTold, now, ...asker }: NewExport,
): Promise<ExportAt> => {
  // Locks the person, so that starts at the same time are counted one after the other.
  await tx
    .updateTable('users')
    .set((eb) => ({ access_version: eb.ref('access_version') }))
    .where('id', '=', asker.user_id)
    .execute()
  const own = await listExports(tx, asker)
  const unfinished = own.filter(({ state }) => state === 'waiting' || state === 'running').length
  if (own.length >= FIELD_LIMITS.exports || unfinished >= FIELD_LIMITS.unfinishedExports)
    throw new Refusal('EXPORTS_FULL')
  const id = newId(now)
  await tx
    .insertInto('exports')
    .values({
      ...asker,
      id,
      request: JSON.stringify(request),
      state: 'waiting',
      failure: null,
      attempt: 0,
      lease_until: 0,
      done: 0,
      total,
      is_told: isTold ? 1 : 0,
      rights: null,
      file_name: null,
      bytes: null,
      created_on: now,
      expires_on: now + KEPT_MS,
    })
    .execute()
  return { project_id: asker.project_id, id }
}

/** Exports that wait, or whose attempt died, oldest first. */
export const findDue = async (tx: Queries, now: number): Promise<ExportAt[]> =>
  await tx
    .selectFrom('exports')
    .select(['project_id', 'id'])
    .where((eb) =>
      eb.or([
        eb('state', '=', 'waiting'),
        eb.and([eb('state', '=', 'running'), eb('lease_until', '<=', now)]),
      ]),
    )
    .orderBy('id')
    .execute()

/**
 * Begins an attempt. Of several processes one gets the row: the update names the attempt that it saw.
 * @returns undefined if the export is gone, is being written, or has used up its attempts
 */
export const claimExport = async (
  tx: Queries,
  at: ExportAt,
  now: number,
): Promise<ExportRow | undefined> => {
  const row = await findExport(tx, at)
  const isDue = row?.state === 'waiting' || (row?.state === 'running' && row.lease_until <= now)
  if (row === undefined || !isDue) return undefined
  if (row.attempt >= MOST_ATTEMPTS) {
    await endExport(tx, row, { now, failure: 'error' })
    return undefined
  }
  return await change(tx, at)
    .where('attempt', '=', row.attempt)
    .where('state', '=', row.state)
    .set({ state: 'running', attempt: row.attempt + 1, lease_until: now + LEASE_MS, done: 0 })
    .returningAll()
    .executeTakeFirst()
}

/** Updates the row if this attempt still is the one that writes it. */
const changeAttempt = async (
  tx: Queries,
  row: ExportRow,
  values: Updateable<Tables['exports']>,
): Promise<boolean> => {
  const changed = await change(tx, row)
    .where('attempt', '=', row.attempt)
    .where('state', '=', row.state)
    .set(values)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** @returns false if the export was deleted or taken over */
export const renewLease = async (
  tx: Queries,
  row: ExportRow,
  { now, done }: { now: number; done: number },
): Promise<boolean> => await changeAttempt(tx, row, { lease_until: now + LEASE_MS, done })

/** Gives an attempt back that this process does not finish; it does not count as one. */
export const releaseExport = async (tx: Queries, row: ExportRow): Promise<boolean> =>
  await changeAttempt(tx, row, {
    state: 'waiting',
    attempt: row.attempt - 1,
    lease_until: 0,
    done: 0,
  })

export interface Written {
  rights: readonly string[]
  fileName: string
  bytes: number
  rows: number
}
type Ending = { now: number; written: Written } | { now: number; failure: ExportFailure }

/**
 * Ends an attempt and tells the person, in the caller's transaction.
 * @returns false if the export was deleted or taken over: its file has to go
 */
export const endExport = async (tx: Queries, row: ExportRow, ending: Ending): Promise<boolean> => {
  const isEnded = await changeAttempt(
    tx,
    row,
    'failure' in ending
      ? { state: 'failed', failure: ending.failure }
      : {
          state: 'ready',
          rights: JSON.stringify(ending.written.rights),
          file_name: ending.written.fileName,
          bytes: ending.written.bytes,
          done: ending.written.rows,
          total: ending.written.rows,
        },
  )
  if (isEnded && row.is_told === 1) await tell(tx, row, ending)
  return isEnded
}

const tell = async (tx: Queries, row: ExportRow, ending: Ending): Promise<void> => {
  const organization = await tx
    .selectFrom('organizations')
    .select('parent_id')
    .where('id', '=', row.organization_id)
    .executeTakeFirst()
  const isVendor = organization !== undefined && organization.parent_id !== null
  await writeEvents(tx, { projectId: row.project_id, actorId: null, now: ending.now }, [
    {
      kind: 'failure' in ending ? 'export.failed' : 'export.ready',
      userIds: [row.user_id],
      vendorId: isVendor ? row.organization_id : null,
    },
  ])
}

/** A file that its reader has no right to any more. */
export const outdateExport = async (tx: Queries, row: ExportRow): Promise<boolean> =>
  await changeAttempt(tx, row, {
    state: 'failed',
    failure: 'rights',
    file_name: null,
    bytes: null,
  })

export const deleteExport = async (tx: Queries, { project_id, id }: ExportAt): Promise<void> => {
  await tx.deleteFrom('exports').where('project_id', '=', project_id).where('id', '=', id).execute()
}
