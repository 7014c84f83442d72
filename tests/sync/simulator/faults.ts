import type { askVerdicts } from '#sync/engine/pull/start-over.ts'
import type { publishAnswer, replyForAsker } from '#schema/rules/comments/comments.ts'
import type { createComment } from '#schema/mutations/comments.ts'
import type { areAnswersOpen } from '#schema/rules/access/access.ts'
import type { createMutationTx } from '#server/commands/mutation-tx.ts'
import type { published } from '#schema/rules/access/publication.ts'
import type { writeEdit } from '#sync/engine/outbox/edit.ts'
import type { lateOnes, resendParked } from '#sync/engine/outbox/resend.ts'
import type { PullPage, PushMutation, SyncRow } from '#schema/api/sync.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import type { MutationTx, RemovedRow } from '#schema/mutations/mutation.ts'
import type { readAudience } from '#server/database/access/read-audience.ts'
import type { actorFrom } from '#server/database/access/standing.ts'
import type { Queries } from '#server/database/database.ts'
import type { RowChange } from '#server/database/rows/write-rows.ts'
import type { Tables } from '#server/database/tables.ts'
import type { PullContext, pull } from '#server/sync/pull.ts'
import type { Asked } from '#sync/engine/pull/apply-context.ts'
import type { refusedIn, takeLost } from '#sync/engine/outbox/kept-edits.ts'
import type { ProjectCursor, StorageTx } from '#sync/engine/ports.ts'
import { FILE_FAULTS } from './file-faults.ts'
import { type Fault, type Seam, seam } from './seam.ts'

const APPLY_PAGE = 'sync/engine/pull/apply-page.ts'
const KEPT = 'sync/engine/outbox/kept-edits.ts'
const CURSOR = 'sync/engine/pull/cursor.ts'
const VISIBLE = 'sync/engine/overlay/visible-rows.ts'
const BUCKETS = 'server/sync/read-buckets.ts'
const WRITE_ROWS = 'server/database/rows/write-rows.ts'
const ACCESS = 'schema/rules/access/access.ts'
const AUDIENCE = 'server/database/access/read-audience.ts'
const STANDING = 'server/database/access/standing.ts'
const COMMENTS = 'schema/rules/comments/comments.ts'

type Positions = Readonly<Record<string, [cursor: number, base: number]>>
type OnSide = Record<Entity, (row: never, side: string) => boolean>
type Projections = Record<Entity, (row: never) => Row | null>
type LogBodies = (change: RowChange, body: string | null) => Map<string, string | null>
type PutBack = (tx: MutationTx, removed: RemovedRow) => Promise<void>

const takesTwice: readonly Seam[] = [
  seam<(all: readonly PushMutation[]) => PushMutation[]>(
    'server/sync/push-context.ts',
    'takeFresh',
    () => (all) => [...all],
  ),
  seam<(tx: Queries, rows: Tables['mutation_result'][]) => Promise<unknown>>(
    'server/sync/sync-client.ts',
    'insertResults',
    (original) => async (tx, rows) => {
      for (const { client_id: clientId, mid } of rows) {
        await tx
          .deleteFrom('mutation_result')
          .where('client_id', '=', clientId)
          .where('mid', '=', mid)
          .execute()
      }
      return await original(tx, rows)
    },
  ),
]

const withoutTombstones = (isMeant: (change: RowChange) => boolean): Seam =>
  seam<LogBodies>(WRITE_ROWS, 'logBodies', (original) => (change, body) => {
    const log = original(change, body)
    if (isMeant(change)) for (const [bucket, text] of log) if (text === null) log.delete(bucket)
    return log
  })

const notBack = (entity: Entity): Seam =>
  seam<PutBack>(
    'schema/mutations/content-restore.ts',
    'putBack',
    (original) => async (tx, removed) =>
      removed.entity === entity ? undefined : original(tx, removed),
  )

type Told = { page: PullPage; asked: Asked }
/** The sign that a server went back in time, looked for in a changed answer. */
const isBehind = (change: (told: Told) => Told): Seam =>
  seam<(tx: StorageTx, told: Told) => Promise<boolean>>(
    APPLY_PAGE,
    'isBehind',
    (original) => (tx, told) => original(tx, change(told)),
  )

/** Adds `extra` to each page of a pull. */
const pages = (
  extra: (
    page: { more: boolean },
    verdicts: { first: object; now: () => Promise<object> },
  ) => Promise<object>,
): Seam =>
  seam<typeof pull>(
    'server/sync/pull.ts',
    'pull',
    (original) =>
      async function* (context, request) {
        const now = () => readVerdicts(context, request)
        const first = await now()
        for await (const line of original(context, request)) {
          const page = JSON.parse(line) as { more: boolean }
          yield `${JSON.stringify({ ...page, ...(await extra(page, { first, now })) })}\n`
        }
      },
  )
const readVerdicts = async (
  { database, serverId, userId }: PullContext,
  request: { serverId: string | null; clientId: string; ackMid: number },
): Promise<object> => {
  const client = await import('#server/sync/sync-client.ts')
  const ackMid = request.serverId === null || request.serverId === serverId ? request.ackMid : 0
  return await database.read((tx) =>
    client.readVerdicts(tx, { clientId: request.clientId, userId, ackMid }),
  )
}

/** Bugs inside the code of engine and server. Bugs of their ports are in plants.ts. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'the server applies an edit twice': { breaks: /^I2/, seams: takesTwice },
  'verdicts come with the first page': {
    breaks: /^I5/,
    seams: [
      pages(async ({ more }, { first }) => (more ? first : {})),
      seam<(page: { more: boolean }) => boolean>(APPLY_PAGE, 'isLastPage', () => () => true),
    ],
  },
  'verdicts are read after the rows': {
    breaks: /^I5/,
    seams: [pages(async ({ more }, { now }) => (more ? {} : await now()))],
  },
  'a copy is replaced when its cursor is older than the floor': {
    breaks: /^L1/,
    seams: [
      seam<(position: [number, number] | undefined, floor: number) => boolean>(
        BUCKETS,
        'isBelowFloor',
        () => (position, floor) => (position?.[0] ?? floor) < floor,
      ),
    ],
  },
  "a new bucket is read from the person's position": {
    breaks: /^I3/,
    seams: [
      seam<(known: Positions, bucket: string, floor: number) => [number, number]>(
        BUCKETS,
        'startOf',
        (original) => (known, bucket, floor) =>
          known[bucket] ?? Object.values(known)[0] ?? original(known, bucket, floor),
      ),
    ],
  },
  'a row that moves leaves no tombstone': {
    breaks: /^I[34]/,
    seams: [withoutTombstones(({ after }) => after !== null)],
  },
  'a deletion leaves no tombstone': {
    breaks: /^I3/,
    seams: [withoutTombstones(({ after }) => after === null)],
  },
  'the last write wins': {
    breaks: /^I7/,
    seams: [
      seam<typeof createMutationTx>(
        'server/commands/mutation-tx.ts',
        'createMutationTx',
        (original) => (options) => {
          const made = original(options)
          made.tx.settle = () => true
          return made
        },
      ),
    ],
  },
  'a conflict is not told': {
    breaks: /^I1/,
    seams: [
      seam<typeof createMutationTx>(
        'server/commands/mutation-tx.ts',
        'createMutationTx',
        (original) => (options) => {
          const made = original(options)
          const { settle } = made.tx
          made.tx.settle = (...args) => {
            const told = made.conflicts.length
            const isTaken = settle(...args)
            made.conflicts.length = told
            return isTaken
          }
          return made
        },
      ),
    ],
  },
  'one edit that the database refuses blocks the others': {
    breaks: /^L1/,
    seams: [
      seam<() => Promise<never>>(
        'server/sync/push-edits.ts',
        'refuseUnread',
        () => () => Promise.reject(new Error('The database refuses the edit')),
      ),
    ],
  },
  'a live change goes out with the rows of all people': {
    breaks: /^ISOLATION/,
    seams: [
      seam<(rows: readonly SyncRow[]) => SyncRow[]>(
        'server/sync/hub.ts',
        'rowsInBuckets',
        () => (rows) => [...rows],
      ),
    ],
  },
  'vendors are sent what the requestors read': {
    breaks: /^ISOLATION/,
    seams: [
      seam<typeof published>(
        'schema/rules/access/publication.ts',
        'published',
        (original) => (entity, row) => {
          const projection = original(entity, row)
          return projection === null || entity === 'publication' ? projection : row
        },
      ),
    ],
  },
  'a draft reply reaches the vendor': {
    breaks: /^ISOLATION/,
    seams: [
      seam<OnSide>(ACCESS, 'isOnSide', (table) => ({ ...table, reply: table.comment })),
      seam<typeof replyForAsker>(
        COMMENTS,
        'replyForAsker',
        (original) => (reply) => original(reply) ?? { ...reply, authorId: 0, authorName: '' },
      ),
    ],
  },
  'a question travels to every vendor': {
    breaks: /^ISOLATION/,
    seams: [
      seam<OnSide>(ACCESS, 'isOnSide', (table) => ({
        ...table,
        comment: (row, side) => side === 'pub' || table.comment(row, side),
      })),
      seam<Projections>('schema/rules/access/publication.ts', 'PROJECTIONS', (table) => ({
        ...table,
        comment: (row: Row) => row,
      })),
    ],
  },
  'who answers what inside a vendor travels to every vendor': {
    breaks: /^(?:ISOLATION|I[34])/,
    seams: [
      seam<OnSide>(ACCESS, 'isOnSide', (table) => ({
        ...table,
        vendorPart: (row, side) => side === 'pub' || table.vendorPart(row, side),
      })),
      seam<Projections>('schema/rules/access/publication.ts', 'PROJECTIONS', (table) => ({
        ...table,
        vendorPart: (row: Row) => row,
      })),
    ],
  },
  'who answers what inside a vendor travels to the requestors': {
    breaks: /^(?:ISOLATION|I[34])/,
    seams: [
      seam<OnSide>(ACCESS, 'isOnSide', (table) => ({
        ...table,
        vendorPart: (row, side) => side === 'int' || table.vendorPart(row, side),
      })),
    ],
  },
  'vendors read who owns content': {
    breaks: /^ISOLATION/,
    seams: [
      seam<Projections>('schema/rules/access/publication.ts', 'PROJECTIONS', (table) => ({
        ...table,
        document: (row: Row) => row,
      })),
    ],
  },
  "a published answer has the asker's words": {
    breaks: /^ISOLATION/,
    seams: [
      seam<typeof publishAnswer>(
        COMMENTS,
        'publishAnswer',
        (original) => (comment, texts, act) =>
          original(comment, { ...texts, question: comment.text }, act),
      ),
    ],
  },
  'a comment that arrives twice is created twice': {
    breaks: /^I[12]/,
    seams: [
      ...takesTwice,
      seam<typeof createComment>(
        'schema/mutations/comments.ts',
        'createComment',
        ({ run, ...rest }) => ({
          ...rest,
          async run(tx, args) {
            const { commentId } = await import('#schema/entities/comment.ts')
            const isThere =
              (await tx.get('comment', commentId(args.id, tx.actor.vendorId))) !== undefined
            await run(tx, isThere ? { ...args, id: `${args.id}-${tx.now}` } : args)
          },
        }),
      ),
    ],
  },
  'answers are open while they are sealed': {
    breaks: /^ISOLATION/,
    seams: [
      seam<typeof areAnswersOpen>(
        ACCESS,
        'areAnswersOpen',
        (original) => (project) => project.state === 'PUBLISHED' || original(project),
      ),
    ],
  },
  'an old pull overwrites newer rows': {
    breaks: /^I[35]/,
    seams: [
      seam<(cursor: ProjectCursor | undefined) => boolean>(
        CURSOR,
        'isOutdated',
        () => (cursor) => cursor === undefined,
      ),
    ],
  },
  'edits that a restored server accepted before its backup are sent again': {
    breaks: /^I1/,
    seams: [
      seam<typeof askVerdicts>(
        'sync/engine/pull/start-over.ts',
        'askVerdicts',
        (original) =>
          async (...given) => ({
            ...(await original(...given)),
            verdicts: { results: [], lastMid: 0 },
          }),
      ),
    ],
  },
  'edits that the server lost are not sent again': {
    breaks: /^I1/,
    seams: [seam<typeof takeLost>(KEPT, 'takeLost', () => async () => [])],
  },
  'a refused edit that is accepted later stays parked': {
    breaks: /^I1/,
    seams: [seam<typeof refusedIn>(KEPT, 'refusedIn', () => async () => undefined)],
  },
  'a position above that of the server is not noticed': {
    breaks: /^I3/,
    seams: [isBehind((given) => ({ ...given, page: { ...given.page, project: null } }))],
  },
  'a last edit below the acknowledged one is not noticed': {
    breaks: /^I1/,
    seams: [isBehind((given) => ({ ...given, asked: { ...given.asked, ackMid: 0 } }))],
  },
  'a late answer stays parked when it is sent again': {
    breaks: /^I1/,
    seams: [
      seam<typeof resendParked>(
        'sync/engine/outbox/resend.ts',
        'resendParked',
        (original) => (tx, writer) => original({ ...tx, deleteParked: () => undefined }, writer),
      ),
    ],
  },
  'a late answer that the device shows already is not sent again': {
    breaks: /^I1/,
    seams: [
      seam<typeof writeEdit>(
        'sync/engine/outbox/edit.ts',
        'writeEdit',
        (original) => (writing, request) => original(writing, { ...request, isAlwaysSent: false }),
      ),
    ],
  },
  'a late answer is sent as if its writer had seen the newest value': {
    breaks: /^I7/,
    seams: [
      seam<typeof lateOnes>(
        'sync/engine/outbox/resend.ts',
        'lateOnes',
        (original) => async (tx) =>
          (await original(tx)).map(
            ({ base: _, ...parked }) => parked as Awaited<ReturnType<typeof original>>[number],
          ),
      ),
    ],
  },
  'a contact reads packages that it was not given': {
    breaks: /^I4/,
    seams: [
      seam<typeof readAudience>(AUDIENCE, 'readAudience', (original) => async (...given) => {
        const audience = await original(...given)
        if (audience?.actor.relation !== 'vendor') return audience
        const { buckets } = audience
        const others = ['p1', 'p2'].flatMap((id) =>
          buckets
            .filter((bucket) => bucket.startsWith('*:'))
            .map((bucket) => bucket.replace('*', id)),
        )
        return { ...audience, buckets: [...new Set([...buckets, ...others])] }
      }),
    ],
  },
  'the requestors are not sent the second package': {
    breaks: /^I3/,
    seams: [
      seam<typeof readAudience>(AUDIENCE, 'readAudience', (original) => async (...given) => {
        const audience = await original(...given)
        return audience === null
          ? null
          : { ...audience, buckets: audience.buckets.filter((bucket) => bucket !== 'p2:int') }
      }),
    ],
  },
  'a contact without a grant reads the project': {
    breaks: /^I4/,
    seams: [
      seam<typeof actorFrom>(
        STANDING,
        'actorFrom',
        (original) => (person, project, standing) =>
          original(person, project, { ...standing, granted: standing.granted ?? person.userId }),
      ),
    ],
  },
  'a member who left reads the project': {
    breaks: /^I4/,
    seams: [
      seam<typeof actorFrom>(
        STANDING,
        'actorFrom',
        (original) => (person, project, standing) =>
          original(person, project, {
            ...standing,
            memberRoles: standing.memberRoles ?? '["role-project-req-author"]',
          }),
      ),
    ],
  },
  'a readmitted project is not fetched': {
    breaks: /^I3/,
    seams: [seam<() => Promise<never[]>>(CURSOR, 'readmit', () => async () => [])],
  },
  'a refused edit stays on the screen': {
    breaks: /^I3/,
    seams: [seam<() => Set<string>>(VISIBLE, 'keysTouchedBy', () => () => new Set())],
  },
  'an undone deletion does not restore answers': {
    breaks: /^I1/,
    seams: [notBack('commitment')],
  },
  'an undone deletion does not restore comments': {
    breaks: /^I1/,
    seams: [notBack('comment')],
  },
  'an undone deletion does not restore published answers': {
    breaks: /^I1/,
    seams: [notBack('publication')],
  },
  ...FILE_FAULTS,
}
