import type { FileKind } from '#schema/tables/file-types.ts'
import type { Entity } from '#schema/entities/rows.ts'
import type { RemovalRoot } from '#schema/mutations/mutation.ts'
import type { ChainAudience } from '#schema/rules/project/project-log.ts'
import type { LogKind } from '#schema/tables/log-kinds.ts'
import type { AccountTables } from './account-tables.ts'

/**
 * Truth values are 0 and 1, instants ms since the epoch, `roles`, `body` and other structures JSON
 * text: the same on both databases.
 */
export interface Tables extends AccountTables {
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
   * Who sent which file, and so may name it: one row for each person and file, even if another
   * person has sent the same. `counted` bytes count against the quota of the organization; none for
   * a person who removed an attachment and may want it back.
   */
  blob_uploads: {
    user_id: number
    sha256: string
    organization_id: number
    counted: number
    started_on: number
    completed_on: number | null
  }

  /**
   * What deletions took along, kept for their author until it is forgotten. `rows`: JSON of the
   * rows as they were.
   */
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
