import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ENTITY_EXAMPLES } from '../../../tests/support/entity-examples.ts'
import { Comment, Publication, Reply } from '../../entities/comment.ts'
import type { Parameter } from '../../entities/parameter.ts'
import {
  buildCommitment,
  buildDefinition,
  buildDocument,
  buildPackage,
  buildParameter,
  buildProject,
  buildProjectVendor,
  buildRelease,
  buildRequirement,
  buildSection,
  buildStatement,
} from '../../../tests/support/project-rows.ts'
import { isVisible } from '../definition/conditions.ts'
import { parseDefinition } from '../definition/parameters.ts'
import { forAsker, published } from './publication.ts'

const publishDefinition = (content: Parameter[], answer: Parameter[]) =>
  parseDefinition(
    published('requirement', buildRequirement({ definition: buildDefinition({ content, answer }) }))
      ?.definition ?? '',
  )
const filled = (parameterKey: string) => ({
  join: 'all' as const,
  conditions: [{ parameterKey, op: 'filled' as const, value: null }],
})

test('[PB1] vendors get neither evaluator help nor exclusion, nor the weight and knock-out of a statement', () => {
  const row = published(
    'requirement',
    buildRequirement({
      evaluatorHelp: 'SECRET',
      excluded: { reason: 'SECRET', by: 'SECRET', on: 1 },
      definition: buildDefinition({
        answer: [
          buildStatement({ weight: 31, knockOut: 57 }),
          buildParameter({
            id: 'g',
            key: 'g',
            isGroup: true,
            parameters: [buildStatement({ id: 'm2', key: 'm2', weight: 31 })],
          }),
        ],
      }),
    }),
  )
  expect(row).toMatchObject({ evaluatorHelp: '', excluded: null, name: 'Sends mail' })
  expect(JSON.stringify(row)).not.toMatch(/SECRET|weight|knockOut|31|57/)
})

test('[PB8] vendors learn neither who last changed a requirement nor what imports wrote', () => {
  const row = published('requirement', buildRequirement({ updatedBy: 4711, imported: 'abc123' }))
  expect(row).toMatchObject({ name: 'Sends mail' })
  expect(row).not.toHaveProperty('updatedBy')
  expect(row).not.toHaveProperty('imported')
})

test('[PB2] hidden fields are not sent', () => {
  const definition = publishDefinition(
    [buildParameter({ hidden: true, value: 'SECRET' }), buildParameter({ id: 'b', key: 'b' })],
    [buildStatement(), buildParameter({ id: 'h', key: 'h', hidden: true })],
  )
  expect(JSON.stringify(definition)).not.toMatch(/SECRET|"h"/)
  expect(definition.contentConfiguration.parameters.map(({ id }) => id)).toEqual(['b'])
})

test('[PB3] of a hidden field that a condition needs only the value is sent, so that both sides see the same fields', () => {
  const content = [
    buildParameter({
      id: 'kind',
      key: 'kind',
      name: 'SECRET',
      hidden: true,
      value: 'cloud',
      visibleWhen: filled('deep'),
    }),
    buildParameter({
      id: 'g',
      key: 'g',
      name: 'SECRET',
      hidden: true,
      isGroup: true,
      parameters: [
        buildParameter({ id: 'deep', key: 'deep', name: 'SECRET', hidden: true, value: 'x' }),
      ],
    }),
  ]
  const answer = [buildStatement({ visibleWhen: filled('kind') })]
  const definition = publishDefinition(content, answer)
  expect(JSON.stringify(definition)).not.toContain('SECRET')
  const all = [
    ...definition.contentConfiguration.parameters,
    ...definition.suppliersCommitment.parameters,
  ]
  const [statement] = definition.suppliersCommitment.parameters
  expect(statement && isVisible(statement, all, {})).toBe(true)
})

test('[PB4] vendors get no weights of packages and documents, no owner and no settings of the evaluation', () => {
  expect(published('package', buildPackage({ weight: 60, ownerId: 5 }))).toMatchObject({
    weight: null,
    ownerId: null,
  })
  const document = published('document', buildDocument({ weight: 60, ownerId: 5, members: [6] }))
  expect(document).toMatchObject({ weight: null, ownerId: null, prefix: 'FUN' })
  expect(document).not.toHaveProperty('members')
  const project = published(
    'project',
    buildProject({
      ownerId: 5,
      weight: 5,
      stopInValidation: true,
      tags: ['SECRET'],
      ownerName: 'SECRET',
      evaluation: { futureCredit: 0.7, unplannedCredit: 0.2, knockOutsApplied: true },
    }),
  )
  expect(JSON.stringify(project)).not.toMatch(/SECRET|0\.7|0\.2/)
  expect(project).toMatchObject({
    name: 'Groupware',
    ownerId: 0,
    weight: null,
    tags: [],
    stopInValidation: false,
    evaluation: { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false },
  })
})

test('[PB6] vendors receive no timestamp that an evaluator changes', () => {
  expect(published('project', buildProject({ publishedOn: 5, updatedOn: 9 }))?.updatedOn).toBe(5)
  const rows = [
    published('package', buildPackage({ updatedOn: 9 })),
    published('document', buildDocument({ updatedOn: 9 })),
    published('requirement', buildRequirement({ updatedOn: 9 })),
  ]
  expect(rows.map((row) => row?.updatedOn)).toEqual([0, 0, 0])
})

test('[PB5] sections and releases are sent unchanged; vendors, answers and overrides are not published', () => {
  expect(published('section', buildSection())).toEqual(buildSection())
  expect(published('release', buildRelease())).toEqual(buildRelease())
  expect(published('projectVendor', buildProjectVendor(7))).toBeNull()
  expect(published('commitment', buildCommitment())).toBeNull()
  expect(
    published('override', {
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
    }),
  ).toBeNull()
})

test('[PB7] of comments only what is published goes to every vendor, without who published it or when it was stamped; the asker gets its own as far as they are for it', () => {
  const row = (name: string): object => ENTITY_EXAMPLES[name]?.example ?? {}
  const question = v.parse(Comment, row('Question'))
  const reply = v.parse(Reply, row('Reply'))
  const pair = v.parse(Publication, row('Publication'))
  expect([published('comment', question), published('reply', reply)]).toEqual([null, null])
  expect(published('publication', pair)).toEqual({
    ...pair,
    updatedOn: 0,
    revisions: pair.revisions.map((revision) => ({ ...revision, by: 0 })),
  })
  expect(forAsker('comment', question)?.officialReplies).toEqual([
    { replyId: 'c2', by: 0, on: question.officialReplies[0]?.on },
  ])
  expect(forAsker('reply', { ...reply, officialOn: null })).toBeNull()
  expect(forAsker('reply', reply)).toMatchObject({ authorId: 0, authorName: '' })
  expect([forAsker('publication', pair), forAsker('commitment', buildCommitment())]).toEqual([
    null,
    null,
  ])
})

test('[WE7] with published weights vendors read the weights of packages, documents and statements, knock-outs and credits', () => {
  const flag = { isWeightPublished: true }
  expect(published('package', buildPackage({ weight: 60, ownerId: 5, ...flag }))).toMatchObject({
    weight: 60,
    ownerId: null,
  })
  expect(published('document', buildDocument({ weight: 70, ...flag }))).toMatchObject({
    weight: 70,
  })
  const nested = buildParameter({
    id: 'g',
    key: 'g',
    isGroup: true,
    parameters: [buildStatement({ id: 'm2', key: 'm2', weight: 2 })],
  })
  const row = buildRequirement({
    evaluatorHelp: 'SECRET',
    definition: buildDefinition({ answer: [buildStatement({ weight: 3, knockOut: 57 }), nested] }),
    ...flag,
  })
  const { suppliersCommitment } = parseDefinition(published('requirement', row)?.definition ?? '')
  expect(suppliersCommitment.parameters).toMatchObject([
    { weight: 3, knockOut: 57 },
    { parameters: [{ weight: 2 }] },
  ])
  expect(JSON.stringify(published('requirement', row))).not.toContain('SECRET')
  const evaluation = { futureCredit: 0.7, unplannedCredit: 0.2, knockOutsApplied: true }
  expect(
    published('project', buildProject({ weightsPublished: true, evaluation }))?.evaluation,
  ).toEqual({ ...evaluation, knockOutsApplied: false })
})

test('[WE8] no vendor learns what the evaluators changed and why', () => {
  const scoringChanges = [
    { what: 'weights' as const, reason: 'SECRET', by: { id: 1, name: 'SECRET' }, on: 1 },
  ]
  for (const weightsPublished of [true, false])
    expect(
      published('project', buildProject({ weightsPublished, scoringChanges })),
    ).not.toHaveProperty('scoringChanges')
})
