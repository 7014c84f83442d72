import { ENTITY_TABLES } from '#server/database/entity-tables.ts'
import { isSameContent } from '#server/database/rows/buckets.ts'
import { PROJECT_ID } from '../../support/project-rows.ts'
import type { Excuses } from './excuses.ts'
import type { Ledger } from './ledger.ts'
import type { SimClient } from './sim-client.ts'
import { type SimServer, serverView } from './sim-server.ts'
import { holdsWord, type Place } from './tracked.ts'
import type { Watch } from './watch.ts'

/** What the observers collected during the history. */
interface Seen {
  watch: Pick<Watch, 'seenWords'>
  ledger: Pick<Ledger, 'isTakenBack'>
  excuses: Pick<Excuses, 'use'>
}

/** Checks one device after the network is back and all work has settled. */
export const checkClient = async (
  server: SimServer,
  client: SimClient,
  seen: Seen,
): Promise<string[]> => [
  ...checkOutbox(client),
  ...(await checkWords(server, client, seen)),
  ...(await checkRows(server, client)),
]

const checkOutbox = (client: SimClient): string[] => {
  const { outbox, overlay } = client.state()
  return [
    ...(outbox.size > 0
      ? [
          `L1 client ${client.number} still has ${outbox.size} edits (${JSON.stringify(client.engineState())})`,
        ]
      : []),
    ...(overlay.size > 0
      ? [`I3 client ${client.number} still shows ${overlay.size} unsent rows`]
      : []),
  ]
}

/**
 * Every word was on the server once, or was followed by a later one of the same person in the same
 * place, or is parked with its reason, or was taken back.
 */
const checkWords = async (
  server: SimServer,
  client: SimClient,
  { watch: { seenWords }, ledger, excuses }: Seen,
): Promise<string[]> => {
  const parked = JSON.stringify(
    [...client.state().parked.values()].map((one) => [one.args, one.conflicts]),
  )
  const violations: string[] = []
  for (const [at, { key, word, place }] of client.edits.entries()) {
    const later = client.edits.slice(at).filter((one) => one.key === key)
    if (later.some((one) => seenWords.has(one.word) || holdsWord(parked, one.word))) continue
    const lostWith = later.find((one) => one.lostWith !== null)?.lostWith ?? null
    // A word written and deleted in one push was never on the server; the ledger knows of it.
    if (lostWith !== null) excuses.use(lostWith)
    else if (later.some((one) => ledger.isTakenBack(client, one.word))) excuses.use('takenBack')
    else if (!(await mayStand(server, place))) excuses.use('placeGone')
    else violations.push(`I1 ${word} of client ${client.number} is gone`)
  }
  return violations
}

/** Whether the place still exists: its requirement, or the row that its comment is about. */
const mayStand = async (server: SimServer, { entity, id, about }: Place): Promise<boolean> => {
  const needed = about ?? (entity === 'requirement' ? { entity, id } : undefined)
  if (needed === undefined) return true
  const found = await server.database.queries
    .selectFrom(ENTITY_TABLES[needed.entity] as 'releases')
    .select('id')
    .where('project_id', '=', PROJECT_ID)
    .where('id', '=', needed.id)
    .executeTakeFirst()
  return found !== undefined
}

const checkRows = async (server: SimServer, client: SimClient): Promise<string[]> => {
  const name = `client ${client.number}`
  const held = [...client.state().held.values()]
  const view = await serverView(server, client.user.userId)
  if (view === null)
    return held.length > 0 ? [`I4 ${name} holds ${held.length} rows without access`] : []
  const mine = new Map(
    held.map((one) => [`${one.bucket} ${one.entity}/${one.id}`, JSON.stringify(one.row)]),
  )
  const other = [...view.rows]
    .filter(([key, text]) => !isSameContent(mine.get(key) ?? '', text))
    .map(([key, text]) => `I3 ${name} has another ${key}: ${mine.get(key)} instead of ${text}`)
  const extra = held
    .filter((one) => !view.rows.has(`${one.bucket} ${one.entity}/${one.id}`))
    .map((one) =>
      view.reads(one.bucket)
        ? `I3 ${name} still has ${one.entity}/${one.id}`
        : `I4 ${name} holds ${one.entity}/${one.id} of ${one.bucket}`,
    )
  return [...other, ...extra]
}
