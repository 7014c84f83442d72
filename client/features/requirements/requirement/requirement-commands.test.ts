// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import type { OpenDevice } from '#client/lib/device.ts'
import type { Requirement, Section } from '#schema/entities/structure.ts'
import { BULK_LIMIT } from '#schema/mutations/inputs.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { editsOf, openPageProject } from '../../../../tests/support/page-project.ts'
import {
  buildDefinition,
  buildParameter,
  buildRequirement,
  buildRows,
  buildSection,
  PROJECT_ID,
} from '../../../../tests/support/project-rows.ts'

const place = { projectId: PROJECT_ID, documentId: 'd1' }
const withField = (id: string): string =>
  buildDefinition({ answer: [buildParameter({ id, key: id, name: id })] })
const sections: Section[] = [
  buildSection(),
  buildSection({ id: 's9', name: 'Last', rank: 'V00020' }),
]
const requirements: Requirement[] = [
  buildRequirement({ id: 'r1', definition: withField('first') }),
  buildRequirement({ id: 'r2', rank: 'V00020', definition: withField('second') }),
  buildRequirement({ id: 'r9', sectionId: 's9', rank: 'V00030', definition: withField('third') }),
]
let device: OpenDevice
beforeEach(async () => {
  device = await openPageProject({
    rows: { ...buildRows(), section: sections, requirement: requirements },
  })
})
const edits = () => editsOf(device)
const load = () => import('./requirement-commands.ts')
const answerFieldsOf = (definition: string): string[] =>
  parseDefinition(definition).suppliersCommitment.parameters.map(({ key }) => key)

it('a new requirement has the fields of the one before it, of its section, or of the document', async () => {
  const { addRequirement } = await load()
  const add = async (at: { sectionId: string; after: string | null } | null) => {
    const made = await addRequirement(place, { sections, requirements, at, name: 'New' })
    const args = (await edits()).at(-1)?.args as { definition: string; after: string | null }
    return { sectionId: made.sectionId, after: args.after, fields: answerFieldsOf(args.definition) }
  }
  expect(await add({ sectionId: 's1', after: 'r1' })).toEqual({
    sectionId: 's1',
    after: 'r1',
    fields: ['first'],
  })
  expect(await add({ sectionId: 's1', after: null })).toMatchObject({ fields: ['second'] })
  expect(await add(null)).toEqual({ sectionId: 's9', after: null, fields: ['third'] })
})

it('the first requirement of a document makes a section, and both are undone together', async () => {
  const { addRequirement } = await load()
  const { undo } = await import('#client/lib/mutate.ts')
  const made = await addRequirement(place, {
    sections: [],
    requirements: [],
    at: null,
    name: 'New',
  })
  expect(await edits()).toMatchObject([
    { command: 'sections.create', args: { id: made.sectionId, documentId: 'd1', name: 'General' } },
    {
      command: 'requirements.create',
      args: { id: made.id, sectionId: made.sectionId, after: null },
    },
  ])
  expect(await undo('d1')).toBe('Add requirement')
  expect(await undo('d1')).toBe(null)
})

it('many changes go in commands of at most the limit, as one undo step', async () => {
  const many = Array.from({ length: BULK_LIMIT + 1 }, (_, at) =>
    buildRequirement({ id: `m${at}`, rank: `V${String(at).padStart(5, '0')}` }),
  )
  device = await openPageProject({ rows: { ...buildRows(), section: sections, requirement: many } })
  const { patchRequirements } = await load()
  const { undo } = await import('#client/lib/mutate.ts')
  const items = many.map(({ id }) => ({ id, patch: { vendorHelp: 'Help' } }))
  await patchRequirements(place, items, { label: 'Help texts' })
  expect(await edits()).toEqual(
    [items.slice(0, BULK_LIMIT), items.slice(BULK_LIMIT)].map((part) => ({
      command: 'requirements.updateBulk',
      args: { projectId: PROJECT_ID, items: part },
    })),
  )
  expect(await undo('d1')).toBe('Help texts')
  expect(await undo('d1')).toBe(null)
})

it('one change is a command of its own, of which the writer is told if it replaced unseen text', async () => {
  const { patchRequirements } = await load()
  const { toast } = await import('#client/ui/feedback/toast.tsx')
  const told = vi.spyOn(toast, 'success')
  const save = (name: string, over: string) =>
    patchRequirements(place, [{ id: 'r1', patch: { name }, over: { name: over } }], {
      label: 'Edit',
    })
  await save('Mine', 'Sends mail')
  expect(told).not.toHaveBeenCalled()
  // Another tab has written since the person began to type.
  const { mutate } = await import('#client/lib/mutate.ts')
  await mutate(
    'requirements.update',
    { projectId: PROJECT_ID, id: 'r1', patch: { name: 'Theirs' } },
    { undoLabel: '', scope: 'd1' },
  )
  await save('Mine again', 'Mine')
  expect(JSON.stringify(told.mock.calls)).toContain('Theirs')
  const action = told.mock.calls.at(-1)?.[1]?.action
  action?.run()
  await vi.waitFor(async () =>
    expect((await edits()).at(-1)).toMatchObject({
      command: 'requirements.update',
      args: { id: 'r1', patch: { name: 'Theirs' } },
    }),
  )
})

it.each(['vendorHelp', 'evaluatorHelp'] as const)(
  'a replaced %s is told with its text, unless both wrote the same or it is an own one',
  async (field) => {
    const { patchRequirements } = await load()
    const { mutate } = await import('#client/lib/mutate.ts')
    const { toast } = await import('#client/ui/feedback/toast.tsx')
    const told = vi.spyOn(toast, 'success')
    const patch = (text: string) => ({ id: 'r1', patch: { [field]: text } })
    await mutate(
      'requirements.update',
      { projectId: PROJECT_ID, ...patch('Theirs') },
      { undoLabel: '', scope: 'd1' },
    )
    const over = { [field]: 'Before' }
    await patchRequirements(place, [{ ...patch('Theirs'), over }], { label: 'Edit' })
    expect(told).not.toHaveBeenCalled()
    await mutate(
      'requirements.update',
      { projectId: PROJECT_ID, ...patch('Theirs, later') },
      { undoLabel: '', scope: 'd1' },
    )
    await patchRequirements(place, [{ ...patch('Mine'), over }], { label: 'Edit' })
    expect(JSON.stringify(told.mock.calls)).toContain('Theirs, later')
    told.mockClear()
    await patchRequirements(place, [{ ...patch('Mine, too'), over }], { label: 'Edit' })
    expect(told, 'own text').not.toHaveBeenCalled()
  },
)

it('a draft becomes a patch of the named fields only, and never empties a name', async () => {
  const { contentDraftField, draftedValue, draftPatch } = await load()
  const [requirement] = [buildRequirement({ vendorHelp: 'Old' })]
  const text = contentDraftField('text')
  expect(draftedValue(requirement, 'name')).toBe('Sends mail')
  expect(draftedValue(requirement, 'vendorHelp')).toBe('Old')
  expect(draftedValue(requirement, text)).toBe('The system works.')
  expect(draftedValue(requirement, contentDraftField('unknown'))).toBe(null)
  expect(draftPatch(requirement, { name: '  ', vendorHelp: null, other: 'x' })).toEqual({
    vendorHelp: '',
  })
  expect(draftPatch(requirement, { name: 'New', evaluatorHelp: 'E' })).toEqual({
    name: 'New',
    evaluatorHelp: 'E',
  })
  const patch = draftPatch(requirement, { [text]: 'Changed' })
  expect(patch).toEqual({
    definitionPart: {
      content: { parameters: { text: expect.objectContaining({ id: 'text', value: 'Changed' }) } },
    },
  })
})

it('requirements move behind another one, or to the start of the section if that one moves too', async () => {
  const { moveRequirements } = await load()
  await moveRequirements(place, ['r1'], { sectionId: 's9', after: 'r9' })
  await moveRequirements(place, ['r2', 'r9'], { sectionId: 's1', after: 'r9' })
  expect((await edits()).map(({ args }) => args)).toEqual([
    { projectId: PROJECT_ID, ids: ['r1'], sectionId: 's9', after: 'r9' },
    { projectId: PROJECT_ID, ids: ['r2', 'r9'], sectionId: 's1', after: null },
  ])
})

it('requirements and sections are deleted only after a yes', async () => {
  const { deleteRequirements, deleteSection } = await load()
  const { openQuestion } = await import('#client/ui/dialogs/question.ts')
  const answer = async (given: 'yes' | 'later'): Promise<string> => {
    await vi.waitFor(() => expect(openQuestion()).not.toBe(null))
    const question = openQuestion()
    question?.answer(given)
    return question?.title ?? ''
  }
  const [first, second] = requirements as [Requirement, Requirement]
  const asked = deleteRequirements(place, [first])
  expect(await answer('later')).toBe('Delete requirement?')
  expect(await asked).toBe(false)
  const again = deleteRequirements(place, [first, second])
  expect(await answer('yes')).toBe('Delete 2 requirements?')
  expect(await again).toBe(true)
  const section = deleteSection(place, sections[1] as Section, 1)
  expect(await answer('later')).toBe('Delete section “Last”?')
  await section
  const confirmed = deleteSection(place, sections[1] as Section, 1)
  await answer('yes')
  await confirmed
  expect(await edits()).toEqual([
    { command: 'requirements.delete', args: { projectId: PROJECT_ID, ids: ['r1', 'r2'] } },
    { command: 'sections.delete', args: { projectId: PROJECT_ID, id: 's9' } },
  ])
})
