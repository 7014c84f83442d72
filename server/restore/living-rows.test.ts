import { beforeEach, describe, expect, it } from 'vitest'
import type { ArchiveChange } from '#schema/entities/archive-change.ts'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import {
  buildCommitment,
  buildDocument,
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRelease,
  buildRequirement,
  buildSection,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { differenceOf, LivingRows } from './living-rows.ts'

const [FIRST, SECOND] = [2_000_000_000, 2_000_000_001]
const FROM = ' (from an archive)'
const place = {
  ...{ projectId: 'new', userId: 5, name: 'Carla' },
  ...{ organizationId: 3, organizationName: 'Town' },
}
let living: LivingRows
beforeEach(() => {
  living = new LivingRows(place)
})
const at = { projectId: PROJECT_ID, packageId: 'p1', documentId: 'd1', requirementId: 'r1' }
const written = { text: 'Why?', authorId: 3, authorName: 'Vera', createdOn: 1, updatedOn: 2 }
const thread = {
  ...{ ...at, ...written, id: 'c1', publicationId: 'q1' },
  officialReplies: [{ replyId: 'a1', by: 4, on: 3 }],
}
const judged = {
  ...{ value: 50, reason: 'Too high', modifiedOn: 4, modifiedBy: { id: 4, name: 'Eve' } },
}
const REVISION = { revision: 1, question: 'Q', answer: 'A', isCorrection: false, by: 4, on: 5 }
const attachment = (vendorId: number | null): Row<'attachment'> => ({
  ...at,
  ...{ id: 'f1', vendorId, name: 'plan.pdf', alias: '', description: '', createdByOrg: 1 },
  file: { contentHash: 'a'.repeat(64), bytes: 4, mime: 'application/pdf' },
  ...{ createdBy: 4, createdByName: 'Eve', createdOn: 1, updatedOn: 1 },
})

describe('[EX16] a row of a restored project', () => {
  /** What differs from the archived row. */
  it.each<[Entity, object, object]>([
    ['release', buildRelease(), {}],
    ['package', buildPackage({ ownerId: 4 }), { ownerId: null }],
    ['section', buildSection(), {}],
    ['projectVendor', buildProjectVendor(7), { vendorId: FIRST }],
    [
      'override',
      {
        ...at,
        ...judged,
        ...{ id: 'r1.7.met', vendorId: 7, parameterId: 'met', originalValue: 1, originalKey: null },
        history: [{ ...judged, value: 40, removed: true }],
        ...{ removed: false, updatedOn: 6 },
      },
      {
        ...{ id: `r1.${FIRST}.met`, vendorId: FIRST, modifiedBy: { id: 0, name: `Eve${FROM}` } },
        history: [
          { ...judged, value: 40, removed: true, modifiedBy: { id: 0, name: `Eve${FROM}` } },
        ],
      },
    ],
    [
      'attachment',
      attachment(null),
      { createdByOrg: 3, createdBy: 0, createdByName: `Eve${FROM}` },
    ],
    [
      'attachment',
      attachment(7),
      { vendorId: FIRST, createdByOrg: FIRST, createdBy: 0, createdByName: `Eve${FROM}` },
    ],
    [
      'comment',
      { ...thread, type: 'D', vendorId: null, severity: null },
      {
        ...{ authorId: 0, authorName: `Vera${FROM}` },
        officialReplies: [{ replyId: 'a1', by: 0, on: 3 }],
      },
    ],
    [
      'comment',
      { ...thread, type: 'PP', vendorId: 7, severity: 'MAJOR' },
      {
        ...{ authorId: 0, authorName: `Vera${FROM}`, vendorId: FIRST },
        officialReplies: [{ replyId: 'a1', by: 0, on: 3 }],
      },
    ],
    [
      'reply',
      {
        ...{ ...at, ...written, id: 'a1', commentId: 'c1', vendorId: 7 },
        ...{ isByVendor: true, officialOn: null },
      },
      { authorId: 0, authorName: `Vera${FROM}`, vendorId: FIRST },
    ],
    [
      'reply',
      {
        ...{ ...at, ...written, id: 'a1', commentId: 'c1', vendorId: null },
        ...{ isByVendor: false, officialOn: null },
      },
      { authorId: 0, authorName: `Vera${FROM}` },
    ],
    [
      'publication',
      { ...at, id: 'q1', type: 'QA', revisions: [REVISION], updatedOn: 6 },
      { revisions: [{ ...REVISION, by: 0 }] },
    ],
    [
      'vendorPart',
      { ...at, id: 'd1.7', vendorId: 7, userId: 9, submitters: [9], note: '', updatedOn: 6 },
      { vendorId: FIRST, userId: null, submitters: [] },
    ],
  ])('of %s keeps all but its people, its vendor and its project', (entity, row, changes) => {
    expect(living.of(entity, row as Row)).toEqual({ ...row, projectId: 'new', ...changes })
  })

  it('of a document has no owner and no members', () => {
    const row = buildDocument({ ownerId: 4 })
    expect(living.of('document', { ...row, members: [4, 5] })).toEqual({
      ...{ ...row, projectId: 'new', ownerId: null },
    })
  })

  it('of a requirement names its author nowhere but in the reason for its exclusion', () => {
    const excluded = { reason: 'No longer needed', by: 'Eve', on: 4 }
    const row = buildRequirement()
    expect(living.of('requirement', { ...row, updatedBy: 4 })).toEqual({
      ...{ ...row, projectId: 'new' },
    })
    expect(living.of('requirement', { ...row, excluded }).excluded).toEqual({
      ...{ ...excluded, by: `Eve${FROM}` },
    })
  })

  it('of an answer has a receipt without the seal of the other project', () => {
    const receipt = { submittedOn: 4, by: 'Vera', contentHash: 'a'.repeat(64) }
    const row = buildCommitment({ values: { met: 50 }, submitted: true })
    const kept = { ...row, id: `r1.${FIRST}`, projectId: 'new', vendorId: FIRST }
    expect(living.of('commitment', row)).toEqual({ ...kept, updatedBy: `Vera${FROM}` })
    const seal = 'b'.repeat(64)
    expect(living.of('commitment', { ...row, receipt: { ...receipt, seal } }).receipt).toEqual({
      ...{ ...receipt, by: `Vera${FROM}` },
    })
  })

  it('has one new id for each vendor, in the order in which they come', () => {
    const vendors = [7, 8, 7].map((id) => living.of('projectVendor', buildProjectVendor(id)))
    expect(vendors.map(({ vendorId }) => vendorId)).toEqual([FIRST, SECOND, FIRST])
    const answer = living.of('commitment', buildCommitment({ vendorId: 8 }))
    expect([answer.id, answer.vendorId]).toEqual([`r1.${SECOND}`, SECOND])
  })

  it('says of a name where it comes from, in the space of a name, and of none nothing', () => {
    const long = 'n'.repeat(FIELD_LIMITS.title)
    const nameOf = (updatedBy: string) =>
      living.of('commitment', buildCommitment({ updatedBy })).updatedBy
    expect(nameOf('')).toBe('')
    expect(nameOf(long)).toBe(`${long.slice(FROM.length)}${FROM}`)
    expect(nameOf(long)).toHaveLength(FIELD_LIMITS.title)
  })
})

describe('[EX16] a restored project', () => {
  it('is archived and belongs to the person who restored it', () => {
    const row = buildProject({ state: 'EVALUATION', avatar: 'picture' })
    const { avatar: _unused, ...rest } = row
    expect(living.of('project', row)).toEqual({
      ...{ ...rest, id: 'new', state: 'ARCHIVED', archivedSealed: false },
      ...{ organizationId: 3, organizationName: 'Town', ownerId: 5, ownerName: 'Carla' },
    })
  })

  it.each([
    ['PUBLISHED', true, true],
    ['PUBLISHED', false, false],
    ['VALIDATION', true, false],
  ] as const)('of a %s one, sealed %s, keeps answers sealed: %s', (state, sealed, kept) => {
    expect(living.of('project', buildProject({ state, sealed })).archivedSealed).toBe(kept)
  })

  it('names no account in what was decided about it', () => {
    const eve = { id: 4, name: 'Eve' }
    const deadline = { kind: 'deadline', at: 2 }
    const early = { kind: 'early', at: 3, reason: 'Late', askedBy: eve, confirmedBy: eve }
    const row = {
      ...buildProject(),
      scoringChanges: [{ on: 1, reason: 'Fair', by: eve }],
      openings: [deadline, early],
    } as unknown as Row<'project'>
    const unnamed = { id: 0, name: `Eve${FROM}` }
    expect(living.of('project', row)).toMatchObject({
      scoringChanges: [{ on: 1, reason: 'Fair', by: unnamed }],
      openings: [deadline, { ...early, askedBy: unnamed, confirmedBy: unnamed }],
    })
    const plain = living.of('project', buildProject())
    expect(plain).not.toHaveProperty('scoringChanges')
    expect(plain).not.toHaveProperty('openings')
  })
})

describe('[EX20] a line of a restored history', () => {
  const change = (changes: Partial<ArchiveChange>): ArchiveChange => ({
    ...{ at: 1, actorName: 'Vera', entity: 'commitment', entityId: 'r1.7', documentId: 'd1' },
    ...{ vendorId: 7, kind: 'changed', fields: ['values'], details: null },
    ...changes,
  })
  it.each<[string, Partial<ArchiveChange>, Partial<ArchiveChange>]>([
    ['an answer', {}, { entityId: `r1.${FIRST}`, vendorId: FIRST }],
    [
      'an override',
      { entity: 'override', entityId: 'r1.7.met.release' },
      { entityId: `r1.${FIRST}.met.release`, vendorId: FIRST },
    ],
    ['a requirement', { entity: 'requirement', entityId: 'r1', vendorId: null }, {}],
    ['a vendor’s file', { entity: 'attachment', entityId: 'r1.7' }, { vendorId: FIRST }],
  ])('about %s keeps all but vendor and person', (_what, changes, changed) => {
    const archived = change(changes)
    expect(living.ofChange(archived)).toEqual({
      ...archived,
      actorName: `Vera${FROM}`,
      ...changed,
    })
  })
})

describe('[EX15] the difference of a living row', () => {
  it('sets what the archive has otherwise, and drops what it has not', () => {
    const archived = { projectId: 'a', same: { x: 1, y: 2 }, other: 1, gone: null }
    const now = { projectId: 'b', same: { y: 2, x: 1 }, other: 2, added: 3, absent: undefined }
    expect(JSON.parse(differenceOf(archived, now))).toEqual({
      set: { other: 1, gone: null },
      drop: ['added'],
    })
  })
})
