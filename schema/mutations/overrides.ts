import { commitmentId, type Override, overrideId } from '../entities/commitment.ts'
import type { Parameter, ParameterValue } from '../entities/parameter.ts'
import type { Requirement } from '../entities/structure.ts'
import { Refusal } from '../refusal.ts'
import {
  isInForce,
  type Original,
  withOverride,
  withoutOverride,
} from '../rules/evaluation/evaluation-overrides.ts'
import { originalValueOf, overrideProblem } from '../rules/evaluation/override-values.ts'
import { answerParameters, parseDefinition } from '../rules/definition/parameters.ts'
import { messageText } from '../tables/messages.ts'
import { openProjectFor, requireParent, requireRow } from './context.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { baseKey, defineMutation, type EditBase, type MutationTx } from './mutation.ts'

type SetArgs = CommandArgs['overrides.set']
type RemoveArgs = CommandArgs['overrides.remove']
type Target = Pick<SetArgs, 'projectId' | 'requirementId' | 'vendorId' | 'parameterId'>
/** The content of an override; null = there is none. */
type Said = { value: ParameterValue; reason: string } | null

const VALUE = 'value'
const keyOf = ({ requirementId, vendorId, parameterId }: Target) =>
  ({ entity: 'override', id: overrideId(requirementId, vendorId, parameterId) }) as const

const saidBy = (row: Override | undefined): Said =>
  isInForce(row) ? { value: row.value, reason: row.reason } : null

/** Returns the field of the vendor's answer. Fields that a vendor does not see have no answer. */
async function requireField(
  tx: MutationTx,
  requirement: Requirement,
  { projectId, vendorId, parameterId }: Target,
): Promise<Parameter> {
  const vendors = await tx.list('projectVendor', 'projectId', projectId)
  if (!vendors.some((vendor) => vendor.vendorId === vendorId))
    throw new Refusal('NOT_FOUND', { field: 'vendorId' })
  const field = answerParameters(parseDefinition(requirement.definition)).find(
    ({ id }) => id === parameterId,
  )
  if (field === undefined) throw new Refusal('NOT_FOUND', { field: 'parameterId' })
  return field
}

function requireValue(field: Parameter, value: ParameterValue): void {
  const problem = overrideProblem(field, value)
  if (problem !== null)
    throw new Refusal('INPUT_INVALID', {
      field: 'value',
      detail: { field: field.name, problem: messageText(problem.code, problem.detail) },
    })
}

/** Returns the submitted value. For a choice: the option's value, and its key beside it. */
async function originalOf(
  tx: MutationTx,
  field: Parameter,
  { requirementId, vendorId }: Target,
): Promise<Original> {
  const commitment = await tx.get('commitment', commitmentId(requirementId, vendorId))
  const submitted = commitment?.submitted === true ? (commitment.values[field.id] ?? null) : null
  return originalValueOf(field, submitted)
}

const by = (tx: MutationTx) => ({
  modifiedBy: { id: tx.actor.userId, name: tx.actor.name },
  modifiedOn: tx.now,
})

async function set(tx: MutationTx, args: SetArgs): Promise<void> {
  await openProjectFor(tx, args.projectId, { action: 'override.write' })
  const requirement = await requireRow(tx, 'requirement', {
    projectId: args.projectId,
    id: args.requirementId,
  })
  const field = await requireField(tx, requirement, args)
  requireValue(field, args.value)
  const { requirementId, vendorId, parameterId, value, reason } = args
  const key = keyOf(args)
  const former = await tx.get('override', key.id)
  const said = saidBy(former)
  if (
    !tx.settle(key, VALUE, said, { value, reason }) ||
    (said?.value === value && said.reason === reason)
  )
    return
  const place = {
    id: key.id,
    projectId: args.projectId,
    packageId: requirement.packageId,
    documentId: requirement.documentId,
    requirementId,
    vendorId,
    parameterId,
  }
  tx.put(
    'override',
    withOverride(former, place, {
      saying: { value, reason, ...by(tx) },
      original: await originalOf(tx, field, args),
    }),
  )
}

async function remove(tx: MutationTx, args: RemoveArgs): Promise<void> {
  await openProjectFor(tx, args.projectId, { action: 'override.write' })
  await requireParent(tx, 'requirement', { projectId: args.projectId, id: args.requirementId })
  const key = keyOf(args)
  const former = await tx.get('override', key.id)
  if (!isInForce(former) || !tx.settle(key, VALUE, saidBy(former), null)) return
  tx.put('override', withoutOverride(former, { reason: args.reason, ...by(tx) }))
}

/**
 * Writes the former or the chosen override. If there was none, removes the override and gives
 * `reason` as the reason of the removal.
 */
function withValues(
  { projectId, requirementId, vendorId, parameterId, reason }: SetArgs | RemoveArgs,
  values: EditBase,
) {
  const target: Target = { projectId, requirementId, vendorId, parameterId }
  const said = values[baseKey(keyOf(target), VALUE)] as Said | undefined
  if (said === undefined) return []
  return said === null
    ? [{ command: 'overrides.remove', args: { ...target, reason } }]
    : [{ command: 'overrides.set', args: { ...target, ...said } }]
}

export const setOverride = defineMutation<SetArgs>({
  input: COMMAND_INPUTS['overrides.set'],
  run: set,
  inverse: withValues,
  withValues,
})
export const removeOverride = defineMutation<RemoveArgs>({
  input: COMMAND_INPUTS['overrides.remove'],
  run: remove,
  inverse: withValues,
  withValues,
})
