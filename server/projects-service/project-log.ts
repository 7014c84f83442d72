import type { InferOutput } from 'valibot'
import type { LogChain, LogNames, projectLog } from '#schema/api/projects-service/project-log.ts'
import type { LogEntryRow } from '#schema/api/projects-service/project-log.ts'
import type { Json } from '#schema/rules/answers/canonical-json.ts'
import { Refusal } from '#schema/refusal.ts'
import type { LogKind } from '#schema/tables/log-kinds.ts'
import { type ChainAudience, isEntryShown, isLogKind } from '#schema/rules/project/project-log.ts'
import type { OpenEntry } from '#schema/rules/project/project-log.ts'
import { inPieces, type Queries } from '../database/database.ts'
import { readChain, readHeads } from '../database/project-log/read-chain.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import { listRows, openProject, type OpenedProject, seesAnswersOf } from './open-project.ts'
import { noteSealedRead } from './sealed-reads.ts'

/**
 * Whether the caller may read a chain. A vendor's chain counts its receipts, so requestors may read
 * it only after the answers were opened.
 */
const mayRead = (opened: OpenedProject, audience: ChainAudience): boolean => {
  const { actor } = opened
  if (audience === 'team') return actor.relation !== 'vendor'
  const vendorId = Number(audience.slice(1))
  return actor.relation === 'vendor' ? actor.vendorId === vendorId : seesAnswersOf(opened, vendorId)
}

const readNamesOfVendors = async (opened: OpenedProject): Promise<Map<number, string>> => {
  if (opened.actor.relation === 'vendor') return new Map()
  const rows = await listRows(opened, 'projectVendor')
  return new Map(rows.map(({ vendorId, name }) => [vendorId, name]))
}

const readChains = async (opened: OpenedProject): Promise<LogChain[]> => {
  const heads = await readHeads(opened.tx, opened.projectId)
  const names = await readNamesOfVendors(opened)
  return heads
    .filter(({ audience }) => mayRead(opened, audience))
    .map((head) => {
      const vendorId = head.audience === 'team' ? null : Number(head.audience.slice(1))
      return { ...head, vendorId, name: (vendorId === null ? null : names.get(vendorId)) ?? '' }
    })
}

/** The values of these keys anywhere in the detail; of a list, all its values. */
const idsIn = (detail: Json, keys: readonly string[]): (string | number)[] => {
  if (detail === null || typeof detail !== 'object') return []
  return Object.entries(detail).flatMap(([key, part]: [string, Json]) =>
    !keys.includes(key)
      ? idsIn(part, keys)
      : (Array.isArray(part) ? part : [part]).filter(
          (id): id is string | number => typeof id === 'string' || typeof id === 'number',
        ),
  )
}
const PERSON_KEYS = ['userId', 'requestedBy', 'confirmedBy']
/** Keys of people whose meaning depends on the kind of the entry. */
const PERSON_KEYS_OF: Readonly<Record<string, readonly string[]>> = {
  ownerChanged: ['from', 'to'],
  contentAssigned: ['from', 'to'],
  documentMembersSet: ['added', 'removed'],
} satisfies { readonly [K in LogKind]?: readonly string[] }

const peopleIn = ({ actorId, kind, detail }: OpenEntry): number[] => {
  const keys = PERSON_KEYS_OF[kind] ?? PERSON_KEYS
  return [...(actorId === null ? [] : [actorId]), ...idsIn(detail, keys).map(Number)]
}

const readPeople = async (tx: Queries, ids: readonly number[]): Promise<LogNames['people']> => {
  const found: LogNames['people'] = []
  for (const piece of inPieces(ids)) {
    const query = tx.selectFrom('users').select(['id', 'name']).where('id', 'in', piece)
    found.push(...(await query.orderBy('id').execute()))
  }
  return found.filter(({ name }) => name !== '')
}

/** Names of what the shown entries mention; requirements only if the reader may see them. */
const readNames = async (opened: OpenedProject, shown: readonly OpenEntry[]): Promise<LogNames> => {
  const wanted = new Set(shown.flatMap(({ detail }) => idsIn(detail, ['requirementId'])))
  const requirements = wanted.size === 0 ? [] : await listRows(opened, 'requirement')
  const vendors = await readNamesOfVendors(opened)
  const content = new Set(
    shown.flatMap(({ detail }) => idsIn(detail, ['packageId', 'documentId']).map(String)),
  )
  const places =
    content.size === 0
      ? []
      : [...(await listRows(opened, 'package')), ...(await listRows(opened, 'document'))]
  return {
    content: places.filter(({ id }) => content.has(id)).map(({ id, name }) => ({ id, name })),
    people: await readPeople(opened.tx, [...new Set(shown.flatMap(peopleIn))]),
    requirements: requirements
      .filter(({ id }) => wanted.has(id))
      .map(({ id, fullId, name }) => ({ id, name: fullId ?? name })),
    vendors: [...vendors].map(([id, name]) => ({ id, name })),
  }
}

const asShown = (opened: OpenedProject, entry: OpenEntry): LogEntryRow => {
  const { serial, hash, kind, detail } = entry
  if (!isLogKind(kind) || !isEntryShown(opened.actor, entry)) return { serial, hash }
  return { ...entry, kind, detail: detail as Record<string, unknown> }
}

type Entries = InferOutput<typeof projectLog.entries.reply>
type Wanted = InferOutput<typeof projectLog.entries.body>

/** The vendor of a chain; null for the team's chain. */
const vendorOf = (audience: ChainAudience): number | null =>
  audience === 'team' ? null : Number(audience.slice(1))

const readEntries = async (
  context: SignedInContext,
  opened: OpenedProject,
  { audience, after, limit }: Wanted,
): Promise<Entries> => {
  if (!mayRead(opened, audience)) {
    await noteSealedRead(context, opened, { what: 'counts', vendorId: vendorOf(audience) })
    throw new Refusal('NOT_FOUND', { field: 'audience' })
  }
  const page = { after, limit: limit + 1 }
  const found = await readChain(opened.tx, { projectId: opened.projectId, audience }, page)
  const entries = found.slice(0, limit)
  const shown = entries.filter((entry) => isEntryShown(opened.actor, entry))
  const names = await readNames(opened, shown)
  const rows = entries.map((entry) => asShown(opened, entry))
  return { entries: rows, names, hasMore: found.length > limit }
}

export const projectLogHandlers: Handlers<typeof projectLog> = {
  chains: async ({ params }, context) => await readChains(await openProject(context, params.id)),
  entries: async ({ params, body }, context) =>
    await readEntries(context, await openProject(context, params.id), body),
}
