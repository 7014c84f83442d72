import { expect, it } from 'vitest'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { MUTATIONS } from '#schema/mutations/index.ts'
import { replacedUnseen } from '#schema/rules/answers/replaced.ts'
import {
  buildCommitment,
  buildProject,
  buildRequirement,
  buildVendorContact,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'
import { bindCommands } from './commands.ts'
import { edit, type Edited } from './edit.ts'
import { createMemoryStorage } from '../memory-storage.ts'

const { relation, permissions, vendorId, packageIds, userId, name } = buildVendorContact()
const project = buildProject({ state: 'PUBLISHED', deadlineAt: null })
const me = { relation, permissions: [...permissions], vendorId, packageIds }
const summary = { ...project, me, requirementCount: 1, favorite: false } as ProjectSummary
const row = { entity: 'commitment', id: 'r1.7' } as const

const open = async (note: string) => {
  const memory = createMemoryStorage('client')
  await memory.transaction('edit', async (tx) => {
    tx.putHome({ etag: '', projects: [summary] })
    await tx.layRows(projectId, [
      { bucket: '*:pub', entity: 'project', id: projectId, row: project },
      { bucket: 'p1:pub', entity: 'requirement', id: 'r1', row: buildRequirement() },
      {
        bucket: 'p1:v7',
        entity: 'commitment',
        id: 'r1.7',
        row: buildCommitment({ values: { note } }),
      },
    ])
  })
  const write = (tab: string, text: string): Promise<Edited> =>
    memory.transaction('edit', (tx) =>
      edit(
        tx,
        { commands: bindCommands(MUTATIONS), person: { userId, name }, id: tab, now: 0 },
        {
          projectId,
          command: 'commitments.update',
          args: { projectId, requirementId: 'r1', vendorId: 7, values: { note: text } },
          label: '',
          undo: null,
        },
      ),
    )
  const stands = () =>
    memory.transaction(
      'read',
      async (tx) => (await tx.overlayRow(projectId, 'commitment', 'r1.7'))?.row,
    )
  return { memory, write, stands }
}
const replaced = ({ before }: Edited, over: string, text: string) =>
  replacedUnseen(before, { row, over: { 'values.note': over }, given: { 'values.note': text } })

it('[I7] the later of two tabs that write one field hears which value it replaced, and one edit restores it', async () => {
  const { memory, write, stands } = await open('old')
  expect(replaced(await write('one', 'alpha'), 'old', 'alpha')).toEqual({})
  const later = replaced(await write('two', 'beta'), 'old', 'beta')
  expect(later).toEqual({ 'values.note': 'alpha' })
  expect(await stands()).toMatchObject({ values: { note: 'beta' } })

  expect(replaced(await write('two', 'alpha'), 'beta', 'alpha')).toEqual({})
  expect(await stands()).toMatchObject({ values: { note: 'alpha' } })
  expect([...memory.state().outbox.values()].map(({ writer, args }) => [writer, args])).toEqual([
    ['one', expect.objectContaining({ values: { note: 'alpha' } })],
    ['two', expect.objectContaining({ values: { note: 'alpha' } })],
  ])
})

it('[I7] a value of another person that arrives while the text is typed is reported as replaced', async () => {
  const { memory, write } = await open('old')
  await memory.transaction('apply', (tx) =>
    tx.layRows(projectId, [
      {
        bucket: 'p1:v7',
        entity: 'commitment',
        id: 'r1.7',
        row: buildCommitment({ values: { note: 'theirs' }, updatedBy: 'Viktor' }),
      },
    ]),
  )
  expect(replaced(await write('one', 'mine'), 'old', 'mine')).toEqual({ 'values.note': 'theirs' })
})

it('[I7] typing over the own text reports no replaced value', async () => {
  const { write } = await open('old')
  await write('one', 'al')
  expect(replaced(await write('one', 'alpha'), 'al', 'alpha')).toEqual({})
})
