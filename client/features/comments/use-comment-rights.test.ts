// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { CommentAction } from '#schema/rules/comments/comment-rules.ts'
import { openCommentProject } from '../../../tests/support/comment-project.ts'
import {
  buildCollaborator,
  buildDocument,
  buildOwner,
  buildVendorContact,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import type { useCommentRights } from './use-comment-rights.ts'

afterEach(cleanup)
const COLLEAGUE = buildCollaborator('role-project-req-colaborator')
const ONLY = 'Only the owner, a project administrator or the document owner can do this'
type Subject = Parameters<typeof useCommentRights>[1]

const open = (actor: ProjectActor, project: Partial<Project> = {}) =>
  openCommentProject({
    actor,
    project,
    rows: {
      document: [
        buildDocument({ ownerId: COLLEAGUE.userId }),
        buildDocument({ id: 'd2', packageId: 'p2', ownerId: 9 }),
      ],
    },
  })
/** What the person may do with a question of vendor 7 about document d1, or another comment. */
const rights = async (changes: Partial<Subject> = {}) => {
  const hooks = await import('./use-comment-rights.ts')
  const { useRow } = await import('#client/lib/project-store.ts')
  const subject = { type: 'Q', vendorId: 7, packageId: 'p1', documentId: 'd1', ...changes } as const
  const { result } = renderHook(() => ({
    right: hooks.useCommentRights(PROJECT_ID, subject),
    document: useRow(PROJECT_ID, 'document', subject.documentId ?? 'd1'),
  }))
  const of = (action: CommentAction) => {
    const right = result.current.right(action)
    return right === 'hidden' ? right : (right.reason ?? 'allowed')
  }
  await waitFor(() => expect(result.current.document).toBeDefined())
  return of
}

describe('what a person may do with a comment', () => {
  it('is what the owner of its document may do, in no other document', async () => {
    await open(COLLEAGUE)
    const own = await rights()
    expect([own('comment.publish'), own('comment.markOfficial')]).toEqual(['allowed', 'allowed'])
    cleanup()
    await open(COLLEAGUE)
    const other = await rights({ packageId: 'p2', documentId: 'd2' })
    expect([other('comment.publish'), other('comment.markOfficial')]).toEqual([ONLY, ONLY])
    expect(other('comment.reply')).toBe('allowed')
    cleanup()
    await open(COLLEAGUE)
    const pair = await rights({ type: 'QA', vendorId: null, packageId: 'p2', documentId: 'd2' })
    expect(pair('comment.correct')).toBe(ONLY)
    expect(pair('comment.publish'), 'already public').toBe('hidden')
  })

  it('is hidden where the role never allows it', async () => {
    await open(buildVendorContact())
    const own = await rights()
    expect([own('comment.publish'), own('comment.reply')]).toEqual(['hidden', 'allowed'])
    cleanup()
    await open(buildVendorContact())
    const foreign = await rights({ vendorId: 8 })
    expect(foreign('comment.reply')).toBe('hidden')
  })

  it('is hidden while the project is not in the person’s list', async () => {
    await open(buildOwner())
    const hooks = await import('./use-comment-rights.ts')
    const subject = { type: 'Q', vendorId: 7, packageId: null, documentId: null } as const
    const { result } = renderHook(() => hooks.useCommentRights('elsewhere', subject))
    expect(result.current('comment.reply')).toBe('hidden')
  })

  it('is disabled with the reason while the project does not allow it', async () => {
    await open(buildOwner(), { state: 'PREPARATION', publishedOn: null })
    const early = await rights()
    expect(early('comment.reply')).toBe('allowed')
    expect(early('comment.publish')).toMatch(/[a-z] [a-z]/)
    expect(early('comment.publish')).not.toBe(ONLY)
  })

  it('ends for a vendor at the deadline', async () => {
    await open(buildVendorContact(), { deadlineAt: Date.now() + 600_000 })
    expect((await rights())('comment.create')).toBe('allowed')
    cleanup()
    await open(buildVendorContact(), { deadlineAt: Date.now() - 1 })
    expect((await rights())('comment.create')).toMatch(/[a-z] [a-z]/)
  })

  it('is disabled without the permission, with a reason that names no owner', async () => {
    await open({ ...COLLEAGUE, permissions: [] })
    const right = (await rights())('comment.reply')
    expect(right).toMatch(/[a-z] [a-z]/)
    expect(right).not.toBe(ONLY)
  })
})

describe('the place of a comment', () => {
  const subjectOf = async (kind: 'requirement' | 'document' | 'package', id: string) => {
    const { usePlaceSubject } = await import('./use-comment-rights.ts')
    const { loadRow } = await import('#client/lib/project-store.ts')
    await loadRow(PROJECT_ID, 'requirement', 'r3')
    const { result } = renderHook(() => usePlaceSubject(PROJECT_ID, { kind, id }))
    await waitFor(() => expect(result.current).toBeDefined())
    return result.current
  }
  it('is the document and package that hold it', async () => {
    await open(buildOwner())
    const inSecond = { packageId: 'p2', documentId: 'd2' }
    expect(await subjectOf('requirement', 'r3')).toEqual(inSecond)
    expect(await subjectOf('document', 'd2')).toEqual(inSecond)
    expect(await subjectOf('package', 'p2')).toEqual({ packageId: 'p2', documentId: null })
    expect(await subjectOf('document', 'gone')).toEqual({ packageId: null, documentId: null })
    expect(await subjectOf('requirement', 'gone')).toEqual({ packageId: null, documentId: null })
  })
})
