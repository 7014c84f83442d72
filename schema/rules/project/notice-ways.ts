import {
  groupRow,
  type MailWay,
  NOTICE_GROUP_NAMES,
  type NoticeGroup,
} from '../../tables/notice-groups.ts'
import type { NoticeRelation } from '../../tables/notice-row.ts'
import { NOTICE_KINDS, type NoticeKind, NOTICES } from '../../tables/notices.ts'

/** What a person chose for a group; `projectId` null = in all projects. */
export interface NoticeChoice {
  projectId: string | null
  group: NoticeGroup
  /** null = not chosen here. */
  mail: MailWay | null
  push: boolean | null
}
export interface NoticeChoices {
  /** Whether the person muted the project. */
  isMuted: boolean
  rows: readonly NoticeChoice[]
}
/** The ways that a notification takes to a person. */
export interface NoticeWays {
  panel: boolean
  mail: MailWay
  push: boolean
}

const NO_WAY: NoticeWays = { panel: false, mail: 'never', push: false }

/**
 * The ways of a group in a project: the project's choice, else the choice for all projects, else
 * the default. A muted project takes all ways but those of urgent notifications.
 */
export const waysOfGroup = (
  group: NoticeGroup,
  projectId: string | null,
  { isMuted, rows }: NoticeChoices,
): NoticeWays => {
  const { mail, push, isUrgent = false, isFixed = false } = groupRow(group)
  if (isMuted && !isUrgent) return NO_WAY
  if (isFixed) return { panel: true, mail, push }
  const own = rows.filter((row) => row.group === group)
  const inProject = projectId === null ? undefined : own.find((row) => row.projectId === projectId)
  const general = own.find((row) => row.projectId === null)
  return {
    panel: true,
    mail: inProject?.mail ?? general?.mail ?? mail,
    push: inProject?.push ?? general?.push ?? push,
  }
}

export const waysOf = (
  kind: NoticeKind,
  projectId: string | null,
  choices: NoticeChoices,
): NoticeWays => waysOfGroup(NOTICES[kind].group, projectId, choices)

/** Whether the kind reaches people in spite of a muted project and of quiet hours. */
export const isUrgent = (kind: NoticeKind): boolean =>
  groupRow(NOTICES[kind].group).isUrgent === true

/** Whether vendors get another mail of the event: the one that says who opened the answers. */
export const hasOwnMail = (
  kind: NoticeKind,
  relation: NoticeRelation,
  { openings = [] }: { openings?: readonly unknown[] | undefined },
): boolean =>
  relation === 'vendor' &&
  (kind === 'project.opened' || (kind === 'project.ended' && openings.length > 0))

/** The groups that people of the side can get and may choose ways for. */
export const groupsOfSide = (side: 'requestor' | 'vendor'): NoticeGroup[] => {
  const isOf = (relation: NoticeRelation): boolean =>
    (relation === 'vendor') === (side === 'vendor')
  const groups = NOTICE_KINDS.filter((kind) =>
    (NOTICES[kind].to as readonly NoticeRelation[]).some(isOf),
  ).map((kind): NoticeGroup => NOTICES[kind].group)
  return NOTICE_GROUP_NAMES.filter(
    (group) => groups.includes(group) && groupRow(group).isFixed !== true,
  )
}
