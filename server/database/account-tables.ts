import type { Generated } from 'kysely'
import type { LinkPurpose } from '#schema/tables/link-purposes.ts'
import type { Language } from '#schema/tables/languages.ts'

/** Tables of people, organizations, sign-ins and mails. */
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
    /** State of a vendor: contacts of an INACTIVE vendor cannot sign in. */
    state: Generated<'ACTIVE' | 'INACTIVE'>
    /** Documentation that vendors must accept; version 0 means none. */
    documentation_title: Generated<string>
    documentation_text: Generated<string>
    documentation_version: Generated<number>
    /** 1 = contacts that vendors of the organization invite wait for approval. */
    contact_approval: Generated<number>
    /** SHA-256 of the organization's picture in `avatars`. */
    avatar: Generated<string | null>
    /** The version of name, description, zone, state and picture. */
    updated_on: Generated<number>
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
    /** WAITING: registered without an invitation and not approved yet. */
    approval: Generated<'APPROVED' | 'WAITING'>
    /** Organization named in a registration without an invitation; otherwise empty. */
    requested_organization: Generated<string>
    /**
     * Encrypted by `security/otp-cipher.ts`. `otp_pending` is not confirmed by a code yet;
     * `otp_step` is the last time step of RFC 6238 that was used.
     */
    otp_secret: string | null
    otp_pending: string | null
    otp_active: Generated<number>
    otp_step: Generated<number>
    /** Creation time of `otp_pending` in ms. */
    otp_pending_on: Generated<number>
    /**
     * Form of the username for detecting look-alikes, never shown; empty after the account is
     * deleted.
     */
    look: Generated<string>
    /** Incremented when the person's rights change, so that every process notices. */
    access_version: Generated<number>
    /** Hints of the guided tour that the person has seen, as a JSON list. */
    guideline_seen: Generated<string>
  }
  organization_members: {
    organization_id: number
    user_id: number
    roles: string
    is_primary_contact: number
    created_on: number
    /** PENDING: a contact whom the vendor invited, before approval. */
    state: Generated<'PENDING' | 'ACTIVE' | 'BLOCKED' | 'EXPIRED'>
    expires_on: number | null
  }
  consents: { vendor_id: number; version: number; user_id: number; accepted_on: number }
  /** `organization_id` is null if unknown. Stores no input of the request except ids of objects. */
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
    /** Time of the last proof that renewed the session, in ms of server time; 0 if none. */
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
   * `subject`: HMAC of the username. `place`: a network, or '' for the total of all networks
   * unknown to the account.
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
  /**
   * Used with PostgreSQL only; with SQLite the single process keeps the windows in memory. `key`:
   * SHA-256.
   */
  try_windows: { key: string; count: number; until: number }
  recovery_codes: { user_id: number; hash: string; used_on: number | null }
  /** Former passwords, in the format of `users.password`, hashed with the same salt. */
  password_history: { user_id: number; password: string; created_on: number }
  /**
   * One-time links sent by mail, stored by the hash of their token. `user_id` is null if the
   * address has no account yet or the username was unknown.
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
  /**
   * Mails are written in the transaction that causes them and sent by a job. `body` is emptied once
   * a mail is sent or given up.
   */
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
    /** The receiver of a mail of notifications; null for other mails. */
    user_id: Generated<number | null>
    /** Why the mail was given up. */
    reason: Generated<string | null>
    /** JSON of the notifications in the mail, so that they wait again if it cannot be sent. */
    notices: Generated<string | null>
  }
  demo_accounts: {
    position: number
    username: string
    password: string
    name: string
    role: string
    organization: string
  }

  /** Profile of a person; no row until the first save. */
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
  /** Images by the SHA-256 of their bytes, content in base64. */
  avatars: { sha256: string; mime: string; content: string; created_on: number }
}
