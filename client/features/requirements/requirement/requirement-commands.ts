import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { Parameter, ParameterValue } from '#schema/entities/parameter.ts'
import type { Requirement, Section } from '#schema/entities/structure.ts'
import { BULK_LIMIT, type CommandArgs } from '#schema/mutations/inputs.ts'
import { newDefinition } from '#schema/rules/definition/new-definition.ts'
import { definitionText, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { mutate, mutateOver, type MutateOptions, newId } from '#client/lib/mutate.ts'
import { readRow } from '#client/lib/project-store.ts'
import { confirm } from '#client/ui/dialogs/confirm.tsx'
import { tellReplacedFields } from '#client/ui/feedback/tell-replaced-fields.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { UndoStep } from '../answers/answer-edits.ts'
import { answerText } from '../answers/answer-fields.ts'
import type { MoveTarget } from '../document/document-order.ts'

interface Place {
  projectId: string
  documentId: string
}
export type RequirementPatch = CommandArgs['requirements.update']['patch']
export interface RequirementEdit {
  id: string
  patch: RequirementPatch
  /** The values of the text fields when typing began; absent if nothing was typed. */
  over?: Record<string, ParameterValue>
}
const CONTENT = 'content.'

interface NewRequirement {
  sections: readonly Section[]
  requirements: readonly Requirement[]
  /** Null = the document has no section; creates a first one. */
  at: { sectionId: string; after: string | null } | null
  name: string
}

/**
 * The requirement whose fields a new one copies: the preceding one, else the last of its section,
 * else of the document.
 */
const neighbourOf = ({ requirements, at }: NewRequirement): Requirement | undefined =>
  requirements.find(({ id }) => id === at?.after) ??
  requirements.findLast(({ sectionId }) => sectionId === at?.sectionId) ??
  requirements.at(-1)

/** Creates a requirement with the fields of its neighbour. */
export async function addRequirement(
  { projectId, documentId }: Place,
  made: NewRequirement,
): Promise<{ id: string; sectionId: string }> {
  const { sections, at, name } = made
  const id = newId()
  const options = { undoGroup: newId(), undoLabel: i18n._(msg`Add requirement`), scope: documentId }
  let sectionId = at?.sectionId ?? sections.at(-1)?.id
  if (sectionId === undefined) {
    sectionId = newId()
    const section = {
      projectId,
      id: sectionId,
      documentId,
      name: i18n._(msg`General`),
      after: null,
    }
    await mutate('sections.create', section, options)
  }
  const definition = definitionText(newDefinition(neighbourOf(made)?.definition ?? null))
  const after = at?.after ?? null
  await mutate(
    'requirements.create',
    { projectId, id, sectionId, after, name, definition },
    options,
  )
  return { id, sectionId }
}

/** Changes requirements as one undo step, with at most `BULK_LIMIT` per command. */
export async function patchRequirements(
  place: Place,
  items: readonly RequirementEdit[],
  { label, group = newId() }: UndoStep,
): Promise<void> {
  const { projectId, documentId } = place
  const options = { undoGroup: group, undoLabel: label, scope: documentId }
  const [only] = items
  if (items.length === 1 && only) return patchOne(place, only, options)
  for (let at = 0; at < items.length; at += BULK_LIMIT) {
    const piece = items.slice(at, at + BULK_LIMIT).map(({ id, patch }) => ({ id, patch }))
    await mutate('requirements.updateBulk', { projectId, items: piece }, options)
  }
}

/**
 * Changes one requirement. If that replaced text that the person had not seen, says so and offers
 * to restore it.
 */
async function patchOne(
  place: Place,
  { id, patch, over = {} }: RequirementEdit,
  options: MutateOptions,
): Promise<void> {
  const { projectId } = place
  const stood = readRow(projectId, 'requirement', id)
  const before = await mutateOver('requirements.update', { projectId, id, patch }, options)
  tellReplacedFields({
    projectId,
    shownId: id,
    row: { entity: 'requirement', id },
    before,
    over,
    given: Object.fromEntries(
      Object.keys(over).map((field) => [field, patchedValue(patch, field)]),
    ),
    prefix: (field) => (field.startsWith(CONTENT) ? `definition.${field}` : field),
    stood: (field) => ({
      value: stood === undefined ? null : draftedValue(stood, field),
      by: null,
    }),
    shown: (field, value) => {
      const parameter = stood && contentOf(stood, field)
      return parameter === undefined ? String(value ?? '') : answerText(parameter, value)
    },
    takeBack: async (field, value) => {
      const now = readRow(projectId, 'requirement', id)
      if (now === undefined) return
      await patchRequirements(place, [{ id, patch: draftPatch(now, { [field]: value }) }], {
        label: i18n._(msg`Take back`),
      })
    },
  })
}

/** The value that a patch writes into a draft field. */
const patchedValue = (patch: RequirementPatch, field: string): ParameterValue => {
  if (field === 'name' || field === 'vendorHelp' || field === 'evaluatorHelp')
    return patch[field] ?? null
  return patch.definitionPart?.content?.parameters[field.slice(CONTENT.length)]?.value ?? null
}

export const contentPatch = (parameter: Parameter, value: ParameterValue): RequirementPatch => ({
  definitionPart: { content: { parameters: { [parameter.id]: { ...parameter, value } } } },
})

/** The draft field of a content field: the key under which its unsaved text is kept. */
export const contentDraftField = (parameterId: string): string => `${CONTENT}${parameterId}`

const contentOf = (requirement: Requirement, field: string): Parameter | undefined =>
  parseDefinition(requirement.definition).contentConfiguration.parameters.find(
    ({ id }) => contentDraftField(id) === field,
  )

/** The stored value of a draft field. */
export function draftedValue(requirement: Requirement, field: string): ParameterValue {
  if (field === 'name' || field === 'vendorHelp' || field === 'evaluatorHelp')
    return requirement[field]
  return contentOf(requirement, field)?.value ?? null
}

/** The patch that writes draft fields into a requirement. */
export function draftPatch(
  requirement: Requirement,
  fields: Record<string, ParameterValue>,
): RequirementPatch {
  const patch: RequirementPatch = {}
  const parameters: Record<string, Parameter> = {}
  for (const [field, value] of Object.entries(fields)) {
    const text = String(value ?? '')
    if (field === 'name' && text.trim() !== '') patch.name = text
    else if (field === 'vendorHelp' || field === 'evaluatorHelp') patch[field] = text
    const parameter = contentOf(requirement, field)
    if (parameter) parameters[parameter.id] = { ...parameter, value }
  }
  return Object.keys(parameters).length === 0
    ? patch
    : { ...patch, definitionPart: { content: { parameters } } }
}

export async function moveRequirements(
  { projectId, documentId }: Place,
  ids: readonly string[],
  target: MoveTarget,
): Promise<void> {
  const after = target.after !== null && ids.includes(target.after) ? null : target.after
  await mutate(
    'requirements.move',
    { projectId, ids: [...ids], sectionId: target.sectionId, after },
    { undoLabel: i18n._(msg`Move requirements`), scope: documentId },
  )
}

/** Asks for confirmation, then deletes for everyone. True if the person confirmed. */
export async function deleteRequirements(
  { projectId, documentId }: Place,
  requirements: readonly Requirement[],
): Promise<boolean> {
  const count = requirements.length
  const isConfirmed = await confirm({
    title: i18n._(
      msg`${plural(count, { one: 'Delete requirement?', other: 'Delete # requirements?' })}`,
    ),
    body: i18n._(msg`They are deleted with all their content for everyone. You can undo this.`),
    confirmLabel: i18n._(msg`Delete`),
    danger: true,
  })
  if (!isConfirmed) return false
  await mutate(
    'requirements.delete',
    { projectId, ids: requirements.map(({ id }) => id) },
    { undoLabel: i18n._(msg`Delete requirements`), scope: documentId },
  )
  toast.success(
    i18n._(msg`${plural(count, { one: 'Requirement deleted', other: '# requirements deleted' })}`),
  )
  return true
}

export async function deleteSection(
  { projectId, documentId }: Place,
  section: Section,
  requirementCount: number,
): Promise<void> {
  const { name } = section
  const isConfirmed = await confirm({
    title: i18n._(msg`Delete section “${name}”?`),
    body: i18n._(
      msg`${plural(requirementCount, { one: 'Its requirement is deleted too, for everyone. You can undo this.', other: 'Its # requirements are deleted too, for everyone. You can undo this.' })}`,
    ),
    confirmLabel: i18n._(msg`Delete`),
    danger: true,
  })
  if (isConfirmed)
    await mutate(
      'sections.delete',
      { projectId, id: section.id },
      { undoLabel: i18n._(msg`Delete section`), scope: documentId },
    )
}
