import { PROJECT_STATES, type ProjectState } from '../../entities/project.ts'
import type { CommandName } from '../../mutations/inputs.ts'
import type { MessageCode } from '../../tables/messages.ts'
import { type Denial, deny, needState } from '../access/denial.ts'
import {
  isActionAllowed,
  isReadOnly,
  type ProjectAction,
  type Relation,
} from '../access/project-actions.ts'

type States = readonly ProjectState[]
interface Window {
  readonly requestor: States
  readonly vendor: States
  readonly code?: MessageCode
}

/** States in which a requestor may change everything except answers. */
export const WRITABLE: States = ['DRAFT', 'PREPARATION', 'PUBLISHED', 'VALIDATION', 'EVALUATION']
/** States in which vendors can read what is published. */
const PUBLISHING: States = ['PUBLISHED', 'VALIDATION', 'EVALUATION', 'EVALUATED']
const ANSWERING: States = ['PUBLISHED']

const FILES: Window = { requestor: WRITABLE, vendor: ANSWERING }
const COMMENTS: Window = {
  requestor: [...WRITABLE, 'EVALUATED'],
  vendor: ANSWERING,
  code: 'comment.state',
}

/** When each side may write, for actions outside `project-actions.ts`. */
const WINDOWS = {
  'attachment.create': FILES,
  'attachment.remove': FILES,
  'comment.create': COMMENTS,
  'comment.reply': COMMENTS,
  'comment.markOfficial': { ...COMMENTS, vendor: [] },
  'comment.publish': { requestor: PUBLISHING, vendor: [], code: 'comment.state' },
  'comment.correct': { requestor: PUBLISHING, vendor: [], code: 'comment.state' },
} as const satisfies Record<string, Window>
export type WriteAction = ProjectAction | keyof typeof WINDOWS

/** The action of each command. A command without a row does not compile. */
export const COMMAND_ACTIONS = {
  'projects.update': 'project.edit',
  'packages.create': 'content.write',
  'packages.update': 'content.write',
  'packages.move': 'content.write',
  'packages.delete': 'content.remove',
  'documents.create': 'content.write',
  'documents.update': 'content.write',
  'documents.move': 'content.write',
  'documents.delete': 'content.remove',
  'documents.addMember': 'owners.edit',
  'documents.removeMember': 'owners.edit',
  'owners.set': 'owners.edit',
  'sections.create': 'content.write',
  'sections.update': 'content.write',
  'sections.move': 'content.write',
  'sections.delete': 'content.remove',
  'requirements.create': 'content.write',
  'requirements.createBulk': 'content.write',
  'requirements.update': 'content.write',
  'requirements.updateBulk': 'content.write',
  'requirements.move': 'content.write',
  'requirements.delete': 'content.remove',
  'requirements.exclude': 'requirement.exclude',
  'content.restore': 'content.write',
  'releases.create': 'release.write',
  'releases.update': 'release.write',
  'releases.move': 'release.write',
  'releases.delete': 'release.write',
  'weights.set': 'weights.set',
  'commitments.update': 'commitment.write',
  'commitments.updateBulk': 'commitment.write',
  'commitments.submit': 'commitment.write',
  'parts.update': 'commitment.write',
  'parts.setReady': 'commitment.write',
  'overrides.set': 'override.write',
  'overrides.remove': 'override.write',
  'attachments.create': 'attachment.create',
  'attachments.update': 'attachment.remove',
  'attachments.remove': 'attachment.remove',
  'comments.create': 'comment.create',
  'comments.reply': 'comment.reply',
  'comments.markOfficial': 'comment.markOfficial',
  'comments.publish': 'comment.publish',
  'comments.correct': 'comment.correct',
} as const satisfies Record<CommandName, WriteAction>

/** Everything that a vendor writes is part of its offer and ends with the deadline. */
export const endsAtDeadline = (relation: Relation): boolean => relation === 'vendor'

const isWindow = (action: WriteAction): action is keyof typeof WINDOWS =>
  Object.hasOwn(WINDOWS, action)

/** Returns the states in which a person of this relation may write; empty = none. */
export function statesOf(relation: Relation, action: WriteAction): States {
  if (isWindow(action)) return WINDOWS[action][relation === 'vendor' ? 'vendor' : 'requestor']
  return PROJECT_STATES.filter((state) => isActionAllowed(state, relation, action))
}

const codeOf = (action: WriteAction): MessageCode | undefined => {
  const window: Window | undefined = isWindow(action) ? WINDOWS[action] : undefined
  return window?.code
}

/** `now` is the server's time in ms. `deadlineAt` is in ms; null = the project has no deadline. */
export interface WriteTime {
  readonly state: ProjectState
  readonly deadlineAt?: number | null | undefined
  readonly now?: number | undefined
}

/** Returns why the time does not allow the action; null = it does. */
export function timeDenial(
  relation: Relation,
  action: WriteAction,
  { state, deadlineAt, now }: WriteTime,
): Denial | null {
  const code = codeOf(action)
  const allowedIn = statesOf(relation, action)
  const isAllowed = allowedIn.includes(state)
  if (!isAllowed && code === undefined && isReadOnly(state))
    return deny({ kind: 'readOnly', state })
  const isLate =
    endsAtDeadline(relation) && deadlineAt != null && now !== undefined && now >= deadlineAt
  if (isLate) return deny({ kind: 'deadline', deadlineAt }, code)
  return isAllowed ? null : needState(state, allowedIn, code)
}
