import type * as v from 'valibot'
import type { Entity, Row, RowIndex } from '../entities/rows.ts'
import type { Refusal } from '../refusal.ts'
import type { AnswerVerdict } from '../rules/answers/answer-verdict.ts'
import type { FileKind } from '../tables/file-types.ts'
import type { Permission } from '../tables/permissions.ts'

/**
 * A person's role in one project. The server builds it from its tables and sends it with the
 * project list.
 */
export interface ProjectActor {
  userId: number
  name: string
  relation: 'owner' | 'collaborator' | 'vendor'
  permissions: readonly Permission[]
  /**
   * True = the person has the project administrator's role in the project. An owner need not have
   * it.
   */
  isAdministrator?: boolean | undefined
  /** The vendor for which the person acts; null for requestors. */
  vendorId: number | null
  /** The packages to which a contact is restricted; null = all. */
  packageIds: readonly string[] | null
}

/** A file whose bytes the server holds. */
export interface HeldFile {
  bytes: number
  kind: FileKind
}

/** What tells whether a prefix was used by another document in another version. */
export type FormerDocument = Pick<Row<'document'>, 'id' | 'lineageId' | 'prefix'>

/** The row whose deletion was requested; of several, the first one named. */
export interface RemovalRoot {
  entity: 'package' | 'document' | 'section' | 'requirement'
  id: string
}
export interface RemovedRow {
  entity: Entity
  row: Row
}

/**
 * The row operations of a mutation. On a device they read base and overlay, on the server its
 * transaction.
 */
export interface MutationTx {
  readonly actor: ProjectActor
  /**
   * The server's time, in ms since the epoch; a device corrects its clock by the last known
   * difference.
   */
  readonly now: number
  /** True = the result is final; a device's result is provisional. */
  readonly isServer: boolean
  get<E extends Entity>(entity: E, id: string): Promise<Row<E> | undefined>
  list<E extends Entity>(entity: E, index: RowIndex<E>, value: string): Promise<Row<E>[]>
  /** Writes the whole row. The store sets `updatedOn` and ignores the given one. */
  put<E extends Entity>(entity: E, row: Row<E>): void
  delete(entity: Entity, id: string): void
  /** Deletes a row together with `root`, so that undo can restore both. */
  remove<E extends Entity>(entity: E, row: Row<E>, root: RemovalRoot): void
  /**
   * Returns the rows that this person's deletion of `root` removed, in their last state; empty =
   * there was none. A device knows them only while it re-runs an unsent edit.
   */
  removed(root: RemovalRoot): Promise<readonly RemovedRow[]>
  /**
   * Tells whether the person's value may replace the current one. At the first run on a device:
   * yes, and `current` becomes the base of the edit. On the server, and when a device re-runs an
   * edit on newer rows, `settleField` of rules/answers/merge.ts decides with that base (a base
   * never recorded counts as null): `take` = yes; `keep` = no, without a conflict, because the
   * person did not change the field; `conflict` = no, and reported.
   */
  settle(
    row: { entity: Entity; id: string },
    field: string,
    current: unknown,
    mine: unknown,
  ): boolean
  /**
   * Leaves one row of a bulk edit unchanged while the others are written. On the server the verdict
   * names the row with the reason; on a device the edit waits for that verdict.
   */
  leave(row: { entity: Entity; id: string }, reason: Refusal): void
  /**
   * Returns the document's next running number, which its lineage never assigns twice; null on a
   * device.
   */
  nextNumber(documentId: string): Promise<number | null>
  /**
   * On the server: the documents of the other versions of the project. A device leaves their
   * prefixes to the server.
   */
  formerDocuments?(): Promise<readonly FormerDocument[]>
  /**
   * Returns the file with this hash if the person has sent it, or may read an attachment of this
   * project that holds it. Null = neither, whether or not another person's file exists. Always null
   * on a device.
   */
  heldFile(contentHash: string): Promise<HeldFile | null>
  /**
   * Tells whether the person may own or be a member of content: an active member of the
   * organization who is on the project's team; at a vendor, an active contact who sees the package.
   * A device leaves that to the server: always true.
   */
  isOnTeam(userId: number, packageId?: string): Promise<boolean>
  /**
   * On the server: tells whether the person may read the discussions of the project. A device leaves
   * that to the server.
   */
  readsDiscussions?(userId: number): Promise<boolean>
  /**
   * Returns the verdict about an answer that the server checked before the transaction. Absent on a
   * device, which checks answers in the mutation.
   */
  verdictOf?(
    requirement: Row<'requirement'>,
    answer: Row<'commitment'>,
    releases: readonly Row<'release'>[],
  ): AnswerVerdict
  /** On the server: seals a receipt, given the text of `receiptSealText`. */
  sealReceipt?(text: string): string
  /**
   * Returns the SHA-256 in hex. Synchronous, because an IndexedDB transaction cannot wait for Web
   * Crypto.
   */
  sha256(text: string): string
}

/** `<entity>/<id>#<field>` → the value that the person saw before the edit. */
export type EditBase = Record<string, unknown>
export const baseKey = (row: { entity: Entity; id: string }, field: string): string =>
  `${row.entity}/${row.id}#${field}`

export interface InverseCommand {
  command: string
  args: unknown
}

export interface Mutation<Args> {
  readonly input: v.GenericSchema<Args>
  /**
   * Runs the command. Every command belongs to one project, and its arguments contain `projectId`.
   */
  run(tx: MutationTx, args: Args): Promise<void>
  /**
   * Returns the commands that undo the edit, from the former values and the rows that it removed.
   * Absent or an empty list = cannot be undone.
   */
  inverse?(args: Args, base: EditBase, removed?: readonly RemovedRow[]): InverseCommand[]
  /**
   * Returns the commands that write these values (keyed like the base) into fields of the edit. The
   * conflict dialog sends them after a person chose between the two values. Absent = the edit
   * cannot conflict.
   */
  withValues?(args: Args, values: EditBase): InverseCommand[]
  /**
   * Columns of the written rows that together form one value of another row; the base has no keys
   * for them.
   */
  readonly spread?: readonly string[]
  /** Combines two unsent edits into one; null = they stay separate. */
  coalesce?(earlier: Args, later: Args): Args | null
}
export const defineMutation = <Args extends { projectId: string }>(
  mutation: Mutation<Args>,
): Mutation<Args> => mutation
