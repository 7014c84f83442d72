import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildDefinition,
  buildDocument,
  buildPackage,
  buildParameter,
  buildRequirement,
  buildSection,
} from '../../../tests/support/project-rows.ts'
import type { Parameter } from '../../entities/parameter.ts'
import { diffDefinitions } from './diff-parameters.ts'
import type { DiffStatus } from './diff-status.ts'
import {
  countDifferences,
  diffTrees,
  diffTreesInTurns,
  lineageOf,
  type ProjectTree,
  type TreeDiff,
} from './diff-tree.ts'
import { diffWords } from './diff-words.ts'

const tree = (changes: Partial<ProjectTree> = {}): ProjectTree => ({
  packages: [buildPackage({ weight: 40 }), buildPackage({ id: 'p2', rank: 'V00020', weight: 60 })],
  documents: [buildDocument(), buildDocument({ id: 'd2', packageId: 'p2', prefix: 'SEC' })],
  sections: [buildSection(), buildSection({ id: 's2', packageId: 'p2', documentId: 'd2' })],
  requirements: [
    buildRequirement(),
    buildRequirement({ id: 'r2', rank: 'V00020' }),
    buildRequirement({ id: 'r3', packageId: 'p2', documentId: 'd2', sectionId: 's2' }),
  ],
  ...changes,
})
const flat = (nodes: readonly TreeDiff[]): TreeDiff[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)])
const find = (nodes: readonly TreeDiff[], lineageId: string): TreeDiff | undefined =>
  flat(nodes).find((node) => node.lineageId === lineageId)
const ids = (nodes: readonly TreeDiff[] | undefined) => nodes?.map(({ lineageId }) => lineageId)

describe('two versions of a project', () => {
  test('[DF1] rows are matched by their lineage, whatever their ids and names', () => {
    const after = tree({
      packages: [
        buildPackage({ id: 'x1', lineageId: 'p1', weight: 40 }),
        buildPackage({ id: 'x2', lineageId: 'p2', weight: 60, rank: 'V00020' }),
      ],
      documents: [
        buildDocument({ id: 'y1', lineageId: 'd1', packageId: 'x1', name: 'Renamed' }),
        buildDocument({ id: 'y2', lineageId: 'd2', packageId: 'x2', prefix: 'SEC' }),
      ],
      sections: [
        buildSection({ id: 'z1', lineageId: 's1', packageId: 'x1', documentId: 'y1' }),
        buildSection({ id: 'z2', lineageId: 's2', packageId: 'x2', documentId: 'y2' }),
      ],
      requirements: [
        buildRequirement({ id: 'q1', lineageId: 'r1', sectionId: 'z1' }),
        buildRequirement({ id: 'q2', lineageId: 'r2', sectionId: 'z1', rank: 'V00020' }),
        buildRequirement({ id: 'q3', lineageId: 'r3', sectionId: 'z2' }),
      ],
    })
    const nodes = diffTrees(tree(), after)
    expect(flat(nodes).map(({ kind, lineageId, status }) => [kind, lineageId, status])).toEqual([
      ['package', 'p1', 'UNCHANGED'],
      ['document', 'd1', 'CHANGED'],
      ['section', 's1', 'UNCHANGED'],
      ['requirement', 'r1', 'UNCHANGED'],
      ['requirement', 'r2', 'UNCHANGED'],
      ['package', 'p2', 'UNCHANGED'],
      ['document', 'd2', 'UNCHANGED'],
      ['section', 's2', 'UNCHANGED'],
      ['requirement', 'r3', 'UNCHANGED'],
    ])
    expect(find(nodes, 'd1')).toMatchObject({
      changes: ['name'],
      before: { id: 'd1' },
      after: { id: 'y1', name: 'Renamed' },
    })
  })

  test('[DF2] new and removed rows are named, and a removed row is listed at its former place', () => {
    const after = tree({
      requirements: [
        buildRequirement({ id: 'r0', rank: 'A00000' }),
        buildRequirement({ id: 'r2', rank: 'V00020' }),
      ],
      packages: [buildPackage({ weight: 40 })],
      documents: [buildDocument()],
      sections: [buildSection()],
    })
    const nodes = diffTrees(tree(), after)
    expect(find(nodes, 's1')?.children.map(({ lineageId, status }) => [lineageId, status])).toEqual(
      [
        ['r1', 'REMOVED'],
        ['r0', 'NEW'],
        ['r2', 'UNCHANGED'],
      ],
    )
    expect(ids(nodes)).toEqual(['p1', 'p2'])
    expect([
      find(nodes, 'p2')?.status,
      find(nodes, 'r3')?.status,
      find(nodes, 'r3')?.after,
    ]).toEqual(['REMOVED', 'REMOVED', null])
    expect(countDifferences(nodes)).toMatchObject({
      requirement: { NEW: 1, REMOVED: 2, UNCHANGED: 1, CHANGED: 0 },
      package: { REMOVED: 1, UNCHANGED: 1 },
    })
  })

  test('[DF3] a row that moved to another parent is reported as moved and listed at its new place', () => {
    const nodes = diffTrees(
      tree(),
      tree({
        requirements: [
          buildRequirement(),
          buildRequirement({ id: 'r2', sectionId: 's2', rank: 'A00000' }),
          buildRequirement({ id: 'r3', sectionId: 's2' }),
        ],
      }),
    )
    expect(ids(find(nodes, 's2')?.children)).toEqual(['r2', 'r3'])
    expect(ids(find(nodes, 's1')?.children)).toEqual(['r1'])
    expect(find(nodes, 'r2')).toMatchObject({ status: 'CHANGED', changes: ['place'] })
  })

  test.each([
    [
      'package',
      {
        packages: [
          buildPackage({ weight: 41 }),
          buildPackage({ id: 'p2', rank: 'V00020', weight: 60 }),
        ],
      },
      'p1',
      ['weight'],
    ],
    [
      'package of another owner',
      {
        packages: [
          buildPackage({ weight: 40, ownerId: 9, rank: 'A00000' }),
          buildPackage({ id: 'p2', rank: 'V00020', weight: 60 }),
        ],
      },
      'p1',
      [],
    ],
    [
      'document',
      {
        documents: [
          buildDocument({ prefix: 'NEW', weight: 1 }),
          buildDocument({ id: 'd2', packageId: 'p2', prefix: 'SEC' }),
        ],
      },
      'd1',
      ['prefix', 'weight'],
    ],
    [
      'package by its name',
      {
        packages: [
          buildPackage({ name: 'Else', weight: 40 }),
          buildPackage({ id: 'p2', rank: 'V00020', weight: 60 }),
        ],
      },
      'p1',
      ['name'],
    ],
    [
      'document by its name',
      {
        documents: [
          buildDocument({ name: 'Else' }),
          buildDocument({ id: 'd2', packageId: 'p2', prefix: 'SEC' }),
        ],
      },
      'd1',
      ['name'],
    ],
    [
      'section',
      { sections: [buildSection({ name: 'Else' }), buildSection({ id: 's2', documentId: 'd2' })] },
      's1',
      ['name'],
    ],
    [
      'requirement',
      {
        requirements: [
          buildRequirement({
            name: 'Else',
            vendorHelp: 'a',
            evaluatorHelp: 'b',
            definition: buildDefinition({ content: [] }),
          }),
        ],
      },
      'r1',
      ['name', 'vendorHelp', 'evaluatorHelp', 'definition'],
    ],
    [
      'requirement whose definition is written otherwise',
      {
        requirements: [
          buildRequirement({ definition: JSON.stringify(JSON.parse(buildDefinition()), null, 1) }),
        ],
      },
      'r1',
      [],
    ],
  ])('[DF4] only the own content of a %s is compared', (_, changes, lineageId, expected) => {
    const node = find(diffTrees(tree(), tree(changes)), lineageId)
    expect([node?.changes, node?.status]).toEqual([
      expected,
      expected.length === 0 ? 'UNCHANGED' : 'CHANGED',
    ])
  })
})

describe('for every pair of versions', () => {
  const name = fc.constantFrom('A', 'B')
  const side = fc
    .record({
      packages: fc.uniqueArray(fc.nat(2), { maxLength: 3 }),
      documents: fc.uniqueArray(fc.nat(3), { maxLength: 4 }),
      sections: fc.uniqueArray(fc.nat(4), { maxLength: 5 }),
      requirements: fc.uniqueArray(fc.nat(6), { maxLength: 7 }),
      names: fc.array(name, { minLength: 7, maxLength: 7 }),
      parents: fc.array(fc.nat(), { minLength: 21, maxLength: 21 }),
    })
    .map(({ packages, documents, sections, requirements, names, parents }): ProjectTree => {
      const under = (list: readonly number[], i: number): number | undefined =>
        list[(parents[i] ?? 0) % list.length]
      const rank = (i: number): string => `V0000${i}`
      const kept = {
        documents: documents.filter((_, i) => under(packages, i) !== undefined),
        sections: sections.filter(
          (_, i) => under(documents, i + 7) !== undefined && packages.length > 0,
        ),
      }
      return {
        packages: packages.map((n, i) =>
          buildPackage({ id: `p${n}`, name: names[n] ?? '', rank: rank(9 - i) }),
        ),
        documents: kept.documents.map((n, i) =>
          buildDocument({
            id: `d${n}`,
            name: names[n] ?? '',
            packageId: `p${under(packages, i)}`,
            rank: rank(i),
          }),
        ),
        sections: kept.sections.map((n, i) =>
          buildSection({
            id: `s${n}`,
            name: names[n] ?? '',
            documentId: `d${under(kept.documents, i + 7)}`,
            rank: rank(i),
          }),
        ),
        requirements: requirements
          .filter(() => kept.sections.length > 0)
          .map((n, i) =>
            buildRequirement({
              id: `r${n}`,
              name: names[n] ?? '',
              sectionId: `s${under(kept.sections, i + 14)}`,
              rank: rank(9 - i),
            }),
          ),
      }
    })
  const rowsOf = ({ packages, documents, sections, requirements }: ProjectTree) => [
    ...packages,
    ...documents,
    ...sections,
    ...requirements,
  ]
  const statuses = (nodes: readonly TreeDiff[]) =>
    Object.fromEntries(
      flat(nodes).map(({ lineageId, status, changes }) => [lineageId, [status, changes]]),
    )

  test('[DP1] a version compared with itself is unchanged', () => {
    fc.assert(
      fc.property(side, (one) => {
        expect(
          flat(diffTrees(one, structuredClone(one))).every(
            ({ status, changes }) => status === 'UNCHANGED' && changes.length === 0,
          ),
        ).toBe(true)
      }),
    )
  })
  test('[DP2] every row of both sides stands in the comparison exactly once', () => {
    fc.assert(
      fc.property(side, side, (before, after) => {
        const nodes = flat(diffTrees(before, after))
        expect(
          nodes
            .flatMap((node) => node.before ?? [])
            .map(lineageOf)
            .sort(),
        ).toEqual(rowsOf(before).map(lineageOf).sort())
        expect(
          nodes
            .flatMap((node) => node.after ?? [])
            .map(lineageOf)
            .sort(),
        ).toEqual(rowsOf(after).map(lineageOf).sort())
      }),
    )
  })
  test('[DP3] swapping the versions swaps new and removed, and changed stays changed', () => {
    const turned: Record<DiffStatus, DiffStatus> = {
      UNCHANGED: 'UNCHANGED',
      CHANGED: 'CHANGED',
      NEW: 'REMOVED',
      REMOVED: 'NEW',
    }
    fc.assert(
      fc.property(side, side, (before, after) => {
        const there = statuses(diffTrees(before, after))
        expect(statuses(diffTrees(after, before))).toEqual(
          Object.fromEntries(
            Object.entries(there).map(([id, [status, changes]]) => [
              id,
              [turned[status as DiffStatus], changes],
            ]),
          ),
        )
      }),
    )
  })
  test('[DP4] the rows that remain keep the later order', () => {
    fc.assert(
      fc.property(side, side, (before, after) => {
        const shown = flat(diffTrees(before, after)).flatMap((node) =>
          node.kind === 'requirement' && node.after ? [node.after] : [],
        )
        for (const { id } of after.sections) {
          const here = shown.filter((row) => row.sectionId === id).map((row) => row.rank)
          expect(here).toEqual([...here].sort())
        }
      }),
    )
  })
})

describe('a comparison in turns', () => {
  test('[DF10] pauses before every row and returns the same tree', () => {
    const [before, after] = [tree(), tree({ requirements: [buildRequirement({ id: 'new' })] })]
    const turns = diffTreesInTurns(before, after)
    let pauses = 0
    let turn = turns.next()
    for (; turn.done !== true; turn = turns.next()) pauses += 1
    expect(turn.value).toEqual(diffTrees(before, after))
    expect(pauses).toBeGreaterThanOrEqual(flat(turn.value).length)
  })
  test('[DF10] reads a definition only when its row has its turn', () => {
    const broken = buildRequirement({ definition: 'not a definition' })
    const turns = diffTreesInTurns(tree(), tree({ requirements: [broken] }))
    expect([turns.next().done, turns.next().done]).toEqual([false, false])
    expect(() => [...turns]).toThrow()
  })
})

describe('two definitions', () => {
  const field = (id: string, changes: Partial<Parameter> = {}) =>
    buildParameter({ id, key: id, name: id, ...changes })
  const brief = (before: Parameter[], after: Parameter[]) =>
    diffDefinitions(
      buildDefinition({ content: [], answer: before }),
      buildDefinition({ content: [], answer: after }),
    ).map(({ id, status, changes, groupId }) => [id, status, changes, groupId])

  test('[DF5] parameters are matched by id and compared field by field', () => {
    expect(
      brief(
        [field('a'), field('b'), field('c')],
        [field('x'), field('c', { name: 'C', type: 'TEXTAREA' }), field('a')],
      ),
    ).toEqual([
      ['x', 'NEW', [], null],
      ['c', 'CHANGED', ['name', 'type'], null],
      ['a', 'UNCHANGED', [], null],
      ['b', 'REMOVED', [], null],
    ])
    expect(brief([field('a', { weight: 1 })], [field('a')])).toEqual([
      ['a', 'CHANGED', ['weight'], null],
    ])
  })
  test('[DF6] a group is compared apart from its fields, and a field that moves to another group has changed its place', () => {
    const group = (id: string, ...parameters: Parameter[]) =>
      field(id, { isGroup: true, parameters })
    expect(
      brief(
        [group('g', field('a'), field('b')), group('h')],
        [group('g', field('a', { name: 'A' })), group('h', field('b'))],
      ),
    ).toEqual([
      ['g', 'UNCHANGED', [], null],
      ['a', 'CHANGED', ['name'], 'g'],
      ['h', 'UNCHANGED', [], null],
      ['b', 'CHANGED', ['place'], 'h'],
    ])
    expect(brief([group('g', field('a'))], [])).toEqual([
      ['g', 'REMOVED', [], null],
      ['a', 'REMOVED', [], 'g'],
    ])
  })
  test('[DF7] the same id in both halves is two parameters', () => {
    const both = diffDefinitions(
      buildDefinition({ content: [field('a')], answer: [field('a')] }),
      buildDefinition({ content: [], answer: [field('a', { name: 'A' })] }),
    )
    expect(both.map(({ half, id, status }) => [half, id, status])).toEqual([
      ['contentConfiguration', 'a', 'REMOVED'],
      ['suppliersCommitment', 'a', 'CHANGED'],
    ])
    expect(both.map(({ before, after }) => [before?.name, after?.name])).toEqual([
      ['a', undefined],
      ['a', 'A'],
    ])
  })
})

describe('two texts', () => {
  test('[DF8] words are marked as same, added or removed', () => {
    expect(diffWords('mail is sent', 'mail was sent')).toEqual([
      { kind: 'same', text: 'mail ' },
      { kind: 'removed', text: 'is' },
      { kind: 'added', text: 'was' },
      { kind: 'same', text: ' sent' },
    ])
    expect([diffWords('', ''), diffWords('a', 'a')]).toEqual([[], [{ kind: 'same', text: 'a' }]])
  })
  test('[DF8] without what was added a text is the former one, without what was removed the later one', () => {
    const text = fc
      .array(fc.constantFrom('mail', 'is', 'sent', ' ', '\n', ',', 'Š'), { maxLength: 30 })
      .map((words) => words.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const runs = diffWords(before, after)
        const without = (kind: string) =>
          runs
            .filter((run) => run.kind !== kind)
            .map((run) => run.text)
            .join('')
        expect([without('added'), without('removed')]).toEqual([before, after])
      }),
    )
  })
  test('[DF9] texts with nothing in common are shown side by side, in bounded time', () => {
    const long = (word: string) => Array.from({ length: 4_000 }, (_, i) => `${word}${i}`).join(' ')
    const [before, after] = [long('a'), long('b')]
    expect(diffWords(before, after)).toEqual([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ])
  })
})
