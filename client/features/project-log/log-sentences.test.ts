import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { LogDetail, LogKind } from '#schema/tables/log-kinds.ts'
import { startLocale } from '../../locales/start-locale.ts'
import { reasonOf, sentenceOf, wordsOf } from './log-sentences.ts'

beforeAll(() => startLocale('en'))

const NAMES = {
  people: new Map([
    [1, 'Anna'],
    [2, 'Boris'],
  ]),
  vendors: new Map([[7, 'Drupal']]),
  requirements: new Map([['r1', 'FUN-0001']]),
  content: new Map([
    ['p1', 'Core'],
    ['d1', 'Functions'],
  ]),
}
const said = <K extends LogKind>(kind: K, detail: object) =>
  i18n._(sentenceOf(kind, detail as LogDetail<K>, wordsOf(i18n, NAMES as never)))
const FIRST = { date: '2030-01-31', zone: 'UTC' }
const LATER = { date: '2030-02-15', zone: 'Europe/Prague' }

describe('the history of a project says', () => {
  it.each([
    ['created', {}, 'Created the project'],
    ['created', { isRestored: false }, 'Created the project'],
    ['created', { isRestored: true }, 'Restored the project from an archive'],
    ['versionCreated', { version: '2' }, 'Created version 2 of the project'],
    ['begun', {}, 'The history starts here; earlier events are not included'],
    ['deleted', {}, 'Deleted the project'],
    ['republished', { addendum: 3 }, 'Published addendum 3'],
    ['openingRequested', {}, 'Requested early opening of the answers'],
    ['openingWithdrawn', {}, 'Withdrew the early opening request'],
    ['openingExpired', {}, 'The early opening request expired'],
    ['receipt', { count: 1 }, 'Submitted 1 answer'],
    ['receipt', { count: 2 }, 'Submitted 2 answers'],
    ['exported', { what: 'document' }, 'Exported a document'],
    ['exported', { what: 'evaluation' }, 'Exported the evaluation'],
    ['exported', { what: 'log' }, 'Downloaded the history'],
  ] as const)('%s %j: %s', (kind, detail, sentence) => {
    expect(said(kind, detail)).toBe(sentence)
  })

  it('from which state and to which one the project moved', () => {
    const sentence = said('moved', { from: 'DRAFT', to: 'PUBLISHED' })
    expect(sentence).toMatch(/^Moved the project from (\w+) to (\w+)$/)
    expect(sentence).not.toBe(said('moved', { from: 'PUBLISHED', to: 'DRAFT' }))
  })

  it.each([
    ['published', { deadline: null }, 'Published the project'],
    ['published', { deadline: FIRST }, 'Published the project with the deadline 31.01.2030 (UTC)'],
    ['deadlineSet', { to: null }, 'Removed the deadline'],
    ['deadlineSet', { to: FIRST }, 'Set the deadline to 31.01.2030 (UTC)'],
    [
      'deadlineExtended',
      { from: FIRST, to: LATER },
      'Extended the deadline from 31.01.2030 (UTC) to 15.02.2030 (Europe/Prague)',
    ],
  ] as const)('the deadline: %s %j', (kind, detail, sentence) => {
    expect(said(kind, detail)).toBe(sentence)
  })

  it.each([
    [
      { isEarly: false, requestedBy: null, confirmedBy: null },
      'Opened the answers at the deadline',
    ],
    [
      { isEarly: true, requestedBy: null, confirmedBy: 2 },
      'Opened the answers before the deadline',
    ],
    [
      { isEarly: true, requestedBy: 1, confirmedBy: null },
      'Opened the answers before the deadline',
    ],
    [
      { isEarly: true, requestedBy: 1, confirmedBy: 2 },
      'Opened the answers early: requested by Anna, confirmed by Boris',
    ],
  ])('when the answers were opened: %j', (detail, sentence) => {
    expect(said('opened', detail)).toBe(sentence)
  })

  it.each([
    ['weightsSet', { afterOpening: true }, 'Set weights after the opening of the answers'],
    ['weightsSet', { afterOpening: false }, 'Set weights'],
    ['weightsPublished', { isOn: true }, 'Published the weights to vendors'],
    ['weightsPublished', { isOn: false }, 'Stopped publishing the weights'],
    ['knockOutsApplied', { isOn: true }, 'Applied knock-outs'],
    ['knockOutsApplied', { isOn: false }, 'Stopped applying knock-outs'],
    [
      'creditsSet',
      { futureCredit: 50, unplannedCredit: 10 },
      'Set the credits: 50 for later releases, 10 for unplanned ones',
    ],
    [
      'overrideSet',
      { requirementId: 'r1', vendorId: 7, value: 40 },
      'Overrode FUN-0001 of Drupal with 40',
    ],
    [
      'overrideRemoved',
      { requirementId: 'r1', vendorId: 7 },
      'Removed the override of FUN-0001 of Drupal',
    ],
    ['excluded', { requirementId: 'r1' }, 'Excluded FUN-0001 from the evaluation'],
    ['included', { requirementId: 'r1' }, 'Included FUN-0001 in the evaluation again'],
    ['switchChanged', { name: 'sealed', isOn: true }, 'Sealed the answers until the opening'],
    ['switchChanged', { name: 'sealed', isOn: false }, 'Unsealed the answers'],
    [
      'switchChanged',
      { name: 'stopInValidation', isOn: true },
      'Set the project to validate before evaluation',
    ],
    [
      'switchChanged',
      { name: 'stopInValidation', isOn: false },
      'Set the project to move straight to Evaluation after the deadline',
    ],
  ] as const)('a change of the evaluation: %s %j', (kind, detail, sentence) => {
    expect(said(kind, detail)).toBe(sentence)
  })
})

describe('the history of people and their work says', () => {
  it.each([
    ['memberAdded', { userId: 1 }, 'Added Anna to the project'],
    ['memberRemoved', { userId: 1 }, 'Removed Anna from the project'],
    ['rolesSet', { userId: 2 }, 'Changed the roles of Boris'],
    ['ownerChanged', { from: 1, to: 2 }, 'Changed the owner from Anna to Boris'],
    ['vendorAdded', { vendorId: 7 }, 'Invited Drupal'],
    [
      'restrictionsSet',
      { vendorId: 7, users: [{}] },
      'Changed the access of Drupal: 1 contact sees the project',
    ],
    [
      'restrictionsSet',
      { vendorId: 7, users: [] },
      'Changed the access of Drupal: 0 contacts see the project',
    ],
  ] as const)('%s %j: %s', (kind, detail, sentence) => {
    expect(said(kind, detail)).toBe(sentence)
  })

  it.each([
    [{ packageId: 'p1', documentId: null, from: 1, to: null }, 'Removed the owner of Core'],
    [{ packageId: 'p1', documentId: null, from: null, to: 2 }, 'Assigned Core to Boris'],
    [
      { packageId: 'p1', documentId: 'd1', from: 1, to: 2 },
      'Changed the owner of Functions from Anna to Boris',
    ],
    [{ packageId: null, documentId: null, from: null, to: 1 }, 'Assigned removed content to Anna'],
  ])('who is responsible: %j', (detail, sentence) => {
    expect(said('contentAssigned', detail)).toBe(sentence)
  })

  it.each([
    [{ added: [1, 2], removed: [] }, 'Added Anna, Boris to Functions'],
    [{ added: [], removed: [2] }, 'Removed Boris from Functions'],
    [{ added: [1], removed: [2] }, 'Changed the members of Functions'],
  ])('who works on a document: %j', (members, sentence) => {
    expect(said('documentMembersSet', { documentId: 'd1', ...members })).toBe(sentence)
  })

  it.each([
    [{ what: 'answers', vendorId: null, count: 3 }, 'Tried to read sealed answers, 3×'],
    [{ what: 'answers', vendorId: 7, count: 1 }, 'Tried to read sealed answers of Drupal, 1×'],
    [{ what: 'files', vendorId: 7, count: 2 }, 'Tried to read sealed files of Drupal, 2×'],
    [{ what: 'counts', vendorId: 7, count: 4 }, 'Tried to read sealed counts of Drupal, 4×'],
  ])('who tried to read what is sealed: %j', (detail, sentence) => {
    expect(said('readRefused', detail)).toBe(sentence)
  })

  it('what is gone where its name is no longer known', () => {
    expect(said('memberAdded', { userId: 9 })).toBe('Added a removed person to the project')
    expect(said('vendorAdded', { vendorId: 9 })).toBe('Invited a removed vendor')
    expect(said('excluded', { requirementId: 'r9' })).toBe(
      'Excluded a removed requirement from the evaluation',
    )
    expect(said('documentMembersSet', { documentId: 'd9', added: [1], removed: [] })).toBe(
      'Added Anna to removed content',
    )
  })
})

it('the reason of an entry is the text that its author gave', () => {
  expect(reasonOf({ reason: 'Asked by the board' })).toBe('Asked by the board')
  expect(reasonOf({ reason: '' })).toBeNull()
  expect(reasonOf({ reason: 5 })).toBeNull()
  expect(reasonOf({})).toBeNull()
})
