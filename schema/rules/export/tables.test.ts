import { describe, expect, it } from 'vitest'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildRelease,
  buildRequirement,
  buildStatement,
} from '../../../tests/support/project-rows.ts'
import { EXPORT_WORDS } from '../../tables/export-words.ts'
import { LANGUAGES } from '../../tables/languages.ts'
import { answerFilesText } from '../files/answer-files.ts'
import {
  type AnswerColumns,
  addAnswerFields,
  answerHead,
  answerRows,
  type PlacedRequirement,
  releaseNames,
  type VendorAnswer,
} from './answer-table.ts'
import type { TableRow } from './export-table.ts'
import { commentRows } from './comment-table.ts'
import {
  type FieldColumns,
  addContentFields,
  requirementHead,
  requirementRow,
} from './requirement-table.ts'
import { logRows } from './log-table.ts'

const words = EXPORT_WORDS.en
const file = (name: string) => ({
  name,
  bytes: 1,
  mime: 'text/plain',
  contentHash: '0'.repeat(64),
})

describe('answers', () => {
  const answer = [
    buildStatement(),
    buildParameter({
      id: 'how',
      key: 'how',
      name: 'How',
      type: 'SELECTBOX',
      options: [{ key: 'k', label: 'By hand', value: 'k' }],
    }),
    buildParameter({ id: 'proof', key: 'proof', name: 'Proof', inputType: 'file' }),
    buildParameter({ id: 'how2', key: 'how2', name: 'how' }),
    buildParameter({ id: 'inner', key: 'inner', name: 'Inner', hidden: true }),
  ]
  const requirement = buildRequirement({ definition: buildDefinition({ answer }) })
  const other = buildRequirement({
    id: 'r2',
    fullId: null,
    definition: buildDefinition({ answer: [buildParameter({ name: 'Only here' })] }),
  })
  const fields: AnswerColumns = new Map()
  for (const { definition } of [requirement, other]) addAnswerFields(fields, definition)
  const how = {
    words,
    fields,
    releases: releaseNames([buildRelease({ number: 3, version: '2.1' })]),
  }
  const place = { section: 'S', document: 'D', package: 'P' }

  const one = (placed: PlacedRequirement, answer: VendorAnswer): TableRow => {
    const [row = []] = answerRows(placed, [answer], how)
    return row
  }

  it('have a column for each field, and one for the release of each statement', () => {
    expect(
      answerHead(words, fields)
        .columns.map(({ header }) => header)
        .slice(7, -4),
    ).toEqual(['Met', 'Met: Release', 'How', 'Proof', 'how (2)', 'Only here'])
  })

  it('offer the options of choices and releases, and nothing for numbers and free texts', () => {
    const offers = answerHead(words, fields, how.releases)
      .columns.slice(7, -4)
      .map(({ options }) => options)
    expect(offers).toEqual([
      [],
      [words.available, words.notPlanned, '2.1'],
      ['By hand'],
      [],
      [],
      [],
    ])
  })

  it('show labels, names of files and releases, also of fields that a requirement lacks', () => {
    const values = {
      met: 70,
      'met.release': 3,
      how: 'k',
      proof: answerFilesText([file('a.txt'), file('b.txt')]),
      how2: '=1+1',
      inner: 'secret',
    }
    const given = buildCommitment({ values, submitted: true, updatedOn: 5 })
    const row = one({ requirement, ...place }, { vendor: 'Alpha', answer: given })
    expect(row).toEqual([
      ...['FUN-0001', 'S', 'Sends mail', 'P', 'D', 'Alpha', 'Submitted'],
      ...[70, '2.1', 'By hand', 'a.txt\nb.txt', '=1+1', null],
      ...[null, null, 5, 'Vera'],
    ])
  })

  it.each([
    [-2, 'Available now'],
    [-1, 'Not planned'],
    [99, null],
  ])('name the release %s', (release, name) => {
    const given = buildCommitment({ values: { 'met.release': release } })
    const row = one({ requirement, ...place }, { vendor: 'Alpha', answer: given })
    expect(row.slice(6, 9)).toEqual(['Saved', null, name])
  })

  it('of a vendor that has not answered are empty', () => {
    const none = { vendor: 'Alpha', answer: undefined }
    const row = one({ requirement: other, ...place }, none)
    expect(row.slice(0, 7)).toEqual(['r2', 'S', 'Sends mail', 'P', 'D', 'Alpha', 'Not answered'])
    expect(row.slice(7)).toEqual(row.slice(7).map(() => null))
    expect(row).toHaveLength(answerHead(words, fields).columns.length)
  })
})

it('requirements have the columns that the import knows, in every language', () => {
  const fields: FieldColumns = new Map()
  const requirement = buildRequirement()
  addContentFields(fields, requirement.definition)
  expect(requirementHead('Offer', fields).columns.map(({ header }) => header)).toEqual([
    'ID',
    'Section',
    'Requirement',
    'Text',
  ])
  expect(requirementRow(requirement, 'General', fields)).toEqual([
    'FUN-0001',
    'General',
    'Sends mail',
    'The system works.',
  ])
})

it('comments stand with their replies, oldest first, and published answers after them', () => {
  const place = { packageId: null, documentId: null, requirementId: null }
  const written = { projectId: 'p', ...place, authorId: 1, authorName: 'Anna', updatedOn: 0 }
  const started = { ...written, officialReplies: [], publicationId: null }
  const question = { ...started, type: 'Q', vendorId: 7, severity: null } as const
  const reply = { ...written, commentId: 'q', vendorId: 7 }
  const rows = commentRows(
    {
      comments: [
        { ...question, id: 'q', text: 'Why?', createdOn: 2 },
        {
          ...started,
          type: 'D',
          vendorId: null,
          severity: null,
          id: 'd',
          text: 'Hm',
          createdOn: 1,
        },
      ],
      replies: [
        { ...reply, id: 'b', text: 'More', createdOn: 5, isByVendor: true, officialOn: null },
        { ...reply, id: 'a', text: 'So', createdOn: 4, isByVendor: false, officialOn: 6 },
      ],
      publications: [
        {
          ...{ id: 'x', projectId: 'p', type: 'QA', ...place, updatedOn: 0 },
          revisions: [
            { revision: 1, question: 'Why?', answer: 'So', isCorrection: false, by: 1, on: 7 },
          ],
        },
      ],
    },
    { words, vendorName: (id) => (id === 7 ? 'Alpha' : ''), placeName: () => 'Here' },
  )
  expect([...rows]).toEqual([
    [1, 'Discussion', 'Here', '', 'Anna', 1, null, null, 'Hm'],
    [2, 'Question', 'Here', 'Alpha', 'Anna', 2, null, null, 'Why?'],
    [2, 'Reply', 'Here', 'Alpha', 'Anna', 4, null, true, 'So'],
    [2, 'Reply', 'Here', 'Alpha', 'Anna', 5, null, null, 'More'],
    [3, 'Published answer', 'Here', '', '', 7, null, true, 'Why?\n\nSo'],
  ])
})

it('the log has a row for each changed value, and one for a change without values', () => {
  const entry = {
    entity: 'requirement',
    id: 'r1',
    label: 'FUN-0001',
    kind: 'changed',
    fields: ['name', 'rank'],
    changes: [{ field: 'name', label: null, before: 'A', after: 'B' }],
    actor: 'Anna',
    at: 9,
  } as const
  const start = [9, 'Anna', 'Offer', 'requirement', 'FUN-0001', 'changed']
  const both = { ...entry, fields: [...entry.fields] }
  expect(logRows({ ...both, changes: [...entry.changes] }, 'Offer', words)).toEqual([
    [...start, 'name', 'A', 'B'],
  ])
  expect(logRows({ ...both, changes: [] }, 'Offer', words)).toEqual([
    [...start, 'name, rank', null, null],
  ])
})

it('every word has a translation of its own', () => {
  for (const language of LANGUAGES)
    expect(Object.values(EXPORT_WORDS[language]).filter((word) => word.trim() === '')).toEqual([])
})
