import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Commitment, Override } from '#schema/entities/commitment.ts'
import type { Project } from '#schema/entities/project.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import type { LogEntry } from '#schema/tables/log-kinds.ts'
import type { RowChange } from '../rows/write-rows.ts'
import {
  buildCommitment,
  buildDocument,
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRequirement,
} from '../../../tests/support/project-rows.ts'
import { entriesOf } from './entries-of.ts'

const change = <E extends Entity>(
  entity: E,
  before: Row<E> | null,
  after: Row<E> | null,
): RowChange => ({ entity, id: (after ?? before)?.id ?? '', before, after }) as RowChange
const entries = (...changes: RowChange[]): LogEntry[] => entriesOf(changes, 1)
const ofProject = (before: Partial<Project>, after: Partial<Project>, actorId: number | null = 1) =>
  entriesOf(
    [change('project', buildProject(before), buildProject({ ...before, ...after }))],
    actorId,
  )

const MAY = { date: '2030-05-31', zone: 'UTC' }
const JUNE = { date: '2030-06-30', zone: 'UTC' }

describe('a project', () => {
  it('is created once; its end is no entry of this kind', () => {
    expect(entries(change('project', null, buildProject()))).toEqual([
      { kind: 'created', detail: {} },
    ])
    expect(entries(change('project', buildProject(), null))).toEqual([])
    expect(ofProject({}, { name: 'Other', tags: ['a'] })).toEqual([])
  })
  it('moves, by a person or the system', () => {
    const moved = { from: 'PREPARATION', to: 'ARCHIVED' }
    expect(ofProject({}, { state: 'ARCHIVED' })).toEqual([
      { kind: 'moved', detail: { ...moved, by: 'person' } },
    ])
    expect(ofProject({}, { state: 'ARCHIVED' }, null)).toEqual([
      { kind: 'moved', detail: { ...moved, by: 'system' } },
    ])
  })
  it('[OP43] is published with its deadline, and not with the one that the team had before', () => {
    const after = { publishedOn: 5, deadline: JUNE, addendum: 1 }
    expect(ofProject({ deadline: MAY }, after)).toEqual([
      { kind: 'published', detail: { deadline: JUNE } },
    ])
    expect(ofProject({ publishedOn: 5, addendum: 1 }, { publishedOn: 6, addendum: 2 })).toEqual([
      { kind: 'republished', detail: { addendum: 2 } },
    ])
    expect(ofProject({ publishedOn: 5, addendum: 1 }, { publishedOn: 6 })).toEqual([])
  })
  it('[OP43] has its deadline set or extended', () => {
    const published = { publishedOn: 5, deadline: MAY }
    const set = (from: unknown, to: unknown) => ({
      kind: 'deadlineSet',
      detail: { from, to, reason: null },
    })
    expect(ofProject({ deadline: null }, { deadline: MAY })).toEqual([set(null, MAY)])
    expect(ofProject(published, { deadline: JUNE })).toEqual([set(MAY, JUNE)])
    expect(ofProject(published, { deadline: { ...MAY } })).toEqual([])
    expect(
      ofProject({ publishedOn: 5, deadline: MAY }, { publishedOn: null, deadline: null }),
    ).toEqual([set(MAY, null)])
    const extension = { on: 6, from: MAY, to: JUNE, reason: 'Asked for.' }
    expect(ofProject(published, { deadline: JUNE, deadlineExtensions: [extension] })).toEqual([
      { kind: 'deadlineExtended', detail: { from: MAY, to: JUNE, reason: 'Asked for.' } },
    ])
    // An extension of earlier does not explain a deadline set now.
    const former = { ...published, deadlineExtensions: [extension] }
    expect(ofProject(former, { deadline: JUNE })).toEqual([set(MAY, JUNE)])
  })
  it('[OP43] is opened, and only new openings are entries', () => {
    const early = {
      kind: 'early',
      at: 7,
      reason: 'Needed.',
      askedBy: { id: 1, name: 'Anna' },
      confirmedBy: { id: 2, name: 'Boris' },
    } as const
    const opened = (detail: object) => ({ kind: 'opened', detail })
    expect(
      ofProject({ openings: [early] }, { openings: [early, { kind: 'deadline', at: 8 }] }),
    ).toEqual([opened({ isEarly: false, reason: null, requestedBy: null, confirmedBy: null })])
    expect(ofProject({}, { openings: [early] })).toEqual([
      opened({ isEarly: true, reason: 'Needed.', requestedBy: 1, confirmedBy: 2 }),
    ])
    expect(ofProject({ openings: [early] }, { openings: [early] })).toEqual([])
  })
  it('changes its owner, seal and stop', () => {
    expect(ofProject({}, { ownerId: 2, sealed: false, stopInValidation: false })).toEqual([
      { kind: 'switchChanged', detail: { name: 'sealed', isOn: false } },
      { kind: 'switchChanged', detail: { name: 'stopInValidation', isOn: false } },
      { kind: 'ownerChanged', detail: { from: 1, to: 2 } },
    ])
  })

  const rules = { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false }
  const note = (what: 'rules' | 'weights', on = 5, reason = `reason ${on}`) => ({
    what,
    reason,
    by: { id: 1, name: 'Anna' },
    on,
  })
  it('changes the rules of its evaluation, with the reason of this change alone', () => {
    const applied = { evaluation: { ...rules, knockOutsApplied: true } }
    expect(ofProject({}, applied)).toEqual([{ kind: 'knockOutsApplied', detail: { isOn: true } }])
    expect(ofProject({}, { ...applied, scoringChanges: [note('rules')] })).toEqual([
      { kind: 'knockOutsApplied', detail: { isOn: true, reason: 'reason 5' } },
    ])
    const known = { scoringChanges: [note('rules', 4)] }
    expect(ofProject(known, applied), 'a former reason').toEqual([
      { kind: 'knockOutsApplied', detail: { isOn: true } },
    ])
    for (const credits of [{ futureCredit: 0.5 }, { unplannedCredit: 0.5 }])
      expect(ofProject({}, { evaluation: { ...rules, ...credits } })).toEqual([
        {
          kind: 'creditsSet',
          detail: { futureCredit: 0, unplannedCredit: 0, ...credits },
        },
      ])
    expect(ofProject({}, { evaluation: { ...rules } })).toEqual([])
  })

  it('publishes its weights, told again when vendors first read the log', () => {
    const told = (isOn: boolean) => ({ kind: 'weightsPublished', detail: { isOn } })
    expect(ofProject({}, { weightsPublished: true })).toEqual([told(true)])
    expect(ofProject({ weightsPublished: true }, { weightsPublished: false })).toEqual([
      told(false),
    ])
    const kinds = (before: Partial<Project>) =>
      ofProject(before, { publishedOn: 5 }).map(({ kind }) => kind)
    expect(kinds({ weightsPublished: true })).toEqual(['published', 'weightsPublished'])
    expect(kinds({})).toEqual(['published'])
    expect(ofProject({ weightsPublished: true, publishedOn: 5 }, { publishedOn: 6 })).toEqual([])
  })

  it('changes weights in one entry, with one more for each further reason', () => {
    const weigh = (project: [Partial<Project>, Partial<Project>] | null, weight = 40) => [
      ...(project === null
        ? []
        : [change('project', buildProject(project[0]), buildProject(project[1]))]),
      change('package', buildPackage({ weight: 100 }), buildPackage({ weight })),
      change('package', null, buildPackage({ id: 'new', weight: 60 })),
      change('package', buildPackage({ id: 'gone', weight: 60 }), null),
      change('document', buildDocument({ weight: null }), buildDocument({ weight: 100 })),
    ]
    const weights = {
      packages: [{ id: 'p1', from: 100, to: 40 }],
      documents: [{ id: 'd1', from: null, to: 100 }],
    }
    const set = (reason: string | null, rows: object = { packages: [], documents: [] }) => ({
      kind: 'weightsSet',
      detail: { reason, afterOpening: reason !== null, ...rows },
    })
    expect(entries(...weigh(null))).toEqual([set(null, weights)])
    const before = { scoringChanges: [note('weights', 3)] }
    const after = {
      scoringChanges: [
        note('weights', 6),
        note('rules', 5),
        note('weights', 4),
        note('weights', 3),
      ],
    }
    expect(entries(...weigh([before, after]))).toEqual([set('reason 4'), set('reason 6', weights)])
    expect(entries(...weigh([before, before]))).toEqual([set(null, weights)])
    expect(entries(...weigh([{}, before]))).toEqual([set('reason 3', weights)])
    // The list is limited: the former newest change may have left it.
    expect(entries(...weigh([{ scoringChanges: [note('weights', 1)] }, before]))).toEqual([
      set('reason 3', weights),
    ])
    // Two changes at one time differ in their reason or subject.
    const same = { scoringChanges: [note('rules', 3, 'reason 3'), note('weights', 3)] }
    expect(
      entries(...weigh([same, { scoringChanges: [note('weights', 9), ...same.scoringChanges] }])),
    ).toEqual([set('reason 9', weights)])
    expect(
      entries(
        change('package', buildPackage({ weight: 1 }), buildPackage({ weight: 1, name: 'B' })),
      ),
    ).toEqual([])
  })
})

describe('content', () => {
  it('is assigned', () => {
    const assigned = (place: object, from: number | null, to: number | null) => ({
      kind: 'contentAssigned',
      detail: { packageId: null, documentId: null, ...place, from, to },
    })
    expect(entries(change('package', buildPackage(), buildPackage({ ownerId: 5 })))).toEqual([
      assigned({ packageId: 'p1' }, null, 5),
    ])
    expect(
      entries(change('document', buildDocument({ ownerId: 5 }), buildDocument({ ownerId: 6 }))),
    ).toEqual([assigned({ documentId: 'd1' }, 5, 6)])
    for (const entity of ['package', 'document'] as const) {
      const row =
        entity === 'package' ? buildPackage({ ownerId: 5 }) : buildDocument({ ownerId: 5 })
      expect(entries(change(entity, null, row), change(entity, row, null))).toEqual([])
    }
  })
  it('gets and loses members of a document', () => {
    const members = (before: number[] | undefined, after: number[] | undefined) =>
      entries(
        change(
          'document',
          buildDocument(before === undefined ? {} : { members: before }),
          buildDocument(after === undefined ? {} : { members: after }),
        ),
      ).map(({ detail }) => detail)
    expect(members([5, 6], [6, 7])).toEqual([{ documentId: 'd1', added: [7], removed: [5] }])
    expect(members(undefined, [7])).toEqual([{ documentId: 'd1', added: [7], removed: [] }])
    expect(members([7], undefined)).toEqual([{ documentId: 'd1', added: [], removed: [7] }])
    expect(members([6, 5], [5, 6])).toEqual([])
  })
  it('is excluded with a reason, and included again', () => {
    const excluded = (reason: string) => ({ reason, by: { id: 1, name: 'Anna' }, on: 5 })
    const of = (before: string | null | undefined, after: string | null) =>
      entries(
        change(
          'requirement',
          before === undefined
            ? null
            : buildRequirement({ excluded: before === null ? null : (excluded(before) as never) }),
          buildRequirement({ excluded: after === null ? null : (excluded(after) as never) }),
        ),
      )
    const entry = { kind: 'excluded', detail: { requirementId: 'r1', reason: 'Twice.' } }
    expect([of(null, 'Twice.'), of('Once.', 'Twice.'), of(undefined, 'Twice.')]).toEqual([
      [entry],
      [entry],
      [entry],
    ])
    expect(of('Twice.', null)).toEqual([{ kind: 'included', detail: { requirementId: 'r1' } }])
    expect([of('Twice.', 'Twice.'), of(null, null), of(undefined, null)]).toEqual([[], [], []])
    expect(entries(change('requirement', buildRequirement(), null))).toEqual([])
  })
  it('vendors are added', () => {
    const row = buildProjectVendor(7)
    expect(entries(change('projectVendor', null, row))).toEqual([
      { kind: 'vendorAdded', detail: { vendorId: 7 } },
    ])
    const started = { ...row, started: true }
    expect(
      entries(change('projectVendor', row, started), change('projectVendor', row, null)),
    ).toEqual([])
  })
})

it('an override is set, changed and removed, each with its reason', () => {
  const override = (changes: Partial<Override>): Override =>
    ({
      id: 'o',
      projectId: 'project',
      packageId: 'p1',
      documentId: 'd1',
      requirementId: 'r1',
      vendorId: 7,
      parameterId: 'met',
      value: 50,
      original: 20,
      reason: 'Checked.',
      removed: false,
      updatedOn: 0,
      ...changes,
    }) as unknown as Override
  const of = (before: Partial<Override> | null, after: Partial<Override>) =>
    entries(change('override', before === null ? null : override(before), override(after)))
  const place = { requirementId: 'r1', vendorId: 7, parameterId: 'met' }
  const set = (value: number, reason = 'Checked.') => [
    { kind: 'overrideSet', detail: { ...place, value, reason } },
  ]
  expect(of(null, {})).toEqual(set(50))
  expect(of({}, { value: 60 })).toEqual(set(60))
  expect(of({}, { reason: 'Again.' })).toEqual(set(50, 'Again.'))
  expect(of({ removed: true }, {})).toEqual(set(50))
  expect(of({}, { updatedOn: 9 })).toEqual([])
  expect(of({}, { removed: true, reason: 'Wrong.' })).toEqual([
    { kind: 'overrideRemoved', detail: { ...place, reason: 'Wrong.' } },
  ])
  expect([of(null, { removed: true }), of({ removed: true }, { removed: true })]).toEqual([[], []])
  expect(entries(change('override', override({}), null))).toEqual([])
})

it('[RC1] answers handed in together get one receipt per vendor', () => {
  const receipt = (at: number, hash: string): Commitment['receipt'] =>
    ({ submittedOn: at, contentHash: hash.repeat(64) }) as unknown as Commitment['receipt']
  const answer = (requirementId: string, more: Parameters<typeof buildCommitment>[0] = {}) =>
    buildCommitment({ requirementId, submitted: true, ...more })
  const given = entries(
    change('commitment', answer('r2'), answer('r2', { receipt: receipt(5, 'b') })),
    change('commitment', null, answer('r1', { packageId: 'p2', receipt: receipt(5, 'a') })),
    change(
      'commitment',
      answer('r1', { vendorId: 8, receipt: receipt(4, 'c') }),
      answer('r1', { vendorId: 8, receipt: receipt(5, 'c') }),
    ),
    // No new receipts.
    change(
      'commitment',
      answer('r3', { receipt: receipt(4, 'd') }),
      answer('r3', { receipt: receipt(4, 'd'), submitted: false }),
    ),
    change('commitment', answer('r4'), answer('r4')),
    change('commitment', answer('r5', { receipt: receipt(4, 'e') }), null),
  )
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
  expect(given).toEqual([
    {
      kind: 'receipt',
      vendorId: 7,
      detail: {
        count: 2,
        contentHash: hashOf(`r1 ${'a'.repeat(64)}\nr2 ${'b'.repeat(64)}\n`),
        packageIds: ['p1', 'p2'],
      },
    },
    {
      kind: 'receipt',
      vendorId: 8,
      detail: { count: 1, contentHash: hashOf(`r1 ${'c'.repeat(64)}\n`), packageIds: ['p1'] },
    },
  ])
})
