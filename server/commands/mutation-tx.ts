import { createHash } from 'node:crypto'
import type { FieldConflict } from '#schema/api/sync.ts'
import {
  baseKey,
  type EditBase,
  type HeldFile,
  type MutationTx,
  type ProjectActor,
} from '#schema/mutations/mutation.ts'
import { leftRow } from '#schema/rules/answers/left-rows.ts'
import { settleField } from '#schema/rules/answers/merge.ts'
import type { ProjectRows } from './project-rows.ts'

/** A transaction for one command, with the fields left unchanged because of conflicts. */
interface CommandTx {
  tx: MutationTx
  conflicts: FieldConflict[]
}

interface CommandTxOptions {
  rows: ProjectRows
  actor: ProjectActor
  now: number
  base: EditBase | null
  heldFile: (contentHash: string) => Promise<HeldFile | null>
  isOnTeam: MutationTx['isOnTeam']
  formerDocuments?: NonNullable<MutationTx['formerDocuments']>
  readsDiscussions?: NonNullable<MutationTx['readsDiscussions']>
  /** Results of checks made before the transaction. */
  verdictOf?: MutationTx['verdictOf']
  sealReceipt?: MutationTx['sealReceipt']
}

/** Checking answers inside the transaction would block all other writers. */
const notChecked = (): never => {
  throw new Error('Answers are checked before the transaction, by submitAnswers')
}

export const createMutationTx = ({
  rows,
  actor,
  now,
  base,
  heldFile,
  isOnTeam,
  formerDocuments,
  readsDiscussions,
  verdictOf = notChecked,
  sealReceipt,
}: CommandTxOptions): CommandTx => {
  const conflicts: FieldConflict[] = []
  // A vendor's command cannot read or write the answers and files of another vendor, whichever ids
  // it names.
  const isHidden = (row: unknown): boolean =>
    actor.relation === 'vendor' &&
    typeof row === 'object' &&
    row !== null &&
    'vendorId' in row &&
    row.vendorId !== null &&
    row.vendorId !== actor.vendorId
  const tx: MutationTx = {
    actor,
    now,
    isServer: true,
    get: async (entity, id) => {
      const row = await rows.get(entity, id)
      return isHidden(row) ? undefined : row
    },
    list: async (entity, index, value) =>
      (await rows.list(entity, index, value)).filter((row) => !isHidden(row)),
    put: (entity, row) => {
      if (isHidden(row)) throw new Error(`A vendor's command wrote ${entity} of another vendor`)
      rows.put(entity, row, now)
    },
    delete: (entity, id) => rows.delete(entity, id),
    remove: (entity, row, root) => rows.remove(entity, row, root),
    removed: (root) => rows.removed(root, actor.userId),
    settle: (...[row, field, current, mine]) => {
      if (base === null) return true
      const seen = base[baseKey(row, field)]
      const settlement = settleField({ base: seen, current, mine })
      if (settlement !== 'conflict') return settlement === 'take'
      conflicts.push({
        entity: row.entity,
        id: row.id,
        field,
        base: seen ?? null,
        mine: mine ?? null,
        theirs: current ?? null,
        theirsBy: '',
        theirsOn: 0,
      })
      return false
    },
    leave: (row, reason) => void conflicts.push(leftRow(row, reason)),
    nextNumber: async (documentId) => {
      const document = await rows.get('document', documentId)
      if (document === undefined) throw new Error(`There is no document ${documentId} to number in`)
      return await rows.nextNumber(document.prefix)
    },
    heldFile,
    isOnTeam,
    ...(formerDocuments === undefined ? {} : { formerDocuments }),
    ...(readsDiscussions === undefined ? {} : { readsDiscussions }),
    verdictOf,
    ...(sealReceipt === undefined ? {} : { sealReceipt }),
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  }
  return { tx, conflicts }
}
