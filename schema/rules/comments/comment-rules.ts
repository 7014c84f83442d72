import type { CommentType } from '../../entities/comment.ts'
import type { ProjectState } from '../../entities/project.ts'
import type { ProjectActor } from '../../mutations/mutation.ts'
import type { Permission } from '../../tables/permissions.ts'
import { type Denial, deny, needPermission } from '../access/denial.ts'
import { timeDenial } from '../project/write-times.ts'

export const COMMENT_ACTIONS = [
  'comment.read',
  'comment.create',
  'comment.reply',
  'comment.markOfficial',
  'comment.publish',
  'comment.correct',
] as const
export type CommentAction = (typeof COMMENT_ACTIONS)[number]

export interface CommentSubject {
  state: ProjectState
  type: CommentType
  /** The vendor of the question or pain point; null for discussions and publications. */
  vendorId: number | null
  /** The package that contains the comment; null = on the project itself. */
  packageId?: string | null | undefined
  /** The person owns the document that contains the comment. */
  ownsDocument?: boolean | undefined
  /**
   * The server's time and the end of publishing, in ms. From then on a vendor's comment is late,
   * whatever the project's state.
   */
  now?: number | undefined
  deadlineAt?: number | null | undefined
}

const BROWSE = {
  D: 'DISCUSSION_BROWSE',
  Q: 'QA_BROWSE',
  QA: 'QA_BROWSE',
  PP: 'PP_BROWSE',
} as const satisfies Record<CommentType, Permission>
/** Types that vendors start and requestors answer. */
const ASKED: readonly CommentType[] = ['Q', 'PP']

function needReading(
  actor: ProjectActor,
  { type, vendorId, packageId }: CommentSubject,
): Denial | null {
  if (actor.relation === 'vendor') {
    if (type === 'D' || (type !== 'QA' && vendorId !== actor.vendorId))
      return deny({ kind: 'scope' })
    if (packageId != null && actor.packageIds !== null && !actor.packageIds.includes(packageId))
      return deny({ kind: 'restriction' }, 'NOT_FOUND')
  }
  return needPermission(actor.permissions, [BROWSE[type]])
}

/**
 * Allows those who speak for the requestor: owner, project administrator and owner of the document.
 */
function needVoice(actor: ProjectActor, { ownsDocument }: CommentSubject): Denial | null {
  if (actor.relation === 'vendor') return deny({ kind: 'relation' })
  return actor.relation === 'owner' || ownsDocument === true
    ? null
    : needPermission(actor.permissions, ['PROJECT_ROLES_ADMINISTRATE'])
}

const needType = (type: CommentType, types: readonly CommentType[]): Denial | null =>
  types.includes(type) ? null : deny({ kind: 'relation' })

type CommentRule = (actor: ProjectActor, subject: CommentSubject) => Denial | null

/** Rules checked before the time; `write-times.ts` has the states and the deadline. */
const RULES: { readonly [A in Exclude<CommentAction, 'comment.read'>]: CommentRule } = {
  // Requestors start discussions; vendors ask and report pain points.
  'comment.create': (actor, { type }) =>
    needType(type, actor.relation === 'vendor' ? ASKED : ['D']),
  'comment.reply': (_actor, { type }) => needType(type, ['D', ...ASKED]),
  'comment.markOfficial': (actor, subject) =>
    needType(subject.type, ASKED) ?? needVoice(actor, subject),
  'comment.publish': (actor, subject) => needType(subject.type, ['Q']) ?? needVoice(actor, subject),
  'comment.correct': (actor, subject) =>
    needType(subject.type, ['QA']) ?? needVoice(actor, subject),
}

/**
 * Returns why a person may not do the action with a comment; null = they may. Expects that access
 * to the project was checked.
 */
export function commentDenial(
  actor: ProjectActor,
  action: CommentAction,
  subject: CommentSubject,
): Denial | null {
  const unread = needReading(actor, subject)
  if (unread !== null || action === 'comment.read') return unread
  return RULES[action](actor, subject) ?? timeDenial(actor.relation, action, subject)
}
