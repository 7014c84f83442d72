import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { REQUIREMENT_STATUSES, type Requirement } from '#schema/entities/structure.ts'
import { COMMITMENT_STATUSES, type CommitmentStatus } from '#schema/rules/answers/commitments.ts'
import { type PillTone, StatePill } from '#client/ui/elements/state-pill.tsx'
import classes from './status-cell.module.css'

const ANSWER_TEXTS = {
  OPEN: msg({ message: 'Open', context: 'not answered' }),
  DRAFT: msg`Draft`,
  WAITING: msg`Waiting to be sent`,
  SUBMITTED: msg`Submitted`,
} satisfies Record<CommitmentStatus, unknown>
const ANSWER_TONES = {
  OPEN: 'neutral',
  DRAFT: 'amber',
  WAITING: 'amber',
  SUBMITTED: 'teal',
} satisfies Record<CommitmentStatus, PillTone>
const STATUS_TONES = { NEW: 'teal', OLD: 'neutral', CHANGED: 'amber' } satisfies Record<
  Requirement['status'],
  PillTone
>
const STATUS_TEXTS = { NEW: msg`NEW`, OLD: msg`OLD`, CHANGED: msg`CHANGED` } satisfies Record<
  Requirement['status'],
  unknown
>

export const answerStatusText = (status: CommitmentStatus): string => i18n._(ANSWER_TEXTS[status])
/** A shorter status text for narrow cells. */
export const shortStatusText = (status: CommitmentStatus): string =>
  status === 'WAITING' ? i18n._(msg`Waiting`) : answerStatusText(status)
export const requirementStatusText = (status: Requirement['status']): string =>
  i18n._(STATUS_TEXTS[status])

export const statusOptions = () =>
  REQUIREMENT_STATUSES.map((value) => ({ value, label: requirementStatusText(value) }))
export const answerOptions = () =>
  COMMITMENT_STATUSES.map((value) => ({ value, label: answerStatusText(value) }))

export function AnswerStatus({
  status,
  title,
  isShort = false,
}: {
  status: CommitmentStatus
  title?: string | undefined
  isShort?: boolean
}) {
  return (
    <StatePill tone={ANSWER_TONES[status]} title={title}>
      {isShort ? shortStatusText(status) : answerStatusText(status)}
    </StatePill>
  )
}

export function RequirementStatus({ status }: { status: Requirement['status'] }) {
  return <StatePill tone={STATUS_TONES[status]}>{requirementStatusText(status)}</StatePill>
}

/** A bar for the percentage that an answer claims. */
export function PercentBar({ percent }: { percent: number | null }) {
  if (percent === null) return <span className={classes.none}>–</span>
  const tone = percent >= 75 ? 'teal' : percent >= 40 ? 'amber' : 'red'
  return (
    <span className={classes.bar}>
      <span className={classes.track}>
        <span className={classes.fill} data-tone={tone} style={{ width: `${percent}%` }} />
      </span>
      <span className={classes.number}>{percent}</span>
    </span>
  )
}
