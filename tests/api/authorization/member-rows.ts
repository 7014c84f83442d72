import type { Api } from '#schema/api/index.ts'
import { ADMINS, EVERYBODY, type Name, PROJECT_ADMINS, READERS, twinsOf } from './cast.ts'
import { type Attempt, type Ids, type MatrixRow, projectIds } from './matrix-row.ts'

type Input = Pick<Attempt, 'body' | 'query'>
/**
 * In City's project with one of its people, and in Village's with one of theirs; City's
 * administrators cannot draw a stranger in either.
 */
const inSettings =
  (
    may: readonly Name[],
    input: (person: number) => Input,
    [person, twin]: [Name, Name] = ['reviewer', 'village-admin'],
  ): MatrixRow =>
  (ids: Ids) => [
    {
      object: 'own',
      may,
      params: { id: projectIds('', 0, 0).project },
      ...input(ids.users[person]),
    },
    {
      object: 'otherOrganization',
      may: twinsOf(may),
      params: { id: projectIds('v', 0, 0).project },
      ...input(ids.users[twin]),
    },
  ]
const roleIds = ['role-project-req-author']
/** INVITE_CREATE besides the rights in the project. */
const INVITERS = ADMINS

export const MEMBER_ROWS = {
  list: inSettings(PROJECT_ADMINS, () => ({ body: {} })),
  unassigned: inSettings(PROJECT_ADMINS, () => ({})),
  add: (ids) => [
    ...inSettings(PROJECT_ADMINS, (userId) => ({ body: { userId, roleIds } }), [
      'colleague',
      'village-admin',
    ])(ids),
    // Whom the project's organization does not know is invited, and that needs a right in the
    // organization.
    {
      object: 'own',
      may: INVITERS,
      params: { id: 'project' },
      body: { email: 'new@city.example', roleIds },
    },
    {
      object: 'otherVendor',
      may: [],
      params: { id: 'project' },
      body: { userId: ids.users['beta-contact'], roleIds },
    },
    {
      object: 'otherOrganization',
      may: [],
      params: { id: 'project' },
      body: { userId: ids.users['village-owner'], roleIds },
    },
    // Roles of the organization are not given in a project.
    {
      object: 'own',
      may: [],
      params: { id: 'project' },
      body: { userId: ids.users.colleague, roleIds: ['role-org-owner'] },
    },
  ],
  // Village's project has no member; nobody may take one out of it, and its own people find none.
  remove: (ids) =>
    inSettings(PROJECT_ADMINS, (userId) => ({ body: { userIds: [userId] } }))(ids).map((attempt) =>
      attempt.object === 'own' ? attempt : { ...attempt, may: [] },
    ),
  setRoles: (ids) =>
    inSettings(PROJECT_ADMINS, (userId) => ({ body: { userId, roleIds } }))(ids).map((attempt) =>
      attempt.object === 'own' ? attempt : { ...attempt, may: [] },
    ),
  changeOwner: (ids) => [
    ...inSettings(ADMINS, (id) => ({ body: { id } }))(ids),
    {
      object: 'otherVendor',
      may: [],
      params: { id: 'project' },
      body: { id: ids.users['alpha-primary'] },
    },
    {
      object: 'otherOrganization',
      may: [],
      params: { id: 'project' },
      body: { id: ids.users['village-owner'] },
    },
  ],
  setNotifications: (ids) =>
    inSettings(READERS, () => ({ query: { enabled: 'false' } }))(ids).map((attempt) => ({
      ...attempt,
      state: 'PUBLISHED',
    })),
  notifications: () => [{ object: 'own', may: EVERYBODY }],
} satisfies { [C in keyof Api['projectMembers']]: MatrixRow }
