import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { ROW_SCHEMAS, type Entity } from '#schema/entities/rows.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import {
  validateAnswer,
  validateDefinition,
} from '#schema/rules/definition/parameter-validation.ts'
import { weightProblem } from '#schema/rules/evaluation/weights.ts'
import { evaluatedProject, publishedProject } from './accessibility-projects.ts'
import { draftProject } from './asvs-project.ts'
import type { DemoUsername } from './accounts.ts'
import type { DemoProject } from './demo-project.ts'
import { readReport } from './openacr-catalogue.ts'

const frame = {
  organization: { id: 1, name: 'Demo Requestor' },
  owner: { id: 1, name: 'Demo Owner' },
  now: Date.UTC(2026, 10, 20),
}
const vendor = (id: number, name: string, report: string, given: number, submitted: number) => ({
  id,
  name,
  contact: { id: 10 + id, name: `${name} Contact 1` },
  report: readReport(report),
  progress: { given, submitted },
})
const cast = {
  members: [],
  evaluator: { id: 2, name: 'Demo Evaluator' },
  speaker: (username: DemoUsername) => ({
    id: 9,
    name: `Demo ${username}`,
    vendorId: { drupal: 2, plone: 3, nvda: 4 }[username.split('-')[0] ?? ''] ?? null,
  }),
  vendors: [
    vendor(2, 'Drupal', 'drupal-9', 92, 60),
    vendor(3, 'Plone', 'Plone-5', 0, 0),
    vendor(4, 'NVDA', 'NVDA-2018', 12, 3),
  ],
}
const published = publishedProject(frame, cast)
const evaluated = evaluatedProject(frame, cast)
const draft = draftProject(frame, [])

const rowsOf = (demo: DemoProject): [Entity, unknown[]][] => [
  ['project', [demo.project]],
  ['release', [...demo.releases]],
  ['package', demo.packages],
  ['document', demo.documents],
  ['section', demo.sections],
  ['requirement', demo.requirements],
  ['commitment', [...demo.commitments]],
  ['override', [...demo.overrides]],
  ['comment', [...demo.comments]],
  ['reply', [...demo.replies]],
  ['publication', [...demo.publications]],
]

describe.each([
  ['published', published],
  ['evaluated', evaluated],
  ['draft', draft],
])('the %s project', (_name, demo) => {
  test('has rows that match their schemas', () => {
    for (const [entity, rows] of rowsOf(demo))
      for (const row of rows) v.parse(ROW_SCHEMAS[entity], row)
  })
  test('has valid definitions and weights that add up to 100', () => {
    expect(
      demo.requirements.flatMap(({ definition }) =>
        validateDefinition(parseDefinition(definition)),
      ),
    ).toEqual([])
    expect(weightProblem(demo.packages.map(({ weight }) => weight))).toBeNull()
    for (const { id } of demo.packages)
      expect(
        weightProblem(
          demo.documents.filter(({ packageId }) => packageId === id).map(({ weight }) => weight),
        ),
      ).toBeNull()
  })
  test('gives every requirement a unique number', () => {
    expect(new Set(demo.requirements.map(({ fullId }) => fullId)).size).toBe(
      demo.requirements.length,
    )
  })
  test('has only answers that could be submitted', () => {
    const definitions = new Map(
      demo.requirements.map(({ id, definition }) => [id, parseDefinition(definition)]),
    )
    for (const { requirementId, values } of demo.commitments) {
      const definition = definitions.get(requirementId)
      expect(
        definition && validateAnswer({ definition, values, releases: [...demo.releases] }),
      ).toEqual([])
    }
  })
})

test('the draft has the 345 requirements of OWASP ASVS 5.0 in 17 documents and 80 sections', () => {
  expect([draft.documents.length, draft.sections.length, draft.requirements.length]).toEqual([
    17, 80, 345,
  ])
})

test('the catalogue has a requirement for every criterion and component except hardware', () => {
  expect(published.requirements).toHaveLength(407 - 55)
})

test('one vendor is half done, one has not started, one has a few answers', () => {
  const count = (id: number) => [
    published.commitments.filter(({ vendorId }) => vendorId === id).length,
    published.commitments.filter(({ vendorId, submitted }) => vendorId === id && submitted).length,
  ]
  expect([count(2), count(3), count(4)]).toEqual([
    [92, 60],
    [0, 0],
    [12, 3],
  ])
})

test('the evaluation has the published answers of the three vendors unchanged', () => {
  const levels = (id: number) => {
    const own = evaluated.commitments.filter(({ vendorId }) => vendorId === id)
    return Object.fromEntries(
      [...Map.groupBy(own, ({ values }) => values['level'])].map(([level, list]) => [
        level,
        list.length,
      ]),
    )
  }
  expect(levels(2)).toEqual({
    supports: 89,
    'partially-supports': 14,
    'does-not-support': 8,
    'not-applicable': 72,
    'not-evaluated': 1,
  })
  expect(levels(3)).toEqual({
    supports: 84,
    'partially-supports': 2,
    'not-applicable': 72,
    'not-evaluated': 23,
  })
  expect(levels(4)).toEqual({
    supports: 90,
    'partially-supports': 7,
    'does-not-support': 2,
    'not-applicable': 115,
  })
  expect(evaluated.commitments.every(({ submitted, receipt }) => submitted && receipt)).toBe(true)
})

test('the evaluator has overridden one value with a reason', () => {
  expect(evaluated.overrides).toMatchObject([{ value: 50, originalValue: 100, vendorId: 2 }])
})

test('no text of a project that vendors can read names a vendor', () => {
  for (const { project, packages, documents, requirements, publications } of [
    published,
    evaluated,
  ]) {
    expect(JSON.stringify([project, packages, documents, requirements, publications])).not.toMatch(
      /Drupal|Plone|NVDA/,
    )
  }
})

test('the published project has a question of every stage, pain points and discussions', () => {
  const questions = published.comments.filter(({ type }) => type === 'Q')
  const stages = questions.map(({ officialReplies, publicationId }) =>
    publicationId !== null ? 'published' : officialReplies.length > 0 ? 'answered' : 'open',
  )
  expect(stages).toEqual(['published', 'answered', 'open', 'open'])
  expect(published.publications.map(({ revisions }) => revisions.length)).toEqual([2])
  expect(
    ['PP', 'D'].map((wanted) => published.comments.filter(({ type }) => type === wanted).length),
  ).toEqual([2, 2])
  expect(
    published.comments.every(
      ({ createdOn }) => createdOn >= (published.project.publishedOn ?? 0) && createdOn < frame.now,
    ),
  ).toBe(true)
})

describe.each([
  ['published', published],
  ['evaluated', evaluated],
])('the times of the %s project', (_name, demo) => {
  const { publishedOn, deadlineAt } = demo.project
  const [from, until] = [publishedOn ?? Number.NaN, Math.min(frame.now, deadlineAt ?? Number.NaN)]

  test('receipts are dated between publication and deadline, and none in the future', () => {
    const times = demo.commitments.flatMap(({ receipt, updatedOn }) => [
      updatedOn,
      ...(receipt ? [receipt.submittedOn] : []),
    ])
    expect(times.length).toBeGreaterThan(50)
    for (const on of times) expect(on > from && on < until, new Date(on).toISOString()).toBe(true)
    expect(new Set(times).size).toBeGreaterThan(20)
  })
  test('vendors ask while they may answer, and replies come later', () => {
    const asked = new Map(demo.comments.map(({ id, createdOn }) => [id, createdOn]))
    for (const { createdOn, type } of demo.comments)
      expect(type === 'D' ? createdOn <= frame.now : createdOn > from && createdOn < until).toBe(
        true,
      )
    for (const { commentId, createdOn } of demo.replies) {
      expect(createdOn).toBeGreaterThan(asked.get(commentId) ?? Number.NaN)
      expect(createdOn).toBeLessThanOrEqual(frame.now)
    }
  })
  test('values are overridden only after the deadline', () => {
    for (const { modifiedOn } of demo.overrides)
      expect(modifiedOn >= (deadlineAt ?? Number.NaN) && modifiedOn <= frame.now).toBe(true)
  })
})
