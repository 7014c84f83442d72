import type { Api } from '#schema/api/index.ts'
import { ADMINS, EVERYBODY, type Name, PROJECT_ADMINS, READERS, twinsOf } from './cast.ts'
import { type Attempt, type Ids, type MatrixRow, projectIds } from './matrix-row.ts'

type Input = Pick<Attempt, 'body' | 'query'>
/**
 * Settings of City's project with one of City's people, and of Village's with one of Village's:
 * City's administrators may not draw a stranger into either.
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
/** Holders of INVITE_CREATE who may also manage the members of the project. */
const INVITERS = ADMINS

export const MEMBER_ROWS = {
  list: inSettings(PROJECT_ADMINS, () => ({ body: {} })),
  unassigned: inSettings(PROJECT_ADMINS, () => ({})),
  add: (ids) => [
    ...inSettings(PROJECT_ADMINS, (userId) => ({ body: { userId, roleIds } }), [
      'colleague',
      'village-admin',
    ])(ids),
    // An unknown address is invited, which needs a right in the organization.
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
    // A project has no roles of the organization to give.
    {
      object: 'own',
      may: [],
      params: { id: 'project' },
      body: { userId: ids.users.colleague, roleIds: ['role-org-owner'] },
    },
  ],
  // Village's project has no member: outsiders must be refused, and its own administrators find
  // nothing to remove.
  remove: (ids) =>
    inSettings(PROJECT_ADMINS, (userId) => ({ body: { userIds: [userId] } }))(ids).map((attempt) =>
      attempt.object === 'own' ? attempt : { ...attempt, may: [] },
    ),
  setRoles: (ids) =>
    inSettings(PROJECT_ADMINS, (userId) => ({ body: { userId, roleIds } }))(ids).map((attempt) =>
      attempt.object === 'own' ? attempt : { ...attempt, may: [] },
    ),
  changeOwner: (ids) => [
    ...inSettings(ADMINS, (id) => ({ body: { id, updatedOn: 0 } }))(ids),
    {
      object: 'otherVendor',
      may: [],
      params: { id: 'project' },
      body: { id: ids.users['alpha-primary'], updatedOn: 0 },
    },
    {
      object: 'otherOrganization',
      may: [],
      params: { id: 'project' },
      body: { id: ids.users['village-owner'], updatedOn: 0 },
    },
  ],
  setNotifications: (ids) =>
    inSettings(READERS, () => ({ query: { enabled: 'false' } }))(ids).map((attempt) => ({
      ...attempt,
      state: 'PUBLISHED',
    })),
  notifications: () => [{ object: 'own', may: EVERYBODY }],
} satisfies { [C in keyof Api['projectMembers']]: MatrixRow }
