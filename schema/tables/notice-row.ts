import type { Language } from './languages.ts'
import type { NoticeGroup } from './notice-groups.ts'
import type { Permission } from './permissions.ts'

/** How a recipient is connected to the project. */
export type NoticeRelation = 'owner' | 'collaborator' | 'vendor'

/** The screen that a notification leads to. */
export const NOTICE_PLACES = [
  'detail',
  'packages',
  'document',
  'questions',
  'painPoints',
  'discussions',
  'exports',
  'account',
  'organization',
] as const
export type NoticePlace = (typeof NOTICE_PLACES)[number]

export interface NoticeRow {
  /** The kinds that a person chooses mail and push for together; it has the defaults. */
  group: NoticeGroup
  /** Absent = an event of a project. The others name no project and reach people by their id. */
  scope?: 'account' | 'organization'
  to: readonly NoticeRelation[]
  /** People without this permission are not notified. */
  permission?: Permission
  /** Only the affected vendor is notified, no other one. */
  isOneVendors?: true
  /** Only the people whom the event names are notified. */
  isPersonal?: true
  /** The side of the person who acts; absent = the requestor's. Only people of it learn who acted. */
  actsFor?: 'vendor'
  /** The person who acted is notified too. */
  tellsActor?: true
  place: NoticePlace
  /**
   * `{project}`, `{organization}`, `{thing}`, `{until}`, `{addendum}`, `{count}` and `{text}` are
   * replaced by values.
   */
  texts: Readonly<Record<Language, string>>
}

/** The requestor's side. */
export const REQUESTORS = ['owner', 'collaborator'] as const
