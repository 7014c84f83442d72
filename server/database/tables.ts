import type { Generated } from 'kysely'
import type { FileKind } from '#schema/tables/file-types.ts'
import type { Entity } from '#schema/entities/rows.ts'
import type { RemovalRoot } from '#schema/mutations/mutation.ts'
import type { ChainAudience } from '#schema/rules/project/project-log.ts'
import type { LogKind } from '#schema/tables/log-kinds.ts'
import type { LinkPurpose } from '#schema/tables/link-purposes.ts'
import type { Language } from '#schema/tables/languages.ts'

/** Truth values are 0 and 1, instants ms since the epoch, `roles`, `body` and other structures JSON text: the same on both databases. */
export interface Tables {
  server_meta: { key: string; value: string }
  organizations: {
    id: Generated<number>
    name: string
    description: string
    parent_id: number | null
    zone: string
    created_on: number
    two_factor_required: Generated<number>
    /** Of vendors: contacts of an INACTIVE one are kept out. */
    state: Generated<'ACTIVE' | 'INACTIVE'>
    /** What vendors have to accept; version 0 = nothing yet. */
    documentation_title: Generated<string>
    documentation_text: Generated<string>
    documentation_version: Generated<number>
  }
  users: {
    id: Generated<number>
    uuid: string
    username: string
    email: string
    firstname: string
    lastname: string
    name: string
    salt: string
    iterations: number
    password: string
    active_organization_id: number | null
    blocked: number
    created_on: number
    updated_on: number
    language: Generated<Language>
    /** WAITING = registered without an invitation, and nobody has let them in yet. */
    approval: Generated<'APPROVED' | 'WAITING'>
    /** What they asked for when they registered without an invitation; empty otherwise. */
    requested_organization: Generated<string>
    /** Encrypted by `security/otp-cipher.ts`. `otp_pending` waits for its first right code; `otp_step` is the last step of RFC 6238 that was used up. */
    otp_secret: string | null
    otp_pending: string | null
    otp_active: Generated<number>
    otp_step: Generated<number>
    /** When `otp_pending` was made, ms. */
    otp_pending_on: Generated<number>
    /** What the username looks like; compared, never shown. Empty = that of no username. */
    look: Generated<string>
    /** Counts the changes of what the person may do, so that every process notices. */
    access_version: Generated<number>
  }
  organization_members: {
    organization_id: number
    user_id: number
    roles: string
    is_primary_contact: number
    created_on: number
    state: Generated<'ACTIVE' | 'BLOCKED' | 'EXPIRED'>
    expires_on: number | null
  }
  consents: { vendor_id: number; version: number; user_id: number; accepted_on: number }
  /** Without an organization where nobody knows whose it was. Holds no input but ids of objects. */
  access_log: {
    id: string
    organization_id: number | null
    user_id: number | null
    username: string
    name: string
    action: string
    object: string
    result: 'success' | 'failure'
    status: number
    address: string
    user_agent: string
    at: number
  }
  sessions: {
    id: string
    user_id: number
    public_key: string | null
    created_on: number
    access_until: number
    idle_until: number
    absolute_until: number
    ended_on: number | null
    user_agent: Generated<string>
    address: Generated<string>
    organization_id: number | null
    /** Of the last proof by which it was renewed, ms by the server's clock; 0 = none yet. */
    proved_at: Generated<number>
  }
  session_tokens: {
    hash: string
    session_id: string
    serial: number
    created_on: number
    used: number
  }
  /** `subject`: HMAC of the username; `place`: a network, '' = all that the person does not know. */
  failed_tries: {
    subject: string
    kind: 'password' | 'otp'
    place: string
    is_known: number
    tries: number
    wait_until: number
    tried_on: number
  }
  /** Of PostgreSQL; with SQLite the one process keeps them in memory. `key`: SHA-256. */
  try_windows: { key: string; count: number; until: number }
  recovery_codes: { user_id: number; hash: string; used_on: number | null }
  /** Former passwords in the form of `users.password`; the salt of a person stays the same. */
  password_history: { user_id: number; password: string; created_on: number }
  /** One-time links of mails, by the hash of their token. Without `user_id` nobody is behind it yet, or the name was unknown. */
  mail_links: {
    hash: string
    purpose: LinkPurpose
    user_id: number | null
    email: string
    created_on: number
    expires_on: number
    used_on: number | null
  }
  invitations: {
    id: string
    hash: string
    email: string
    organization_id: number
    roles: string
    is_primary_contact: number
    restrictions: string | null
    project_id: string | null
    project_roles: string
    invited_by: number | null
    created_on: number
    expires_on: number
    accepted_on: number | null
    accepted_by: number | null
    cancelled_on: number | null
  }
  /** Written with their cause and sent by a job. `body` is emptied once it is sent or given up. */
  mails: {
    id: string
    to_address: string
    subject: string
    body: string
    created_on: number
    next_try_on: number
    tries: number
    sent_on: number | null
    failed_on: number | null
  }
  demo_accounts: {
    position: number
    username: string
    password: string
    name: string
    role: string
    organization: string
  }

  /** What somebody says of themselves; nothing until they first save it. */
  profiles: {
    user_id: number
    about: string
    homepage: string
    company: string
    location: string
    phone: string
    avatar: string | null
    is_public: number
    updated_on: number
  }
  /** Pictures by the SHA-256 of their bytes, base64. */
  avatars: { sha256: string; mime: string; content: string; created_on: number }
  /** Of which projects a person wants to hear nothing. */
  muted_projects: { user_id: number; project_id: string }

  project_members: { project_id: string; user_id: number; roles: string; created_on: number }
  restrictions: {
    project_id: string
    vendor_id: number
    user_id: number
    package_ids: string | null
  }
  /** The request to open sealed answers early, until it is confirmed, withdrawn or expires. */
  opening_requests: {
    project_id: string
    id: string
    reason: string
    asked_by: number
    asked_on: number
    expires_on: number
  }
  favorites: { user_id: number; project_id: string }
  /** `vendor_id`: of whose people; 0 = the requestor's. `is_shared`: 0 or 1. */
  table_views: {
    project_id: string
    document_id: string
    id: string
    vendor_id: number
    user_id: number
    name: string
    is_shared: number
    content: string
    updated_on: number
  }
  numbering: { lineage_id: string; prefix: string; last_number: number }

  projects: EntityColumns & {
    lineage_id: string
    organization_id: number
    owner_id: number
    state: string
    deadline_at: number | null
    name: string
  }
  project_vendors: EntityColumns & { vendor_id: number; answered: number; submitted: number }
  releases: EntityColumns
  packages: EntityColumns & { requirement_count: number }
  documents: EntityColumns & { package_id: string }
  sections: EntityColumns & { package_id: string; document_id: string }
  requirements: EntityColumns & {
    package_id: string
    document_id: string
    section_id: string
    full_id: string | null
    answerable: number
  }
  commitments: EntityColumns & AnswerColumns & { answered: number; submitted: number }
  overrides: EntityColumns & AnswerColumns
  attachments: EntityColumns & {
    package_id: string
    document_id: string | null
    requirement_id: string | null
    vendor_id: number | null
    content_hash: string
  }
  comments: EntityColumns & PlaceColumns & { vendor_id: number | null }
  replies: EntityColumns & PlaceColumns & { comment_id: string; vendor_id: number | null }
  publications: EntityColumns & PlaceColumns

  /** What lies whole in the store of files. */
  blobs: { sha256: string; bytes: number; kind: FileKind; used_on: number }
  /**
   * Who sent what, and so may name it: one row a person and file, whoever else has sent the same. `counted` bytes stand against the quota of the
   * organization; none for somebody who removed an attachment and may want it back.
   */
  blob_uploads: {
    user_id: number
    sha256: string
    organization_id: number
    counted: number
    started_on: number
    completed_on: number | null
  }

  /** What deletions took along, for whoever made them, until it is forgotten. `rows`: JSON of the rows as they were. */
  removed_content: {
    project_id: string
    entity: RemovalRoot['entity']
    entity_id: string
    rows: string
    removed_by: number
    removed_on: number
  }

  /** Triggers refuse changes. `audience`: `team` or `v<vendorId>`; `detail`: canonical JSON. */
  project_log: {
    project_id: string
    audience: ChainAudience
    serial: number
    at: number
    actor_id: number | null
    kind: LogKind
    detail: string
    salt: string
    prev: string
    hash: string
  }
  /** Where each chain ends, so that a missing end is found. */
  project_log_heads: { project_id: string; audience: ChainAudience; serial: number; hash: string }

  project_sync: { project_id: string; head: number; floor: number; visibility_version: number }
  sync_row: {
    project_id: string
    seq: number
    bucket: string
    entity: Entity
    entity_id: string
    body: string | null
  }
  sync_client: {
    client_id: string
    user_id: number
    organization_id: number | null
    last_mid: number
    schema_version: number
    seen_at: number
  }
  mutation_result: {
    client_id: string
    mid: number
    status: 'applied' | 'conflict' | 'refused'
    reason: string | null
    detail: string
    conflicts: string
    command: string
    args: string | null
    project_id: string | null
    client_at: number
    at: number
  }
  change_log: {
    project_id: string
    seq: number
    entity: Entity
    entity_id: string
    document_id: string | null
    vendor_id: number | null
    kind: 'created' | 'changed' | 'deleted'
    actor_id: number | null
    actor_name: string
    fields: string
    at: number
  }
}

/** `body` is the JSON text of the whole row; the other columns repeat what is searched by. */
export interface EntityColumns {
  project_id: string
  id: string
  updated_on: number
  body: string
}
/** All null = on the project itself. */
interface PlaceColumns {
  package_id: string | null
  document_id: string | null
  requirement_id: string | null
}
interface AnswerColumns {
  package_id: string
  document_id: string
  requirement_id: string
  vendor_id: number
}
