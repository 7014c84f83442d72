import { describe, expect, test } from 'vitest'
import { buildTx, type MemoryTx, runCommand, runInverse } from '../../tests/support/memory-tx.ts'
import {
  buildCollaborator,
  buildCommitment,
  buildDocument,
  buildOwner,
  buildPackage,
  buildProject,
  buildRequirement,
  buildRows,
  buildSection,
  PROJECT_ID as projectId,
} from '../../tests/support/project-rows.ts'
import type { Attachment } from '../entities/attachment.ts'
import type { Override } from '../entities/commitment.ts'
import { ENTITIES } from '../entities/rows.ts'
import { withoutShown } from './content-restore.ts'
import { type CommandArgs, type CommandName, MUTATIONS } from './index.ts'
import type { RemovalRoot } from './mutation.ts'

const HASH = 'a'.repeat(64)
const attachment = (id: string, requirementId: string | null): Attachment => ({
  id,
  projectId,
  packageId: 'p1',
  documentId: 'd1',
  requirementId,
  vendorId: null,
  file: { contentHash: HASH, bytes: 10, mime: 'application/pdf' },
  name: 'Plan.pdf',
  alias: '',
  description: '',
  createdByOrg: 1,
  createdBy: 1,
  createdByName: 'Owner',
  createdOn: 1,
  updatedOn: 1,
})
const override: Override = {
  id: 'r1.7.met',
  projectId,
  packageId: 'p1',
  documentId: 'd1',
  requirementId: 'r1',
  vendorId: 7,
  parameterId: 'met',
  value: 60,
  reason: 'Seen',
  modifiedBy: { id: 1, name: 'Owner' },
  modifiedOn: 1,
  originalValue: 20,
  originalKey: null,
  history: [],
  removed: false,
  updatedOn: 1,
}
const rows = () =>
  buildRows({
    commitment: [
      buildCommitment({ values: { met: 100 } }),
      buildCommitment({ requirementId: 'r2', values: { met: 5 } }),
    ],
    override: [override],
    attachment: [attachment('f1', 'r1'), attachment('f2', null)],
  })
const files = { [HASH]: { bytes: 10, kind: 'pdf' as const } }
const open = (changes: Partial<Parameters<typeof buildTx>[0]> = {}) =>
  buildTx({ rows: rows(), actor: buildOwner(), files, ...changes })
const all = (memory: MemoryTx): string[] =>
  ENTITIES.flatMap((entity) =>
    memory.rows(entity).map((row) => JSON.stringify({ entity, ...row, updatedOn: 0 })),
  ).toSorted()
const restore = (root: RemovalRoot): CommandArgs['content.restore'] => ({ projectId, root })
const inverse = <N extends CommandName>(memory: MemoryTx, name: N, args: CommandArgs[N]) =>
  MUTATIONS[name].inverse?.(args, memory.base, memory.removed) ?? []

const DELETIONS: {
  [E in RemovalRoot['entity']]: {
    id: string
    run: (memory: MemoryTx) => Promise<MemoryTx>
    undo: (memory: MemoryTx) => ReturnType<typeof inverse>
  }
} = {
  package: {
    id: 'p1',
    run: (memory) => runCommand(memory, 'packages.delete', { projectId, id: 'p1' }),
    undo: (memory) => inverse(memory, 'packages.delete', { projectId, id: 'p1' }),
  },
  document: {
    id: 'd1',
    run: (memory) => runCommand(memory, 'documents.delete', { projectId, id: 'd1' }),
    undo: (memory) => inverse(memory, 'documents.delete', { projectId, id: 'd1' }),
  },
  section: {
    id: 's1',
    run: (memory) => runCommand(memory, 'sections.delete', { projectId, id: 's1' }),
    undo: (memory) => inverse(memory, 'sections.delete', { projectId, id: 's1' }),
  },
  requirement: {
    id: 'r1',
    run: (memory) => runCommand(memory, 'requirements.delete', { projectId, ids: ['r1', 'r2'] }),
    undo: (memory) => inverse(memory, 'requirements.delete', { projectId, ids: ['r1', 'r2'] }),
  },
}
const KINDS = Object.entries(DELETIONS).map(([entity, deletion]) => ({
  entity: entity as RemovalRoot['entity'],
  ...deletion,
}))

test.each(KINDS)(
  '[CR1] a deleted $entity is restored with its content, answers, overrides and files, under the same ids and numbers',
  async ({ entity, id, run }) => {
    const memory = open()
    const before = all(memory)
    await run(memory)
    expect(all(memory).length).toBeLessThan(before.length)
    await runCommand(memory, 'content.restore', restore({ entity, id }))
    expect(all(memory)).toEqual(before)
  },
)

test.each(KINDS)(
  '[CR2] on a device the undo of a deleted $entity shows the rows that the device held; they are not sent and not in the base',
  async ({ run, undo }) => {
    const memory = open({ isServer: false })
    const before = all(memory)
    await run(memory)
    const [command] = undo(memory)
    expect(memory.base).toEqual({})
    await runInverse(memory, command === undefined ? [] : [command])
    expect(all(memory)).toEqual(before)
    expect(Object.keys(withoutShown(command?.args) as object)).toEqual(['projectId', 'root'])
  },
)

describe('what is not restored', () => {
  const lost = { entity: 'section', id: 's1' } as const
  test('[CR3] rows that were not deleted stay unchanged, and rows of another deletion stay deleted', async () => {
    const untouched = await runCommand(open(), 'content.restore', restore(lost))
    expect(untouched.puts).toEqual([])
    await expect(
      runCommand(open(), 'content.restore', restore({ entity: 'section', id: 'never' })),
    ).rejects.toMatchObject({ code: 'ROW_DELETED' })
    const memory = open()
    await runCommand(memory, 'requirements.delete', { projectId, ids: ['r2'] })
    await runCommand(memory, 'sections.delete', { projectId, id: 's1' })
    await runCommand(memory, 'content.restore', restore(lost))
    expect([memory.row('requirement', 'r1')?.id, memory.row('requirement', 'r2')]).toEqual([
      'r1',
      undefined,
    ])
  })

  test('[CR4] rows without a parent, or with a prefix that another document has taken, are refused', async () => {
    const memory = open()
    await runCommand(memory, 'sections.delete', { projectId, id: 's1' })
    await runCommand(memory, 'documents.delete', { projectId, id: 'd1' })
    await expect(runCommand(memory, 'content.restore', restore(lost))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await runCommand(memory, 'documents.create', {
      projectId,
      id: 'd9',
      packageId: 'p1',
      name: 'New',
      prefix: buildDocument().prefix,
      after: null,
    })
    await expect(
      runCommand(memory, 'content.restore', restore({ entity: 'document', id: 'd1' })),
    ).rejects.toMatchObject({ code: 'DOCUMENT_PREFIX_ALREADY_USED' })
  })

  test('[CR5] a file whose bytes are gone stays deleted', async () => {
    const memory = open({ files: {} })
    await runCommand(memory, 'documents.delete', { projectId, id: 'd1' })
    await runCommand(memory, 'content.restore', restore({ entity: 'document', id: 'd1' }))
    expect([memory.rows('attachment'), memory.row('requirement', 'r1')?.id]).toEqual([[], 'r1'])
  })

  test('[CR6] restoring is refused to people who may not write the content, and in states that forbid writing', async () => {
    const memory = open()
    await runCommand(memory, 'documents.delete', { projectId, id: 'd1' })
    const stranger = { ...memory.tx, actor: buildCollaborator('role-project-req-reviewer') }
    await expect(
      MUTATIONS['content.restore'].run(stranger, restore({ entity: 'document', id: 'd1' })),
    ).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    const closed = open({
      rows: buildRows({
        project: [buildProject({ state: 'CLOSED' })],
        package: [buildPackage()],
        section: [buildSection()],
        requirement: [buildRequirement()],
      }),
    })
    await expect(runCommand(closed, 'content.restore', restore(lost))).rejects.toMatchObject({
      code: 'PROJECT_READ_ONLY',
    })
  })
})
