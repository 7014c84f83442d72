import type { MailWay, NoticeGroup } from '#schema/tables/notice-groups.ts'
import type { NoticeKind } from '#schema/tables/notices.ts'

/** Tables of events, notifications and their ways to people. */
export interface NoticeTables {
  /** Projects whose notifications a person has turned off. */
  muted_projects: { user_id: number; project_id: string }
  /**
   * What happened and is not yet delivered; written in the transaction of the change. `project_id`
   * is empty for events of an account or organization. `user_ids` and `package_ids`: JSON lists,
   * null = all; `detail`: JSON of the text's values.
   */
  events: {
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
  /**
   * One row per receiver and event. `project_id` is empty if no project has the notification;
   * `organization_id` then names its organization, null for those of the account.
   */
  notifications: {
    id: string
    user_id: number
    event_id: string
    project_id: string
    organization_id: number | null
    kind: NoticeKind
    detail: string
    created_on: number
    read_on: number | null
  }
  /**
   * Messages of owners, kept for later readers. `sender_name`: the name at the time of sending;
   * `receivers`: JSON, see `project-messages.ts`.
   */
  project_messages: {
    project_id: string
    id: string
    sender_id: number
    sender_name: string
    text: string
    receivers: string
    created_on: number
  }
  /**
   * Ways that a person chose for a group of kinds. `project_id`: '' = in all projects; null = not
   * chosen here. `mail_before`: what `mail` was before a link in a mail turned it off, 'none' for
   * null; only then the link can undo it.
   */
  notice_choices: {
    user_id: number
    project_id: string
    notice_group: NoticeGroup
    mail: MailWay | null
    push: number | null
    mail_before: MailWay | 'none' | null
  }
  /** When a person wants to be reached; no row until the zone is known. */
  notice_settings: {
    user_id: number
    zone: string
    digest_hour: number
    quiet_from: number | null
    quiet_to: number | null
  }
  /** Notifications to be mailed at `due_on`, one row per receiver and event. */
  waiting_notices: {
    user_id: number
    event_id: string
    project_id: string
    notification_id: string
    kind: NoticeKind
    created_on: number
    due_on: number
    tries: number
  }
  /** Reminders of a deadline that were sent, so that none is sent twice. */
  deadline_notices: { project_id: string; deadline_at: number; kind: NoticeKind }
  /**
   * Where a device gets pushes, with the keys that encrypt them. `seen_until`: end of the time for
   * which another process knows that the person looks at the application.
   */
  push_subscriptions: {
    session_id: string
    user_id: number
    endpoint: string
    p256dh: string
    auth: string
    created_on: number
    seen_until: number
  }
  /** Pushes to send: one notification to one device. */
  pushes: {
    notification_id: string
    session_id: string
    user_id: number
    next_try_on: number
    tries: number
  }
  /** Secret addresses of calendars, by the hash of their token; one per person and organization. */
  calendar_addresses: {
    user_id: number
    organization_id: number
    hash: string
    created_on: number
  }
}
