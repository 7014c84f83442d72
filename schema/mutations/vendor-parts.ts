import { type VendorPart, vendorPartId } from '../entities/vendor-part.ts'
import { Refusal } from '../refusal.ts'
import { requireAllowed } from '../rules/access/access.ts'
import { deny, refuse } from '../rules/access/denial.ts'
import { managesParts, mayMarkReady } from '../rules/answers/vendor-parts.ts'
import { openForAnswers } from './commitments.ts'
import { recordedFields, requireRow, settleFields } from './context.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { defineMutation, type EditBase, type MutationTx } from './mutation.ts'

type UpdateArgs = CommandArgs['parts.update']
type ReadyArgs = CommandArgs['parts.setReady']
type Place = Pick<UpdateArgs, 'projectId' | 'vendorId' | 'documentId' | 'sectionId'>

const keyOf = ({ documentId, sectionId, vendorId }: Place) =>
  ({ entity: 'vendorPart', id: vendorPartId(sectionId ?? documentId, vendorId) }) as const

/** Returns the part, or an empty one for a document or section that the person may answer. */
async function openPart(tx: MutationTx, place: Place): Promise<VendorPart> {
  const { projectId, vendorId, documentId, sectionId } = place
  const { state, deadlineAt } = await openForAnswers(tx, projectId, vendorId)
  const { packageId } = await requireRow(tx, 'document', { projectId, id: documentId })
  const subject = { state, deadlineAt, now: tx.now, vendorId, packageId }
  requireAllowed(tx.actor, 'commitment.write', subject)
  if (sectionId !== null) {
    const section = await requireRow(tx, 'section', { projectId, id: sectionId })
    if (section.documentId !== documentId) throw new Refusal('NOT_FOUND', { field: 'sectionId' })
  }
  const { id } = keyOf(place)
  return (
    (await tx.get('vendorPart', id)) ?? {
      id,
      projectId,
      packageId,
      documentId,
      sectionId,
      vendorId,
      userId: null,
      dueOn: null,
      isReady: false,
      needsApproval: false,
      submitters: [],
      updatedOn: 0,
    }
  )
}

/** The contacts who get the part or submit must see its package. */
async function requireContacts(
  tx: MutationTx,
  { packageId }: VendorPart,
  { userId, submitters = [] }: UpdateArgs['patch'],
): Promise<void> {
  for (const id of userId == null ? submitters : [userId, ...submitters])
    if (!(await tx.isOnTeam(id, packageId)))
      throw new Refusal('NOT_A_COLLEAGUE', {
        field: id === userId ? 'patch.userId' : 'patch.submitters',
      })
}

/** Gives a document or section to a colleague. Another contact starts without the ready mark. */
async function update(tx: MutationTx, args: UpdateArgs): Promise<void> {
  const row = await openPart(tx, args)
  if (!managesParts(tx.actor)) refuse(deny({ kind: 'primary' }))
  const { sectionId, patch } = args
  if (sectionId !== null && (patch.needsApproval !== undefined || patch.submitters !== undefined))
    throw new Refusal('INPUT_INVALID', {
      field: 'patch',
      detail: { field: 'patch', problem: 'asks for approval of a section' },
    })
  await requireContacts(tx, row, patch)
  const next = settleFields(tx, 'vendorPart', { row, patch })
  if (next === row) return
  tx.put('vendorPart', next.userId === row.userId ? next : { ...next, isReady: false })
}

async function setReady(tx: MutationTx, args: ReadyArgs): Promise<void> {
  const row = await openPart(tx, args)
  if (!mayMarkReady(tx.actor, row)) refuse(deny({ kind: 'primary' }))
  const { isReady } = args
  if (row.isReady === isReady) return
  if (!tx.isServer) tx.settle(keyOf(args), 'isReady', row.isReady, isReady)
  tx.put('vendorPart', { ...row, isReady })
}

/** Writes the former or the chosen values of the fields. */
function withValues({ patch: _patch, ...place }: UpdateArgs, values: EditBase) {
  const patch = recordedFields(values, keyOf(place))
  return patch === null ? [] : [{ command: 'parts.update', args: { ...place, patch } }]
}

export const updatePart = defineMutation<UpdateArgs>({
  input: COMMAND_INPUTS['parts.update'],
  run: update,
  inverse: withValues,
  withValues,
})

/** Marking a part as ready is an intent: marking it twice is no conflict. */
export const markPartReady = defineMutation<ReadyArgs>({
  input: COMMAND_INPUTS['parts.setReady'],
  run: setReady,
  inverse: (args, base) =>
    Object.keys(base).length === 0
      ? []
      : [{ command: 'parts.setReady', args: { ...args, isReady: !args.isReady } }],
})
