import type { CommentType } from '../entities/comment.ts'
import type { ProjectState } from '../entities/project.ts'
import type { ProjectActor } from '../mutations/mutation.ts'
import type { Permission } from '../tables/permissions.ts'
import { type Denial, deny, needPermission, needState } from './denial.ts'
import { vendorWriteDenial } from './vendor-writes.ts'

export const COMMENT_ACTIONS = ['comment.read', 'comment.create', 'comment.reply', 'comment.markOfficial', 'comment.publish', 'comment.correct'] as const
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
  /** ms, the server's clock and the end of the publishing: from then on a vendor's comment is too late, whether the project has moved on or not. */
  now?: number | undefined
  deadlineAt?: number | null | undefined
}

const BROWSE = { D: 'DISCUSSION_BROWSE', Q: 'QA_BROWSE', QA: 'QA_BROWSE', PP: 'PP_BROWSE' } as const satisfies Record<CommentType, Permission>
/** What vendors start and requestors answer. */
const ASKED: readonly CommentType[] = ['Q', 'PP']
const REQUESTOR_STATES: readonly ProjectState[] = [
  'DRAFT', 'PREPARATION', 'PUBLISHED', 'VALIDATION', 'EVALUATION', 'EVALUATED',
]
/** Vendors must be able to read what is published. */
const PUBLISHING_STATES: readonly ProjectState[] = ['PUBLISHED', 'VALIDATION', 'EVALUATION', 'EVALUATED']

const needOpen = ({ relation }: ProjectActor, subject: CommentSubject): Denial | null =>
  relation === 'vendor'
    ? vendorWriteDenial('comment', subject)
    : needState(subject.state, REQUESTOR_STATES, 'comment.state')

function needReading(actor: ProjectActor, { type, vendorId, packageId }: CommentSubject): Denial | null {
  if (actor.relation === 'vendor') {
    if (type === 'D' || (type !== 'QA' && vendorId !== actor.vendorId)) return deny({ kind: 'scope' })
    if (packageId != null && actor.packageIds !== null && !actor.packageIds.includes(packageId)) return deny({ kind: 'restriction' }, 'NOT_FOUND')
  }
  return needPermission(actor.permissions, [BROWSE[type]])
}

/** Who speaks for the requestor: owner, project administrator, owner of the document. */
function needVoice(actor: ProjectActor, { ownsDocument }: CommentSubject): Denial | null {
  if (actor.relation === 'vendor') return deny({ kind: 'relation' })
  return actor.relation === 'owner' || ownsDocument === true ? null : needPermission(actor.permissions, ['PROJECT_ROLES_ADMINISTRATE'])
}

const needType = (type: CommentType, types: readonly CommentType[]): Denial | null => (types.includes(type) ? null : deny({ kind: 'relation' }))

const RULES: { readonly [A in CommentAction]: (actor: ProjectActor, subject: CommentSubject) => Denial | null } = {
  'comment.read': () => null,
  // Requestors discuss; vendors ask and complain.
  'comment.create': (actor, subject) => needType(subject.type, actor.relation === 'vendor' ? ASKED : ['D']) ?? needOpen(actor, subject),
  'comment.reply': (actor, subject) => needType(subject.type, ['D', ...ASKED]) ?? needOpen(actor, subject),
  'comment.markOfficial': (actor, subject) => needType(subject.type, ASKED) ?? needVoice(actor, subject) ?? needOpen(actor, subject),
  'comment.publish': (actor, subject) => needType(subject.type, ['Q']) ?? needVoice(actor, subject) ?? needState(subject.state, PUBLISHING_STATES, 'comment.state'),
  'comment.correct': (actor, subject) => needType(subject.type, ['QA']) ?? needVoice(actor, subject) ?? needState(subject.state, PUBLISHING_STATES, 'comment.state'),
}

/** Why a person may not do something with a comment; null = they may. Whether they see the project at all was asked before. */
export const commentDenial = (actor: ProjectActor, action: CommentAction, subject: CommentSubject): Denial | null =>
  needReading(actor, subject) ?? RULES[action](actor, subject)
