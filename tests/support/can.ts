import type { ProjectActor } from '#schema/mutations/mutation.ts'
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
import type { Person } from '#schema/rules/access/project-actor.ts'

export interface Actor {
  person: Person
  /**
   * What the person is in the project that is asked about (`projectActorOf`); null = nothing, or no
   * project.
   */
  inProject: ProjectActor | null
}
export type Action = OrganizationAction | ProjectScopedAction
export type SubjectOf<A extends Action> = A extends OrganizationAction
  ? OrganizationSubject
  : ProjectSubject
export type Decision = { readonly isAllowed: true } | ({ readonly isAllowed: false } & Denial)

const isOrganizationAction = (action: Action): action is OrganizationAction =>
  Object.hasOwn(ORGANIZATION_RULES, action)
const denial = (
  { person, inProject }: Actor,
  action: Action,
  subject: OrganizationSubject | ProjectSubject,
): Denial | null => {
  if (isOrganizationAction(action))
    return organizationDenial(
      person,
      action,
      subject as OrganizationSubject,
      inProject?.permissions,
    )
  return projectDenial(person, inProject, action, subject as ProjectSubject)
}

/** Asks the rules of organizations or of projects, whichever the action belongs to. */
export function can<A extends Action>(actor: Actor, action: A, subject: SubjectOf<A>): Decision {
  const denied = denial(actor, action, subject)
  return denied === null ? { isAllowed: true } : { isAllowed: false, ...denied }
}
