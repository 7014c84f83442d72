import type { Endpoint } from '#schema/api/endpoint.ts'
import type { Api } from '#schema/api/index.ts'
import type { ProjectState } from '#schema/entities/project.ts'
import type { Permission } from '#schema/tables/permissions.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import type { Queries } from '#server/database/database.ts'
import { buildForm, PLAN } from '../send-file.ts'
import type { Attempt, Ids } from './matrix-row.ts'

type Input = Pick<Attempt, 'params' | 'query' | 'body' | 'bytes' | 'bytesType'>
type Call = readonly [row: Endpoint, input: Input]

/** One call that a permission decides. */
export interface Probe {
  /** A role that may make the call by this permission alone. */
  readonly decidesFor: RoleId
  /** State of the projects; default PREPARATION. */
  readonly state?: ProjectState
  readonly prepare?: (tx: Queries, ids: Ids) => Promise<unknown>
  readonly call: (api: Api, ids: Ids, side: 'requestor' | 'vendor') => Call
}

/** Permissions whose screens are still to come. Delete a name once its call exists. */
export const WAITING = [
  'TEMPLATE_ADMIN',
  'TEMPLATE_CREATE',
  'TEMPLATE_EDIT',
  'TEMPLATE_REMOVE',
  'PROJECT_VERSIONS_BROWSE',
] as const satisfies readonly Permission[]

const profile = { name: 'Another', description: '', zone: 'Europe/Bratislava' }
const comments =
  (type: 'D' | 'Q' | 'PP') =>
  (api: Api): Call => [api.comments.list, { params: { id: 'project' }, body: { type } }]
/** City can be deleted only without projects and vendors. */
const emptyCity = async (tx: Queries, { companies: { city, village } }: Ids): Promise<void> => {
  await tx
    .updateTable('projects')
    .set({ organization_id: village })
    .where('organization_id', '=', city)
    .execute()
  await tx
    .updateTable('organizations')
    .set({ parent_id: village })
    .where('parent_id', '=', city)
    .execute()
}
/** A vendor can be deleted only without contacts. */
const emptyGamma = (tx: Queries, { companies }: Ids): Promise<unknown> =>
  tx.deleteFrom('organization_members').where('organization_id', '=', companies.gamma).execute()

export const PROBES: {
  readonly [P in Exclude<Permission, (typeof WAITING)[number]>]: Probe
} = {
  SYSTEM_ADMIN: {
    decidesFor: 'role-sys-admin',
    call: (api) => [api.administration.users, { query: {} }],
  },
  ACCOUNT_ENABLE: {
    decidesFor: 'role-org-member-manager',
    call: (api, { users }) => [api.members.unblock, { params: { id: users.colleague } }],
  },
  ACCOUNT_DISABLE: {
    decidesFor: 'role-org-member-manager',
    call: (api, { users }) => [api.members.block, { params: { id: users.colleague } }],
  },
  ACCOUNT_REMOVE: {
    decidesFor: 'role-org-owner',
    call: (api, { users }) => [api.users.remove, { params: { id: users.colleague } }],
  },
  ACCOUNT_PASSWORD_RESET: {
    decidesFor: 'role-org-admin',
    call: (api, { users }) => [api.users.resetPassword, { params: { id: users.colleague } }],
  },
  ACCOUNT_EDIT_PROFILE: {
    decidesFor: 'role-org-member-manager',
    call: (api, { users }) => [
      api.users.update,
      { body: { id: users.colleague, updatedOn: 0, about: 'Said' } },
    ],
  },
  ACCESS_LOGS_BROWSE: {
    decidesFor: 'role-org-admin',
    call: (api, { companies }) => [
      api.organizationSettings.accessLog,
      { params: { id: companies.city }, body: {} },
    ],
  },
  INVITE_CREATE: {
    decidesFor: 'role-org-power-user',
    call: (api, _ids, side) => [
      api.invitations.checkByEmail,
      {
        body: {
          email: side === 'vendor' ? 'alpha-contact@alpha.example' : 'reviewer@city.example',
        },
      },
    ],
  },
  INVITE_CANCEL: {
    decidesFor: 'role-vendor-primary-contact',
    prepare: (tx, { companies }) =>
      tx
        .updateTable('invitations')
        .set({ organization_id: companies.alpha })
        .where('email', '=', 'invited@beta.example')
        .execute(),
    call: (api, { companies }, side) => [
      api.invitations.cancel,
      {
        body:
          side === 'vendor'
            ? { emailTo: 'invited@beta.example', organizationId: companies.alpha }
            : { emailTo: 'invited@city.example', organizationId: companies.city },
      },
    ],
  },
  ORG_CREATE: {
    decidesFor: 'role-sys-configurator',
    call: (api) => [api.organizationSettings.create, { body: profile }],
  },
  ORG_EDIT: {
    decidesFor: 'role-org-admin',
    call: (api, { companies }) => [
      api.organizationSettings.update,
      { body: { id: companies.city, updatedOn: 0, ...profile } },
    ],
  },
  ORG_REMOVE: {
    decidesFor: 'role-org-owner',
    prepare: emptyCity,
    call: (api, { companies }) => [
      api.organizationSettings.remove,
      { body: { id: companies.city } },
    ],
  },
  ORG_ADMIN: {
    decidesFor: 'role-org-admin',
    call: (api, { users }) => [
      api.projectMembers.changeOwner,
      { params: { id: 'project' }, body: { id: users.reviewer, updatedOn: 0 } },
    ],
  },
  ORG_ROLE_ASSIGN: { decidesFor: 'role-org-member-manager', call: (api) => [api.roles.list, {}] },
  VENDOR_ADMIN: {
    decidesFor: 'role-org-vendor-manager',
    call: (api, { companies }) => [
      api.contactApproval.setPolicy,
      { params: { id: companies.city }, body: { isRequired: true } },
    ],
  },
  VENDOR_BROWSE: {
    decidesFor: 'role-project-admin',
    state: 'PUBLISHED',
    call: (api, { companies }) => [api.organizations.vendors, { params: { id: companies.city } }],
  },
  VENDOR_CREATE: {
    decidesFor: 'role-org-power-user',
    call: (api, { companies }) => [
      api.vendors.create,
      { params: { id: companies.city }, body: profile },
    ],
  },
  VENDOR_EDIT: {
    decidesFor: 'role-org-power-user',
    call: (api, { companies }) => [
      api.vendors.update,
      { body: { id: companies.gamma, updatedOn: 0, ...profile } },
    ],
  },
  VENDOR_CHANGE_STATE: {
    decidesFor: 'role-org-vendor-manager',
    call: (api, { companies }) => [
      api.vendors.setState,
      { body: { id: companies.gamma, state: 'INACTIVE' } },
    ],
  },
  VENDOR_REMOVE: {
    decidesFor: 'role-org-vendor-manager',
    prepare: emptyGamma,
    call: (api, { companies }) => [api.vendors.remove, { body: { id: companies.gamma } }],
  },
  MEMBER_ADMIN: {
    decidesFor: 'role-org-member-manager',
    call: (api, { companies, users }) => [
      api.members.remove,
      { params: { id: companies.city }, body: { userIds: [users.colleague] } },
    ],
  },
  VENDOR_CONTACT_APPROVE: {
    decidesFor: 'role-org-vendor-manager',
    call: (api, { companies, waitingContact }, side) =>
      side === 'vendor'
        ? [api.contactApproval.waiting, { params: { id: companies.alpha } }]
        : [api.invitations.approve, { params: { id: waitingContact }, body: {} }],
  },
  VENDOR_CONTACT_INVITE: {
    decidesFor: 'role-project-admin',
    call: (api, { companies }) => [
      api.invitations.invite,
      {
        body: {
          email: 'new@alpha.example',
          organizationId: companies.alpha,
          roles: ['role-vendor-contact'],
          restrictions: [{ project: 'project', packageIds: null }],
        },
      },
    ],
  },
  VENDOR_CONTACT_MANAGE: {
    decidesFor: 'role-vendor-primary-contact',
    call: (api, { companies, users }) => [
      api.vendors.setPrimaryContact,
      { body: { id: companies.alpha, userId: users['alpha-contact'], isPrimaryContact: true } },
    ],
  },
  PROJECT_ADMIN: {
    decidesFor: 'role-org-admin',
    state: 'DRAFT',
    call: (api) => [api.projects.get, { params: { id: 'project' } }],
  },
  PROJECT_BROWSE: {
    decidesFor: 'role-project-req-reviewer',
    state: 'PUBLISHED',
    call: (api) => [api.projects.get, { params: { id: 'project' } }],
  },
  PROJECT_CREATE: {
    decidesFor: 'role-org-power-user',
    call: (api) => [api.projects.create, { body: { name: 'Another' } }],
  },
  PROJECT_EDIT: {
    decidesFor: 'role-org-power-user',
    call: (api) => [
      api.projects.update,
      { body: { updatedOn: 0, id: 'project', name: 'Renamed' } },
    ],
  },
  PROJECT_REMOVE: {
    decidesFor: 'role-org-admin',
    call: (api) => [api.projects.delete, { params: { id: 'project' } }],
  },
  PROJECT_CONTENT_ALL_WRITE: {
    decidesFor: 'role-project-req-author',
    call: (api) => [api.documents.update, { body: { updatedOn: 0, id: 'd1', name: 'Renamed' } }],
  },
  // The second package belongs to the collaborator.
  PROJECT_CONTENT_ASSIGNED_WRITE: {
    decidesFor: 'role-project-req-colaborator',
    call: (api) => [api.packages.update, { body: { updatedOn: 0, id: 'p2', name: 'Renamed' } }],
  },
  PROJECT_CONTENT_ASSIGNED_REMOVE: {
    decidesFor: 'role-project-req-colaborator',
    call: (api) => [api.packages.delete, { body: { id: 'p2' } }],
  },
  ATTACHMENT_CREATE: {
    decidesFor: 'role-project-req-approver',
    call: (api) => {
      const { payload, contentType } = buildForm(PLAN)
      const input = { params: { id: 'd1' }, bytes: payload, bytesType: contentType }
      return [api.attachments.sendToDocument, input]
    },
  },
  SC_OVERRIDE: {
    decidesFor: 'role-project-req-approver',
    state: 'EVALUATION',
    call: (api, { companies }) => [
      api.overrides.set,
      {
        body: {
          requirementId: 'r2',
          vendorId: companies.alpha,
          parameterId: 'met',
          reason: 'Because',
          value: 10,
        },
      },
    ],
  },
  SC_BROWSE: {
    decidesFor: 'role-project-req-reviewer',
    state: 'EVALUATION',
    call: (api, { companies }) => [
      api.projects.vendorCommitments,
      { params: { id: 'project', vendorId: companies.beta } },
    ],
  },
  QA_BROWSE: { decidesFor: 'role-project-req-reviewer', state: 'PUBLISHED', call: comments('Q') },
  PP_BROWSE: { decidesFor: 'role-project-req-reviewer', state: 'PUBLISHED', call: comments('PP') },
  DISCUSSION_BROWSE: {
    decidesFor: 'role-project-req-reviewer',
    state: 'PUBLISHED',
    call: comments('D'),
  },
  PROJECT_EDIT_DETAILS: {
    decidesFor: 'role-project-admin',
    call: (api) => [
      api.projects.update,
      { body: { updatedOn: 0, id: 'project', name: 'Renamed' } },
    ],
  },
  PROJECT_MEMBERS_MANAGE: {
    decidesFor: 'role-project-admin',
    call: (api, { users }) => [
      api.projectMembers.remove,
      { params: { id: 'project' }, body: { userIds: [users.reviewer] } },
    ],
  },
  PROJECT_ROLES_ADMINISTRATE: {
    decidesFor: 'role-project-admin',
    call: (api, { users }) => [
      api.projectMembers.setRoles,
      {
        params: { id: 'project' },
        body: { userId: users.reviewer, roleIds: ['role-project-req-author'] },
      },
    ],
  },
}
