import { expect, test } from 'vitest'
import { buildTx, type MemoryTx, runCommand } from '../../tests/support/memory-tx.ts'
import {
  buildCollaborator,
  buildDocument,
  buildOwner,
  buildPackage,
  buildProject,
  buildRows,
  buildVendorContact,
  PROJECT_ID as projectId,
} from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import type { ProjectActor } from './mutation.ts'

const AUTHOR = 6
const author = buildCollaborator('role-project-req-author', { userId: AUTHOR })
const owned = { ownerId: AUTHOR }
const otherDocument = { id: 'd2', packageId: 'p2', prefix: 'SEC' }
const rows = (changes: Parameters<typeof buildRows>[0] = {}) =>
  buildRows({ project: [buildProject({ state: 'PUBLISHED' })], ...changes })
/** A question on a requirement of d1 with a reply, which `actor` marks official. */
const mark = async (actor: ProjectActor, changes: ReturnType<typeof rows>): Promise<MemoryTx> => {
  const asked = await runCommand(
    buildTx({ actor: buildVendorContact(), rows: changes }),
    'comments.create',
    {
      ...{ projectId, id: 'c1', place: { kind: 'requirement', id: 'r1' } },
      ...{ type: 'Q', severity: null, text: 'How many?' },
    },
  )
  const tx = { ...asked.tx, actor: buildOwner() }
  const reply = { projectId, id: 'a1', commentId: 'c1.7', text: 'A hundred.' }
  const answered = await runCommand({ ...asked, tx }, 'comments.reply', reply)
  return await runCommand({ ...answered, tx: { ...tx, actor } }, 'comments.markOfficial', {
    ...{ projectId, id: 'c1.7', replyId: 'a1' },
  })
}

test.each<[string, ProjectActor, ReturnType<typeof rows>]>([
  ['the owner of the project', buildOwner(), rows()],
  ['a project administrator', buildCollaborator('role-project-admin', { userId: 4 }), rows()],
  [
    'an administrator of the organization',
    buildCollaborator('role-org-admin', { userId: 4 }),
    rows(),
  ],
  [
    'the owner of the document',
    author,
    rows({ document: [buildDocument(owned), buildDocument(otherDocument)] }),
  ],
])('[CC7] %s marks a reply official', async (_, actor, changes) => {
  const memory = await mark(actor, changes)
  expect(memory.row('comment', 'c1.7')?.officialReplies).toMatchObject([
    { replyId: 'a1', by: actor.userId },
  ])
})

test.each<[string, ProjectActor, ReturnType<typeof rows>]>([
  [
    'the owner of another document',
    author,
    rows({ document: [buildDocument(), buildDocument({ ...otherDocument, ...owned })] }),
  ],
  [
    'the owner of another package',
    author,
    rows({ package: [buildPackage(), buildPackage({ id: 'p2', ...owned })] }),
  ],
  ['an approver', buildCollaborator('role-project-req-approver', { userId: 5 }), rows()],
  ['a reviewer', buildCollaborator('role-project-req-reviewer', { userId: 5 }), rows()],
])('[CC7] %s marks no reply official', async (_, actor, changes) => {
  await expect(mark(actor, changes)).rejects.toThrow(refusal('NOT_ALLOWED'))
})
