import type { Api } from '#schema/api/index.ts'
import { PLAIN_ARRANGEMENT } from '#schema/entities/table-view.ts'
import { buildDefinition } from '../../support/project-rows.ts'
import { PROJECT_ADMINS, READERS, READERS_OF_P1, twinsOf, WRITERS } from './cast.ts'
import { edit, inProject, type MatrixRow } from './matrix-row.ts'

const definition = buildDefinition()
const view = { arrangement: PLAIN_ARRANGEMENT, search: '{}' }
const write = { may: WRITERS } as const
const reading = { state: 'PUBLISHED', may: READERS_OF_P1 } as const

export const RELEASE_ROWS = {
  list: inProject({ state: 'PUBLISHED', may: READERS }, ({ project }) => ({
    params: { id: project },
  })),
  create: inProject(write, ({ project }) => ({
    params: { id: project },
    body: { id: 'rel9', version: '3' },
    push: edit('releases.create', {
      projectId: project,
      id: 'rel9',
      version: '3',
      date: null,
      after: null,
    }),
  })),
  update: inProject(write, ({ project, release1 }) => ({
    params: { id: project },
    body: { updatedOn: 0, id: release1, version: '1.1' },
    push: edit('releases.update', { projectId: project, id: release1, patch: { version: '1.1' } }),
  })),
  move: inProject(write, ({ project, release1 }) => ({
    params: { id: project },
    body: { id: release1, updatedOn: 0, after: null },
    push: edit('releases.move', { projectId: project, id: release1, after: null }),
  })),
  delete: inProject(write, ({ project, release1 }) => ({
    params: { id: project },
    body: { id: release1 },
    push: edit('releases.delete', { projectId: project, id: release1 }),
  })),
} satisfies { [C in keyof Api['releases']]: MatrixRow }

export const PACKAGE_ROWS = {
  create: inProject(write, ({ project }) => ({
    body: { id: 'p9', projectId: project, name: 'More' },
    push: edit('packages.create', { projectId: project, id: 'p9', name: 'More', after: null }),
  })),
  update: inProject(write, ({ project, package1 }) => ({
    body: { updatedOn: 0, id: package1, name: 'Core 2' },
    push: edit('packages.update', { projectId: project, id: package1, name: 'Core 2' }),
  })),
  move: inProject(write, ({ project, package1, package2 }) => ({
    body: { id: package1, updatedOn: 0, after: package2 },
    push: edit('packages.move', { projectId: project, id: package1, after: package2 }),
  })),
  delete: inProject(write, ({ project, package1 }) => ({
    body: { id: package1 },
    push: edit('packages.delete', { projectId: project, id: package1 }),
  })),
} satisfies { [C in keyof Api['packages']]: MatrixRow }

export const DOCUMENT_ROWS = {
  get: inProject(reading, ({ document1 }) => ({ params: { id: document1 } })),
  create: inProject(write, ({ project, package1 }) => ({
    body: { id: 'd9', packageId: package1, name: 'More', prefix: 'MOR' },
    push: edit('documents.create', {
      projectId: project,
      id: 'd9',
      packageId: package1,
      name: 'More',
      prefix: 'MOR',
      after: null,
    }),
  })),
  update: (ids) => [
    ...inProject(write, ({ project, document1 }) => ({
      body: { updatedOn: 0, id: document1, name: 'Renamed' },
      push: edit('documents.update', {
        projectId: project,
        id: document1,
        patch: { name: 'Renamed' },
      }),
    }))(ids),
    // The collaborator owns the second package.
    {
      object: 'colleague',
      may: [...WRITERS, 'collaborator'],
      body: { updatedOn: 0, id: 'd2', name: 'Renamed' },
      push: edit('documents.update', {
        projectId: 'project',
        id: 'd2',
        patch: { name: 'Renamed' },
      }),
    },
  ],
  addMember: ({ users }) => [
    {
      object: 'own',
      may: PROJECT_ADMINS,
      params: { id: 'd1' },
      body: { updatedOn: 0, id: users.author },
      push: edit('documents.addMember', { projectId: 'project', id: 'd1', userId: users.author }),
    },
    {
      object: 'otherOrganization',
      may: twinsOf(PROJECT_ADMINS),
      params: { id: 'vd1' },
      body: { updatedOn: 0, id: users['village-owner'] },
      push: edit('documents.addMember', {
        projectId: 'vproject',
        id: 'vd1',
        userId: users['village-owner'],
      }),
    },
  ],
  removeMember: ({ users }) => [
    {
      object: 'own',
      may: PROJECT_ADMINS,
      params: { id: 'd2' },
      body: { updatedOn: 0, id: users.reviewer },
      push: edit('documents.removeMember', {
        projectId: 'project',
        id: 'd2',
        userId: users.reviewer,
      }),
    },
    {
      object: 'otherOrganization',
      may: twinsOf(PROJECT_ADMINS),
      params: { id: 'vd2' },
      body: { updatedOn: 0, id: users['village-owner'] },
      push: edit('documents.removeMember', {
        projectId: 'vproject',
        id: 'vd2',
        userId: users['village-owner'],
      }),
    },
  ],
  move: inProject(write, ({ project, document1 }) => ({
    body: { id: document1, updatedOn: 0, after: null },
    push: edit('documents.move', { projectId: project, id: document1, after: null }),
  })),
  delete: inProject(write, ({ project, document1 }) => ({
    body: { id: document1 },
    push: edit('documents.delete', { projectId: project, id: document1 }),
  })),
  statistics: inProject(reading, ({ document1 }) => ({ params: { id: document1 } })),
  views: inProject(reading, ({ document1 }) => ({ params: { id: document1 } })),
  saveView: inProject(reading, ({ document1 }) => ({
    params: { id: document1, viewId: 'view9' },
    body: { name: 'Mine', isShared: false, content: view },
  })),
  deleteView: inProject({ ...reading, may: [] }, ({ document1 }) => ({
    params: { id: document1, viewId: 'view-of-another' },
  })),
} satisfies { [C in keyof Api['documents']]: MatrixRow }

export const SECTION_ROWS = {
  create: inProject(write, ({ project, document1 }) => ({
    body: { id: 's9', documentId: document1, name: 'More' },
    push: edit('sections.create', {
      projectId: project,
      id: 's9',
      documentId: document1,
      name: 'More',
      after: null,
    }),
  })),
  update: inProject(write, ({ project, section1 }) => ({
    body: { updatedOn: 0, id: section1, name: 'Renamed' },
    push: edit('sections.update', { projectId: project, id: section1, name: 'Renamed' }),
  })),
  move: inProject(write, ({ project, section1 }) => ({
    body: { id: section1, updatedOn: 0, after: null },
    push: edit('sections.move', { projectId: project, id: section1, after: null }),
  })),
  delete: inProject(write, ({ project, section1 }) => ({
    body: { id: section1 },
    push: edit('sections.delete', { projectId: project, id: section1 }),
  })),
} satisfies { [C in keyof Api['sections']]: MatrixRow }

const made = { name: 'New', definition }
export const REQUIREMENT_CONTENT_ROWS = {
  get: inProject(reading, ({ requirement1 }) => ({ params: { id: requirement1 } })),
  byFullId: inProject(reading, ({ document1 }) => ({
    query: { docId: document1, fullId: 'FUN-0001' },
  })),
  byDocument: inProject(reading, ({ document1 }) => ({ params: { docId: document1 }, body: {} })),
  conflicts: inProject(reading, ({ requirement1 }) => ({ params: { id: requirement1 } })),
  create: inProject(write, ({ project, section1 }) => ({
    body: { id: 'r9', sectionId: section1, ...made },
    push: edit('requirements.create', {
      projectId: project,
      id: 'r9',
      sectionId: section1,
      after: null,
      ...made,
    }),
  })),
  createBulk: inProject(write, ({ project, document1, section1 }) => ({
    body: { documentId: document1, requirements: [{ id: 'r9', sectionId: section1, ...made }] },
    push: edit('requirements.createBulk', {
      projectId: project,
      documentId: document1,
      sections: [],
      requirements: [{ id: 'r9', sectionId: section1, ...made, sourceId: null }],
    }),
  })),
  update: inProject(write, ({ project, requirement1 }) => ({
    body: { updatedOn: 0, id: requirement1, name: 'Renamed' },
    push: edit('requirements.update', {
      projectId: project,
      id: requirement1,
      patch: { name: 'Renamed' },
    }),
  })),
  updateBulk: inProject(write, ({ project, requirement1 }) => ({
    body: { requirements: [{ updatedOn: 0, id: requirement1, name: 'Renamed' }] },
    push: edit('requirements.updateBulk', {
      projectId: project,
      items: [{ id: requirement1, patch: { name: 'Renamed' } }],
    }),
  })),
  move: inProject(write, ({ project, requirement1, requirement2, section1 }) => ({
    body: {
      ids: [requirement1],
      updatedOn: { [requirement1]: 0 },
      sectionId: section1,
      after: requirement2,
    },
    push: edit('requirements.move', {
      projectId: project,
      ids: [requirement1],
      sectionId: section1,
      after: requirement2,
    }),
  })),
  delete: inProject(write, ({ project, requirement2 }) => ({
    body: { reqIds: [requirement2] },
    push: edit('requirements.delete', { projectId: project, ids: [requirement2] }),
  })),
  exclude: inProject(
    { state: 'EVALUATION', may: [...WRITERS, 'approver'] },
    ({ project, requirement1 }) => ({
      body: { id: requirement1, updatedOn: 0, reason: 'Unclear' },
      push: edit('requirements.exclude', {
        projectId: project,
        id: requirement1,
        reason: 'Unclear',
      }),
    }),
  ),
} satisfies {
  [C in Exclude<keyof Api['requirements'], 'createCommitment' | 'updateCommitment'>]: MatrixRow
}
