import type { CommentType } from '../../entities/comment.ts'
import { type Project, PROJECT_STATES, type ProjectState } from '../../entities/project.ts'
import type { ProjectActor } from '../../mutations/mutation.ts'
import { areAnswersOpen, OPEN_STATES } from '../access/access.ts'
import { type Denial, deny, needPermission, needState } from '../access/denial.ts'
import { timeDenial } from '../project/write-times.ts'

/** Something inside a project. */
export interface ProjectSubject {
  project: Pick<Project, 'state' | 'sealed' | 'publishedOn' | 'deadlineAt'>
  /** The package it lies in; absent or null on the project itself. */
  packageId?: string | null | undefined
  /** Whose answer, question or file it is; null = a requestor's. */
  vendorId?: number | null | undefined
  /** The person owns the package or document that it lies in. */
  isAssigned?: boolean | undefined
  ownsDocument?: boolean | undefined
  /** The person uploaded it. */
  isAuthor?: boolean | undefined
  commentType?: CommentType | undefined
  /** ms, the server's clock. */
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
 * Requestors read what vendors gave once it is open, by SC_BROWSE; a vendor reads its own and
 * learns of no other.
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

/** A vendor's files are part of its answer: from the deadline on they stay as they are. */
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
  /** Also to rename it. */
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
 * Why an actor of a project may not do it; null = they may. What `can` says of attachments, for
 * mutations.
 */
export const attachmentDenial = (
  actor: ProjectActor,
  action: keyof typeof ATTACHMENT_RULES,
  subject: ProjectSubject,
): Denial | null => restrictionOf(actor, subject) ?? ATTACHMENT_RULES[action](actor, subject)
