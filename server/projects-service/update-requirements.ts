import type { InferOutput } from 'valibot'
import type { RequirementUpdate } from '#schema/api/projects-service/requirements.ts'
import { commitmentId, type Override, overrideId } from '#schema/entities/commitment.ts'
import type { CommitmentDetails } from '#schema/entities/details.ts'
import type { Entity } from '#schema/entities/rows.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { Refusal } from '#schema/refusal.ts'
import { requireAllowed } from '#schema/rules/access/access.ts'
import { sameValue } from '#schema/rules/answers/merge.ts'
import { STATUS } from '#schema/rules/project/numbering.ts'
import { type Command, executeTogether, type Precondition } from '../commands/execute.ts'
import type { SignedInContext } from '../route.ts'
import { listRows, openProject, type OpenedProject, requireRow } from './open-project.ts'
import { readCommitmentDetails } from './requirement-details.ts'
import { placeAfter, seenRow } from './structure.ts'

type Update = InferOutput<typeof RequirementUpdate>
type SentCommitment = NonNullable<Update['supplierCommitments']>[number]

/** What a body changes: the content, and commands for its other parts. */
interface Changes {
  patch: ReturnType<typeof patchOf>
  others: Command[]
  precondition: Precondition[]
}

const CONTENT = ['name', 'definition', 'vendorHelp', 'evaluatorHelp'] as const
/** Fields that the server sets, so that no permission allows a caller to change them. */
const SET_BY_SERVER = [
  'projectId',
  'packageId',
  'documentId',
  'lineageId',
  'fullId',
  'sourceId',
  'version',
  'rank',
  'updatedBy',
  'imported',
  'isWeightPublished',
  'templateUpdatedOn',
] as const

/**
 * Updates requirements of one project with everything that the bodies contain, all or nothing.
 * Parts that equal what the caller may read are ignored; a changed part needs its own permission.
 */
export const updateRequirements = async (
  context: SignedInContext,
  projectId: string,
  updates: readonly Update[],
): Promise<void> => {
  const opened = await openProject(context, projectId)
  const content: { id: string; patch: Changes['patch'] }[] = []
  const others: Command[] = []
  const precondition: Precondition[] = []
  for (const update of updates) {
    const changes = await changesOf(context, opened, update)
    if (Object.keys(changes.patch).length > 0) content.push({ id: update.id, patch: changes.patch })
    others.push(...changes.others)
    precondition.push(...changes.precondition)
  }
  const commands = [...contentCommands(projectId, content), ...others]
  if (commands.length > 0)
    await executeTogether(
      context.commands,
      { userId: context.caller.userId, projectId },
      { commands, precondition },
    )
}

const contentCommands = (
  projectId: string,
  items: readonly { id: string; patch: Changes['patch'] }[],
): Command[] =>
  items.length === 0
    ? []
    : [{ command: 'requirements.updateBulk', args: { projectId, items: [...items] } }]

const changesOf = async (
  context: SignedInContext,
  opened: OpenedProject,
  update: Update,
): Promise<Changes> => {
  const { id, updatedOn } = update
  const row = await requireRow(opened, 'requirement', id)
  if (row.updatedOn !== updatedOn) throw new Refusal('requirement.stale')
  const patch = patchOf(row, update)
  requireServersFields(row, update, patch)
  const answers = await answerChanges(context, opened, update)
  return {
    patch,
    others: [...(await moveOf(opened, row, update)), ...excludeOf(row, update), ...answers.others],
    // A vendor reads a requirement without its time, and changes only its answer.
    precondition: [
      ...(opened.actor.relation === 'vendor' ? [] : seenRow('requirement', id, updatedOn)),
      ...answers.precondition,
    ],
  }
}

const patchOf = (row: Requirement, update: Update) =>
  Object.fromEntries(
    CONTENT.flatMap((field) => {
      const text = update[field]
      return text === undefined || text === row[field] ? [] : [[field, text]]
    }),
  ) as Partial<Pick<Requirement, (typeof CONTENT)[number]>>

const requireServersFields = (row: Requirement, update: Update, patch: object): void => {
  const stored: Partial<Record<string, unknown>> = row
  const changed = SET_BY_SERVER.find(
    (field) => update[field] !== undefined && !sameValue(update[field], stored[field]),
  )
  if (changed !== undefined) throw new Refusal('NOT_ALLOWED', { field: changed })
  const { status } = update
  if (status === undefined || status === row.status) return
  const isResult = Object.keys(patch).length > 0 && status === STATUS.updated[row.status]
  if (!isResult) throw new Refusal('NOT_ALLOWED', { field: 'status' })
}

const moveOf = async (
  opened: OpenedProject,
  row: Requirement,
  { id, sectionId = row.sectionId, index }: Update,
): Promise<Command[]> => {
  if (sectionId === row.sectionId && index === undefined) return []
  const siblings = (await listRows(opened, 'requirement', { sectionId })).map((one) => one.id)
  if (sectionId === row.sectionId && index === siblings.indexOf(id)) return []
  const after = placeAfter(
    siblings.filter((one) => one !== id),
    index,
    undefined,
  )
  return [
    {
      command: 'requirements.move',
      args: { projectId: row.projectId, ids: [id], sectionId, after },
    },
  ]
}

const excludeOf = (row: Requirement, { id, excluded }: Update): Command[] =>
  excluded === undefined || sameValue(excluded, row.excluded)
    ? []
    : [
        {
          command: 'requirements.exclude',
          args: { projectId: row.projectId, id, reason: excluded?.reason ?? null },
        },
      ]

type AnswerChanges = Omit<Changes, 'patch'>

const answerChanges = async (
  context: SignedInContext,
  opened: OpenedProject,
  { id, supplierCommitments = [] }: Update,
): Promise<AnswerChanges> => {
  if (supplierCommitments.length === 0) return { others: [], precondition: [] }
  const seen = await readCommitmentDetails(opened, id)
  const changes = supplierCommitments.map((sent, i): AnswerChanges => {
    const known = seen.find(({ vendorId }) => vendorId === sent.vendorId)
    const at = `supplierCommitments.${i}`
    requireSameSubmission(context, opened, { sent, known, at })
    const value = valueChanges(opened, id, { sent, known, at })
    const overrides = overrideChanges(opened, id, { sent, known, at })
    return {
      others: [...value.others, ...overrides.others],
      precondition: [...value.precondition, ...overrides.precondition],
    }
  })
  return {
    others: changes.flatMap(({ others }) => others),
    precondition: changes.flatMap(({ precondition }) => precondition),
  }
}

interface Compared {
  sent: SentCommitment
  /** The answer that the caller may read, if there is one. */
  known: CommitmentDetails | undefined
  /** The path of the sent answer in the body. */
  at: string
}

/** Submitting is a command of its own: it needs the content that the person saw. */
const requireSameSubmission = (
  { services }: SignedInContext,
  { actor, project }: OpenedProject,
  { sent, known, at }: Compared,
): void => {
  if (sent.submitted === undefined || sent.submitted === (known?.submitted ?? false)) return
  const { state, deadlineAt } = project
  const { vendorId } = sent
  requireAllowed(actor, 'commitment.write', { state, deadlineAt, now: services.clock(), vendorId })
  const field = `${at}.submitted`
  throw new Refusal('INPUT_INVALID', {
    field,
    detail: { field, problem: 'is set by the call commitments/submit' },
  })
}

const valueChanges = (
  { projectId }: OpenedProject,
  requirementId: string,
  { sent, known, at }: Compared,
): AnswerChanges => {
  const former = known?.definition.parameters ?? {}
  const values = Object.fromEntries(
    Object.entries(sent.definition.parameters).filter(
      ([key, value]) => !sameValue(value, former[key]),
    ),
  )
  if (Object.keys(values).length === 0) return { others: [], precondition: [] }
  const { vendorId, updatedOn } = sent
  return {
    others: [
      { command: 'commitments.update', args: { projectId, requirementId, vendorId, values } },
    ],
    precondition: seenAt(
      at,
      { entity: 'commitment', id: commitmentId(requirementId, vendorId) },
      updatedOn,
    ),
  }
}

const overrideChanges = (
  { projectId }: OpenedProject,
  requirementId: string,
  { sent, known, at }: Compared,
): AnswerChanges => {
  const { vendorId } = sent
  const changed = (sent.definition.overrides ?? []).flatMap((override, i) => {
    const { parameterId, value, reason, removed = false, updatedOn } = override
    const former = known?.definition.overrides.find((one) => one.parameterId === parameterId)
    if (isSameOverride(override, former)) return []
    const target = { projectId, requirementId, vendorId, parameterId, reason }
    const command: Command = removed
      ? { command: 'overrides.remove', args: target }
      : { command: 'overrides.set', args: { ...target, value } }
    const row = {
      entity: 'override' as const,
      id: overrideId(requirementId, vendorId, parameterId),
    }
    return [{ command, precondition: seenAt(`${at}.definition.overrides.${i}`, row, updatedOn) }]
  })
  return {
    others: changed.map(({ command }) => command),
    precondition: changed.flatMap(({ precondition }) => precondition),
  }
}

type SentOverride = NonNullable<SentCommitment['definition']['overrides']>[number]
const isSameOverride = (
  { value, reason, removed = false }: SentOverride,
  former: Override | undefined,
): boolean =>
  former === undefined
    ? removed
    : !removed && sameValue(value, former.value) && reason === former.reason

/** An existing row is changed only by a caller who names the version that they saw. */
const seenAt = (
  at: string,
  row: { entity: Entity; id: string },
  updatedOn: number | undefined,
): Precondition[] => [{ ...row, updatedOn, field: `${at}.updatedOn` }]
