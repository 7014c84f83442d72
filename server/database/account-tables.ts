import type { Generated } from 'kysely'
import type { LinkPurpose } from '#schema/tables/link-purposes.ts'
import type { Language } from '#schema/tables/languages.ts'

/** Tables of people, organizations, ways in and mails. */
export interface AccountTables {
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
    /** WAITING = registered without an invitation and not admitted yet. */
    approval: Generated<'APPROVED' | 'WAITING'>
    /** What they asked for when they registered without an invitation; empty otherwise. */
    requested_organization: Generated<string>
    /**
     * Encrypted by `security/otp-cipher.ts`. `otp_pending` waits for its first right code;
     * `otp_step` is the last step of RFC 6238 that was used up.
     */
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
  /** The organization is null where it is unknown. Holds no input but ids of objects. */
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
  /**
   * `subject`: HMAC of the username; `place`: a network, '' = all that the person does not know.
   */
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
  /**
   * One-time links of mails, by the hash of their token. `user_id` is null where the address has no
   * account yet, or the name was unknown.
   */
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

  /** The profile that a person wrote; no row until they first save it. */
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
}
