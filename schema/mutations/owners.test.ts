import { describe, expect, test } from 'vitest'
import { buildTx, runCommand, runInverse } from '../../tests/support/memory-tx.ts'
import {
  buildCollaborator,
  buildDocument,
  buildOwner,
  buildPackage,
  buildProject,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import { PROJECT_STATES } from '../entities/project.ts'
import { MUTATIONS } from './index.ts'

const projectId = PROJECT_ID
const COLLEAGUE = 40
const OTHER = 41
const open = (
  changes: Parameters<typeof buildRows>[0] = {},
  more: Partial<Parameters<typeof buildTx>[0]> = {},
) => buildTx({ rows: buildRows(changes), actor: buildOwner(), ...more })
const assign = (ownerId: number | null) => ({
  projectId,
  ownerId,
  packageIds: ['p1'],
  documentIds: ['d1', 'd2'],
})

describe('owners', () => {
  test('[AS2] one command assigns packages and documents, and undo gives each back to its former owner', async () => {
    const rows = { document: [buildDocument({ ownerId: OTHER }), buildDocument({ id: 'd2' })] }
    const memory = open(rows, { isServer: false })
    await runCommand(memory, 'owners.set', assign(COLLEAGUE))
    const owners = () => [
      memory.row('package', 'p1')?.ownerId,
      memory.row('document', 'd1')?.ownerId,
      memory.row('document', 'd2')?.ownerId,
    ]
    expect(owners()).toEqual([COLLEAGUE, COLLEAGUE, COLLEAGUE])
    await runInverse(
      memory,
      MUTATIONS['owners.set'].inverse?.(assign(COLLEAGUE), memory.base) ?? [],
    )
    expect(owners()).toEqual([null, OTHER, null])
  })

  test('[AS2] an owner that another person has set in the meantime is a conflict, and the other rows are assigned', async () => {
    const rows = { document: [buildDocument({ ownerId: OTHER }), buildDocument({ id: 'd2' })] }
    const base = { 'package/p1#ownerId': null, 'document/d1#ownerId': null }
    const memory = open(rows, { base })
    await runCommand(memory, 'owners.set', assign(COLLEAGUE))
    expect(memory.conflicts).toEqual([
      {
        entity: 'document',
        id: 'd1',
        field: 'ownerId',
        base: null,
        mine: COLLEAGUE,
        theirs: OTHER,
      },
    ])
    expect(memory.row('document', 'd1')?.ownerId).toBe(OTHER)
    expect(memory.row('document', 'd2')?.ownerId).toBe(COLLEAGUE)
  })

  test('[AS1] only a person on the team can own content or be a member of a document; no one needs to', async () => {
    const memory = open({}, { team: [COLLEAGUE] })
    await runCommand(memory, 'owners.set', assign(COLLEAGUE))
    await runCommand(memory, 'owners.set', assign(null))
    await expect(runCommand(memory, 'owners.set', assign(OTHER))).rejects.toEqual(
      refusal('NOT_ON_TEAM', 'ownerId'),
    )
    await expect(
      runCommand(memory, 'documents.addMember', { projectId, id: 'd1', userId: OTHER }),
    ).rejects.toEqual(refusal('NOT_ON_TEAM', 'userId'))
  })

  test('[AS3] owners and members are set from Draft to Evaluated by those who manage members', async () => {
    const member = { projectId, id: 'd1', userId: COLLEAGUE }
    const acts: ((memory: ReturnType<typeof open>) => Promise<unknown>)[] = [
      (memory) => runCommand(memory, 'owners.set', assign(COLLEAGUE)),
      (memory) => runCommand(memory, 'documents.addMember', member),
      (memory) => runCommand(memory, 'documents.removeMember', member),
    ]
    const allowedIn = async (actor: ReturnType<typeof buildOwner>) => {
      const found: string[][] = acts.map(() => [])
      for (const [at, act] of acts.entries())
        for (const state of PROJECT_STATES) {
          const memory = open({ project: [buildProject({ state })] }, { actor })
          const isDone = await act(memory).then(
            () => true,
            () => false,
          )
          if (isDone) found[at]?.push(state)
        }
      return found
    }
    const states = ['PREPARATION', 'PUBLISHED', 'VALIDATION', 'EVALUATION', 'EVALUATED']
    const byOwner = ['DRAFT', ...states]
    expect(await allowedIn(buildOwner())).toEqual([byOwner, byOwner, byOwner])
    expect(await allowedIn(buildCollaborator('role-project-admin'))).toEqual([
      ...[states, states, states],
    ])
    expect(await allowedIn(buildCollaborator('role-project-req-author'))).toEqual([[], [], []])
    await expect(
      runCommand(
        open({}, { actor: buildCollaborator('role-project-req-author') }),
        'documents.addMember',
        member,
      ),
    ).rejects.toEqual(refusal('NOT_ALLOWED'))
  })
})

describe('members of a document', () => {
  test('[AS2] two people who add members at once both succeed, and undo removes only the own one', async () => {
    const args = { projectId, id: 'd1', userId: COLLEAGUE }
    const memory = open({}, { isServer: false })
    await runCommand(memory, 'documents.addMember', args)
    const { base } = memory
    const merged = open({ document: [buildDocument({ members: [OTHER] })] }, { base })
    await runCommand(merged, 'documents.addMember', args)
    expect(merged.row('document', 'd1')?.members).toEqual([OTHER, COLLEAGUE])
    await runInverse(merged, MUTATIONS['documents.addMember'].inverse?.(args, base) ?? [])
    expect(merged.row('document', 'd1')?.members).toEqual([OTHER])
  })

  test('[AS2] removing a member leaves those that others add at once, and undo brings back only that one', async () => {
    const args = { projectId, id: 'd1', userId: COLLEAGUE }
    const THIRD = 42
    const device = open(
      { document: [buildDocument({ members: [OTHER, COLLEAGUE] })] },
      { isServer: false },
    )
    await runCommand(device, 'documents.removeMember', args)
    expect(device.row('document', 'd1')?.members).toEqual([OTHER])
    const { base } = device
    const merged = open({ document: [buildDocument({ members: [COLLEAGUE, THIRD] })] }, { base })
    await runCommand(merged, 'documents.removeMember', args)
    expect([merged.row('document', 'd1')?.members, merged.conflicts]).toEqual([[THIRD], []])
    await runInverse(merged, MUTATIONS['documents.removeMember'].inverse?.(args, base) ?? [])
    expect(merged.row('document', 'd1')?.members).toEqual([THIRD, COLLEAGUE])
  })

  test('[AS2] adding a member twice and removing a person who is none changes nothing and cannot be undone', async () => {
    const rows = { document: [buildDocument({ members: [OTHER] })] }
    const memory = open(rows, { isServer: false })
    const add = { projectId, id: 'd1', userId: OTHER }
    const remove = { projectId, id: 'd1', userId: COLLEAGUE }
    await runCommand(memory, 'documents.addMember', add)
    await runCommand(memory, 'documents.removeMember', remove)
    expect(memory.puts).toEqual([])
    expect(MUTATIONS['documents.addMember'].inverse?.(add, memory.base)).toEqual([])
    expect(MUTATIONS['documents.removeMember'].inverse?.(remove, memory.base)).toEqual([])
  })

  test('[AS2] the last member leaves a row like that of a document without members', async () => {
    const memory = open({ document: [buildDocument({ members: [OTHER] })] })
    await runCommand(memory, 'documents.removeMember', { projectId, id: 'd1', userId: OTHER })
    expect(memory.row('document', 'd1')).not.toHaveProperty('members')
  })
})

describe('assigned work', () => {
  const rename = { projectId, id: 'd1', patch: { name: 'Mine' } }
  const me = buildCollaborator('role-project-req-colaborator')
  const writer = (rows: Parameters<typeof buildRows>[0], actor = me) => open(rows, { actor })

  test('[AX3] a collaborator writes in documents and packages that they own and in documents that they are a member of', async () => {
    const own = { ownerId: me.userId }
    for (const rows of [
      { document: [buildDocument(own)] },
      { document: [buildDocument({ members: [me.userId] })] },
      { document: [buildDocument()], package: [buildPackage(own)] },
    ])
      expect(
        (await runCommand(writer(rows), 'documents.update', rename)).row('document', 'd1'),
      ).toMatchObject({ name: 'Mine' })
    for (const rows of [
      { document: [buildDocument({ ownerId: OTHER, members: [OTHER] })] },
      { document: [buildDocument(), buildDocument({ id: 'd2', ...own, members: [me.userId] })] },
      {
        document: [buildDocument()],
        package: [buildPackage(), buildPackage({ id: 'p2', ...own })],
      },
    ])
      await expect(runCommand(writer(rows), 'documents.update', rename)).rejects.toEqual(
        refusal('NOT_ALLOWED'),
      )
  })

  test('[AX4] a reviewer may write a document that they own, and not one of which they are a member', async () => {
    const reviewer = buildCollaborator('role-project-req-reviewer')
    const owned = { document: [buildDocument({ ownerId: reviewer.userId })] }
    await runCommand(writer(owned, reviewer), 'documents.update', rename)
    const joined = { document: [buildDocument({ members: [reviewer.userId] })] }
    await expect(runCommand(writer(joined, reviewer), 'documents.update', rename)).rejects.toEqual(
      refusal('NOT_ALLOWED'),
    )
  })
})
