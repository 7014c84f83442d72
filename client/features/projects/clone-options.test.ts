import { expect, test } from 'vitest'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { effectivePermissions } from '#schema/rules/access/access.ts'
import { CLONE_DEFAULTS } from '#schema/rules/definition/clone.ts'
import { buildProject } from '../../../tests/support/project-rows.ts'
import { cloneSources, optionDenial, sentOptions } from './clone-options.ts'

const summary = (
  project: Parameters<typeof buildProject>[0] = {},
  me: Partial<ProjectSummary['me']> = {},
): ProjectSummary => ({
  ...buildProject(project),
  me: {
    relation: 'owner',
    permissions: [...effectivePermissions([], true)],
    packageIds: null,
    ...me,
  } as ProjectSummary['me'],
  requirementCount: 0,
  favorite: false,
})
const evaluated = summary({ state: 'EVALUATION', sealed: true, publishedOn: 1 })
const all = { ...CLONE_DEFAULTS, vendorAnswers: true, members: true }

test('answers can be copied where the person reads them, and with their requirements', () => {
  expect(optionDenial('vendorAnswers', evaluated, all)).toBeNull()
  expect(optionDenial('vendorAnswers', evaluated, { ...all, requirements: false })).toBe(
    'needs requirements',
  )
  const published = summary({ state: 'PUBLISHED', sealed: true, publishedOn: 1 })
  expect(optionDenial('vendorAnswers', published, all)).toBe('sealed')
  const blind = summary({ state: 'EVALUATION' }, { permissions: [] })
  expect(optionDenial('vendorAnswers', blind, all)).toBe('no access')
})

test('roles need members, and the other options need nothing', () => {
  expect(optionDenial('roles', evaluated, all)).toBeNull()
  expect(optionDenial('roles', evaluated, { ...all, members: false })).toBe('needs members')
  for (const option of ['requirements', 'members', 'owners'] as const)
    expect(optionDenial(option, evaluated, { ...all, members: false })).toBeNull()
})

test('answers that cannot be chosen are not asked for', () => {
  const published = summary({ state: 'PUBLISHED', sealed: true, publishedOn: 1 })
  expect(sentOptions(published, all)).toEqual({ ...all, vendorAnswers: false })
  expect(sentOptions(evaluated, all)).toEqual(all)
})

test('a project of which the person is a vendor, or which is not ready, cannot be copied', () => {
  const projects = [
    summary({ id: 'b', name: 'B' }),
    summary({ id: 'v', name: 'V' }, { relation: 'vendor' }),
    summary({ id: 'i', name: 'I', state: 'INITIALIZING' }),
    summary({ id: 'a', name: 'A' }),
  ]
  expect(cloneSources(projects).map(({ id }) => id)).toEqual(['a', 'b'])
})
