import type { CommentType } from '../../entities/comment.ts'
import { type Project, PROJECT_STATES, type ProjectState } from '../../entities/project.ts'
import type { ProjectActor } from '../../mutations/mutation.ts'
import { areAnswersOpen, OPEN_STATES } from '../access/access.ts'
import { type Denial, deny, needPermission, needState } from '../access/denial.ts'
import { timeDenial } from '../project/write-times.ts'

/** The subject of an action inside a project. */
export interface ProjectSubject {
  project: Pick<Project, 'state' | 'sealed' | 'publishedOn' | 'deadlineAt'>
  /** The package of the file or comment; absent or null = the project itself. */
  packageId?: string | null | undefined
  /** The vendor of the answer, question or file; null = a requestor's. */
  vendorId?: number | null | undefined
  /** The person owns the package or document of the file or comment. */
  isAssigned?: boolean | undefined
  ownsDocument?: boolean | undefined
  /** The person uploaded the file. */
  isAuthor?: boolean | undefined
  commentType?: CommentType | undefined
  /** The server's time, in ms. */
  now?: number | undefined
}

type ActorRule = (actor: ProjectActor, subject: ProjectSubject) => Denial | null

export const without = (...left: readonly ProjectState[]): ProjectState[] =>
  PROJECT_STATES.filter((state) => !left.includes(state))

const needTime = (
  { relation }: ProjectActor,
  action: 'attachment.create' | 'attachment.remove',
  subject: ProjectSubject,
): Denial | null => timeDenial(relation, action, { ...subject.project, now: subject.now })

export const isForeign = (actor: ProjectActor, { vendorId }: ProjectSubject): boolean =>
  actor.relation === 'vendor' && vendorId !== actor.vendorId

/**
 * Requestors with SC_BROWSE read vendors' answers and files once they are open. A vendor reads its
 * own and does not learn of others.
 */
export const readAnswers: ActorRule = (actor, subject) => {
  if (actor.relation === 'vendor') return isForeign(actor, subject) ? deny({ kind: 'scope' }) : null
  const unpermitted = needPermission(actor.permissions, ['SC_BROWSE'])
  if (unpermitted !== null || areAnswersOpen(subject.project)) return unpermitted
  return needState(subject.project.state, ['PUBLISHED', ...OPEN_STATES]) === null
    ? deny({ kind: 'sealed' })
    : needState(subject.project.state, OPEN_STATES)
}

const readAttachment: ActorRule = (actor, subject) =>
  subject.vendorId == null ? null : readAnswers(actor, subject)

const createAttachment: ActorRule = (actor, subject) => {
  if (isForeign(actor, subject)) return deny({ kind: 'scope' })
  if (actor.relation === 'vendor') return needTime(actor, 'attachment.create', subject)
  if (subject.vendorId != null) return deny({ kind: 'relation' })
  return (
    needPermission(actor.permissions, ['ATTACHMENT_CREATE']) ??
    needTime(actor, 'attachment.create', subject)
  )
}

/** A vendor's files are part of its answer and do not change after the deadline. */
const removeAttachment: ActorRule = (actor, subject) => {
  if (isForeign(actor, subject)) return deny({ kind: 'scope' })
  if (actor.relation === 'vendor') return needTime(actor, 'attachment.remove', subject)
  if (subject.vendorId != null) return deny({ kind: 'relation' })
  const isTheirs =
    subject.isAuthor === true ||
    actor.permissions.includes('PROJECT_CONTENT_ALL_WRITE') ||
    (subject.isAssigned === true && actor.permissions.includes('PROJECT_CONTENT_ASSIGNED_REMOVE'))
  return (
    needPermission(actor.permissions, ['ATTACHMENT_CREATE']) ??
    (isTheirs ? needTime(actor, 'attachment.remove', subject) : deny({ kind: 'authorship' }))
  )
}

export const ATTACHMENT_RULES = {
  'attachment.read': readAttachment,
  'attachment.create': createAttachment,
  /** Also covers renaming. */
  'attachment.remove': removeAttachment,
} as const satisfies Record<string, ActorRule>

export const restrictionOf = (
  { packageIds }: ProjectActor,
  { packageId }: ProjectSubject,
): Denial | null =>
  packageId != null && packageIds !== null && !packageIds.includes(packageId)
    ? deny({ kind: 'restriction' }, 'NOT_FOUND')
    : null

/**
 * Returns why an actor may not do the action with an attachment; null = they may. Mutations call
 * this instead of `can`.
 */
export const attachmentDenial = (
  actor: ProjectActor,
  action: keyof typeof ATTACHMENT_RULES,
  subject: ProjectSubject,
): Denial | null => restrictionOf(actor, subject) ?? ATTACHMENT_RULES[action](actor, subject)
