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
  /** Whose question or pain point; null for discussions and for what is published. */
  vendorId: number | null
  /** The package it hangs in; null on the project itself. */
  packageId?: string | null | undefined
  /** The person owns the document that it hangs in. */
  ownsDocument?: boolean | undefined
  /**
   * ms, the server's clock and the end of the publishing: from then on a vendor's comment is too
   * late, whether the project has moved on or not.
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
/** What vendors start and requestors answer. */
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

/** Who speaks for the requestor: owner, project administrator, owner of the document. */
function needVoice(actor: ProjectActor, { ownsDocument }: CommentSubject): Denial | null {
  if (actor.relation === 'vendor') return deny({ kind: 'relation' })
  return actor.relation === 'owner' || ownsDocument === true
    ? null
    : needPermission(actor.permissions, ['PROJECT_ROLES_ADMINISTRATE'])
}

const needType = (type: CommentType, types: readonly CommentType[]): Denial | null =>
  types.includes(type) ? null : deny({ kind: 'relation' })

type CommentRule = (actor: ProjectActor, subject: CommentSubject) => Denial | null

/** What is asked before the time; `write-times.ts` has the states and the deadline. */
const RULES: { readonly [A in Exclude<CommentAction, 'comment.read'>]: CommentRule } = {
  // Requestors discuss; vendors ask and complain.
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
 * Why a person may not do something with a comment; null = they may. Whether they see the project
 * at all was asked before.
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
