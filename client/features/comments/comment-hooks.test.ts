// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Comment, Publication, Reply } from '#schema/entities/comment.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { buildComment, openCommentProject } from '../../../tests/support/comment-project.ts'
import { editsOf } from '../../../tests/support/page-project.ts'
import { inLocale } from '../../../tests/support/in-locale.tsx'
import {
  buildCollaborator,
  buildDocument,
  buildOwner,
  buildVendorContact,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'

afterEach(cleanup)
const reply = (id: string, createdOn: number): Reply =>
  ({ id, projectId: PROJECT_ID, commentId: 'q1', createdOn, text: id, authorName: '' }) as Reply
const publication = (id: string, changes: Partial<Publication> = {}): Publication =>
  ({
    id,
    projectId: PROJECT_ID,
    packageId: null,
    documentId: null,
    requirementId: null,
    revisions: [],
    ...changes,
  }) as Publication
const inDocument = { packageId: 'p1', documentId: 'd1' }
const rows = () => ({
  document: [buildDocument({ ownerId: 2 })],
  comment: [
    buildComment('q1', { publicationId: 'pub1' }),
    buildComment('q2'),
    buildComment('pp', { type: 'PP' }),
    buildComment('d', { type: 'D', vendorId: null }),
    buildComment('below', inDocument),
  ],
  publication: [publication('pub1'), publication('pub2'), publication('pub3', inDocument)],
  reply: [reply('late', 2), reply('b', 1), reply('a', 1)],
})
const open = (actor: ProjectActor = buildOwner()) => openCommentProject({ actor, rows: rows() })

describe('reading', () => {
  beforeEach(async () => void (await open()))

  it('counts the threads of a place, and a published pair once', async () => {
    const { useCommentCounts } = await import('./use-comment-counts.ts')
    const of = (place: Parameters<typeof useCommentCounts>[1]) =>
      renderHook(() => useCommentCounts(PROJECT_ID, place)).result
    const project = of({ kind: 'project', id: PROJECT_ID })
    await waitFor(() => expect(project.current).toEqual({ Q: 3, PP: 1, D: 1 }))
    const document = of({ kind: 'document', id: 'd1' })
    await waitFor(() => expect(document.current).toEqual({ Q: 2, PP: 0, D: 0 }))
    expect(of({ kind: 'package', id: 'p1' }).current).toEqual({ Q: 0, PP: 0, D: 0 })
  })

  it('lists the threads once both kinds of rows are read, and replies oldest first', async () => {
    const { useReplies, useThreads } = await import('./use-threads.ts')
    const threads = renderHook(() => useThreads(PROJECT_ID, 'PP')).result
    expect(threads.current.isRead).toBe(false)
    await waitFor(() => expect(threads.current.isRead).toBe(true))
    expect(threads.current.threads.map(({ id }) => id)).toEqual(['pp'])
    const replies = renderHook(() => useReplies(PROJECT_ID, 'q1')).result
    await waitFor(() => expect(replies.current).toHaveLength(3))
    expect(replies.current.map(({ id }) => id)).toEqual(['a', 'b', 'late'])
  })

  it.each([
    [
      { kind: 'project', id: PROJECT_ID },
      { packageId: null, documentId: null },
    ],
    [
      { kind: 'package', id: 'p1' },
      { packageId: 'p1', documentId: null },
    ],
    [
      { kind: 'document', id: 'd1' },
      { packageId: 'p1', documentId: 'd1' },
    ],
    [
      { kind: 'requirement', id: 'r1' },
      { packageId: 'p1', documentId: 'd1' },
    ],
  ] as const)('finds package and document of %j', async (place, subject) => {
    const { usePlaceSubject } = await import('./use-comment-rights.ts')
    const { result } = renderHook(() => usePlaceSubject(PROJECT_ID, place))
    await waitFor(() => expect(result.current).toEqual(subject))
  })
})

describe('authors', () => {
  const nameIn = async (actor: ProjectActor, row: Partial<Comment> | Partial<Reply>) => {
    await open(actor)
    const { useAuthors } = await import('./use-authors.ts')
    const { useRows } = await import('#client/lib/project-store.ts')
    const { result } = renderHook(
      () => ({
        nameOf: useAuthors(PROJECT_ID),
        count: useRows(PROJECT_ID, 'projectVendor', { projectId: PROJECT_ID }).length,
      }),
      { wrapper: inLocale },
    )
    await waitFor(() => expect(result.current.count).toBe(2))
    return result.current.nameOf(row as Comment)
  }
  it.each([
    [{ authorName: 'Vera', vendorId: 7 }, 'Vera, Vendor 7', 'Vera'],
    [{ authorName: 'Owner', vendorId: null }, 'Owner', 'Owner'],
    [{ authorName: 'Vera', vendorId: 7, isByVendor: true }, 'Vera, Vendor 7', 'Vera'],
    [{ authorName: 'Owner', vendorId: 7, isByVendor: false }, 'Owner', 'Owner'],
    [{ authorName: '', vendorId: 7, isByVendor: false }, 'City', 'City'],
  ])('%j reads %s, and %s for a vendor', async (row, requestor, vendor) => {
    expect(await nameIn(buildOwner(), row)).toBe(requestor)
    expect(await nameIn(buildVendorContact(), row)).toBe(vendor)
  })
})

describe('rights', () => {
  const general = { type: 'Q', vendorId: 7, packageId: null, documentId: null } as const
  const rightsOf = async (actor: ProjectActor, subject: object = general) => {
    await open(actor)
    const { useCommentRights } = await import('./use-comment-rights.ts')
    const { useRow } = await import('#client/lib/project-store.ts')
    const { result } = renderHook(() => ({
      right: useCommentRights(PROJECT_ID, { ...general, ...subject }),
      document: useRow(PROJECT_ID, 'document', 'd1'),
    }))
    await waitFor(() => expect(result.current.document).toBeDefined())
    const { right } = result.current
    return (['comment.create', 'comment.reply', 'comment.publish'] as const).map((action) => {
      const given = right(action)
      return given === 'hidden' ? given : (given.reason ?? 'allowed')
    })
  }
  const ONLY = 'Only the owner, a project administrator or the document owner can do this'
  it('asking is hidden from requestors, publishing from vendors', async () => {
    expect(await rightsOf(buildOwner())).toEqual(['hidden', 'allowed', 'allowed'])
    expect(await rightsOf(buildVendorContact())).toEqual(['allowed', 'allowed', 'hidden'])
  })
  it('a collaborator publishes as owner of the document, and is told so elsewhere', async () => {
    const colleague = buildCollaborator('role-project-req-colaborator')
    expect((await rightsOf(colleague))[2]).toBe(ONLY)
    expect((await rightsOf(colleague, inDocument))[2]).toBe('allowed')
  })
})

describe('edits', () => {
  it('trims the text, and names the edit by its first 60 characters', async () => {
    const device = await open(buildVendorContact())
    const { startComment } = await import('./comment-edits.ts')
    const start = (text: string) =>
      startComment({
        projectId: PROJECT_ID,
        place: { kind: 'project', id: PROJECT_ID },
        type: 'Q',
        severity: null,
        text,
        vendorId: 7,
      })
    const id = await start(' one\n two ')
    expect(id).toMatch(/\.7$/)
    await start('x'.repeat(60))
    await start('x'.repeat(61))
    const entries = await device.database.outbox.orderBy(':id').toArray()
    expect(entries.map(({ label }) => label)).toEqual([
      'Question: one two',
      `Question: ${'x'.repeat(60)}`,
      `Question: ${'x'.repeat(60)}…`,
    ])
    const [first] = await editsOf(device)
    expect(first).toMatchObject({ command: 'comments.create', args: { text: 'one\n two' } })
    expect([`${String(Object(first?.args).id)}.7`]).toEqual([id])
  })

  it('an official reply is written and marked', async () => {
    const device = await open()
    const { replyTo } = await import('./comment-edits.ts')
    const commands = async () => (await editsOf(device)).map(({ command }) => command)
    await replyTo(buildComment('q2'), ' Yes. ', { isOfficial: false })
    expect(await commands()).toEqual(['comments.reply'])
    await replyTo(buildComment('q2'), 'No.', { isOfficial: true })
    expect(await commands()).toEqual(['comments.reply', 'comments.reply', 'comments.markOfficial'])
    const [plain, second, mark] = await editsOf(device)
    expect(plain?.args).toMatchObject({ commentId: 'q2', text: 'Yes.' })
    expect(mark?.args).toMatchObject({
      id: 'q2',
      replyId: Object(second?.args).id,
    })
  })
})
