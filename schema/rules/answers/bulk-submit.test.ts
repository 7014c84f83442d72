import { expect, test } from 'vitest'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildRelease,
  buildRequirement,
} from '../../../tests/support/project-rows.ts'
import { messageText } from '../../tables/messages.ts'
import {
  answerProblems,
  BULK_SUBMIT,
  BULK_SUBMIT_CHOICES,
  BULK_SUBMIT_OCCASIONS,
  bulkResult,
  isBulkSubmitOffered,
  planSubmit,
} from './bulk-submit.ts'

const definition = buildDefinition({
  answer: [buildParameter({ validations: [{ kind: 'max', value: 3 }] })],
})
const requirement = (id: string) => buildRequirement({ id, definition })
const requirements = ['open', 'blank', 'long', 'good', 'done', 'fine'].map(requirement)
const answers = new Map([
  ['blank', buildCommitment({ values: { a: ' ' } })],
  ['long', buildCommitment({ values: { a: 'four' } })],
  ['good', buildCommitment({ values: { a: 'yes' } })],
  ['done', buildCommitment({ values: { a: 'yes' }, submitted: true })],
  ['fine', buildCommitment({ values: { a: 'no' } })],
])
const plan = planSubmit(requirements, answers, [buildRelease()])
const ids = (rows: readonly { id: string }[] | null) => rows?.map(({ id }) => id) ?? null

test('[BS1] saved answers are ready or invalid; open and submitted answers are neither', () => {
  expect([ids(plan.ready), ids(plan.invalid), plan.open]).toEqual([['good', 'fine'], ['long'], 2])
  expect(
    answerProblems({ requirement: requirement('x'), answer: undefined, releases: [] }),
  ).toEqual([])
  expect(
    answerProblems({
      requirement: requirement('x'),
      answer: answers.get('long'),
      releases: [],
    }).map(({ code }) => code),
  ).toEqual(['validation.max'])
})

test('[BS2] SUBMIT_ALL submits every row that passes, REVIEW shows the saved rows with the invalid ones first, LEAVE does nothing', () => {
  expect(
    BULK_SUBMIT_CHOICES.map((choice) => [
      choice,
      ids(BULK_SUBMIT[choice](plan).submit),
      ids(BULK_SUBMIT[choice](plan).show),
    ]),
  ).toEqual([
    ['SUBMIT_ALL', ['good', 'fine'], null],
    ['REVIEW', [], ['long', 'good', 'fine']],
    ['LEAVE', [], null],
  ])
})

test('[BS3] the result counts what was submitted and what remains, whether saved or not answered at all', () => {
  expect(messageText('bulk.result', bulkResult(plan, 2))).toBe(
    'Bulk submit result: 2 requirements submitted, 3 remain un-submitted.',
  )
  expect(messageText('bulk.result', bulkResult(plan, 0))).toBe(
    'Bulk submit result: 0 requirements submitted, 5 remain un-submitted.',
  )
})

test('[BS4] the choices are offered after every action that left saved rows', () => {
  expect(BULK_SUBMIT_OCCASIONS).toEqual([
    'import',
    'bulkUpdate',
    'cloneWithAnswers',
    'republish',
    'reconnection',
  ])
  expect(isBulkSubmitOffered(plan)).toBe(true)
  expect(
    isBulkSubmitOffered(
      planSubmit(
        requirements.filter(({ id }) => ['open', 'done'].includes(id)),
        answers,
        [],
      ),
    ),
  ).toBe(false)
  expect(isBulkSubmitOffered(planSubmit([requirement('long')], answers, []))).toBe(true)
})
