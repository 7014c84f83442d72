import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import {
  buildCommitment,
  buildDefinition,
  buildDocument,
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRelease,
  buildRequirement,
  buildSection,
  buildStatement,
} from '../../../tests/support/project-rows.ts'
import { type Entity, ROW_SCHEMAS } from '../../entities/rows.ts'
import {
  CLONE_DEFAULTS,
  cloneDocument,
  type CloneOptions,
  cloneRows,
  type CloneRows,
  VERSION_OPTIONS,
} from './clone.ts'
import { diffTrees, lineageOf, type TreeDiff } from '../diff/diff-tree.ts'

const source = (): CloneRows => ({
  releases: [
    buildRelease(),
    buildRelease({ id: 'rel1', number: 4, version: '2.0', rank: 'V00020' }),
  ],
  packages: [
    buildPackage({ weight: 40, ownerId: 5 }),
    buildPackage({ id: 'p2', lineageId: 'p0', weight: 60, rank: 'V00020' }),
  ],
  documents: [
    buildDocument({ weight: 100, ownerId: 6 }),
    buildDocument({ id: 'd2', packageId: 'p2', prefix: 'SEC', ownerId: 99 }),
  ],
  sections: [buildSection(), buildSection({ id: 's2', packageId: 'p2', documentId: 'd2' })],
  requirements: [
    buildRequirement({
      status: 'CHANGED',
      version: 3,
      excluded: { reason: 'x', by: 'Owner', on: 1 },
      updatedBy: 4711,
    }),
    buildRequirement({
      id: 'r3',
      lineageId: 'r0',
      packageId: 'p2',
      documentId: 'd2',
      sectionId: 's2',
      fullId: 'SEC-0001',
      definition: buildDefinition({ answer: [buildStatement()] }),
    }),
  ],
  vendors: [
    { ...buildProjectVendor(7), started: true, allSubmitted: true, answered: 2, submitted: 2 },
  ],
  commitments: [
    buildCommitment({
      values: { met: 100, 'met.release': 4 },
      submitted: true,
      receipt: { submittedOn: 5, by: 'Vera', contentHash: 'a'.repeat(64) },
    }),
    buildCommitment({
      requirementId: 'r3',
      packageId: 'p2',
      documentId: 'd2',
      values: { met: 10, 'met.release': -2 },
    }),
  ],
  restrictions: [
    { vendorId: 7, userId: 3, packageIds: ['p2'] },
    { vendorId: 7, userId: 4, packageIds: null },
  ],
  members: [
    { userId: 5, roleIds: ['role-project-req-author'] },
    { userId: 6, roleIds: ['role-project-req-approver'] },
    { userId: 8, roleIds: ['role-project-req-approver'] },
  ],
})

const counter = () => {
  let count = 0
  return () => `new-${(count += 1)}`
}
const project = buildProject({ id: 'copy' })
const clone = (options: Partial<CloneOptions> = {}, rows = source()): CloneRows =>
  cloneRows(rows, {
    project,
    kind: 'project',
    options: { ...CLONE_DEFAULTS, ...options },
    newId: counter(),
    now: 50,
  })
const version = (rows = source()): CloneRows =>
  cloneRows(rows, { project, kind: 'version', options: VERSION_OPTIONS, newId: counter(), now: 50 })

test('[CL1] by default requirements, members with their roles and owners are copied; answers are not', () => {
  expect(CLONE_DEFAULTS).toEqual({
    requirements: true,
    vendorAnswers: false,
    roles: true,
    members: true,
    owners: true,
  })
  const copy = clone()
  expect([
    copy.requirements.length,
    copy.vendors.length,
    copy.commitments.length,
    copy.restrictions.length,
  ]).toEqual([2, 0, 0, 0])
})

test('[CL2] without requirements, only packages, documents with weights, sections and releases are copied', () => {
  const copy = clone({ requirements: false, vendorAnswers: true })
  expect([copy.requirements, copy.commitments]).toEqual([[], []])
  expect([
    copy.packages.map(({ weight }) => weight),
    copy.documents.map(({ weight }) => weight),
    copy.sections.length,
    copy.releases.length,
  ]).toEqual([[40, 60], [100, null], 2, 2])
})

test('[CL3] a project of its own begins with NEW requirements, a new version with OLD ones that keep their count of versions', () => {
  expect(clone().requirements.map(({ status, version: n, fullId }) => [status, n, fullId])).toEqual(
    [
      ['NEW', 1, 'FUN-0001'],
      ['NEW', 1, 'SEC-0001'],
    ],
  )
  expect(
    version().requirements.map(({ status, version: n, fullId }) => [status, n, fullId]),
  ).toEqual([
    ['OLD', 3, 'FUN-0001'],
    ['OLD', 1, 'SEC-0001'],
  ])
})

test('[CL4] answers are copied as drafts without receipts, with their vendors and restrictions', () => {
  const copy = clone({ vendorAnswers: true })
  expect(
    copy.commitments.map(({ values, submitted, receipt }) => [values, submitted, receipt]),
  ).toEqual([
    [{ met: 100, 'met.release': 4 }, false, null],
    [{ met: 10, 'met.release': -2 }, false, null],
  ])
  expect(copy.vendors).toMatchObject([
    {
      id: 'copy.7',
      vendorId: 7,
      started: false,
      allSubmitted: false,
      answered: null,
      submitted: null,
      addedOn: 50,
    },
  ])
  expect(copy.restrictions).toEqual([
    { vendorId: 7, userId: 3, packageIds: [copy.packages[1]?.id] },
    { vendorId: 7, userId: 4, packageIds: null },
  ])
})

test('[CL5] decisions of the evaluators and the authors of requirements are not copied', () => {
  for (const copy of [clone(), version()]) {
    expect(copy.requirements.map(({ excluded }) => excluded)).toEqual([null, null])
    expect(copy.requirements.map(({ updatedBy }) => updatedBy)).toEqual([undefined, undefined])
  }
})

test('[CL6] kept owners become members; else nothing has an owner', () => {
  expect([...clone().packages, ...clone().documents].map(({ ownerId }) => ownerId)).toEqual([
    5,
    null,
    6,
    99,
  ])
  expect(clone({ members: false }).members.map(({ userId }) => userId)).toEqual([5, 6])
  const without = clone({ members: false, owners: false })
  expect([...without.packages, ...without.documents].map(({ ownerId }) => ownerId)).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(without.members).toEqual([])
})

test('[CL7] members are copied with their roles, or as reviewers', () => {
  expect(clone({ members: true, owners: false }).members).toEqual(source().members)
  expect(clone({ members: true, roles: false }).members.map(({ roleIds }) => roleIds)).toEqual(
    Array.from({ length: 3 }, () => ['role-project-req-reviewer']),
  )
  expect(version().members).toEqual(source().members)
  expect(VERSION_OPTIONS).toEqual({
    requirements: true,
    vendorAnswers: true,
    roles: true,
    members: true,
    owners: true,
  })
})

test('[CL8] a reference to a missing row is an error', () => {
  expect(() => clone({}, { ...source(), packages: [] })).toThrow('p1 is not among')
})

test('[CL9] a copied document has a lineage of its own and waits for new ids', () => {
  const {
    documents: [document = buildDocument()],
    sections,
    requirements,
  } = source()
  const copy = cloneDocument(
    { document, sections: sections.slice(0, 1), requirements: requirements.slice(0, 1) },
    {
      projectId: 'project',
      packageId: 'p2',
      prefix: 'FUN2',
      rank: 'V00040',
      newId: counter(),
      now: 50,
    },
  )
  expect(copy.document).toEqual({
    ...document,
    id: 'new-1',
    lineageId: 'new-1',
    packageId: 'p2',
    prefix: 'FUN2',
    rank: 'V00040',
    weight: null,
    ownerId: null,
    updatedOn: 50,
  })
  expect(copy.sections).toEqual([
    {
      ...sections[0],
      id: 'new-2',
      lineageId: 'new-2',
      packageId: 'p2',
      documentId: 'new-1',
      updatedOn: 50,
    },
  ])
  expect(copy.requirements).toEqual([
    {
      ...requirements[0],
      id: 'new-3',
      lineageId: 'new-3',
      packageId: 'p2',
      documentId: 'new-1',
      sectionId: 'new-2',
      fullId: null,
      status: 'NEW',
      version: 1,
      excluded: null,
      updatedBy: undefined,
      updatedOn: 50,
    },
  ])
})

test('[CL10] a restriction loses the packages that were removed, and never widens to all packages', () => {
  const restrictions = [
    { vendorId: 7, userId: 3, packageIds: ['gone', 'p2'] },
    { vendorId: 7, userId: 4, packageIds: ['gone'] },
  ]
  const copy = version({ ...source(), restrictions })
  expect(copy.restrictions).toEqual([
    { vendorId: 7, userId: 3, packageIds: [copy.packages[1]?.id] },
    { vendorId: 7, userId: 4, packageIds: [] },
  ])
})

test('[CL11] answers and restrictions of a vendor who is not in the project are not copied', () => {
  const removed = { vendorId: 8, userId: 9, packageIds: null }
  const { commitments, restrictions, ...rest } = source()
  const copy = version({
    ...rest,
    commitments: [...commitments, buildCommitment({ vendorId: 8 })],
    restrictions: [...restrictions, removed],
  })
  expect(copy.commitments.map(({ vendorId }) => vendorId)).toEqual([7, 7])
  expect(copy.restrictions.map(({ vendorId }) => vendorId)).toEqual([7, 7])
})

const freeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null)
    Object.values(Object.freeze(value)).forEach(freeze)
  return value
}
const TABLES = {
  releases: 'release',
  packages: 'package',
  documents: 'document',
  sections: 'section',
  requirements: 'requirement',
  vendors: 'projectVendor',
  commitments: 'commitment',
} as const satisfies { [K in keyof CloneRows]?: Entity }
const idsOf = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id))
const flat = (nodes: readonly TreeDiff[]): TreeDiff[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)])

/** Two packages with two documents each and random content. */
const anySource = fc
  .record({
    owners: fc.array(fc.option(fc.constantFrom(5, 6, 8, 99)), { minLength: 6, maxLength: 6 }),
    requirements: fc.array(
      fc.record({
        section: fc.nat(3),
        isAnswered: fc.boolean(),
        release: fc.constantFrom(-2, -1, 0, 4, null),
        lineage: fc.option(fc.constantFrom('old-'), { nil: undefined }),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ owners, requirements }): CloneRows => {
    const places = [
      ['p1', 'd1', 's1'],
      ['p1', 'd2', 's2'],
      ['p2', 'd3', 's3'],
      ['p2', 'd4', 's4'],
    ] as const
    const placed = requirements.map(({ section, ...rest }) => ({
      ...rest,
      place: places[section] ?? places[0],
    }))
    return {
      ...source(),
      packages: ['p1', 'p2'].map((id, i) =>
        buildPackage({ id, ownerId: owners[i] ?? null, rank: `V0000${i}` }),
      ),
      documents: places.map(([packageId, id], i) =>
        buildDocument({
          id,
          packageId,
          prefix: id.toUpperCase(),
          ownerId: owners[i + 2] ?? null,
          rank: `V0000${i}`,
        }),
      ),
      sections: places.map(([packageId, documentId, id]) =>
        buildSection({ id, packageId, documentId }),
      ),
      requirements: placed.map(({ place: [packageId, documentId, sectionId], lineage }, i) =>
        buildRequirement({
          id: `r${i}`,
          packageId,
          documentId,
          sectionId,
          lineageId: `${lineage ?? ''}r${i}`,
          rank: `V0000${i}`,
        }),
      ),
      commitments: placed.flatMap(({ place: [packageId, documentId], isAnswered, release }, i) =>
        isAnswered
          ? [
              buildCommitment({
                requirementId: `r${i}`,
                packageId,
                documentId,
                values: { met: 50, 'met.release': release },
                submitted: true,
              }),
            ]
          : [],
      ),
    }
  })
const anyOptions: fc.Arbitrary<CloneOptions> = fc.record({
  requirements: fc.boolean(),
  vendorAnswers: fc.boolean(),
  roles: fc.boolean(),
  members: fc.boolean(),
  owners: fc.boolean(),
})
const anyClone = fc
  .tuple(anySource, anyOptions, fc.constantFrom('version' as const, 'project' as const))
  .map(([rows, options, kind]) => ({
    rows,
    options,
    copy: cloneRows(freeze(rows), { project, kind, options, newId: counter(), now: 50 }),
  }))

test('[CP1] copying does not change the source, and every row of the copy is complete', () => {
  fc.assert(
    fc.property(anyClone, ({ copy }) => {
      for (const [table, entity] of Object.entries(TABLES)) {
        for (const row of copy[table as keyof typeof TABLES])
          expect(v.parse(ROW_SCHEMAS[entity], row)).toEqual(row)
      }
    }),
  )
})

test("[CP2] every reference of the copy points into the copy, and no id is the source's", () => {
  fc.assert(
    fc.property(anyClone, ({ rows, copy }) => {
      const [packages, documents, sections, requirements] = [
        idsOf(copy.packages),
        idsOf(copy.documents),
        idsOf(copy.sections),
        idsOf(copy.requirements),
      ]
      const placed = [
        ...copy.documents,
        ...copy.sections,
        ...copy.requirements,
        ...copy.commitments,
      ]
      for (const row of placed) expect(packages).toContain(row.packageId)
      for (const row of [...copy.sections, ...copy.requirements, ...copy.commitments])
        expect(documents).toContain(row.documentId)
      for (const row of copy.requirements) expect(sections).toContain(row.sectionId)
      for (const row of copy.commitments) {
        expect(requirements).toContain(row.requirementId)
        expect(row.id).toBe(`${row.requirementId}.${row.vendorId}`)
        expect(copy.vendors.map(({ vendorId }) => vendorId)).toContain(row.vendorId)
        const release = row.values['met.release']
        if (typeof release === 'number' && release >= 0)
          expect(copy.releases.map(({ number }) => number)).toContain(release)
      }
      for (const { packageIds } of copy.restrictions)
        for (const id of packageIds ?? []) expect(packages).toContain(id)
      for (const table of Object.keys(TABLES) as (keyof typeof TABLES)[]) {
        const [own, theirs] = [idsOf(copy[table]), idsOf(rows[table])]
        expect(own.size).toBe(copy[table].length)
        for (const row of copy[table]) {
          expect(row.projectId).toBe('copy')
          expect(theirs).not.toContain(row.id)
        }
      }
    }),
  )
})

test('[CP3] compared with its source the copy is unchanged, lineage by lineage', () => {
  fc.assert(
    fc.property(anyClone, ({ rows, options, copy }) => {
      const nodes = flat(diffTrees(rows, copy)).filter(
        ({ kind }) => options.requirements || kind !== 'requirement',
      )
      expect(nodes.every(({ status }) => status === 'UNCHANGED')).toBe(true)
      expect(copy.requirements.map(lineageOf)).toEqual(
        options.requirements ? rows.requirements.map(lineageOf) : [],
      )
    }),
  )
})

test('[CP4] no answer of a copy counts as submitted', () => {
  fc.assert(
    fc.property(anyClone, ({ copy }) => {
      expect(
        copy.commitments.every(({ submitted, receipt }) => !submitted && receipt === null),
      ).toBe(true)
    }),
  )
})
