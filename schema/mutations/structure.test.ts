import { describe, expect, test } from 'vitest'
import { buildTx, runCommand, runInverse } from '../../tests/support/memory-tx.ts'
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
  buildVendorContact,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import { compareRanks } from '../rules/evaluation/rank.ts'
import { MUTATIONS } from './index.ts'

const projectId = PROJECT_ID
const owner = buildOwner()
const open = (
  changes: Parameters<typeof buildRows>[0] = {},
  more: Partial<Parameters<typeof buildTx>[0]> = {},
) => buildTx({ rows: buildRows(changes), actor: owner, ...more })
const order = (rows: readonly { id: string; rank: string }[]): string[] =>
  rows.toSorted(compareRanks).map(({ id }) => id)

describe('packages', () => {
  test('[PK1] a package is created behind another one, at the front, or at the end if the other one is deleted', async () => {
    const memory = open()
    await runCommand(memory, 'packages.create', {
      projectId,
      id: 'x',
      name: ' Cloud ',
      after: 'p1',
    })
    await runCommand(memory, 'packages.create', { projectId, id: 'y', name: 'First', after: null })
    await runCommand(memory, 'packages.create', { projectId, id: 'z', name: 'Last', after: 'gone' })
    expect(order(memory.rows('package'))).toEqual(['y', 'p1', 'x', 'p2', 'z'])
    expect(memory.row('package', 'x')).toMatchObject({ name: 'Cloud', weight: null, projectId })
  })

  test('[PK2] a creation sent twice makes one row; the same id with other content is refused', async () => {
    const memory = open()
    await runCommand(memory, 'packages.create', { projectId, id: 'x', name: 'Cloud', after: null })
    const rank = memory.row('package', 'x')?.rank
    await runCommand(memory, 'packages.create', { projectId, id: 'x', name: 'Cloud', after: 'p2' })
    expect(memory.row('package', 'x')?.rank).toBe(rank)
    await expect(
      runCommand(memory, 'packages.create', { projectId, id: 'x', name: 'Other', after: null }),
    ).rejects.toEqual(refusal('ENTITY_ALREADY_EXISTS', 'id'))
  })

  test('[PK3] deleting a package deletes everything in it', async () => {
    const memory = open({ commitment: [buildCommitment()] })
    await runCommand(memory, 'packages.delete', { projectId, id: 'p1' })
    expect(order(memory.rows('package'))).toEqual(['p2'])
    expect(memory.rows('document').map(({ id }) => id)).toEqual(['d2'])
    expect(memory.rows('section').map(({ id }) => id)).toEqual(['s2'])
    expect(memory.rows('requirement').map(({ id }) => id)).toEqual(['r3'])
    expect(memory.rows('commitment')).toEqual([])
  })

  test('[CF3] deleting a row that another person has deleted does nothing', async () => {
    const memory = open()
    await runCommand(memory, 'packages.delete', { projectId, id: 'gone' })
    await runCommand(memory, 'documents.delete', { projectId, id: 'gone' })
    await runCommand(memory, 'sections.delete', { projectId, id: 'gone' })
    await runCommand(memory, 'requirements.delete', { projectId, ids: ['gone'] })
    await runCommand(memory, 'releases.delete', { projectId, id: 'gone' })
    expect(memory.deletes).toEqual([])
  })

  test('[PK4] a rename replaces the name that the person saw, and undo restores it', async () => {
    const memory = open({}, { isServer: false })
    const args = { projectId, id: 'p1', name: 'Kernel' }
    await runCommand(memory, 'packages.update', args)
    expect(memory.row('package', 'p1')?.name).toBe('Kernel')
    await runInverse(memory, MUTATIONS['packages.update'].inverse?.(args, memory.base) ?? [])
    expect(memory.row('package', 'p1')?.name).toBe('Core')
  })
})

describe('rules of every command', () => {
  test('[CF1] an update of a deleted row is refused as deleted', async () => {
    const memory = open()
    const missing = refusal('ROW_DELETED')
    await expect(
      runCommand(memory, 'packages.update', { projectId, id: 'gone', name: 'x' }),
    ).rejects.toEqual(missing)
    await expect(
      runCommand(memory, 'documents.update', { projectId, id: 'gone', patch: {} }),
    ).rejects.toEqual(missing)
    await expect(
      runCommand(memory, 'sections.update', { projectId, id: 'gone', name: 'x' }),
    ).rejects.toEqual(missing)
    await expect(
      runCommand(memory, 'requirements.update', { projectId, id: 'gone', patch: {} }),
    ).rejects.toEqual(missing)
  })

  test('[CF2] a row of another project is refused like a missing row', async () => {
    const memory = open({
      package: [buildPackage({ id: 'p9', projectId: 'other' })],
      document: [buildDocument({ id: 'd9', projectId: 'other' })],
    })
    await expect(
      runCommand(memory, 'packages.update', { projectId, id: 'p9', name: 'x' }),
    ).rejects.toEqual(refusal('ROW_DELETED'))
    await expect(
      runCommand(memory, 'documents.create', {
        projectId,
        id: 'n',
        packageId: 'p9',
        name: 'x',
        prefix: 'X',
        after: null,
      }),
    ).rejects.toEqual(refusal('NOT_FOUND'))
    await runCommand(memory, 'packages.delete', { projectId, id: 'p9' })
    await runCommand(memory, 'documents.delete', { projectId, id: 'd9' })
    expect(memory.deletes).toEqual([])
    await expect(
      runCommand(memory, 'packages.create', { projectId, id: 'p9', name: 'Core', after: null }),
    ).rejects.toEqual(refusal('ENTITY_ALREADY_EXISTS'))
  })

  test('[CF4] a missing project is refused', async () => {
    await expect(
      runCommand(open({ project: [] }), 'packages.create', {
        projectId,
        id: 'x',
        name: 'x',
        after: null,
      }),
    ).rejects.toEqual(refusal('NOT_FOUND'))
  })

  test('[CF5] content is written in DRAFT and PREPARATION only, and never by vendors', async () => {
    const create = { projectId, id: 'x', name: 'x', after: null }
    await expect(
      runCommand(
        open({ project: [buildProject({ state: 'PUBLISHED' })] }),
        'packages.create',
        create,
      ),
    ).rejects.toEqual(refusal('STATE_FORBIDS'))
    await expect(
      runCommand(
        open({ project: [buildProject({ state: 'ARCHIVED' })] }),
        'packages.create',
        create,
      ),
    ).rejects.toEqual(refusal('PROJECT_READ_ONLY'))
    await expect(
      runCommand(open({}, { actor: buildVendorContact() }), 'packages.create', create),
    ).rejects.toEqual(refusal('NOT_ALLOWED'))
    await expect(
      runCommand(open({ project: [buildProject({ state: 'DRAFT' })] }), 'packages.create', create),
    ).resolves.toBeDefined()
  })

  test('[CF6] a person who may write only assigned content writes in their own document, and nowhere else', async () => {
    const actor = buildCollaborator('role-project-req-colaborator')
    const mine = {
      document: [
        buildDocument({ ownerId: actor.userId }),
        buildDocument({ id: 'd2', packageId: 'p2', prefix: 'SEC' }),
      ],
    }
    await runCommand(open(mine, { actor }), 'sections.update', { projectId, id: 's1', name: 'x' })
    await runCommand(open(mine, { actor }), 'sections.create', {
      projectId,
      id: 'x',
      documentId: 'd1',
      name: 'x',
      after: null,
    })
    await runCommand(open(mine, { actor }), 'documents.delete', { projectId, id: 'd1' })
    const elsewhere = refusal('NOT_ALLOWED')
    await expect(
      runCommand(open(mine, { actor }), 'sections.update', { projectId, id: 's2', name: 'x' }),
    ).rejects.toEqual(elsewhere)
    await expect(
      runCommand(open(mine, { actor }), 'packages.update', { projectId, id: 'p1', name: 'x' }),
    ).rejects.toEqual(elsewhere)
    await expect(
      runCommand(open(mine, { actor }), 'packages.create', {
        projectId,
        id: 'x',
        name: 'x',
        after: null,
      }),
    ).rejects.toEqual(elsewhere)
    await expect(
      runCommand(open(mine, { actor }), 'requirements.delete', { projectId, ids: ['r1', 'r3'] }),
    ).rejects.toEqual(elsewhere)
  })

  test('[CF6] the owner of a package may write everything in it', async () => {
    const actor = buildCollaborator('role-project-req-colaborator')
    const mine = { package: [buildPackage({ ownerId: actor.userId }), buildPackage({ id: 'p2' })] }
    await runCommand(open(mine, { actor }), 'documents.create', {
      projectId,
      id: 'x',
      packageId: 'p1',
      name: 'x',
      prefix: 'X',
      after: null,
    })
    await runCommand(open(mine, { actor }), 'packages.delete', { projectId, id: 'p1' })
    await expect(
      runCommand(open(mine, { actor }), 'packages.delete', { projectId, id: 'p2' }),
    ).rejects.toEqual(refusal('NOT_ALLOWED'))
  })

  test('[CF7] names are trimmed and bounded', async () => {
    for (const name of ['', '   ', 'x'.repeat(201)])
      await expect(
        runCommand(open(), 'packages.create', { projectId, id: 'x', name, after: null }),
      ).rejects.toThrow()
    await expect(
      runCommand(open(), 'packages.create', { projectId, id: 'a.b', name: 'x', after: null }),
    ).rejects.toThrow()
  })

  test('[CF8] an edit based on an older value conflicts, and the row keeps its value', async () => {
    const memory = open({}, { base: { 'package/p1#name': 'Former' } })
    await runCommand(memory, 'packages.update', { projectId, id: 'p1', name: 'Mine' })
    expect(memory.row('package', 'p1')?.name).toBe('Core')
    expect(memory.conflicts).toMatchObject([
      { entity: 'package', id: 'p1', field: 'name', mine: 'Mine', theirs: 'Core' },
    ])
  })

  test('[CF9] undo of a creation deletes the row', async () => {
    const memory = open()
    const before = memory.rows('section').length
    const create = { projectId, id: 'x', documentId: 'd1', name: 'x', after: 's1' }
    await runCommand(memory, 'sections.create', create)
    await runInverse(memory, MUTATIONS['sections.create'].inverse?.(create, {}) ?? [])
    expect(memory.rows('section')).toHaveLength(before)
    expect(
      MUTATIONS['packages.create'].inverse?.({ projectId, id: 'x', name: 'x', after: null }, {}),
    ).toEqual([{ command: 'packages.delete', args: { projectId, id: 'x' } }])
    expect(
      MUTATIONS['documents.create'].inverse?.(
        { projectId, id: 'x', packageId: 'p1', prefix: 'X', name: 'x', after: null },
        {},
      ),
    ).toEqual([{ command: 'documents.delete', args: { projectId, id: 'x' } }])
  })
})

describe('documents and sections', () => {
  test("[DC1] a prefix is the document's own in the project", async () => {
    const create = { projectId, id: 'x', packageId: 'p1', name: 'x', prefix: 'sec', after: null }
    await expect(runCommand(open(), 'documents.create', create)).rejects.toEqual(
      refusal('DOCUMENT_PREFIX_ALREADY_USED', 'prefix'),
    )
    const memory = await runCommand(open(), 'documents.create', {
      ...create,
      prefix: 'new',
      after: 'd1',
    })
    expect(memory.row('document', 'x')).toMatchObject({ prefix: 'NEW', packageId: 'p1' })
    await runCommand(memory, 'documents.create', { ...create, prefix: 'new' })
  })

  test('[DC2] a prefix is changed only while no requirement is numbered with it', async () => {
    await expect(
      runCommand(open(), 'documents.update', { projectId, id: 'd1', patch: { prefix: 'NEW' } }),
    ).rejects.toEqual(refusal('INPUT_INVALID', 'patch.prefix'))
    const unnumbered = { requirement: [buildRequirement({ fullId: null })] }
    await expect(
      runCommand(open(unnumbered), 'documents.update', {
        projectId,
        id: 'd1',
        patch: { prefix: 'SEC' },
      }),
    ).rejects.toEqual(refusal('DOCUMENT_PREFIX_ALREADY_USED', 'patch.prefix'))
    const memory = await runCommand(open(unnumbered), 'documents.update', {
      projectId,
      id: 'd1',
      patch: { prefix: 'NEW', name: 'Renamed' },
    })
    expect(memory.row('document', 'd1')).toMatchObject({ prefix: 'NEW', name: 'Renamed' })
  })

  test('[DC3] two unsent renames become one, of one row', () => {
    const merge = MUTATIONS['documents.update'].coalesce
    const edit = (id: string, patch: { name?: string; prefix?: string }) => ({
      projectId,
      id,
      patch,
    })
    expect(merge?.(edit('d1', { name: 'a', prefix: 'A' }), edit('d1', { name: 'b' }))).toEqual(
      edit('d1', { name: 'b', prefix: 'A' }),
    )
    expect(merge?.(edit('d1', { name: 'a' }), edit('d2', { name: 'b' }))).toBeNull()
    expect(
      MUTATIONS['sections.update'].coalesce?.(
        { projectId, id: 's1', name: 'a' },
        { projectId, id: 's1', name: 'b' },
      ),
    ).toMatchObject({ name: 'b' })
    expect(
      MUTATIONS['packages.update'].coalesce?.(
        { projectId, id: 'p1', name: 'a' },
        { projectId, id: 'p2', name: 'b' },
      ),
    ).toBeNull()
  })

  test('[DC4] undo of a rename restores the name that the person saw, or does nothing if none was recorded', async () => {
    const memory = open({}, { isServer: false })
    const edit = { projectId, id: 'd1', patch: { name: 'Renamed' } }
    await runCommand(memory, 'documents.update', edit)
    const back = MUTATIONS['documents.update'].inverse?.(edit, memory.base)
    expect(back).toEqual([
      { command: 'documents.update', args: { projectId, id: 'd1', patch: { name: 'Functions' } } },
    ])
    expect(MUTATIONS['documents.update'].inverse?.(edit, {})).toEqual([])
    expect(
      MUTATIONS['sections.update'].withValues?.(
        { projectId, id: 's1', name: 'x' },
        { 'section/s1#name': 'theirs' },
      ),
    ).toEqual([{ command: 'sections.update', args: { projectId, id: 's1', name: 'theirs' } }])
    expect(MUTATIONS['sections.update'].inverse?.({ projectId, id: 's1', name: 'x' }, {})).toEqual(
      [],
    )
    expect(MUTATIONS['packages.update'].inverse?.({ projectId, id: 'p1', name: 'x' }, {})).toEqual(
      [],
    )
  })

  test('[SE1] deleting a section deletes its requirements and their answers', async () => {
    const memory = open({
      commitment: [buildCommitment(), buildCommitment({ requirementId: 'r3', documentId: 'd2' })],
    })
    await runCommand(memory, 'sections.delete', { projectId, id: 's1' })
    expect(memory.rows('requirement').map(({ id }) => id)).toEqual(['r3'])
    expect(memory.rows('commitment').map(({ id }) => id)).toEqual(['r3.7'])
  })

  test('[SE2] a section takes package and document from its place', async () => {
    const memory = await runCommand(open(), 'sections.create', {
      projectId,
      id: 'x',
      documentId: 'd2',
      name: 'Keys',
      after: 's2',
    })
    expect(memory.row('section', 'x')).toMatchObject({ packageId: 'p2', documentId: 'd2' })
    await expect(
      runCommand(memory, 'sections.create', {
        projectId,
        id: 'y',
        documentId: 'gone',
        name: 'x',
        after: null,
      }),
    ).rejects.toEqual(refusal('NOT_FOUND'))
    await runCommand(memory, 'sections.create', {
      projectId,
      id: 'x',
      documentId: 'd2',
      name: 'Keys',
      after: null,
    })
    expect(memory.rows('section')).toHaveLength(3)
    expect(buildSection().id).toBe('s1')
  })
})

describe('order', () => {
  const three = {
    package: ['a', 'b', 'c'].map((id, i) => buildPackage({ id, rank: `V0000${i}` })),
    document: ['a', 'b', 'c']
      .map((id, i) => buildDocument({ id, prefix: id.toUpperCase(), rank: `V0000${i}` }))
      .concat(buildDocument({ id: 'd2', packageId: 'p2', rank: 'V000015' })),
    section: ['a', 'b', 'c']
      .map((id, i) => buildSection({ id, rank: `V0000${i}` }))
      .concat(buildSection({ id: 's2', documentId: 'd2' })),
  }
  const without = (ids: string[]) => ids.filter((id) => id.length === 1)

  test.each([
    ['packages.move', 'package'],
    ['documents.move', 'document'],
    ['sections.move', 'section'],
  ] as const)(
    '[SE3] %s puts one behind another of its own, and undo brings it back',
    async (command, entity) => {
      const memory = open(three, { isServer: false })
      const move = { projectId, id: 'c', after: 'a' }
      await runCommand(memory, command, move)
      expect(without(order(memory.rows(entity)))).toEqual(['a', 'c', 'b'])
      await runInverse(memory, MUTATIONS[command].inverse?.(move, memory.base) ?? [])
      expect(without(order(memory.rows(entity)))).toEqual(['a', 'b', 'c'])
      await runCommand(memory, command, { projectId, id: 'c', after: null })
      expect(without(order(memory.rows(entity)))).toEqual(['c', 'a', 'b'])
      expect(MUTATIONS[command].inverse?.(move, {})).toEqual([])
      await expect(
        runCommand(memory, command, { projectId, id: 'gone', after: null }),
      ).rejects.toEqual(refusal('ROW_DELETED'))
    },
  )
})
