// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPageProject } from '../../../tests/support/page-project.ts'
import {
  buildDocument,
  buildOwner,
  buildRows,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'

// Work that React has scheduled would outlive the page's window.
afterEach(async () => {
  cleanup()
  await new Promise((done) => setImmediate(done))
})

const owner = buildOwner()
const writer: ProjectActor = {
  ...owner,
  relation: 'collaborator',
  isOwner: false,
  permissions: ['PROJECT_CONTENT_ASSIGNED_WRITE', 'PROJECT_CONTENT_ASSIGNED_REMOVE'],
} as ProjectActor
const ownDocument = { document: [buildDocument({ ownerId: owner.userId })] }

it.each([
  ['the owner', owner, 'PREPARATION', {}, ['leave', 'exclude', 'delete']],
  ['the owner', owner, 'DRAFT', {}, ['leave', 'exclude', 'delete']],
  ['the owner', owner, 'PUBLISHED', {}, ['leave']],
  ['the owner', owner, 'EVALUATION', {}, ['leave', 'exclude']],
  ['the owner', owner, 'CLOSED', {}, ['leave']],
  ['a colleague', writer, 'PREPARATION', {}, ['leave']],
  ['a colleague', writer, 'PREPARATION', ownDocument, ['leave', 'delete']],
] as const)('offers %s what may be done with missing requirements (%#)', async (...row) => {
  const [, actor, state, rows, actions] = row
  await openPageProject({ actor, project: { state }, rows: buildRows(rows) })
  const { useMissingActions } = await import('./preview-missing.tsx')
  const { openProject, useProjectState, useRow } = await import('../../lib/project-store.ts')
  await openProject(PROJECT_ID)
  const { result } = renderHook(() => ({
    actions: useMissingActions({ projectId: PROJECT_ID, documentId: 'd1' }),
    actor: useProjectState(PROJECT_ID).actor,
    document: useRow(PROJECT_ID, 'document', 'd1'),
  }))
  await waitFor(() => expect(result.current.actor).toBeDefined())
  await waitFor(() => expect(result.current.document).toBeDefined())
  expect(result.current.actions).toEqual(actions)
})
