import { beforeAll, expect, test } from 'vitest'
import type { RequirementVersion } from '#schema/api/projects-service/versions.ts'
import { startLocale } from '#client/locales/start-locale.ts'
import {
  buildDefinition,
  buildParameter,
  buildRequirement,
} from '../../../../tests/support/project-rows.ts'
import { versionDifferences } from './version-differences.ts'

beforeAll(() => startLocale('en'))

const definitionOf = (value: string, ...more: ReturnType<typeof buildParameter>[]) =>
  buildDefinition({ content: [buildParameter({ name: 'Text', value }), ...more], answer: [] })
const own = buildRequirement({ name: 'Mail', definition: definitionOf('by mail') })
const versionOf = (changes: Partial<RequirementVersion>): RequirementVersion => ({
  projectId: 'former',
  version: '1',
  state: 'ARCHIVED',
  isCurrent: false,
  requirementId: 'r0',
  documentId: 'd0',
  sectionId: 's0',
  fullId: 'FUN-0001',
  status: 'NEW',
  name: own.name,
  definition: own.definition,
  vendorHelp: own.vendorHelp,
  evaluatorHelp: own.evaluatorHelp,
  updatedOn: 1,
  ...changes,
})

test('an equal requirement has no differences', () => {
  expect(versionDifferences(versionOf({}), own)).toEqual([])
})

test('texts and fields that differ are shown with both texts', () => {
  const gone = buildParameter({ id: 'x', key: 'x', name: 'Source', value: 'Law' })
  const former = versionOf({ name: 'Post', definition: definitionOf('by post', gone) })
  expect(
    versionDifferences(former, own).map(({ label, before, after }) => [label, before, after]),
  ).toEqual([
    ['Name', 'Post', 'Mail'],
    ['Text', 'by post', 'by mail'],
    ['Source', 'Law', ''],
  ])
})
