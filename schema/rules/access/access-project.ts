import type { ProjectState } from '../../entities/project.ts'
import type { ProjectActor } from '../../mutations/mutation.ts'
import type { Permission } from '../../tables/permissions.ts'
import { denialOf, sidesOf } from './access.ts'
import { heldBy } from './held-by.ts'
import {
  ATTACHMENT_RULES,
  isForeign,
  type ProjectSubject,
  readAnswers,
  restrictionOf,
  without,
} from '../files/attachment-rules.ts'
import { COMMENT_ACTIONS, type CommentAction, commentDenial } from '../comments/comment-rules.ts'
import { type Denial, deny, needPermission, needState } from './denial.ts'
import { PROJECT_ACTIONS, type ProjectAction } from './project-actions.ts'
import type { Actor, Person } from './project-actor.ts'

export type { ProjectSubject } from '../files/attachment-rules.ts'

type Rule = (actor: ProjectActor, subject: ProjectSubject, person: Person) => Denial | null

/** Once vendors can answer, a project is archived, not deleted. */
export const DELETABLE_STATES: readonly ProjectState[] = ['DRAFT', 'PREPARATION', 'ARCHIVED']
const SETTLED = without('INITIALIZING', 'ARCHIVED')

/** A rule for requestors: checks `need` first, then the states. */
const forRequestors =
  (need: Rule, states?: readonly ProjectState[]): Rule =>
  (actor, subject, person) => {
    if (actor.relation === 'vendor') return deny({ kind: 'relation' })
    return (
      need(actor, subject, person) ??
      (states === undefined ? null : needState(subject.project.state, states))
    )
  }
const holding =
  (...anyOf: readonly Permission[]): Rule =>
  ({ permissions }) =>
    needPermission(permissions, anyOf)
/** Allows the owner and holders of one of the permissions. */
const owning =
  (...anyOf: readonly Permission[]): Rule =>
  (actor) =>
    actor.relation === 'owner' ? null : needPermission(actor.permissions, anyOf)
const onlyOwner: Rule = ({ relation }) => (relation === 'owner' ? null : deny({ kind: 'relation' }))
/** Only the project administrator's role has PROJECT_ROLES_ADMINISTRATE. */
const secondPerson: Rule = (actor) =>
  actor.relation === 'owner'
    ? deny({ kind: 'self' })
    : needPermission(actor.permissions, ['ORG_ADMIN', 'PROJECT_ROLES_ADMINISTRATE'])
const nothing: Rule = () => null

const editRestrictions: Rule = (actor, subject) =>
  isForeign(actor, subject)
    ? deny({ kind: 'scope' })
    : needPermission(actor.permissions, ['VENDOR_CONTACT_MANAGE'])

/** The team sees who of a vendor sees what; at the vendor, those who decide it. */
const readRestrictions: Rule = (actor, subject, person) =>
  actor.relation === 'vendor'
    ? editRestrictions(actor, subject, person)
    : needPermission(actor.permissions, ['VENDOR_BROWSE'])

/** Actions inside a project, except those in project-actions.ts and those on comments. */
const RULES = {
  'project.browse': nothing,
  /** The person's own favorites and notifications. */
  'project.follow': nothing,
  'project.export': nothing,
  'content.read': nothing,
  /** The team sees weights in every state; vendors read published weights in their own rows. */
  'weights.view': forRequestors(nothing),
  'versions.browse': holding('PROJECT_VERSIONS_BROWSE'),
  'project.clone': forRequestors(
    (_actor, _subject, person) =>
      needPermission(heldBy(person, 'organization'), ['PROJECT_CREATE']),
    without('INITIALIZING'),
  ),
  'project.remove': forRequestors(owning('PROJECT_REMOVE'), DELETABLE_STATES),
  'project.changeOwner': forRequestors(owning('ORG_ADMIN'), SETTLED),
  'opening.read': forRequestors(nothing),
  'opening.request': forRequestors(onlyOwner, ['PUBLISHED']),
  /** The second of the two people who open sealed answers before the deadline. */
  'opening.confirm': forRequestors(secondPerson, ['PUBLISHED']),
  'members.manage': forRequestors(holding('PROJECT_MEMBERS_MANAGE'), SETTLED),
  'roles.administrate': forRequestors(holding('PROJECT_ROLES_ADMINISTRATE'), SETTLED),
  'projectVendor.browse': forRequestors(nothing),
  'restrictions.read': readRestrictions,
  'restrictions.edit': editRestrictions,
  'commitment.read': readAnswers,
  'override.read': forRequestors(readAnswers),
  ...ATTACHMENT_RULES,
} as const satisfies Record<string, Rule>
export type ProjectScopedAction = ProjectAction | CommentAction | keyof typeof RULES
export const PROJECT_SCOPED_ACTIONS = [
  ...PROJECT_ACTIONS,
  ...COMMENT_ACTIONS,
  ...(Object.keys(RULES) as (keyof typeof RULES)[]),
] as const

const isOneOf = <A extends ProjectScopedAction>(
  actions: readonly A[],
  action: ProjectScopedAction,
): action is A => (actions as readonly string[]).includes(action)

function ruleOf(action: ProjectScopedAction): Rule {
  if (isOneOf(COMMENT_ACTIONS, action)) {
    return (actor, { project, packageId, vendorId = null, ownsDocument, commentType = 'D', now }) =>
      commentDenial(actor, action, {
        state: project.state,
        type: commentType,
        vendorId,
        packageId,
        ownsDocument,
        now,
        deadlineAt: project.deadlineAt,
      })
  }
  if (!isOneOf(PROJECT_ACTIONS, action)) return RULES[action]
  return (actor, { project, packageId, vendorId, isAssigned, ownsDocument, now }) =>
    denialOf(actor, action, {
      state: project.state,
      deadlineAt: project.deadlineAt,
      packageId: packageId ?? undefined,
      vendorId: vendorId ?? undefined,
      isAssigned,
      ownsDocument,
      now,
    })
}

/**
 * Returns why a person may not do an action inside a project; null = they may. A project that they
 * do not see, and a package that a contact was not given, are denied as if they did not exist.
 */
export function projectDenial(
  { person, inProject: actor }: Actor,
  action: ProjectScopedAction,
  subject: ProjectSubject,
): Denial | null {
  if (actor === null || sidesOf(actor, subject.project).length === 0)
    return deny({ kind: 'scope' }, 'ACCESS_TO_PROJECT_IS_DENIED')
  return restrictionOf(actor, subject) ?? ruleOf(action)(actor, subject, person)
}
