import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  buildTx,
  type MemoryTx,
  type MemoryTxOptions,
  runCommand,
} from '../../tests/support/memory-tx.ts'
import {
  buildCollaborator,
  buildDocument,
  buildOwner,
  buildProject,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { refusal } from '../../tests/support/refusal.ts'
import { placeOfComment } from '../entities/comment.ts'
import { type Entity, ROW_SCHEMAS } from '../entities/rows.ts'
import type { ProjectState } from '../entities/project.ts'
import type { ProjectActor } from './mutation.ts'

const projectId = PROJECT_ID
const vera = buildVendorContact()
const owner = buildOwner()
const reviewer = buildCollaborator('role-project-req-reviewer', { userId: 5, name: 'Rita' })
const open = (
  actor: ProjectActor,
  more: Partial<MemoryTxOptions> = {},
  state: ProjectState = 'PUBLISHED',
) =>
  buildTx({
    actor,
    now: 100,
    ...more,
    rows: buildRows({ project: [buildProject({ state })], ...more.rows }),
  })
/** The rows of `memory` with another person as actor. */
const as = (memory: MemoryTx, actor: ProjectActor, state: ProjectState = 'PUBLISHED', now = 200) =>
  open(
    actor,
    {
      now,
      rows: Object.fromEntries(
        (['comment', 'reply', 'publication', 'document'] as Entity[]).map((entity) => [
          entity,
          memory.rows(entity),
        ]),
      ),
    },
    state,
  )

const question = (changes: object = {}) => ({
  projectId,
  id: 'c1',
  place: { kind: 'requirement' as const, id: 'r1' },
  type: 'Q' as const,
  severity: null,
  text: 'How many users?',
  ...changes,
})
const reply = (changes: object = {}) => ({
  projectId,
  id: 'a1',
  commentId: 'c1.7',
  text: 'A hundred.',
  ...changes,
})
const mark = { projectId, id: 'c1.7', replyId: 'a1' }
const pair = { projectId, id: 'qa1', commentId: 'c1.7', question: 'How many?', answer: '100.' }

const asked = () => runCommand(open(vera), 'comments.create', question())
const answered = async () => runCommand(as(await asked(), owner), 'comments.reply', reply())
const marked = async () => runCommand(await answered(), 'comments.markOfficial', mark)
const publishedPair = async () => runCommand(await marked(), 'comments.publish', pair)

describe('creating', () => {
  test("[CC1] a question is its vendor's, says who and when by the server, and hangs where the row it names lies", async () => {
    const memory = await asked()
    expect(memory.rows('comment')).toEqual([
      {
        id: 'c1.7',
        projectId,
        type: 'Q',
        vendorId: 7,
        severity: null,
        packageId: 'p1',
        documentId: 'd1',
        requirementId: 'r1',
        text: 'How many users?',
        authorId: 3,
        authorName: 'Vera',
        createdOn: 100,
        updatedOn: 0,
        officialReplies: [],
        publicationId: null,
      },
    ])
    expect(v.is(ROW_SCHEMAS.comment, memory.row('comment', 'c1.7'))).toBe(true)
  })

  test('[CC1] it can be written on project, package, document and requirement, and on nothing of another project', async () => {
    const memory = open(vera)
    const places = [
      { kind: 'project', id: projectId },
      { kind: 'package', id: 'p2' },
      { kind: 'document', id: 'd1' },
      { kind: 'requirement', id: 'r3' },
    ] as const
    for (const [n, place] of places.entries())
      await runCommand(memory, 'comments.create', question({ id: `c${n}`, place }))
    expect(
      memory
        .rows('comment')
        .map(({ packageId, documentId, requirementId }) => [packageId, documentId, requirementId]),
    ).toEqual([
      [null, null, null],
      ['p2', null, null],
      ['p1', 'd1', null],
      ['p2', 'd2', 'r3'],
    ])
    expect(memory.rows('comment').map(placeOfComment)).toEqual(places)
    for (const place of [
      { kind: 'project', id: 'other' },
      { kind: 'document', id: 'p1' },
      { kind: 'requirement', id: 'gone' },
    ]) {
      await expect(
        runCommand(memory, 'comments.create', question({ id: 'x', place })),
      ).rejects.toThrow(refusal('NOT_FOUND'))
    }
  })

  test('[CC2] vendors ask and complain, requestors discuss; only a pain point has a severity', async () => {
    const memory = open(vera)
    await runCommand(memory, 'comments.create', question({ type: 'PP', severity: 'MAJOR' }))
    expect(memory.row('comment', 'c1.7')).toMatchObject({ type: 'PP', severity: 'MAJOR' })
    await expect(
      runCommand(memory, 'comments.create', question({ id: 'x', type: 'D' })),
    ).rejects.toThrow(refusal('NOT_FOUND'))
    await expect(
      runCommand(memory, 'comments.create', question({ id: 'x', type: 'PP' })),
    ).rejects.toThrow(refusal('INPUT_INVALID', 'severity'))
    await expect(
      runCommand(memory, 'comments.create', question({ id: 'x', severity: 'MINOR' })),
    ).rejects.toThrow(refusal('INPUT_INVALID', 'severity'))
    const inner = open(reviewer)
    await runCommand(inner, 'comments.create', question({ type: 'D' }))
    expect(inner.row('comment', 'c1')).toMatchObject({
      type: 'D',
      vendorId: null,
      authorName: 'Rita',
    })
    for (const type of ['Q', 'PP'])
      await expect(
        runCommand(
          inner,
          'comments.create',
          question({ id: 'x', type, severity: type === 'Q' ? null : 'MINOR' }),
        ),
      ).rejects.toThrow(refusal('NOT_ALLOWED'))
  })

  test('[CC3] the same id and content sent twice is written once; another content or author is refused', async () => {
    const memory = await asked()
    await runCommand(memory, 'comments.create', question())
    expect([memory.rows('comment').length, memory.puts.length]).toEqual([1, 1])
    await expect(
      runCommand(memory, 'comments.create', question({ text: 'Else?' })),
    ).rejects.toThrow(refusal('ENTITY_ALREADY_EXISTS', 'id'))
    await expect(
      runCommand(memory, 'comments.create', question({ place: { kind: 'requirement', id: 'r2' } })),
    ).rejects.toThrow(refusal('ENTITY_ALREADY_EXISTS', 'id'))
    await expect(
      runCommand(as(memory, buildVendorContact({ userId: 33 })), 'comments.create', question()),
    ).rejects.toThrow(refusal('ENTITY_ALREADY_EXISTS', 'id'))
    const other = await runCommand(
      as(memory, buildVendorContact({ userId: 4, vendorId: 8 })),
      'comments.create',
      question(),
    )
    expect(other.rows('comment').map(({ id }) => id)).toEqual(['c1.7', 'c1.8'])
  })

  test('[CC4] vendors write in PUBLISHED and before the deadline, requestors until the project is closed', async () => {
    for (const state of ['VALIDATION', 'EVALUATION', 'CLOSED'] as const)
      await expect(
        runCommand(open(vera, {}, state), 'comments.create', question()),
      ).rejects.toThrow(refusal('comment.state'))
    const late = Date.parse('2030-02-01T00:00:00Z')
    await expect(
      runCommand(open(vera, { now: late }), 'comments.create', question()),
    ).rejects.toThrow(refusal('comment.state'))
    expect(
      (await runCommand(open(vera, { now: late - 1 }), 'comments.create', question())).rows(
        'comment',
      ),
    ).toHaveLength(1)
    await expect(
      runCommand(as(await asked(), vera, 'PUBLISHED', late), 'comments.reply', reply()),
    ).rejects.toThrow(refusal('comment.state'))
    expect(
      (
        await runCommand(as(await asked(), owner, 'EVALUATION', late), 'comments.reply', reply())
      ).rows('reply'),
    ).toHaveLength(1)
    for (const state of ['CLOSED', 'ARCHIVED'] as const)
      await expect(
        runCommand(open(owner, {}, state), 'comments.create', question({ type: 'D' })),
      ).rejects.toThrow(refusal('comment.state'))
  })

  test('[CC5] a contact writes in the packages granted, and on the project itself', async () => {
    const restricted = open(buildVendorContact({ packageIds: ['p2'] }))
    const failures = await Promise.all(
      ['r1', 'gone'].map((id) =>
        runCommand(
          restricted,
          'comments.create',
          question({ place: { kind: 'requirement', id } }),
        ).catch((error: unknown) => JSON.stringify(error)),
      ),
    )
    expect(failures[0]).toContain('NOT_FOUND')
    expect(failures[1]).toBe(failures[0])
    await runCommand(
      restricted,
      'comments.create',
      question({ place: { kind: 'requirement', id: 'r3' } }),
    )
    await runCommand(
      restricted,
      'comments.create',
      question({ id: 'c2', place: { kind: 'project', id: projectId } }),
    )
    expect(restricted.rows('comment')).toHaveLength(2)
    await expect(
      runCommand(
        as(await asked(), buildVendorContact({ userId: 33, packageIds: ['p2'] })),
        'comments.reply',
        reply(),
      ),
    ).rejects.toThrow(refusal('NOT_FOUND'))
  })
})

describe('replying and answering', () => {
  test("[CC6] a requestor's reply is a draft in the thread of the vendor, a contact's the vendor's own, each once", async () => {
    const memory = await answered()
    await runCommand(memory, 'comments.reply', reply())
    expect(memory.row('reply', 'a1')).toMatchObject({
      commentId: 'c1.7',
      vendorId: 7,
      isByVendor: false,
      officialOn: null,
      requirementId: 'r1',
      packageId: 'p1',
      authorId: 1,
      createdOn: 200,
    })
    await expect(
      runCommand(memory, 'comments.reply', reply({ text: 'Two hundred.' })),
    ).rejects.toThrow(refusal('ENTITY_ALREADY_EXISTS'))
    const contact = await runCommand(as(memory, vera), 'comments.reply', reply())
    expect(contact.row('reply', 'a1.7')).toMatchObject({
      vendorId: 7,
      isByVendor: true,
      officialOn: null,
      authorName: 'Vera',
    })
    expect(
      [...memory.rows('reply'), ...contact.rows('reply')].every((row) =>
        v.is(ROW_SCHEMAS.reply, row),
      ),
    ).toBe(true)
  })

  test('[CC6] a reply to a comment that the person may not read is refused like one to a missing comment', async () => {
    const discussion = await runCommand(open(owner), 'comments.create', question({ type: 'D' }))
    const failures = []
    for (const [memory, commentId] of [
      [as(discussion, vera), 'c1'],
      [as(await asked(), buildVendorContact({ vendorId: 8 })), 'c1.7'],
      [open(vera), 'gone'],
    ] as const) {
      failures.push(
        await runCommand(memory, 'comments.reply', reply({ commentId })).catch((error: unknown) =>
          JSON.stringify(error),
        ),
      )
    }
    expect(new Set(failures).size).toBe(1)
    await expect(
      runCommand(open(vera), 'comments.reply', reply({ commentId: 'gone' })),
    ).rejects.toThrow(refusal('NOT_FOUND'))
  })

  test('[CC7] a reply is marked official by the owner, a project administrator or the owner of the document', async () => {
    const memory = await marked()
    expect(memory.row('comment', 'c1.7')?.officialReplies).toEqual([
      { replyId: 'a1', by: 1, on: 200 },
    ])
    expect(memory.row('reply', 'a1')).toMatchObject({ officialOn: 200, createdOn: 200 })
    const author = buildCollaborator('role-project-req-author', { userId: 6 })
    for (const actor of [author, reviewer, vera])
      await expect(
        runCommand(as(await answered(), actor), 'comments.markOfficial', mark),
      ).rejects.toThrow(refusal('NOT_ALLOWED'))
    const owning = as(await answered(), author)
    owning.tx.put('document', buildDocument({ ownerId: 6 }))
    expect(
      (await runCommand(owning, 'comments.markOfficial', mark)).row('reply', 'a1')?.officialOn,
    ).toBe(200)
    await expect(
      runCommand(await answered(), 'comments.markOfficial', { ...mark, replyId: 'gone' }),
    ).rejects.toThrow(refusal('NOT_FOUND'))
  })

  test('[CC8] an answer is published once, in its final wording, and needs an official reply', async () => {
    await expect(runCommand(await answered(), 'comments.publish', pair)).rejects.toThrow(
      refusal('comment.official'),
    )
    const memory = await publishedPair()
    expect(memory.row('comment', 'c1.7')?.publicationId).toBe('qa1')
    expect(memory.row('publication', 'qa1')).toEqual({
      id: 'qa1',
      projectId,
      type: 'QA',
      packageId: 'p1',
      documentId: 'd1',
      requirementId: 'r1',
      updatedOn: 200,
      revisions: [
        { revision: 1, question: 'How many?', answer: '100.', isCorrection: false, by: 1, on: 200 },
      ],
    })
    const written = memory.puts.length
    await runCommand(memory, 'comments.publish', pair)
    expect(memory.puts).toHaveLength(written)
    await expect(
      runCommand(memory, 'comments.publish', { ...pair, answer: '101.' }),
    ).rejects.toThrow(refusal('ENTITY_ALREADY_EXISTS'))
    await expect(runCommand(memory, 'comments.publish', { ...pair, id: 'qa2' })).rejects.toThrow(
      refusal('ENTITY_ALREADY_EXISTS'),
    )
    await expect(runCommand(as(await marked(), vera), 'comments.publish', pair)).rejects.toThrow(
      refusal('NOT_ALLOWED'),
    )
    await expect(
      runCommand(as(await marked(), owner, 'PREPARATION'), 'comments.publish', pair),
    ).rejects.toThrow(refusal('comment.state'))
  })

  test('[CC9] a correction adds a revision; repeating the same texts adds none', async () => {
    const memory = await publishedPair()
    const corrected = { projectId, id: 'qa1', question: 'How many?', answer: '200.' }
    await runCommand(memory, 'comments.correct', corrected)
    await runCommand(memory, 'comments.correct', corrected)
    expect(
      memory
        .row('publication', 'qa1')
        ?.revisions.map(({ answer, isCorrection }) => [answer, isCorrection]),
    ).toEqual([
      ['100.', false],
      ['200.', true],
    ])
    for (const actor of [reviewer, vera])
      await expect(runCommand(as(memory, actor), 'comments.correct', corrected)).rejects.toThrow(
        refusal('NOT_ALLOWED'),
      )
    await expect(
      runCommand(memory, 'comments.correct', { ...corrected, id: 'gone' }),
    ).rejects.toThrow(refusal('NOT_FOUND'))
  })
})

describe('with what they hang on', () => {
  const everywhere = async () => {
    const memory = await publishedPair()
    for (const [n, place] of [
      { kind: 'document', id: 'd1' },
      { kind: 'package', id: 'p1' },
      { kind: 'project', id: projectId },
    ].entries()) {
      await runCommand(memory, 'comments.create', question({ id: `d${n}`, type: 'D', place }))
    }
    return as(memory, owner, 'PREPARATION')
  }
  const left = (memory: MemoryTx) =>
    (['comment', 'reply', 'publication'] as const).flatMap((entity) =>
      memory.rows(entity).map(({ id }) => id),
    )

  test('[CC10] comments are deleted and restored with their requirement, document or package; those of the project are never deleted', async () => {
    const all = ['c1.7', 'd0', 'd1', 'd2', 'a1', 'qa1']
    const deletions = [
      [
        'requirements.delete',
        { projectId, ids: ['r1'] },
        { entity: 'requirement', id: 'r1' },
        ['d0', 'd1', 'd2'],
      ],
      ['documents.delete', { projectId, id: 'd1' }, { entity: 'document', id: 'd1' }, ['d1', 'd2']],
      ['packages.delete', { projectId, id: 'p1' }, { entity: 'package', id: 'p1' }, ['d2']],
    ] as const
    for (const [command, args, root, rest] of deletions) {
      const memory = await everywhere()
      expect(left(memory)).toEqual(all)
      await runCommand(memory, command, args as never)
      expect(left(memory)).toEqual(rest)
      await runCommand(memory, 'content.restore', { projectId, root })
      expect(left(memory).toSorted()).toEqual(all.toSorted())
    }
  })
})
