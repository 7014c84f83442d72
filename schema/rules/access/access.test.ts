import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ENTITY_EXAMPLES } from '../../../tests/support/entity-examples.ts'
import { Comment, Publication, Reply } from '../../entities/comment.ts'
import { PROJECT_STATES, type ProjectState } from '../../entities/project.ts'
import type { ProjectActor } from '../../mutations/mutation.ts'
import {
  buildCollaborator,
  buildCommitment,
  buildDocument,
  buildOwner,
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRelease,
  buildRequirement,
  buildSection,
  buildVendorContact,
} from '../../../tests/support/project-rows.ts'
import {
  bucketOf,
  bucketsOf,
  effectivePermissions,
  refusalOf,
  requireAllowed,
  sidesOf,
} from './access.ts'
import type { ProjectAction } from './project-actions.ts'

const owner = buildOwner()
const administrator = buildCollaborator('role-project-admin')
const author = buildCollaborator('role-project-req-author')
const approver = buildCollaborator('role-project-req-approver')
const reviewer = buildCollaborator('role-project-req-reviewer')
const assigned = buildCollaborator('role-project-req-colaborator')
const orgAdmin = buildCollaborator('role-org-admin')
const vendor = buildVendorContact()

const allowedIn = (actor: ProjectActor, action: ProjectAction): ProjectState[] =>
  PROJECT_STATES.filter((state) => refusalOf(actor, action, { state }) === null)

describe('actions per state', () => {
  test.each([
    ['content.write', ['DRAFT', 'PREPARATION'], ['PREPARATION'], []],
    ['content.remove', ['DRAFT', 'PREPARATION'], ['PREPARATION'], []],
    ['release.write', ['DRAFT', 'PREPARATION'], ['PREPARATION'], []],
    ['weights.set', ['DRAFT', 'PREPARATION', 'EVALUATION'], ['PREPARATION', 'EVALUATION'], []],
    [
      'requirement.exclude',
      ['DRAFT', 'PREPARATION', 'EVALUATION'],
      ['PREPARATION', 'EVALUATION'],
      [],
    ],
    [
      'notification.send',
      ['PREPARATION', 'PUBLISHED', 'VALIDATION', 'EVALUATION', 'EVALUATED', 'CLOSED'],
      [],
      [],
    ],
    [
      'owners.edit',
      ['DRAFT', 'PREPARATION', 'PUBLISHED', 'VALIDATION', 'EVALUATION', 'EVALUATED'],
      ['PREPARATION', 'PUBLISHED', 'VALIDATION', 'EVALUATION', 'EVALUATED'],
      [],
    ],
    ['commitment.write', [], [], ['PUBLISHED']],
    ['override.write', ['EVALUATION'], ['EVALUATION'], []],
    [
      'project.edit',
      ['DRAFT', 'PREPARATION', 'PUBLISHED', 'VALIDATION', 'EVALUATION'],
      ['PREPARATION', 'PUBLISHED', 'VALIDATION', 'EVALUATION'],
      [],
    ],
    ['vendors.add', ['PREPARATION'], [], []],
    [
      'state.move',
      ['DRAFT', 'PREPARATION', 'PUBLISHED', 'VALIDATION', 'EVALUATION', 'CLOSED'],
      [],
      [],
    ],
  ] as const)(
    '[SA1] %s is for the owner in %s, for collaborators in %s, for vendors in %s',
    (action, owners, collaborators, vendors) => {
      expect(allowedIn(owner, action).toSorted()).toEqual(owners.toSorted())
      expect(allowedIn(administrator, action).toSorted()).toEqual(collaborators.toSorted())
      expect(allowedIn(vendor, action).toSorted()).toEqual(vendors.toSorted())
    },
  )
})

describe('permission, assignment and restriction', () => {
  test('[AX1] the owner holds the project administrator set without a role, others what their roles hold', () => {
    expect(effectivePermissions([], true)).toEqual(
      effectivePermissions(['role-project-admin'], false),
    )
    expect(effectivePermissions(['role-vendor-contact'], false)).toEqual([
      'PROJECT_BROWSE',
      'PROJECT_VERSIONS_BROWSE',
      'QA_BROWSE',
      'PP_BROWSE',
    ])
    expect(effectivePermissions(['toString', 'role-unknown'], false)).toEqual([])
  })

  test('[AX2] approver and project administrator may override, author and reviewer may not', () => {
    const code = (actor: ProjectActor) =>
      refusalOf(actor, 'override.write', { state: 'EVALUATION' })
    expect([approver, administrator, owner].map(code)).toEqual([null, null, null])
    expect([author, reviewer, assigned, vendor].map(code)).toEqual(Array(4).fill('NOT_ALLOWED'))
  })

  test('[AX3] a permission for assigned content needs an own package or document', () => {
    const subject = { state: 'PREPARATION' as const }
    expect(refusalOf(assigned, 'content.write', subject)).toBe('NOT_ALLOWED')
    expect(refusalOf(assigned, 'content.write', { ...subject, isAssigned: true })).toBeNull()
    expect(refusalOf(assigned, 'content.remove', { ...subject, isAssigned: true })).toBeNull()
    expect(refusalOf(reviewer, 'content.write', { ...subject, isAssigned: true })).toBe(
      'NOT_ALLOWED',
    )
    const writer = buildCollaborator('', {
      permissions: ['PROJECT_BROWSE', 'PROJECT_CONTENT_ASSIGNED_WRITE'],
    })
    const remover = buildCollaborator('', {
      permissions: ['PROJECT_BROWSE', 'PROJECT_CONTENT_ASSIGNED_REMOVE'],
    })
    const codes = (['content.write', 'content.remove'] as const).flatMap((action) =>
      [writer, remover].map((actor) => refusalOf(actor, action, { ...subject, isAssigned: true })),
    )
    expect(codes).toEqual([null, 'NOT_ALLOWED', 'NOT_ALLOWED', null])
  })

  test('[AX4] the owner of a document counts as permitted to write it', () => {
    expect(
      refusalOf(reviewer, 'content.write', {
        state: 'PREPARATION',
        isAssigned: true,
        ownsDocument: true,
      }),
    ).toBeNull()
    expect(
      refusalOf(reviewer, 'content.remove', {
        state: 'PREPARATION',
        isAssigned: true,
        ownsDocument: true,
      }),
    ).toBe('NOT_ALLOWED')
  })

  test('[AX5] an organization administrator moves a project in place of its owner, other collaborators do not', () => {
    expect(refusalOf(orgAdmin, 'state.move', { state: 'PUBLISHED' })).toBeNull()
    expect(refusalOf(administrator, 'state.move', { state: 'PUBLISHED' })).toBe('NOT_ALLOWED')
  })

  test('[AX6] a vendor contact answers for the own vendor only, and only in the packages granted', () => {
    const subject = { state: 'PUBLISHED' as const, vendorId: 7, packageId: 'p1' }
    expect(refusalOf(vendor, 'commitment.write', subject)).toBeNull()
    expect(refusalOf(vendor, 'commitment.write', { ...subject, vendorId: 8 })).toBe('NOT_ALLOWED')
    expect(refusalOf(buildVendorContact({ packageIds: ['p2'] }), 'commitment.write', subject)).toBe(
      'NOT_ALLOWED',
    )
    expect(
      refusalOf(buildVendorContact({ packageIds: ['p1'] }), 'commitment.write', subject),
    ).toBeNull()
  })

  test('[AX7] permission is checked before state: a person without permission does not learn the state', () => {
    expect(refusalOf(reviewer, 'content.write', { state: 'ARCHIVED' })).toBe('NOT_ALLOWED')
    expect(refusalOf(owner, 'commitment.write', { state: 'PUBLISHED' })).toBe('NOT_ALLOWED')
  })

  test('[AX8] a forbidding state, a read-only project and a passed deadline have different codes', () => {
    expect(refusalOf(owner, 'content.write', { state: 'PUBLISHED' })).toBe('STATE_FORBIDS')
    expect(refusalOf(author, 'content.write', { state: 'DRAFT' })).toBe('STATE_FORBIDS')
    expect(refusalOf(owner, 'content.write', { state: 'CLOSED' })).toBe('PROJECT_READ_ONLY')
    const late = { deadlineAt: 100, now: 100 }
    expect(
      refusalOf(vendor, 'commitment.write', { state: 'PUBLISHED', deadlineAt: 100, now: 99 }),
    ).toBeNull()
    expect(refusalOf(vendor, 'commitment.write', { state: 'PUBLISHED', ...late })).toBe(
      'DEADLINE_PASSED',
    )
    expect(refusalOf(vendor, 'commitment.write', { state: 'VALIDATION', ...late })).toBe(
      'DEADLINE_PASSED',
    )
    expect(
      refusalOf(vendor, 'commitment.write', { state: 'VALIDATION', deadlineAt: 100, now: 99 }),
    ).toBe('STATE_FORBIDS')
    expect(refusalOf(vendor, 'commitment.write', { state: 'CLOSED', ...late })).toBe(
      'PROJECT_READ_ONLY',
    )
    expect(
      refusalOf(vendor, 'commitment.write', { state: 'PUBLISHED', deadlineAt: null, now: 99 }),
    ).toBeNull()
  })

  test('[AX9] a forbidden action throws a refusal', () => {
    expect(() => requireAllowed(owner, 'content.write', { state: 'DRAFT' })).not.toThrow()
    expect(() => requireAllowed(vendor, 'content.write', { state: 'DRAFT' })).toThrow(
      expect.objectContaining({ code: 'NOT_ALLOWED' }),
    )
  })
})

describe('buckets', () => {
  const buckets = (actor: ProjectActor, state: ProjectState, sealed = true) =>
    bucketsOf(
      actor,
      { state, sealed, publishedOn: 1 },
      { packageIds: ['p1', 'p2'], vendorIds: [7, 8] },
    )
  const answers = ['p1:v7', 'p1:v8', 'p1:over', 'p2:v7', 'p2:v8', 'p2:over']

  test('[BK1] requestors read the inner side, answers and overrides only once answers are open', () => {
    expect(buckets(owner, 'DRAFT')).toEqual(['*:int', '*:talk', 'p1:int', 'p2:int'])
    expect(buckets(owner, 'PUBLISHED')).toEqual(['*:int', '*:talk', 'p1:int', 'p2:int'])
    for (const state of ['VALIDATION', 'EVALUATION', 'EVALUATED', 'CLOSED', 'ARCHIVED'] as const) {
      expect(buckets(owner, state)).toEqual(expect.arrayContaining(answers))
    }
    expect(buckets(owner, 'PUBLISHED', false)).toEqual(expect.arrayContaining(answers))
    expect(buckets(owner, 'PREPARATION', false)).not.toEqual(expect.arrayContaining(answers))
  })

  test('[BK2] answers and overrides are for holders of SC_BROWSE, the project for holders of PROJECT_BROWSE', () => {
    expect(
      buckets(buildCollaborator('', { permissions: ['PROJECT_BROWSE'] }), 'EVALUATION'),
    ).toEqual(['*:int', 'p1:int', 'p2:int'])
    expect(buckets(buildCollaborator('role-sys-admin'), 'EVALUATION')).toEqual([])
    expect(sidesOf(buildCollaborator('role-sys-admin'), { state: 'DRAFT', sealed: true })).toEqual(
      [],
    )
  })

  test("[BK2] a draft is its owner's until it leaves DRAFT; organization administrators see it too", () => {
    for (const state of ['INITIALIZING', 'DRAFT'] as const) {
      expect(buckets(author, state)).toEqual([])
      expect(buckets(orgAdmin, state)).toEqual(['*:int', '*:talk', 'p1:int', 'p2:int'])
    }
    expect(buckets(author, 'PREPARATION')).toEqual(['*:int', '*:talk', 'p1:int', 'p2:int'])
  })

  test('[BK3] a vendor reads the published side and the own answers, from the publishing on', () => {
    expect(buckets(vendor, 'PUBLISHED')).toEqual([
      '*:pub',
      '*:qa',
      '*:q7',
      'p1:pub',
      'p1:v7',
      'p1:w7',
      'p1:qa',
      'p1:q7',
      'p2:pub',
      'p2:v7',
      'p2:w7',
      'p2:qa',
      'p2:q7',
    ])
    for (const state of ['INITIALIZING', 'DRAFT', 'PREPARATION'] as const)
      expect(buckets(vendor, state)).toEqual([])
    expect(
      bucketsOf(
        vendor,
        { state: 'ARCHIVED', sealed: true, publishedOn: null },
        { packageIds: ['p1'], vendorIds: [7] },
      ),
    ).toEqual([])
    expect(buckets(buildVendorContact({ vendorId: null }), 'PUBLISHED')).toEqual([])
  })

  test('[BK7] in no state does a requestor read who answers what inside a vendor', () => {
    for (const actor of [owner, orgAdmin, author])
      for (const state of PROJECT_STATES)
        for (const sealed of [true, false])
          expect(buckets(actor, state, sealed).filter((bucket) => /:w/.test(bucket))).toEqual([])
  })

  test('[BK3] in no state does a vendor read a bucket of another vendor or of the requestors', () => {
    for (const state of PROJECT_STATES) {
      for (const sealed of [true, false])
        expect(
          buckets(vendor, state, sealed).filter((bucket) => /:int$|:talk$|:[vwq]8$/.test(bucket)),
        ).toEqual([])
    }
  })

  test('[BK3] a contact who holds SC_BROWSE by mistake reads no bucket of another vendor either', () => {
    expect(
      buckets(buildVendorContact({ permissions: ['PROJECT_BROWSE', 'SC_BROWSE'] }), 'EVALUATION'),
    ).toEqual(['*:pub', 'p1:pub', 'p1:v7', 'p1:w7', 'p2:pub', 'p2:v7', 'p2:w7'])
  })

  test('[BK4] a restricted contact reads the packages granted', () => {
    expect(buckets(buildVendorContact({ packageIds: ['p2'] }), 'PUBLISHED')).toEqual([
      '*:pub',
      '*:qa',
      '*:q7',
      'p2:pub',
      'p2:v7',
      'p2:w7',
      'p2:qa',
      'p2:q7',
    ])
  })

  test('[BK5] every row lies in the bucket of its package and side', () => {
    const sides = (place: (side: string) => string | null) => ['int', 'pub', 'v7', 'v8'].map(place)
    expect(sides((side) => bucketOf('project', buildProject(), side))).toEqual([
      '*:int',
      '*:pub',
      null,
      null,
    ])
    expect(sides((side) => bucketOf('release', buildRelease(), side))).toEqual([
      '*:int',
      '*:pub',
      null,
      null,
    ])
    expect(sides((side) => bucketOf('projectVendor', buildProjectVendor(7), side))).toEqual([
      '*:int',
      null,
      null,
      null,
    ])
    expect(sides((side) => bucketOf('package', buildPackage(), side))).toEqual([
      'p1:int',
      'p1:pub',
      null,
      null,
    ])
    expect(sides((side) => bucketOf('document', buildDocument(), side))).toEqual([
      'p1:int',
      'p1:pub',
      null,
      null,
    ])
    expect(sides((side) => bucketOf('section', buildSection(), side))).toEqual([
      'p1:int',
      'p1:pub',
      null,
      null,
    ])
    expect(sides((side) => bucketOf('requirement', buildRequirement(), side))).toEqual([
      'p1:int',
      'p1:pub',
      null,
      null,
    ])
    expect(sides((side) => bucketOf('commitment', buildCommitment(), side))).toEqual([
      null,
      null,
      'p1:v7',
      null,
    ])
    const override = {
      ...buildCommitment(),
      parameterId: 'met',
      value: 1,
      reason: 'x',
      modifiedBy: { id: 1, name: 'x' },
      modifiedOn: 1,
      originalValue: 1,
      originalKey: null,
      history: [],
      removed: false,
    }
    expect(sides((side) => bucketOf('override', override, side))).toEqual([null, null, null, null])
    expect(bucketOf('override', override, 'over')).toBe('p1:over')
  })

  test('[BK6] comments are for requestors who hold their permissions, questions and pain points besides for the vendor that asked', () => {
    expect(
      buckets(
        buildCollaborator('', { permissions: ['PROJECT_BROWSE', 'QA_BROWSE', 'PP_BROWSE'] }),
        'PUBLISHED',
      ),
    ).toEqual(['*:int', 'p1:int', 'p2:int'])
    expect(
      buckets(buildVendorContact({ permissions: ['PROJECT_BROWSE', 'QA_BROWSE'] }), 'PUBLISHED'),
    ).toEqual(['*:pub', 'p1:pub', 'p1:v7', 'p1:w7', 'p2:pub', 'p2:v7', 'p2:w7'])
  })

  test('[BK6] no side but the right ones carries a comment, and none of answers carries any', () => {
    const sides = (place: (side: string) => string | null) =>
      Object.fromEntries(
        ['int', 'over', 'pub', 'talk', 'qa', 'v7', 'v8', 'q7', 'q8', 'vnull', 'qnull'].flatMap(
          (side) => {
            const bucket = place(side)
            return bucket === null ? [] : [[side, bucket]]
          },
        ),
      )
    const row = (name: string, changes: object = {}) => ({
      ...ENTITY_EXAMPLES[name]?.example,
      ...changes,
    })
    const question = v.parse(Comment, row('Question'))
    expect(sides((side) => bucketOf('comment', v.parse(Comment, row('Discussion')), side))).toEqual(
      { talk: '*:talk' },
    )
    expect(sides((side) => bucketOf('comment', question, side))).toEqual({
      talk: '*:talk',
      q7: 'p1:q7',
    })
    expect(
      sides((side) =>
        bucketOf(
          'comment',
          { ...question, packageId: null, documentId: null, requirementId: null },
          side,
        ),
      ),
    ).toEqual({ talk: '*:talk', q7: '*:q7' })
    expect(sides((side) => bucketOf('comment', v.parse(Comment, row('PainPoint')), side))).toEqual({
      talk: '*:talk',
      q7: 'p1:q7',
    })
    const reply = (changes: object) =>
      sides((side) => bucketOf('reply', v.parse(Reply, row('Reply', changes)), side))
    expect(reply({ officialOn: null })).toEqual({ talk: '*:talk' })
    expect(reply({ officialOn: 5 })).toEqual({ talk: '*:talk', q7: 'p1:q7' })
    expect(reply({ officialOn: null, isByVendor: true })).toEqual({ talk: '*:talk', q7: 'p1:q7' })
    expect(reply({ officialOn: null, vendorId: null })).toEqual({ talk: '*:talk' })
    expect(
      sides((side) => bucketOf('publication', v.parse(Publication, row('Publication')), side)),
    ).toEqual({ qa: 'p1:qa', talk: '*:talk' })
  })
})
