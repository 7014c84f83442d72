import { FIELD_LIMITS } from '../entities/field-limits.ts'
import type { Document } from '../entities/structure.ts'
import { Refusal } from '../refusal.ts'
import { openProjectFor, requireRow } from './context.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { defineMutation, type EditBase, type MutationTx } from './mutation.ts'

type Args = CommandArgs['documents.addMember']

async function openDocument(tx: MutationTx, { projectId, id }: Args): Promise<Document> {
  await openProjectFor(tx, projectId, { action: 'owners.edit' })
  return await requireRow(tx, 'document', { projectId, id })
}

/** The row without the field if there are no members, as it was before the first one. */
const withMembers = (
  { members: _former, ...row }: Document,
  members: readonly number[],
): Document => (members.length === 0 ? row : { ...row, members: [...members] })

const memberField = (userId: number): string => `members.${userId}`
/** Notes the former membership, so that undo restores only what the edit changed. */
const note = (tx: MutationTx, { id, userId }: Args, isMember: boolean): void =>
  void tx.settle({ entity: 'document', id }, memberField(userId), isMember, !isMember)
const isNoted = (base: EditBase): boolean => Object.keys(base).length > 0

/**
 * Adding and removing are intents: they merge with those of other people, and one that changes
 * nothing is no conflict.
 */
export const addDocumentMember = defineMutation<Args>({
  input: COMMAND_INPUTS['documents.addMember'],
  async run(tx, args) {
    const row = await openDocument(tx, args)
    const members = row.members ?? []
    if (!(await tx.isOnTeam(args.userId))) throw new Refusal('NOT_ON_TEAM', { field: 'userId' })
    if (members.includes(args.userId)) return
    if (members.length >= FIELD_LIMITS.members)
      throw new Refusal('INPUT_INVALID', {
        field: 'userId',
        detail: { field: 'members', problem: `is more than ${FIELD_LIMITS.members}` },
      })
    if (!tx.isServer) note(tx, args, false)
    tx.put('document', withMembers(row, [...members, args.userId]))
  },
  inverse: (args, base) => (isNoted(base) ? [{ command: 'documents.removeMember', args }] : []),
})

export const removeDocumentMember = defineMutation<Args>({
  input: COMMAND_INPUTS['documents.removeMember'],
  async run(tx, args) {
    const row = await openDocument(tx, args)
    const members = row.members ?? []
    if (!members.includes(args.userId)) return
    if (!tx.isServer) note(tx, args, true)
    tx.put(
      'document',
      withMembers(
        row,
        members.filter((userId) => userId !== args.userId),
      ),
    )
  },
  inverse: (args, base) => (isNoted(base) ? [{ command: 'documents.addMember', args }] : []),
})
