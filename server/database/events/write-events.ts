import type { NoticeKind } from '#schema/tables/notices.ts'
import type { Deadline } from '#schema/entities/project.ts'
import { compiledOnce } from '../compiled-once.ts'
import type { Queries } from '../database.ts'
import { newId } from '../new-id.ts'

/** The project of events and notifications that no project has. */
export const NO_PROJECT = ''

/** What a notification's text and link are made of; names are added at the delivery. */
export interface EventDetail {
  /** The person who acted; only readers of the same side learn who it is. */
  actorId?: number
  packageId?: string | null
  documentId?: string | null
  sectionId?: string | null
  /** The discussion that has a reply: those who took part are told. */
  commentId?: string
  addendum?: number
  count?: number
  /** The organization of an event that no project has. */
  organizationId?: number
  /** People whom a mention tells, who are not told of the reply too. */
  mentioned?: readonly number[]
  until?: Deadline
  text?: string
  thing?: string
}
export interface NewEvent {
  kind: NoticeKind
  vendorId?: number | null
  packageIds?: readonly string[] | null
  userIds?: readonly number[] | null
  detail?: EventDetail
}
interface EventContext {
  /** `NO_PROJECT` for events of an account or organization. */
  projectId: string
  /** null for the system. */
  actorId: number | null
  /** Server time in ms. */
  now: number
}

/** Writes events to the outbox in the caller's transaction; `deliverEvents` delivers them. */
export const writeEvents = async (
  tx: Queries,
  { projectId, actorId, now }: EventContext,
  events: readonly NewEvent[],
): Promise<void> => {
  for (const { kind, vendorId = null, packageIds = null, userIds = null, detail = {} } of events)
    await insert(tx, {
      id: newId(now),
      project_id: projectId,
      kind,
      actor_id: actorId,
      vendor_id: vendorId,
      package_ids: packageIds === null ? null : JSON.stringify(packageIds),
      user_ids: userIds === null ? null : JSON.stringify(userIds),
      detail: JSON.stringify(detail),
      created_on: now,
    })
}

interface EventRow {
  [column: string]: string | number | null
  id: string
  project_id: string
  kind: NoticeKind
  actor_id: number | null
  vendor_id: number | null
  package_ids: string | null
  user_ids: string | null
  detail: string
  created_on: number
}
const insert = compiledOnce((tx, row: EventRow) => tx.insertInto('events').values(row))
