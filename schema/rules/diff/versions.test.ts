import { expect, test } from 'vitest'
import { messageText } from '../../tables/messages.ts'
import { prefixProblem } from './lineage.ts'
import { nextVersionName, versionProblem } from './versions.ts'

const versions = [
  { projectId: 'a', version: '1', isCurrent: false },
  { projectId: 'b', version: 'Final', isCurrent: true },
]

test.each([
  ['2', 'b', null],
  ['1', 'b', 'VERSION_NOT_UNIQUE'],
  [' final ', 'b', 'VERSION_NOT_UNIQUE'],
  ['2', 'a', 'VERSION_TOO_OLD'],
  ['1', 'a', 'VERSION_TOO_OLD'],
])('[VN1] a version called %s of project %s: %s', (name, projectId, expected) => {
  expect(versionProblem(name, projectId, versions)).toBe(expected)
})

test('[VN1] the texts say what is wrong', () => {
  expect(messageText('VERSION_TOO_OLD')).toBe('A newer version of this project already exists')
  expect(messageText('VERSION_NOT_UNIQUE')).toBe('Project with this version already exists')
})

test.each([
  ['1', '2'],
  ['9', '10'],
  ['1.9', '1.10'],
  ['v2 draft', 'v3 draft'],
  ['2026-09', '2026-10'],
  ['2026-01', '2026-02'],
  ['1.2 rc 7b', '1.2 rc 8b'],
  ['Final', 'Final 2'],
  ['', '2'],
  ['  ', '2'],
  ['99999999999999999999', '100000000000000000000'],
])('[VN2] after %s comes %s', (name, next) => {
  expect(nextVersionName(name, [])).toBe(next)
})

test('[VN2] taken names are skipped', () => {
  expect(nextVersionName('1', [{ version: '2' }, { version: ' 3' }])).toBe('4')
  expect(nextVersionName('Final', [{ version: 'FINAL 2' }])).toBe('Final 3')
})

const doc = (id: string, prefix: string, lineageId?: string) => ({ id, prefix, lineageId })

test.each([
  ['a free one', 'NEW', doc('n', ''), [doc('x', 'FUN')], [], null],
  ['its own', 'FUN', doc('x', 'FUN'), [doc('x', 'FUN')], [], null],
  ['one that no other had', 'NEW', doc('n', ''), [], [doc('x', 'FUN')], null],
  [
    'that of another document',
    'FUN',
    doc('n', ''),
    [doc('x', 'FUN')],
    [],
    'DOCUMENT_PREFIX_ALREADY_USED',
  ],
  ['its own of a former version', 'FUN', doc('n', '', 'x'), [], [doc('x', 'FUN')], null],
  [
    'its own of two versions ago',
    'FUN',
    doc('n', '', 'x'),
    [],
    [doc('x', 'FUN'), doc('y', 'FUN', 'x')],
    null,
  ],
  [
    'that of another document of a former version',
    'FUN',
    doc('n', ''),
    [],
    [doc('x', 'FUN')],
    'DOCUMENT_PREFIX_PREVIOUSLY_USED',
  ],
  [
    'that of another document, now and formerly',
    'FUN',
    doc('n', ''),
    [doc('y', 'FUN', 'x')],
    [doc('x', 'FUN')],
    'DOCUMENT_PREFIX_ALREADY_USED',
  ],
])('[VN3] a document that takes %s', (_, prefix, document, documents, former, expected) => {
  expect(prefixProblem({ ...document, prefix }, documents, former)).toBe(expected)
})
