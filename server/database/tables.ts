import type { FileKind } from '#schema/tables/file-types.ts'
import type { ExportFailure } from '#schema/entities/export.ts'
import type { Entity } from '#schema/entities/rows.ts'
import type { RemovalRoot } from '#schema/mutations/mutation.ts'
import type { ChainAudience } from '#schema/rules/project/project-log.ts'
import type { LogKind } from '#schema/tables/log-kinds.ts'
import type { AccountTables } from './account-tables.ts'
import type { NoticeTables } from './notice-tables.ts'

/**
 * Column formats, the same on both databases: booleans are 0 and 1, times ms since the epoch;
 * `roles`, `body` and other structures are JSON text.
 */
export interface Tables extends AccountTables, NoticeTables {
  project_members: { project_id: string; user_id: number; roles: string; created_on: number }
  restrictions: {
    project_id: string
    vendor_id: number
    user_id: number
    package_ids: string | null
  }
  /** The request to open sealed answers early, until it is confirmed, withdrawn or expired. */
  opening_requests: {
    project_id: string
    id: string
    reason: string
    asked_by: number
    asked_on: number
    expires_on: number
  }
  favorites: { user_id: number; project_id: string }
  /** `vendor_id` names the vendor of the person; 0 for the requestor. `is_shared`: 0 or 1. */
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
  /** Named mappings of imports, of a person in an organization. `is_shared`: 0 or 1. */
  import_mappings: {
    organization_id: number
    id: string
    user_id: number
    name: string
    is_shared: number
    content: string
    updated_on: number
  }
  /**
   * Exports, each of the person who asked for it. `request`: JSON of `ExportRequest`; `rights`: JSON
   * list of the rights that the file was written with. The file belongs to the attempt that wrote it;
   * an attempt whose lease has ended may be taken over.
   */
  exports: {
    project_id: string
    id: string
    user_id: number
    organization_id: number
    request: string
    state: 'waiting' | 'running' | 'ready' | 'failed'
    failure: ExportFailure | null
    attempt: number
    lease_until: number
    done: number
    total: number
    is_told: number
    rights: string | null
    file_name: string | null
    bytes: number | null
    created_on: number
    expires_on: number
  }
  /** Files whose row is gone: their bytes are removed after the commit, or after a crash. */
  removed_files: {
    sha256: string
    removed_on: number
  }
  /** Jobs that run every few hours. `lease_until`: another process may take the job from then on. */
  periodic_jobs: {
    name: string
    due_on: number
    lease_until: number
    finished_on: number | null
    failed_on: number | null
  }
  /** Projects that were restored from an archive. `chains`: JSON list of the archived chains. */
  restorations: {
    project_id: string
    archived_id: string
    chains: string
    user_id: number
    by_name: string
    /** Version of the archive's format, and bytes of its parts but the files. */
    version: number
    text_bytes: number
    restored_on: number
  }
  /**
   * What the archive of a restored project held and its rows cannot. `part`: an entity, `members` or
   * a chain. Of a row, `body` has what differs from the row `row_id`; else it is the whole line.
   */
  archive_lines: {
    project_id: string
    part: string
    serial: number
    row_id: string
    body: string
    /** Of the archived line. */
    bytes: number
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
  vendor_parts: EntityColumns & { package_id: string; document_id: string; vendor_id: number }

  /** Complete files in the file store. */
  blobs: { sha256: string; bytes: number; kind: FileKind; used_on: number }
  /**
   * Who uploaded which file and may therefore attach it: one row per person and file, even if
   * another person uploaded the same. `counted` bytes count against the quota of the organization;
   * 0 for a person who removed an attachment and may restore it.
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
   * Rows removed by a deletion, kept so that its author can undo it. `rows`: JSON of the removed
   * rows.
   */
  removed_content: {
    project_id: string
    entity: RemovalRoot['entity']
    entity_id: string
    rows: string
    removed_by: number
    removed_on: number
  }

  /**
   * Triggers make it append-only. `audience`: `team` or `v<vendorId>`; `detail`: canonical JSON.
   */
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
  /** The end of each chain, so that missing last entries are detected. */
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
    /** The JSON text of `HistoryDetails`. */
    details: string | null
    at: number
  }
}

/** `body` is the JSON text of the whole row; the other columns repeat what queries search by. */
export interface EntityColumns {
  project_id: string
  id: string
  updated_on: number
  body: string
}
/** All null for a row on the project itself. */
export interface PlaceColumns {
  package_id: string | null
  document_id: string | null
  requirement_id: string | null
}
export interface AnswerColumns {
  package_id: string
  document_id: string
  requirement_id: string
  vendor_id: number
}
