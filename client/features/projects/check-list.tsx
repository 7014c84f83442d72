import { Trans, useLingui } from '@lingui/react/macro'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PublishCheck } from './publish-checks.ts'
import type { PublishOddity } from './publish-oddities.ts'
import classes from './check-list.module.css'

interface CheckListProps {
  label: string
  checks: readonly PublishCheck[]
  oddities: readonly PublishOddity[]
  /** The action that fixes the line, placed behind its text. */
  mendCheck: (check: PublishCheck) => ReactNode
  mendOddity: (oddity: PublishOddity) => ReactNode
}

/** The requirements for publishing, followed by warnings about what is allowed but unusual. */
export function CheckList({ label, checks, oddities, mendCheck, mendOddity }: CheckListProps) {
  const { t } = useLingui()
  return (
    <ul className={classes.checks} aria-label={label}>
      {checks.map((check) => (
        <li key={`${check.id}${check.where?.id ?? ''}`}>
          {check.isDone ? (
            <IconCircleCheck size={16} data-done aria-label={t`Done:`} role="img" />
          ) : (
            <IconAlertCircle size={16} data-missing aria-label={t`Missing:`} role="img" />
          )}
          <span className={classes.text}>
            <CheckText check={check} />
          </span>
          {!check.isDone && <span className={classes.mend}>{mendCheck(check)}</span>}
        </li>
      ))}
      {oddities.map((oddity) => (
        <li key={`${oddity.id}${'where' in oddity ? oddity.where.id : ''}`}>
          <IconAlertTriangle size={16} data-odd aria-label={t`Warning:`} role="img" />
          <span className={classes.text}>
            <OddityText oddity={oddity} />
          </span>
          <span className={classes.mend}>{mendOddity(oddity)}</span>
        </li>
      ))}
    </ul>
  )
}

function CheckText({ check }: { check: PublishCheck }) {
  const total = check.total ?? 0
  const where = check.where?.name ?? ''
  switch (check.id) {
    case 'requirements':
      return check.isDone ? (
        <Trans>There is at least one requirement.</Trans>
      ) : (
        <Trans>There are no requirements yet.</Trans>
      )
    case 'vendors':
      return check.isDone ? (
        <Trans>At least one vendor is chosen.</Trans>
      ) : (
        <Trans>No vendor is chosen yet.</Trans>
      )
    case 'package-weights':
      if (check.isDone) return <Trans>The weights of the packages total 100.</Trans>
      return check.total === undefined ? (
        <Trans>There are no packages to weigh yet.</Trans>
      ) : (
        <Trans>The weights of the packages must total 100; they total {total}.</Trans>
      )
    case 'document-weights':
      if (check.isDone)
        return <Trans>The weights of the documents total 100 in every package.</Trans>
      return check.total === undefined ? (
        <Trans>There are no documents to weigh yet.</Trans>
      ) : (
        <Trans>
          The weights of the documents in {where} must total 100; they total {total}.
        </Trans>
      )
    case 'deadline':
      return check.isDone ? (
        <Trans>The deadline is in the future.</Trans>
      ) : (
        <Trans>Set a deadline in the future.</Trans>
      )
  }
}

function OddityText({ oddity }: { oddity: PublishOddity }) {
  const name = 'where' in oddity ? oddity.where.name : ''
  switch (oddity.id) {
    case 'empty-package':
      return <Trans>The package {name} carries weight, but has no requirements.</Trans>
    case 'empty-document':
      return <Trans>The document {name} carries weight, but has no requirements.</Trans>
    case 'unscored-document':
      return (
        <Trans>The document {name} carries weight, but none of its answer fields is scored.</Trans>
      )
    case 'nothing-scored':
      return <Trans>No answer field is scored, so the evaluation has nothing to compare.</Trans>
    case 'no-contact':
      return <Trans>{name} has no active contact who could answer.</Trans>
  }
}
