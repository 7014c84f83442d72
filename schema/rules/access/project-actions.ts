import type { ProjectState } from '../../entities/project.ts'
import type { Permission } from '../../tables/permissions.ts'

export const RELATIONS = ['owner', 'collaborator', 'vendor'] as const
export type Relation = (typeof RELATIONS)[number]

export const PROJECT_ACTIONS = [
  /** Name, description, deadline and switches of the project. */
  'project.edit',
  /** Packages, documents, sections, requirements and their content configuration. */
  'content.write',
  'content.remove',
  'release.write',
  'weights.set',
  'requirement.exclude',
  /** The owners of packages and documents, and the members of documents. */
  'owners.edit',
  'notification.send',
  'commitment.write',
  'override.write',
  'vendors.add',
  'state.move',
] as const
export type ProjectAction = (typeof PROJECT_ACTIONS)[number]

const NONE = { owner: [], collaborator: [], vendor: [] } as const
const CONTENT = [
  'project.edit',
  'content.write',
  'content.remove',
  'release.write',
  'weights.set',
  'requirement.exclude',
  'owners.edit',
] as const
const EVALUATING = [
  'project.edit',
  'weights.set',
  'requirement.exclude',
  'owners.edit',
  'override.write',
  'state.move',
] as const

/**
 * The actions by state and relation. `state.move` of a collaborator is for organization
 * administrators who act in the owner's place; OWNER_ACTIONS has its permission.
 */
export const ACTIONS = {
  INITIALIZING: NONE,
  DRAFT: { owner: [...CONTENT, 'state.move'], collaborator: [], vendor: [] },
  PREPARATION: {
    owner: [...CONTENT, 'notification.send', 'vendors.add', 'state.move'],
    collaborator: [...CONTENT, 'vendors.add', 'state.move'],
    vendor: [],
  },
  PUBLISHED: {
    owner: ['project.edit', 'owners.edit', 'notification.send', 'state.move'],
    collaborator: ['project.edit', 'owners.edit', 'state.move'],
    vendor: ['commitment.write'],
  },
  VALIDATION: {
    owner: ['project.edit', 'owners.edit', 'notification.send', 'state.move'],
    collaborator: ['project.edit', 'owners.edit', 'state.move'],
    vendor: [],
  },
  EVALUATION: { owner: [...EVALUATING, 'notification.send'], collaborator: EVALUATING, vendor: [] },
  EVALUATED: {
    owner: ['owners.edit', 'notification.send'],
    collaborator: ['owners.edit'],
    vendor: [],
  },
  CLOSED: { owner: ['notification.send', 'state.move'], collaborator: ['state.move'], vendor: [] },
  ARCHIVED: NONE,
} as const satisfies Record<ProjectState, Record<Relation, readonly ProjectAction[]>>

/**
 * One of the permissions suffices; an `assigned` permission counts only for packages and documents
 * that are assigned to the person (rules/access/assignment.ts). Absent = the relation suffices.
 */
export const ACTION_PERMISSIONS: {
  readonly [A in ProjectAction]?: {
    readonly anyOf: readonly Permission[]
    readonly assigned?: Permission
  }
} = {
  'project.edit': { anyOf: ['PROJECT_EDIT_DETAILS'] },
  'content.write': {
    anyOf: ['PROJECT_CONTENT_ALL_WRITE'],
    assigned: 'PROJECT_CONTENT_ASSIGNED_WRITE',
  },
  'content.remove': {
    anyOf: ['PROJECT_CONTENT_ALL_WRITE'],
    assigned: 'PROJECT_CONTENT_ASSIGNED_REMOVE',
  },
  'release.write': { anyOf: ['PROJECT_CONTENT_ALL_WRITE'] },
  'weights.set': { anyOf: ['PROJECT_CONTENT_ALL_WRITE'] },
  'requirement.exclude': { anyOf: ['PROJECT_CONTENT_ALL_WRITE', 'SC_OVERRIDE'] },
  'owners.edit': { anyOf: ['PROJECT_MEMBERS_MANAGE'] },
  'override.write': { anyOf: ['SC_OVERRIDE'] },
}

/** Actions for which a collaborator needs one of these permissions; the owner needs none. */
export const OWNER_ACTIONS: { readonly [A in ProjectAction]?: readonly Permission[] } = {
  'state.move': ['ORG_ADMIN'],
  'vendors.add': ['ORG_ADMIN'],
}

export const isActionAllowed = (
  state: ProjectState,
  relation: Relation,
  action: ProjectAction,
): boolean => (ACTIONS[state][relation] as readonly ProjectAction[]).includes(action)

/** In these states the answers are open, and only the owner and project administrators may act. */
export const ADMINISTRATOR_STATES: { readonly [A in ProjectAction]?: readonly ProjectState[] } = {
  'weights.set': ['EVALUATION'],
}

/** Tells whether the relation allows the action in at least one state. */
export const isActionEverAllowed = (relation: Relation, action: ProjectAction): boolean =>
  (Object.keys(ACTIONS) as ProjectState[]).some((state) => isActionAllowed(state, relation, action))

export const READ_ONLY_STATES: readonly ProjectState[] = ['EVALUATED', 'CLOSED', 'ARCHIVED']
export const isReadOnly = (state: ProjectState): boolean => READ_ONLY_STATES.includes(state)
