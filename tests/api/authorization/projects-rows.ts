import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import type { Api } from '#schema/api/index.ts'
import {
  ADMINS,
  CITY,
  EVERYBODY,
  type Name,
  PROJECT_ADMINS,
  READERS,
  READERS_OF_P1,
  REQUESTORS,
  TEAM,
  twinsOf,
  VILLAGE,
  WRITERS,
} from './cast.ts'
import { edit, inProject, type MatrixRow, ofVendor } from './matrix-row.ts'

const read = (may: readonly Name[] = READERS): MatrixRow =>
  inProject({ state: 'PUBLISHED', may }, ({ project }) => ({ params: { id: project } }))
/** Every member of an organization may list projects; the list holds only those they may see. */
const inOrganization: MatrixRow = ({ companies }) => [
  { object: 'own', may: CITY, params: { id: companies.city }, body: {} },
  { object: 'otherOrganization', may: VILLAGE, params: { id: companies.village }, body: {} },
]

/** A picture of one pixel. */
const PICTURE = {
  picture:
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
}
export const PROJECT_AVATAR_ROWS = {
  // The answer leaves out projects that the caller may not see.
  list: inProject({ state: 'PUBLISHED', may: READERS }, ({ project }) => ({
    body: { ids: [project] },
    isRefused: (text: string) => text === '[]',
  })),
  set: inProject({ may: [...PROJECT_ADMINS, 'power-user'] }, ({ project }) => ({
    params: { id: project },
    body: { ...PICTURE, updatedOn: 0 },
  })),
} satisfies { [C in keyof Api['projectAvatars']]: MatrixRow }

/** Requestors who may create projects. */
const CREATORS = ['owner', 'org-owner', 'org-admin', 'e2e-org-admin', 'power-user'] as const

export const PROJECT_ROWS = {
  create: () => [
    {
      object: 'own',
      may: [...CREATORS, ...VILLAGE],
      body: { name: 'Another' },
    },
  ],
  get: read(),
  // The power user holds PROJECT_EDIT.
  update: inProject({ may: [...PROJECT_ADMINS, 'power-user'] }, ({ project }) => ({
    body: { updatedOn: 0, id: project, name: 'Renamed' },
    push: edit('projects.update', { projectId: project, patch: { name: 'Renamed' } }),
  })),
  delete: inProject({ may: ADMINS }, ({ project }) => ({ params: { id: project } })),
  byUser: ({ users }) => [
    { object: 'own', may: ['reviewer'], params: { id: users.reviewer }, body: {} },
    {
      object: 'otherOrganization',
      may: ['village-owner'],
      params: { id: users['village-owner'] },
      body: {},
    },
  ],
  byOrganization: inOrganization,
  listByOrganization: (ids) => inOrganization(ids).map(({ body: _unused, ...attempt }) => attempt),
  countInOrganization: (ids) => inOrganization(ids).map(({ body: _unused, ...attempt }) => attempt),
  packages: read(),
  references: read(),
  vendors: read(),
  overview: read(),
  lateAnswers: read(ADMINS),
  // Every requestor may ask for their own projects; contacts of vendors have no such list.
  waiting: () => [{ object: 'own', may: [...CITY, ...VILLAGE] }],
  vendorCommitments: (ids) =>
    ([{ state: 'PUBLISHED' }, { state: 'EVALUATION', requestors: TEAM }] as const)
      .flatMap((rule) =>
        ofVendor(rule, ({ project, vendor }) => ({ params: { id: project, vendorId: vendor } }))(
          ids,
        ),
      )
      // A contact with one package reads the answers of that package.
      .map((attempt) =>
        attempt.object === 'own'
          ? { ...attempt, may: [...attempt.may, 'alpha-restricted'] }
          : attempt,
      ),
  requirementCount: read(),
  hasFlag: inProject({ state: 'PUBLISHED', may: READERS }, ({ project }) => ({
    params: { id: project },
    body: { flag: 'urgent' },
  })),
  toggleFavorite: read(),
  restore: inProject({ may: WRITERS }, ({ project, requirement1 }) => ({
    params: { id: project },
    body: { entity: 'requirement', entityId: requirement1 },
    push: edit('content.restore', {
      projectId: project,
      root: { entity: 'requirement', id: requirement1 },
    }),
  })),
  setOwners: ({ users }) => {
    const assign = (projectId: string, documentId: string, ownerId: number) => ({
      params: { id: projectId },
      body: { ownerId, documents: [{ id: documentId, updatedOn: 0 }] },
      push: edit('owners.set', { projectId, ownerId, packageIds: [], documentIds: [documentId] }),
    })
    return [
      {
        object: 'own',
        state: 'EVALUATED',
        may: PROJECT_ADMINS,
        ...assign('project', 'd1', users.collaborator),
      },
      {
        object: 'otherOrganization',
        state: 'EVALUATED',
        may: twinsOf(PROJECT_ADMINS),
        ...assign('vproject', 'vd1', users['village-owner']),
      },
    ]
  },
  setWeights: inProject(
    { may: WRITERS },
    ({ project, package1, package2, document1, document2 }) => {
      const weights = {
        packages: [
          { id: package1, weight: 60 },
          { id: package2, weight: 40 },
        ],
        documents: [
          { id: document1, weight: 100 },
          { id: document2, weight: 100 },
        ],
      }
      return {
        params: { id: project },
        body: {
          packages: weights.packages.map((one) => ({ ...one, updatedOn: 0 })),
          documents: weights.documents.map((one) => ({ ...one, updatedOn: 0 })),
        },
        push: edit('weights.set', { projectId: project, ...weights }),
      }
    },
  ),
} satisfies { [C in keyof Api['projects']]: MatrixRow }

const move = (
  state: 'PREPARATION' | 'PUBLISHED' | 'VALIDATION' | 'EVALUATION' | 'CLOSED',
  body?: object,
): MatrixRow =>
  inProject({ state, may: ADMINS }, ({ project }) => ({
    params: { id: project },
    ...(body === undefined ? {} : { body }),
  }))

export const STATE_ROWS = {
  moveToPreparation: inProject({ state: 'DRAFT', may: ['owner'] }, ({ project, absentVendor }) => ({
    params: { id: project },
    body: { vendorIds: [absentVendor] },
  })),
  addVendor: inProject({ may: ADMINS }, ({ project, absentVendor }) => ({
    params: { id: project },
    body: { vendorIds: [absentVendor] },
  })),
  moveToPublished: move('PREPARATION', {}),
  // Moving on with sealed answers before the deadline needs two people: OPENING_ROWS.
  moveToValidation: inProject(
    { state: 'PUBLISHED', isSealed: false, may: ADMINS },
    ({ project }) => ({ params: { id: project } }),
  ),
  moveBackToPublished: move('VALIDATION', {}),
  moveToEvaluation: move('VALIDATION'),
  moveToClosed: move('EVALUATION'),
  moveToArchived: move('CLOSED'),
} satisfies { [C in keyof Api['stateTransitions']]: MatrixRow }

/** The power user reads projects of others, but has no role in them that shows versions. */
const withoutPowerUser = (names: readonly Name[]): Name[] =>
  names.filter((name) => name !== 'power-user')
export const VERSION_ROWS = {
  create: move('EVALUATION', {}),
  list: read(withoutPowerUser(READERS)),
  ofRequirement: inProject(
    { state: 'PUBLISHED', may: withoutPowerUser(READERS_OF_P1) },
    ({ requirement1 }) => ({
      params: { id: requirement1 },
    }),
  ),
  document: inProject(
    { state: 'PUBLISHED', may: withoutPowerUser(READERS_OF_P1) },
    ({ project }) => ({
      params: { id: project },
      body: { documentPrefix: 'FUN' },
    }),
  ),
} satisfies { [C in keyof Api['versions']]: MatrixRow }

export const CLONE_ROWS = {
  project: inProject({ may: CREATORS }, ({ project }) => ({
    body: { id: project, name: 'Copy' },
  })),
  document: inProject({ may: WRITERS }, ({ document1 }) => ({
    body: { id: document1, cloneId: 'd9', prefix: 'MOR' },
  })),
} satisfies { [C in keyof Api['clones']]: MatrixRow }

const SECOND_PEOPLE = ['org-owner', 'org-admin', 'e2e-org-admin', 'project-admin'] as const
export const OPENING_ROWS = {
  get: read(REQUESTORS),
  request: inProject({ state: 'PUBLISHED', may: ['owner'] }, ({ project }) => ({
    params: { id: project },
    body: { reason: 'Every vendor is done' },
  })),
  withdraw: inProject({ state: 'PUBLISHED', may: ['owner'] }, ({ project }) => ({
    params: { id: project },
  })),
  confirm: inProject({ state: 'PUBLISHED', may: SECOND_PEOPLE }, ({ project }) => ({
    params: { id: project },
    body: { requestId: `request-of-${project}`, hash: 'hash-of-@' },
  })),
} satisfies { [C in keyof Api['openings']]: MatrixRow }

const HASH = 'b'.repeat(64)
/** The answer to a pull states the refusal inside: it names the project as denied. */
const pull: MatrixRow = () =>
  (['project', 'vproject'] as const).flatMap((id) =>
    (['PREPARATION', 'PUBLISHED', 'EVALUATION'] as const).map((state) => {
      const readers = state === 'PREPARATION' ? REQUESTORS : READERS
      return {
        object: id === 'project' ? ('own' as const) : ('otherOrganization' as const),
        state,
        may: id === 'project' ? readers : twinsOf(readers),
        body: {
          serverId: null,
          clientId: 'device-of-@',
          schemaVersion: SYNC_PROTOCOL,
          projects: { [id]: { epoch: 0, buckets: {} } },
          home: null,
          ackMid: 0,
        },
        isRefused: (text: string) => text.includes(`"denied":["${id}"]`),
      }
    }),
  )

/**
 * Never refused: an object that a person may not see gets the same answer as one that does not
 * exist.
 */
const compare: MatrixRow = () =>
  (['project', 'vproject'] as const).map((id) => ({
    object: id === 'project' ? ('own' as const) : ('otherOrganization' as const),
    may: EVERYBODY,
    body: {
      serverId: 'unknown',
      schemaVersion: SYNC_PROTOCOL,
      projects: { [id]: { epoch: 0, at: 0, buckets: {} } },
    },
  }))

export const SYNC_ROWS = {
  // `push` on the calls of each mutation tries every edit.
  push: () => [{ object: 'own', may: [], body: {} }],
  pull,
  compare,
  sendFile: () => [
    {
      object: 'own',
      may: EVERYBODY,
      params: { sha256: HASH },
      query: { bytes: '10', offset: '0' },
    },
  ],
  deliver: () => [
    { object: 'own', may: [], body: {} },
    { object: 'colleague', may: [], body: { sessionId: 'unknown', payload: '{}', signature: 'x' } },
  ],
  bring: () => [
    { object: 'own', may: [], body: {} },
    { object: 'colleague', may: [], body: { sessionId: 'unknown', payload: '{}', signature: 'x' } },
  ],
} satisfies { [C in keyof Api['sync']]: MatrixRow }
