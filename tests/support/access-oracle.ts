import { PERMISSIONS } from '#schema/tables/permissions.ts'
import { ROLE_IDS, ROLE_PERMISSIONS, type RoleId } from '#schema/tables/role-permissions.ts'

/*
 * What the specification allows, written by hand a second time and in another form than the rules.
 * The tests of schema/rules/access compare both for every role, action, state and scope. A column
 * holds a permission, several permissions joined by `|`, `+` (membership alone is enough) or `-`
 * (never).
 */

/**
 * Columns after the action: oneself | own organization | its vendors | own vendor | the
 * organization it is a vendor of | anywhere, by a role of the system
 */
export const ORGANIZATION_TABLE = `
  system.administer          -  -                       -                       -                       -  SYSTEM_ADMIN
  user.view                  +  +                       +                       +                       -  SYSTEM_ADMIN
  profile.view               +  +                       +                       +                       +  SYSTEM_ADMIN
  user.enable                -  ACCOUNT_ENABLE          VENDOR_CONTACT_MANAGE   VENDOR_CONTACT_MANAGE   -  ACCOUNT_ENABLE
  user.disable               -  ACCOUNT_DISABLE         VENDOR_CONTACT_MANAGE   VENDOR_CONTACT_MANAGE   -  ACCOUNT_DISABLE
  user.remove                +  ACCOUNT_REMOVE          VENDOR_CONTACT_MANAGE   VENDOR_CONTACT_MANAGE   -  ACCOUNT_REMOVE
  user.resetPassword         +  ACCOUNT_PASSWORD_RESET  -                       -                       -  ACCOUNT_PASSWORD_RESET
  user.disableTwoFactor      +  ACCOUNT_PASSWORD_RESET  -                       -                       -  ACCOUNT_PASSWORD_RESET
  user.editProfile           +  ACCOUNT_EDIT_PROFILE    -                       -                       -  ACCOUNT_EDIT_PROFILE
  notification.read          +  -                       -                       -                       -  -
  settings.edit              +  -                       -                       -                       -  -
  feedback.send              =  +                       -                       +                       -  -
  organization.view          =  +                       +                       +                       +  ORG_EDIT
  organization.viewTwoFactor =  +                       -                       +                       -  ORG_EDIT
  organization.create        =  -                       -                       -                       -  ORG_CREATE
  organization.edit          =  ORG_EDIT                -                       -                       -  ORG_EDIT
  organization.remove        =  ORG_REMOVE              -                       -                       -  ORG_REMOVE
  organization.administer    =  ORG_ADMIN               -                       -                       -  -
  organization.assignRoles   =  ORG_ROLE_ASSIGN         -                       -                       -  ORG_ROLE_ASSIGN
  accessLog.browse           =  ACCESS_LOGS_BROWSE      ACCESS_LOGS_BROWSE      -                       -  ACCESS_LOGS_BROWSE
  member.browse              =  +                       -                       +                       -  MEMBER_ADMIN
  member.manage              =  MEMBER_ADMIN            -                       -                       -  MEMBER_ADMIN
  invitation.create          =  INVITE_CREATE           -                       INVITE_CREATE           -  INVITE_CREATE
  invitation.cancel          =  INVITE_CANCEL           -                       INVITE_CANCEL           -  INVITE_CANCEL
  vendor.browse              =  VENDOR_BROWSE*          VENDOR_BROWSE*          -                       -  VENDOR_BROWSE
  vendor.create              =  VENDOR_CREATE           -                       -                       -  -
  vendor.edit                =  -                       VENDOR_EDIT             -                       -  -
  vendor.changeState         =  -                       VENDOR_CHANGE_STATE     -                       -  -
  vendor.remove              =  -                       VENDOR_REMOVE           -                       -  -
  vendor.administer          =  VENDOR_ADMIN            VENDOR_ADMIN            -                       -  -
  contact.approve            =  -                       VENDOR_CONTACT_APPROVE  VENDOR_CONTACT_APPROVE  -  -
  contact.invite             =  -                       VENDOR_CONTACT_INVITE*  VENDOR_CONTACT_INVITE   -  -
  contact.manage             =  -                       VENDOR_CONTACT_MANAGE   VENDOR_CONTACT_MANAGE   -  -
  consent.accept             =  -                       -                       primary                 -  -
  template.view              =  +                       -                       -                       -  TEMPLATE_ADMIN
  template.create            =  TEMPLATE_CREATE         -                       -                       -  TEMPLATE_CREATE
  template.edit              =  TEMPLATE_EDIT           -                       -                       -  TEMPLATE_ADMIN
  template.publish           =  TEMPLATE_ADMIN          -                       -                       -  TEMPLATE_ADMIN
  template.remove            =  TEMPLATE_REMOVE         -                       -                       -  TEMPLATE_ADMIN
  importMapping.use          =  PROJECT_CONTENT_ASSIGNED_WRITE* -               -                       -  -
  project.create             =  PROJECT_CREATE          -                       -                       -  -
`
/** Templates: the caller's own ones, and unpublished ones of another person. */
export const TEMPLATE_TABLE: Record<string, { mine: string; private: string }> = {
  'template.view': { mine: '+', private: 'TEMPLATE_ADMIN' },
  'template.create': { mine: 'TEMPLATE_CREATE', private: 'TEMPLATE_CREATE' },
  'template.edit': { mine: 'TEMPLATE_EDIT', private: 'TEMPLATE_ADMIN' },
  'template.publish': { mine: 'TEMPLATE_EDIT', private: 'TEMPLATE_ADMIN' },
  'template.remove': { mine: 'TEMPLATE_REMOVE', private: 'TEMPLATE_ADMIN' },
}

/**
 * Letters of the states: Initializing Draft Preparation pUblished Validation Evaluation evaluaTed
 * Closed Archived.
 */
export const STATE_LETTERS = {
  INITIALIZING: 'I',
  DRAFT: 'D',
  PREPARATION: 'P',
  PUBLISHED: 'U',
  VALIDATION: 'V',
  EVALUATION: 'E',
  EVALUATED: 'T',
  CLOSED: 'C',
  ARCHIVED: 'A',
} as const

/**
 * Columns after the action: the owner's states (`!` = whatever permissions the owner holds) |
 * permission a collaborator needs | in which states | permission a contact needs for its own vendor
 * | in which states. `A/B` = A, or B on an assigned document; `doc` = owning the document is
 * enough; `own:A` = A in the organization; `author` = having uploaded the file.
 */
export const PROJECT_TABLE = `
  project.browse         IDPUVETCA PROJECT_BROWSE                                             IDPUVETCA PROJECT_BROWSE         UVETCA
  project.follow         IDPUVETCA +                                                          IDPUVETCA +                      UVETCA
  project.export         IDPUVETCA +                                                          IDPUVETCA +                      UVETCA
  content.read           IDPUVETCA +                                                          IDPUVETCA +                      UVETCA
  versions.browse        IDPUVETCA PROJECT_VERSIONS_BROWSE                                    IDPUVETCA PROJECT_VERSIONS_BROWSE UVETCA
  project.edit           DPUVE     PROJECT_EDIT_DETAILS|own:PROJECT_EDIT                      PUVE      -                      -
  project.clone          DPUVETCA  own:PROJECT_CREATE                                         DPUVETCA  -                      -
  project.remove         !DPA       PROJECT_REMOVE                                             DPA       -                      -
  project.changeOwner    !DPUVETC  ORG_ADMIN                                                  DPUVETC   -                      -
  members.manage         DPUVETC   PROJECT_MEMBERS_MANAGE                                     DPUVETC   -                      -
  roles.administrate     DPUVETC   PROJECT_ROLES_ADMINISTRATE                                 DPUVETC   -                      -
  opening.read           IDPUVETCA +                                                          IDPUVETCA -                      -
  opening.request        !U        -                                                          -         -                      -
  opening.confirm        -         ORG_ADMIN|PROJECT_ROLES_ADMINISTRATE                       U         -                      -
  projectVendor.browse   IDPUVETCA +                                                          IDPUVETCA -                      -
  restrictions.read      IDPUVETCA VENDOR_BROWSE                                              IDPUVETCA VENDOR_CONTACT_MANAGE  UVETCA
  restrictions.edit      IDPUVETCA VENDOR_CONTACT_MANAGE                                      IDPUVETCA VENDOR_CONTACT_MANAGE  UVETCA
  content.write          DP        PROJECT_CONTENT_ALL_WRITE/PROJECT_CONTENT_ASSIGNED_WRITE|doc P       -                      -
  content.remove         DP        PROJECT_CONTENT_ALL_WRITE/PROJECT_CONTENT_ASSIGNED_REMOVE  P         -                      -
  release.write          DP        PROJECT_CONTENT_ALL_WRITE                                  P         -                      -
  weights.view           IDPUVETCA +                                                          IDPUVETCA -                      -
  weights.set            DPE       PROJECT_CONTENT_ALL_WRITE                                  PE        -                      -
  requirement.exclude    DPE       PROJECT_CONTENT_ALL_WRITE|SC_OVERRIDE                      PE        -                      -
  owners.edit            DPUVET    PROJECT_MEMBERS_MANAGE                                     PUVET     -                      -
  notification.send      !PUVETC   -                                                          -         -                      -
  commitment.write       -         -                                                          -         +                      U
  commitment.read        VETCA     SC_BROWSE                                                  VETCA     +                      UVETCA
  override.read          VETCA     SC_BROWSE                                                  VETCA     -                      -
  override.write         E         SC_OVERRIDE                                                E         -                      -
  vendors.add            !P        ORG_ADMIN                                                  P         -                      -
  state.move             !DPUVEC   ORG_ADMIN                                                  PUVEC     -                      -
  attachment.read        VETCA     SC_BROWSE                                                  VETCA     +                      UVETCA
  attachment.create      -         -                                                          -         +                      U
  attachment.remove      -         -                                                          -         +                      U
`
/** In these states a collaborator needs the role of project administrator in addition. */
export const ADMINISTRATOR_TABLE: Record<string, string> = { 'weights.set': 'E' }
/** Actions on files of the requestor, with the columns of PROJECT_TABLE. */
export const REQUESTOR_FILES_TABLE = `
  attachment.read        IDPUVETCA +                                                          IDPUVETCA +                      UVETCA
  attachment.create      DPUVE     ATTACHMENT_CREATE                                          DPUVE     -                      -
  attachment.remove      DPUVE     ATTACHMENT_CREATE&PROJECT_CONTENT_ALL_WRITE/PROJECT_CONTENT_ASSIGNED_REMOVE|author DPUVE - -
`
/**
 * Type and action of a comment, then the columns of PROJECT_TABLE. Rows with the asker apply to
 * one's own question only; discussions and published pairs have no asker.
 */
export const COMMENT_TABLE = `
  D  comment.read         IDPUVETCA DISCUSSION_BROWSE                                       IDPUVETCA - -
  D  comment.create       DPUVET    DISCUSSION_BROWSE                                       DPUVET    - -
  D  comment.reply        DPUVET    DISCUSSION_BROWSE                                       DPUVET    - -
  D  comment.markOfficial -         -                                                       -         - -
  D  comment.publish      -         -                                                       -         - -
  D  comment.correct      -         -                                                       -         - -
  Q  comment.read         IDPUVETCA QA_BROWSE                                               IDPUVETCA QA_BROWSE UVETCA
  Q  comment.create       -         -                                                       -         QA_BROWSE U
  Q  comment.reply        DPUVET    QA_BROWSE                                               DPUVET    QA_BROWSE U
  Q  comment.markOfficial DPUVET    QA_BROWSE&PROJECT_ROLES_ADMINISTRATE|doc                DPUVET    - -
  Q  comment.publish      UVET      QA_BROWSE&PROJECT_ROLES_ADMINISTRATE|doc                UVET      - -
  Q  comment.correct      -         -                                                       -         - -
  QA comment.read         IDPUVETCA QA_BROWSE                                               IDPUVETCA QA_BROWSE UVETCA
  QA comment.create       -         -                                                       -         - -
  QA comment.reply        -         -                                                       -         - -
  QA comment.markOfficial -         -                                                       -         - -
  QA comment.publish      -         -                                                       -         - -
  QA comment.correct      UVET      QA_BROWSE&PROJECT_ROLES_ADMINISTRATE|doc                UVET      - -
  PP comment.read         IDPUVETCA PP_BROWSE                                               IDPUVETCA PP_BROWSE UVETCA
  PP comment.create       -         -                                                       -         PP_BROWSE U
  PP comment.reply        DPUVET    PP_BROWSE                                               DPUVET    PP_BROWSE U
  PP comment.markOfficial DPUVET    PP_BROWSE&PROJECT_ROLES_ADMINISTRATE|doc                DPUVET    - -
  PP comment.publish      -         -                                                       -         - -
  PP comment.correct      -         -                                                       -         - -
`

export const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))

const SCOPE_BY_PREFIX = {
  'role-sys-': 'system',
  'role-org-': 'organization',
  'role-e2e-': 'organization',
  'role-project-': 'project',
  'role-vendor-': 'vendor',
} as const
export const scopeOfRole = (role: RoleId) => {
  const found = Object.entries(SCOPE_BY_PREFIX).find(([prefix]) => role.startsWith(prefix))
  if (found === undefined) throw new Error(role)
  return found[1]
}
export const rolesOf = (scope: ReturnType<typeof scopeOfRole>): RoleId[] =>
  ROLE_IDS.filter((role) => scopeOfRole(role) === scope)
export const holds = (roles: readonly RoleId[], permission: string): boolean =>
  roles.some((role) => (ROLE_PERMISSIONS[role] as readonly string[]).includes(permission))
/** Roles that open every project of the organization to people who are not its members. */
export const reachesAll = (role: RoleId): boolean =>
  scopeOfRole(role) === 'organization' &&
  (holds([role], 'PROJECT_ADMIN') || holds([role], 'PROJECT_EDIT'))
export const isPermission = (word: string): boolean =>
  (PERMISSIONS as readonly string[]).includes(word)
