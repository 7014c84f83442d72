import type { Generated } from 'kysely'
import type { FileKind } from '#schema/tables/file-types.ts'
import type { Entity } from '#schema/entities/rows.ts'

/** Truth values are 0 and 1, instants ms since the epoch, `roles`, `body` and other structures JSON text: the same on both databases. */
export interface Tables {
  server_meta: { key: string; value: string }
  organizations: { id: Generated<number>; name: string; description: string; parent_id: number | null; zone: string; created_on: number }
  users: {
    id: Generated<number>; uuid: string; username: string; email: string; firstname: string; lastname: string; name: string
    salt: string; iterations: number; password: string; active_organization_id: number | null; blocked: number; created_on: number; updated_on: number
  }
  organization_members: { organization_id: number; user_id: number; roles: string; is_primary_contact: number; created_on: number }
  sessions: {
    id: string; user_id: number; public_key: string | null; created_on: number; access_until: number; idle_until: number
    absolute_until: number; ended_on: number | null
  }
  session_tokens: { hash: string; session_id: string; serial: number; created_on: number; used: number }
  demo_accounts: { position: number; username: string; password: string; name: string; role: string; organization: string }

  project_members: { project_id: string; user_id: number; roles: string; created_on: number }
  restrictions: { project_id: string; vendor_id: number; user_id: number; package_ids: string | null }
  favorites: { user_id: number; project_id: string }
  numbering: { lineage_id: string; prefix: string; last_number: number }

  projects: EntityColumns & { lineage_id: string; organization_id: number; owner_id: number; state: string; deadline_at: number | null; name: string }
  project_vendors: EntityColumns & { vendor_id: number; answered: number; submitted: number }
  releases: EntityColumns
  packages: EntityColumns
  documents: EntityColumns & { package_id: string }
  sections: EntityColumns & { package_id: string; document_id: string }
  requirements: EntityColumns & { package_id: string; document_id: string; section_id: string; full_id: string | null; answerable: number }
  commitments: EntityColumns & AnswerColumns & { answered: number; submitted: number }
  overrides: EntityColumns & AnswerColumns
  attachments: EntityColumns & {
    package_id: string; document_id: string | null; requirement_id: string | null; vendor_id: number | null; content_hash: string
  }

  /** What lies whole in the store of files. */
  blobs: { sha256: string; bytes: number; kind: FileKind; used_on: number }
  /**
   * Who sent what, and so may name it: one row a person and file, whoever else has sent the same. `counted` bytes stand against the quota of the
   * organization; none for somebody who removed an attachment and may want it back.
   */
  blob_uploads: { user_id: number; sha256: string; organization_id: number; counted: number; started_on: number; completed_on: number | null }

  project_sync: { project_id: string; head: number; floor: number; visibility_version: number }
  sync_row: { project_id: string; seq: number; bucket: string; entity: Entity; entity_id: string; body: string | null }
  sync_client: { client_id: string; user_id: number; last_mid: number; schema_version: number; seen_at: number }
  mutation_result: {
    client_id: string; mid: number; status: 'applied' | 'conflict' | 'refused'; reason: string | null; detail: string; conflicts: string
    command: string; args: string | null; project_id: string | null; client_at: number; at: number
  }
  change_log: {
    project_id: string; seq: number; entity: Entity; entity_id: string; document_id: string | null; vendor_id: number | null
    kind: 'created' | 'changed' | 'deleted'; actor_id: number | null; actor_name: string; fields: string; at: number
  }
}

/** `body` is the JSON text of the whole row; the other columns repeat what is searched by. */
export interface EntityColumns { project_id: string; id: string; updated_on: number; body: string }
interface AnswerColumns { package_id: string; document_id: string; requirement_id: string; vendor_id: number }
