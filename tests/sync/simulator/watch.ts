import { WRONG_COPY } from '#schema/api/sync.ts'
import { placeOfComment } from '#schema/entities/comment.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import { compiledOnce } from '#server/database/compiled-once.ts'
import type { Queries } from '#server/database/database.ts'
import { ENTITY_TABLES, parseRow } from '#server/database/entity-tables.ts'
import type { MemoryState } from '#sync/engine/memory-storage.ts'
import type { WentBack } from '#sync/engine/ports.ts'
import { PROJECT_ID } from '../../support/project-rows.ts'
import type { Excuses } from './excuses.ts'
import type { SimClient } from './sim-client.ts'
import type { SimEdit } from './sim-edit.ts'
import { type Place, placeKey, TRACKED, wordsOf } from './tracked.ts'

export interface Watch {
  /** Observes the rows of the server after a commit, and their writers. */
  see(tx: Queries): Promise<void>
  /** Observes the rows that a person sees, after a commit of a device in the state `before`. */
  look(client: SimClient, before: MemoryState): void
  violations: string[]
  /** Every word that was ever on the server. */
  seenWords: Set<string>
  /** Words of replies that were ever marked official. */
  officialWords: ReadonlySet<string>
  /** Saves the state for a later restore. */
  backUp(): () => void
}

const readLines = compiledOnce((tx, { after }: { after: number }) =>
  tx
    .selectFrom('change_log')
    .select(['seq', 'entity', 'entity_id', 'actor_id'])
    .where('project_id', '=', PROJECT_ID)
    .where('seq', '>', after)
    .orderBy('seq'),
)
const readBody = new Map(
  TRACKED.map((entity) => [
    entity,
    compiledOnce((tx, { id }: { id: string }) =>
      tx
        .selectFrom(ENTITY_TABLES[entity] as 'releases')
        .select('body')
        .where('project_id', '=', PROJECT_ID)
        .where('id', '=', id),
    ),
  ]),
)

/** Whether a removal of this override waits on the device. */
const isBeingRemoved = (client: SimClient, { entity, id }: Place): boolean =>
  entity === 'override' &&
  [...client.state().outbox.values()].some(
    ({ command, touched }) =>
      command === 'overrides.remove' &&
      touched.some((one) => one.split('#')[0] === `override/${id}`),
  )

/** Ids of the section, document and package that a row lies in. */
const parentsOf = (row: Row): string[] => {
  const { sectionId, documentId, packageId } = row as Partial<Record<string, unknown>>
  return [sectionId, documentId, packageId].filter((id) => typeof id === 'string')
}

/** Whether all rows of the bucket arrived with this commit. */
const isEmptied = (state: MemoryState, before: MemoryState, bucket: string): boolean =>
  [...state.held.values()].every((held) => held.bucket !== bucket || held.no > before.nextNo)

/** Entities whose deletion removes other rows. */
const ROOTS = ['package', 'document', 'requirement'] as const

/**
 * Observes the server after every commit, and each person's view: accepted values stay, under the
 * name of their writer.
 */
export const createWatch = (
  clients: readonly SimClient[],
  serverId: () => string,
  excuses: Pick<Excuses, 'use'>,
): Watch => {
  const violations: string[] = []
  let seenWords = new Set<string>()
  let standing = new Map<string, string | null>()
  /** Words of rows at their deletion. */
  let left = new Map<string, string>()
  let seenSeq = 0
  /** Devices that have not noticed yet that the server went back, with what they knew before. */
  let unaware = new Map<SimClient, WentBack | undefined>()
  const officialWords = new Set<string>()
  const rowsSaying = new Map<string, string>()
  /**
   * By key prefix of a row: the row that it is deleted and restored with. This is itself, or the
   * row that it answers or is about.
   */
  const carriers = new Map<string, string>()
  /** By id of a row: the section, document and package that it is deleted and restored with. */
  const parents = new Map<string, readonly string[]>()
  const carrierOf = (key: string): string => carriers.get(key.slice(0, key.indexOf('#') + 1)) ?? ''
  const isStanding = (id: string): boolean =>
    ROOTS.some((entity) => standing.has(placeKey({ entity, id, field: '' })))

  const authorOf = (edit: SimEdit): SimClient | undefined =>
    clients.find((client) => client.edits.includes(edit))
  const editsOf = (key: string): SimEdit[] =>
    clients.flatMap((client) => client.edits.filter((one) => one.key === key))
  const stand = (key: string, value: string | null, actorId: number | null): void => {
    const former = standing.get(key)
    if (former === value) return
    standing.set(key, value)
    if (value === null || comesBack(key, value)) return
    const edits = editsOf(key)
    const mine = edits.find((one) => one.word === value)
    if (mine === undefined) return
    if (actorId !== mine.user.userId)
      violations.push(`I6 ${value} of ${mine.user.name} was written as user ${actorId}`)
    if (isUnseen(mine, former, edits))
      violations.push(`I7 ${value} overwrote ${former}, which its writer had not seen`)
    if (seenWords.has(value)) violations.push(`I2 ${value} was applied twice`)
    seenWords.add(value)
  }
  /**
   * Whether a value was there when its row was deleted, and the deletion was undone. A device whose
   * copy is being fetched again may have deleted a section before it had the requirements in it.
   */
  const comesBack = (key: string, value: string): boolean => {
    const carrier = carrierOf(key)
    const places = [carrier, ...(parents.get(carrier) ?? [])]
    const isBack =
      left.get(key) === value &&
      clients.some(({ broughtBack }) => places.some((id) => broughtBack.has(id)))
    if (isBack) left.delete(key)
    return isBack
  }
  /**
   * A restored row has the words that it had when it was deleted, or later ones of another writer.
   */
  const checkBack = (id: string): void => {
    for (const [key, word] of left) {
      if (carrierOf(key) !== id) continue
      left.delete(key)
      if ((standing.get(key) ?? null) === null)
        violations.push(`I1 ${word} went with ${id} and did not come back with it`)
    }
  }
  /**
   * Whether the new word replaces an accepted one of another person that its writer had not seen.
   */
  const isUnseen = (
    mine: SimEdit,
    former: string | null | undefined,
    edits: readonly SimEdit[],
  ): boolean => {
    if (former === undefined || former === null || !edits.some((one) => one.word === former))
      return false
    const author = authorOf(mine)
    const own = author?.edits.filter((one) => one.key === mine.key) ?? []
    const chain = own.slice(0, own.indexOf(mine) + 1)
    if (own.some((one) => one.word === former) || chain.some((one) => one.seen === former))
      return false
    const isCleared = author?.takenAway.has(former) === true
    if (isCleared) excuses.use('cleared')
    return !isCleared
  }

  /** Checks that the words of a comment are in one row, however often it was sent. */
  const lookAtComment = (row: Row): void => {
    if (!('text' in row)) return
    if ('officialOn' in row && row.officialOn !== null) officialWords.add(row.text)
    const former = rowsSaying.get(row.text)
    if (former !== undefined && former !== row.id)
      violations.push(`I2 ${row.text} stands in ${former} and in ${row.id}`)
    rowsSaying.set(row.text, row.id)
  }

  const see = async (tx: Queries): Promise<void> => {
    const lines = await readLines(tx, { after: seenSeq })
    seenSeq = lines.at(-1)?.seq ?? seenSeq
    const gone = new Set([...left.keys()].map(carrierOf))
    for (const { entity, entity_id: id, actor_id: actorId } of lines) {
      const read = readBody.get(entity)
      if (read === undefined) continue
      const [found] = await read(tx, { id })
      if (found === undefined) forget(entity, id)
      else {
        const row = parseRow(entity, found.body) as Row
        carriers.set(
          placeKey({ entity, id, field: '' }),
          'requirementId' in row ? placeOfComment(row).id : id,
        )
        parents.set(id, parentsOf(row))
        lookAtComment(row)
        for (const [field, word] of wordsOf(entity, row))
          stand(placeKey({ entity, id, field }), word, actorId)
      }
    }
    for (const id of gone) if (isStanding(id)) checkBack(id)
  }
  const forget = (entity: Entity, id: string): void => {
    const start = placeKey({ entity, id, field: '' })
    for (const [key, word] of standing) {
      if (!key.startsWith(start)) continue
      standing.delete(key)
      if (word !== null) left.set(key, word)
    }
  }

  /**
   * A device never goes back to an older state of the server: versions of rows only rise, and so do
   * positions, unless a copy is fetched again: one below the floor, one marked as wrong, or one
   * whose position may have been that of a bucket that the person has lost.
   */
  const lookBack = (client: SimClient, before: MemoryState): void => {
    for (const [projectId, { buckets }] of client.state().cursors) {
      const former = before.cursors.get(projectId)?.buckets ?? {}
      const hasLost = Object.keys(former).some((bucket) => !Object.hasOwn(buckets, bucket))
      for (const [bucket, [at, base]] of Object.entries(buckets)) {
        const [formerAt, formerBase] = former[bucket] ?? [0, 0]
        // A copy marked as wrong is fetched again.
        if (base === WRONG_COPY) continue
        const isAgain = base > formerBase || (hasLost && isEmptied(client.state(), before, bucket))
        if (at < formerAt && !isAgain)
          violations.push(`I3 client ${client.number} goes back in ${bucket}`)
      }
    }
    for (const [key, { row, entity, id, bucket }] of client.state().held) {
      const former = before.held.get(key)?.row
      if (former === undefined || former === row || row.updatedOn >= former.updatedOn) continue
      if (!isEmptied(client.state(), before, bucket))
        violations.push(`I3 client ${client.number} goes back to an older ${entity}/${id}`)
    }
  }
  const lookAt = (client: SimClient): void => {
    const { cursors, meta } = client.state()
    // The device has not heard of the restore yet.
    if (meta.serverId !== serverId()) return
    // A device that noticed it has emptied its copies.
    const isEmpty = [...cursors.values()].every(({ buckets }) => Object.keys(buckets).length === 0)
    if (isEmpty || meta.wentBack?.at !== unaware.get(client)?.at) unaware.delete(client)
    if (
      cursors.size === 0 ||
      [...cursors.values()].some((cursor) => cursor.isDenied || !cursor.isComplete)
    )
      return
    const newest = new Map(client.edits.flatMap((one) => (one.isEvicted ? [] : [[one.key, one]])))
    for (const [key, { word, place }] of newest) {
      if (standing.get(key) !== word) continue
      const shown = client.shown(place)
      if (shown === undefined || shown === word) continue
      if (isBeingRemoved(client, place)) excuses.use('removing')
      else if (unaware.has(client)) excuses.use('unaware')
      else violations.push(`I5 client ${client.number} shows ${shown} although its ${word} stands`)
    }
  }
  return {
    violations,
    see,
    officialWords,
    look(client, before) {
      lookBack(client, before)
      lookAt(client)
    },
    get seenWords() {
      return seenWords
    },
    backUp() {
      const former = {
        seenWords: new Set(seenWords),
        standing: new Map(standing),
        left: new Map(left),
        seenSeq,
      }
      return () => {
        unaware = new Map(clients.map((client) => [client, client.state().meta.wentBack]))
        ;({ seenWords, standing, left, seenSeq } = {
          seenWords: new Set(former.seenWords),
          standing: new Map(former.standing),
          left: new Map(former.left),
          seenSeq: former.seenSeq,
        })
      }
    },
  }
}
