import type * as v from 'valibot'
import type { Entity, Row, RowIndex } from '../entities/rows.ts'
import type { Refusal } from '../refusal.ts'
import type { AnswerVerdict } from '../rules/answers/answer-verdict.ts'
import type { FileKind } from '../tables/file-types.ts'
import type { Permission } from '../tables/permissions.ts'

/**
 * Who acts on one project, and as what. Built by the server from its tables and sent to the device
 * with the project list.
 */
export interface ProjectActor {
  userId: number
  name: string
  relation: 'owner' | 'collaborator' | 'vendor'
  permissions: readonly Permission[]
  /** Holds the project administrator's role in the project; the owner need not. */
  isAdministrator?: boolean | undefined
  /** The vendor organization the person answers for; null for requestors. */
  vendorId: number | null
  /** Packages a vendor contact is restricted to; null = all. */
  packageIds: readonly string[] | null
}

/** Bytes that lie on the server. */
export interface HeldFile {
  bytes: number
  kind: FileKind
}

/** The row that a deletion was asked for; of several, the first that was named. */
export interface RemovalRoot {
  entity: 'package' | 'document' | 'section' | 'requirement'
  id: string
}
export interface RemovedRow {
  entity: Entity
  row: Row
}

/**
 * What a mutation may do with rows. The device lays it over base and overlay; the server over its
 * transaction.
 */
export interface MutationTx {
  readonly actor: ProjectActor
  /**
   * ms since the epoch, the server's clock (on a device: corrected by the last known difference).
   */
  readonly now: number
  /** True where the outcome is final; a device's outcome is provisional. */
  readonly isServer: boolean
  get<E extends Entity>(entity: E, id: string): Promise<Row<E> | undefined>
  list<E extends Entity>(entity: E, index: RowIndex<E>, value: string): Promise<Row<E>[]>
  /** Writes the whole row; `updatedOn` is stamped by the store and the passed one ignored. */
  put<E extends Entity>(entity: E, row: Row<E>): void
  delete(entity: Entity, id: string): void
  /** Deletes a row that goes with `root`, and may come back with it. */
  remove<E extends Entity>(entity: E, row: Row<E>, root: RemovalRoot): void
  /**
   * What a deletion by this person of `root` took along, as it was; empty where there was none. On
   * a device only of edits that are unsent and laid again.
   */
  removed(root: RemovalRoot): Promise<readonly RemovedRow[]>
  /**
   * Asks whether the person's value may replace the current one. On a device: yes, and `current` is
   * kept as the base of the edit. On the server, for a synced edit: as `settleField` of
   * rules/answers/merge.ts decides with the base that the edit carries (a base never recorded
   * counts as null): `take` = yes; `keep` = no, without a conflict, since the person did not touch
   * the field; `conflict` = no, and reported. A device that lays an edit over newer rows decides
   * likewise with the base it kept at the first run.
   */
  settle(
    row: { entity: Entity; id: string },
    field: string,
    current: unknown,
    mine: unknown,
  ): boolean
  /**
   * Leaves one row of a bulk edit as it is while the others are written. On the server the verdict
   * names the row with its reason; on a device the edit waits for that verdict.
   */
  leave(row: { entity: Entity; id: string }, reason: Refusal): void
  /** The document's next running number, never given twice in its lineage; null on a device. */
  nextNumber(documentId: string): Promise<number | null>
  /**
   * The file with this hash, if the person has sent it or may read an attachment of this project
   * that holds it. Null = neither, which looks the same whether or not another person's file
   * exists. Null on a device.
   */
  heldFile(contentHash: string): Promise<HeldFile | null>
  /**
   * Where answers are checked before the transaction: what was found of this one. Absent on a
   * device, which checks them here.
   */
  verdictOf?(
    requirement: Row<'requirement'>,
    answer: Row<'commitment'>,
    releases: readonly Row<'release'>[],
  ): AnswerVerdict
  /** On the server: the seal of a receipt, over the text of `receiptSealText`. */
  sealReceipt?(text: string): string
  /** SHA-256 in hex, synchronous because an IndexedDB transaction cannot wait for Web Crypto. */
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
  /** Every command belongs to one project; `projectId` is part of its arguments. */
  run(tx: MutationTx, args: Args): Promise<void>
  /**
   * Commands that take the edit back, from what stood there before and what it removed; absent or
   * an empty list = cannot be undone.
   */
  inverse?(args: Args, base: EditBase, removed?: readonly RemovedRow[]): InverseCommand[]
  /**
   * Commands that write these values, keyed like the base, into fields that the edit touched: what
   * the conflict dialog sends once a person has chosen between mine and theirs. Absent = the edit
   * cannot be in conflict.
   */
  withValues?(args: Args, values: EditBase): InverseCommand[]
  /**
   * Columns of the rows it writes that are together one value of another row: the base does not
   * name them there.
   */
  readonly spread?: readonly string[]
  /** Two unsent edits become one; null = they stay two. */
  coalesce?(earlier: Args, later: Args): Args | null
}
export const defineMutation = <Args extends { projectId: string }>(
  mutation: Mutation<Args>,
): Mutation<Args> => mutation
