import { Trans, useLingui } from '@lingui/react/macro'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Deadline } from '#schema/entities/project.ts'
import { isAfterOpening, mayReweighByAddendum } from '#schema/rules/scoring.ts'
import { serverNow } from '../../lib/clock.ts'
import { api } from '../../lib/api.ts'
import { useRows } from '../../lib/project-store.ts'
import { AddendumWeights, type TypedWeights } from './addendum-weights.tsx'
import { DeadlineDialog, type DeadlineMove } from './deadline-dialog.tsx'
import type { MoveDialogProps } from './move-dialogs.tsx'
import classes from './move-dialogs.module.css'
import { publishChecks, type PublishCheck } from './publish-checks.ts'
import { useRequirementCount } from './use-progress.ts'

/** Publishing: the deadline, and a list of what is still missing with the way to mend it. */
export function PublishDialog({ project, ...rest }: MoveDialogProps) {
  const { t } = useLingui()
  const [deadline, setDeadline] = useState<Deadline | null>(project.deadline)
  const [typed, setTyped] = useState<TypedWeights>({})
  const [reason, setReason] = useState('')
  const withTyped = <R extends { id: string; weight: number | null }>(rows: readonly R[]): R[] =>
    rows.map((row) => ({ ...row, weight: typed[row.id] ?? row.weight }))
  const packages = withTyped(useRows(project.id, 'package', 'projectId', project.id))
  const documents = withTyped(useRows(project.id, 'document', 'projectId', project.id))
  const mayReweigh = rest.transition.effect === 'republish' && mayReweighByAddendum(project)
  const vendorCount = useRows(project.id, 'projectVendor', 'projectId', project.id).length
  const requirementCount = useRequirementCount(project.id)
  const checks = publishChecks({ packages, documents, requirementCount, vendorCount, deadline, now: serverNow() })
  const isReady = checks.every((check) => check.isDone)

  const weightsOf = (rows: readonly { id: string; weight: number | null }[]) =>
    rows.map(({ id, weight }) => ({ id, weight: weight ?? 0 }))
  const why = isAfterOpening(project) && reason.trim() !== '' ? { reason: reason.trim() } : {}
  const weights = Object.keys(typed).length === 0
    ? {}
    : { weights: { packages: weightsOf(packages), documents: weightsOf(documents), ...why } }
  const move: DeadlineMove = (body) =>
    api.stateTransitions.moveToPublished({ params: { id: project.id }, body: { ...body, ...weights } })
  return (
    <DeadlineDialog
      {...rest} project={project} deadline={deadline} onDeadline={setDeadline} move={move}
      reason={isReady ? null : t`First fix what is marked as missing.`}
    >
      <ul className={classes.checks} aria-label={t`Checks before publishing`}>
        {checks.map((check) => (
          <li key={`${check.id}${check.where?.id ?? ''}`}>
            {check.isDone ? <IconCircleCheck size={16} data-done aria-label={t`Done:`} role="img" /> : (
              <IconAlertCircle size={16} data-missing aria-label={t`Missing:`} role="img" />
            )}
            <CheckText check={check} projectId={project.id} onLeave={rest.onClose} />
          </li>
        ))}
      </ul>
      {mayReweigh && (
        <AddendumWeights
          packages={packages} documents={documents} typed={typed} onType={setTyped}
          reason={isAfterOpening(project) ? reason : null} onReason={setReason}
        />
      )}
    </DeadlineDialog>
  )
}

function CheckText({ check, projectId, onLeave }: { check: PublishCheck; projectId: string; onLeave: () => void }) {
  const params = { id: projectId }
  const mend = (text: string, to: '/project/$id/documents' | '/project/$id/packages'): ReactNode =>
    check.isDone ? null : <> <Link to={to} params={params} onClick={onLeave}>{text}</Link></>
  const { t } = useLingui()
  const total = check.total ?? 0
  const where = check.where?.name ?? ''
  switch (check.id) {
    case 'requirements':
      return <span><Trans>There is at least one requirement.</Trans>{mend(t`Add requirements`, '/project/$id/documents')}</span>
    case 'vendors':
      return <span><Trans>At least one vendor is chosen.</Trans>{!check.isDone && <> <Trans>Use “Add vendors”.</Trans></>}</span>
    case 'package-weights':
      return check.isDone ? <span><Trans>The weights of the packages total 100.</Trans></span>
        : (
          <span>
            <Trans>The weights of the packages must total 100; they total {total}.</Trans>{mend(t`Edit weights`, '/project/$id/packages')}
          </span>
        )
    case 'document-weights':
      return check.isDone ? <span><Trans>The weights of the documents total 100 in every package.</Trans></span>
        : (
          <span>
            <Trans>The weights of the documents in {where} must total 100; they total {total}.</Trans>{mend(
              t`Edit weights`, '/project/$id/packages',
            )}
          </span>
        )
    case 'deadline':
      return <span><Trans>The deadline is in the future.</Trans></span>
  }
}
