import {
  type Comment,
  commentId,
  type Place,
  placeOfComment,
  replyId,
} from '#schema/entities/comment.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import { PROJECT_ID } from '../../support/project-rows.ts'
import { draftMarkOf, markOf, PUBLIC_MARK, questionMarkOf } from './isolation.ts'
import type { Random } from './random.ts'
import type { SimClient } from './sim-client.ts'
import type { Request } from './sim-edit.ts'
import type { Template } from './template.ts'

interface Scene {
  random: Random
  template: Template
  next(): number
}
type Writer = (scene: Scene, client: SimClient) => Request | null

/** The rows of one entity as the person sees them, unsent ones included. */
const rowsOf = <E extends Entity>(client: SimClient, entity: E): Row<E>[] => {
  const { held, overlay } = client.state()
  const ids = new Set(
    [...held.values(), ...overlay.values()].flatMap((one) =>
      one.entity === entity ? [one.id] : [],
    ),
  )
  return [...ids].flatMap((id) => client.row(entity, id) ?? [])
}
const pickRow = <E extends Entity>(
  { random }: Scene,
  client: SimClient,
  entity: E,
  isWanted: (row: Row<E>) => boolean = () => true,
): Row<E> | undefined => {
  const rows = rowsOf(client, entity).filter(isWanted)
  return rows.length === 0 ? undefined : random.pick(rows)
}
/**
 * The mark of a thread: both sides may read a vendor's thread, the vendor no draft in it yet, and
 * no vendor an inner discussion.
 */
const markOfThread = ({ vendorId }: Pick<Comment, 'vendorId'>, isByVendor: boolean): string =>
  vendorId === null ? markOf(null) : isByVendor ? questionMarkOf(vendorId) : draftMarkOf(vendorId)

/** Picks a requirement of the template or of the run, a document, a package or the project. */
const pickPlace = (scene: Scene, client: SimClient): Place => {
  const {
    random,
    template: { requirementIds },
  } = scene
  const made = pickRow(scene, client, 'requirement', ({ id }) => id.startsWith('x'))
  const requirements = [
    random.pick(requirementIds),
    requirementIds[0] ?? '',
    ...(made === undefined ? [] : [made.id]),
  ]
  return random.pick<Place>([
    ...requirements.map((id) => ({ kind: 'requirement' as const, id })),
    { kind: 'document', id: 'd2' },
    { kind: 'package', id: 'p1' },
    { kind: 'project', id: PROJECT_ID },
  ])
}
/** The row that a word about this place depends on; the project always exists. */
const about = ({ kind, id }: Place) => (kind === 'project' ? undefined : { entity: kind, id })

type At = Parameters<typeof placeOfComment>[0]
/** Every text of a published pair stays, so each word has a place of its own. */
const pairOf = (scene: Scene, id: string, at: At) => {
  const [question, answer] = [`w${scene.next()}${PUBLIC_MARK}`, `w${scene.next()}${PUBLIC_MARK}`]
  return {
    texts: { question, answer },
    words: [question, answer].map((word) => ({
      word,
      place: {
        entity: 'publication' as const,
        id,
        field: word,
        about: about(placeOfComment(at)),
      },
    })),
  }
}

/**
 * The ways in which a person comments at one place, or anywhere if `place` is null. A person with
 * no thread to continue starts one.
 */
export const talkAt = (
  place: Place | null,
): Readonly<Record<'begin' | 'respond' | 'mark' | 'publish' | 'correct', Writer>> => {
  const isHere = (row: At): boolean => place === null || placeOfComment(row).id === place.id

  const begin: Writer = (scene, client) => {
    const { vendorId } = client.user
    const at = place ?? pickPlace(scene, client)
    const isComplaint = vendorId !== null && scene.random.chance(0.3)
    const id = `c${scene.next()}`
    const word = `w${scene.next()}${vendorId === null ? markOf(null) : questionMarkOf(vendorId)}`
    const type = vendorId === null ? 'D' : isComplaint ? 'PP' : 'Q'
    return {
      command: 'comments.create',
      args: { id, place: at, type, severity: isComplaint ? 'MAJOR' : null, text: word },
      words: [
        {
          word,
          place: {
            entity: 'comment',
            id: commentId(id, vendorId),
            field: 'text',
            about: about(at),
          },
        },
      ],
    }
  }
  const respond: Writer = (scene, client) => {
    // Prefer threads of vendors, because discussions among requestors are the simple case.
    const asked = scene.random.chance(0.7)
      ? pickRow(scene, client, 'comment', (row) => row.vendorId !== null && isHere(row))
      : undefined
    const comment = asked ?? pickRow(scene, client, 'comment', isHere)
    if (comment === undefined) return begin(scene, client)
    const { vendorId } = client.user
    const id = `a${scene.next()}`
    const word = `w${scene.next()}${markOfThread(comment, vendorId !== null)}`
    const said = {
      entity: 'reply' as const,
      id: replyId(id, vendorId),
      field: 'text',
      about: about(placeOfComment(comment)),
    }
    return {
      command: 'comments.reply',
      args: { id, commentId: comment.id, text: word },
      words: [{ word, place: said }],
    }
  }
  const mark: Writer = (scene, client) => {
    const reply = pickRow(
      scene,
      client,
      'reply',
      (row) =>
        isHere(row) &&
        row.vendorId !== null &&
        !row.isByVendor &&
        (row.officialOn === null || scene.random.chance(0.2)),
    )
    return reply === undefined
      ? respond(scene, client)
      : { command: 'comments.markOfficial', args: { id: reply.commentId, replyId: reply.id } }
  }
  const publish: Writer = (scene, client) => {
    const comment = pickRow(
      scene,
      client,
      'comment',
      (row) =>
        isHere(row) &&
        row.type === 'Q' &&
        row.publicationId === null &&
        row.officialReplies.length > 0,
    )
    if (comment === undefined) return mark(scene, client)
    const id = `qa${scene.next()}`
    const { texts, words } = pairOf(scene, id, comment)
    return { command: 'comments.publish', args: { id, commentId: comment.id, ...texts }, words }
  }
  const correct: Writer = (scene, client) => {
    const pair = pickRow(scene, client, 'publication', isHere)
    if (pair === undefined) return publish(scene, client)
    const { texts, words } = pairOf(scene, pair.id, pair)
    return { command: 'comments.correct', args: { id: pair.id, ...texts }, words }
  }
  return { begin, respond, mark, publish, correct }
}

const { begin, respond, mark, publish, correct } = talkAt(null)
export const ASKING: readonly Writer[] = [begin, begin, respond]
export const DISCUSSING: readonly Writer[] = [
  begin,
  respond,
  mark,
  publish,
  publish,
  publish,
  correct,
]
