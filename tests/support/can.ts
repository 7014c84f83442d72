import {
  organizationDenial,
  type OrganizationSubject,
} from '#schema/rules/access/access-organization.ts'
import {
  type ProjectScopedAction,
  projectDenial,
  type ProjectSubject,
} from '#schema/rules/access/access-project.ts'
import type { Denial } from '#schema/rules/access/denial.ts'
import {
  ORGANIZATION_RULES,
  type OrganizationAction,
} from '#schema/rules/access/organization-actions.ts'
import type { Actor } from '#schema/rules/access/project-actor.ts'

export type Action = OrganizationAction | ProjectScopedAction
export type SubjectOf<A extends Action> = A extends OrganizationAction
  ? OrganizationSubject
  : ProjectSubject
export type Decision = { readonly isAllowed: true } | ({ readonly isAllowed: false } & Denial)

const isOrganizationAction = (action: Action): action is OrganizationAction =>
  Object.hasOwn(ORGANIZATION_RULES, action)
const denial = (
  actor: Actor,
  action: Action,
  subject: OrganizationSubject | ProjectSubject,
): Denial | null => {
  const { person, inProject } = actor
  if (isOrganizationAction(action))
    return organizationDenial(person, action, {
      ...(subject as OrganizationSubject),
      inProject: inProject?.permissions,
    })
  return projectDenial(actor, action, subject as ProjectSubject)
}

/** Asks the rules of organizations or of projects, depending on the action. */
export function can<A extends Action>(actor: Actor, action: A, subject: SubjectOf<A>): Decision {
  const denied = denial(actor, action, subject)
  return denied === null ? { isAllowed: true } : { isAllowed: false, ...denied }
}
