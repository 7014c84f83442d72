import { createHash, randomBytes } from 'node:crypto'
import type { Project } from '#schema/entities/project.ts'
import { isOpenToVendors } from '#schema/rules/access/access.ts'
import { canonicalJson, type Json } from '#schema/rules/answers/canonical-json.ts'
import {
  type ChainAudience,
  entryText,
  FIRST_PREV,
  parseDetail,
  vendorAudience,
} from '#schema/rules/project/project-log.ts'
import {
  LOG_KINDS,
  type LogEntry,
  type LogKind,
  type LogKindRow,
} from '#schema/tables/log-kinds.ts'
import { inPieces, type Queries } from '../database.ts'
import { eventsOfEntry } from '../events/events-of-entry.ts'
import { writeEvents } from '../events/write-events.ts'
import { parseRow } from '../entity-tables.ts'
import type { Tables } from '../tables.ts'

interface LogContext {
  projectId: string
  /** Server time in ms. */
  now: number
  /** null for the system. */
  actorId: number | null
}

/**
 * Appends an entry to every chain that its kind names, and writes the events that notify people.
 * The caller holds the lock of the project, so each chain has one writer at a time and serials have
 * no gaps or forks. Call it after the rows of vendors are written, because the vendors are read from
 * the database.
 */
export const appendToLog = async (
  tx: Queries,
  context: LogContext,
  entry: LogEntry,
): Promise<void> => {
  await writeEvents(tx, context, eventsOfEntry(entry))
  const row: LogKindRow = LOG_KINDS[entry.kind]
  if (row.audience === 'vendor') {
    if (!('vendorId' in entry)) throw new Error(`${entry.kind} names no vendor`)
    await append(tx, context, { ...entry, audiences: [vendorAudience(entry.vendorId)] })
    return
  }
  // Append to the vendors' chains first, so that the anchors in the team's chain include the new
  // entries.
  if (row.audience === 'vendors') {
    const told = { ...context, actorId: row.isActorTold === true ? context.actorId : null }
    await append(tx, told, {
      ...entry,
      audiences: await vendorChains(tx, context.projectId),
    })
  }
  const detail =
    row.hasAnchors === true
      ? { ...entry.detail, anchors: await readAnchors(tx, context.projectId) }
      : entry.detail
  await append(tx, context, { audiences: ['team'], kind: entry.kind, detail })
}

/**
 * The chains of all vendors; none before the project is open to vendors, who must not learn what
 * happened earlier.
 */
const vendorChains = async (tx: Queries, projectId: string): Promise<ChainAudience[]> => {
  const stored = await tx
    .selectFrom('projects')
    .select('body')
    .where('id', '=', projectId)
    .executeTakeFirst()
  const project: Project | undefined =
    stored === undefined ? undefined : parseRow('project', stored.body)
  if (project === undefined || !isOpenToVendors(project)) return []
  const vendors = await tx
    .selectFrom('project_vendors')
    .select('vendor_id')
    .where('project_id', '=', projectId)
    .orderBy('vendor_id')
    .execute()
  return vendors.map(({ vendor_id }) => vendorAudience(vendor_id))
}

const readAnchors = async (
  tx: Queries,
  projectId: string,
): Promise<{ vendorId: number; serial: number; hash: string }[]> => {
  const heads = await tx
    .selectFrom('project_log_heads')
    .select(['audience', 'serial', 'hash'])
    .where('project_id', '=', projectId)
    .orderBy('audience')
    .execute()
  return heads.flatMap(({ audience, serial, hash }) =>
    audience === 'team' ? [] : [{ vendorId: Number(audience.slice(1)), serial, hash }],
  )
}

interface ChainWrite {
  audience: ChainAudience
  kind: LogKind
  detail: unknown
}
interface Head {
  serial: number
  hash: string
}

/** A publication tells every vendor: one statement for many chains, however many vendors. */
const TOGETHER = 100

/** Appends the same entry to each of the chains. */
const append = async (
  tx: Queries,
  context: LogContext,
  {
    audiences,
    kind,
    detail,
  }: Omit<ChainWrite, 'audience'> & {
    audiences: readonly ChainAudience[]
  },
): Promise<void> => {
  for (const piece of inPieces(audiences, TOGETHER)) {
    const heads = await readHeads(tx, context.projectId, piece)
    const rows = piece.map((audience) =>
      nextRows(context, { audience, kind, detail }, heads.get(audience)),
    )
    await tx.insertInto('project_log').values(rows.flat()).execute()
    await writeHeads(
      tx,
      rows.flatMap((own) => own.at(-1) ?? []),
    )
  }
}

const readHeads = async (
  tx: Queries,
  projectId: string,
  audiences: readonly ChainAudience[],
): Promise<Map<string, Head>> => {
  const heads = await tx
    .selectFrom('project_log_heads')
    .select(['audience', 'serial', 'hash'])
    .where('project_id', '=', projectId)
    .where('audience', 'in', audiences)
    .execute()
  return new Map(heads.map(({ audience, ...head }) => [audience, head]))
}

const writeHeads = async (tx: Queries, last: readonly Tables['project_log'][]): Promise<void> => {
  await tx
    .insertInto('project_log_heads')
    .values(
      last.map(({ project_id, audience, serial, hash }) => ({
        project_id,
        audience,
        serial,
        hash,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'audience']).doUpdateSet((eb) => ({
        serial: eb.ref('excluded.serial'),
        hash: eb.ref('excluded.hash'),
      })),
    )
    .execute()
}

/** The entry's row; a chain that has none yet begins with a row of its own. */
const nextRows = (
  context: LogContext,
  write: ChainWrite,
  known: Head | undefined,
): Tables['project_log'][] => {
  const { audience } = write
  const head = known ?? { serial: 0, hash: FIRST_PREV }
  if (known !== undefined || FIRST_KINDS.includes(write.kind))
    return [nextRow(context, write, head)]
  const begun = nextRow(
    { ...context, actorId: null },
    { audience, kind: 'begun', detail: {} },
    head,
  )
  return [begun, nextRow(context, write, begun)]
}

const FIRST_KINDS: readonly LogKind[] = ['created', 'begun']
const SALT_BYTES = 16
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const nextRow = (
  { projectId, now, actorId }: LogContext,
  { audience, kind, detail }: ChainWrite,
  head: Head,
): Tables['project_log'] => {
  const parsed: Json = parseDetail(kind, detail)
  const entry = {
    serial: head.serial + 1,
    at: now,
    actorId,
    kind,
    detail: parsed,
    salt: randomBytes(SALT_BYTES).toString('hex'),
  }
  const hash = sha256(entryText({ projectId, audience }, entry, head.hash))
  return {
    project_id: projectId,
    audience,
    serial: entry.serial,
    at: now,
    actor_id: actorId,
    kind,
    detail: canonicalJson(parsed),
    salt: entry.salt,
    prev: head.hash,
    hash,
  }
}
