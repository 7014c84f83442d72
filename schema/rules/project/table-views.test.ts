import { expect, test } from 'vitest'
import type { Permission } from '../../tables/permissions.ts'
import { mayShareViews } from './table-views.ts'

const may = (relation: 'owner' | 'collaborator' | 'vendor', ...permissions: Permission[]) =>
  mayShareViews({ relation, permissions })

test('[VW3] owners, writers of content and contacts of vendors share views; readers do not', () => {
  expect(may('owner')).toBe(true)
  expect(may('vendor', 'PROJECT_BROWSE')).toBe(true)
  expect(may('collaborator', 'PROJECT_CONTENT_ALL_WRITE')).toBe(true)
  expect(may('collaborator', 'PROJECT_CONTENT_ASSIGNED_WRITE')).toBe(true)
  expect(may('collaborator', 'PROJECT_BROWSE', 'SC_BROWSE', 'SC_OVERRIDE')).toBe(false)
  expect(may('collaborator')).toBe(false)
})
