import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Deadline } from '#schema/entities/project.ts'
import { isAfterOpening, mayReweighByAddendum } from '#schema/rules/evaluation/scoring.ts'
import { api } from '../../lib/api.ts'
import { usePlaceOffers } from '../../lib/offers/use-organization-offers.ts'
import { useRows } from '../../lib/project-store.ts'
import { tryNow } from '../../lib/sync-status.ts'
import { AddendumWeights, type TypedWeights } from './addendum-weights.tsx'
import { CheckList } from './check-list.tsx'
import { DeadlineDialog, type DeadlineMove } from './deadline-dialog.tsx'
import type { MoveDialogProps } from './move-dialogs.tsx'
import classes from './move-dialogs.module.css'
import type { PublishCheck } from './publish-checks.ts'
import { OddityLink } from './oddity-link.tsx'
import { usePublishFacts } from './use-publish-facts.ts'

/** Publishes the project: sets the deadline and lists what is missing, with links to fix it. */
export function PublishDialog({ project, ...rest }: MoveDialogProps) {
  const { t } = useLingui()
  const [deadline, setDeadline] = useState<Deadline | null>(project.deadline)
  const [typed, setTyped] = useState<TypedWeights>({})
  // The version of each row whose weight was typed; empty after a refusal, which shows the newest.
  const [seenOn, setSeenOn] = useState<Readonly<Record<string, number>>>({})
  const [reason, setReason] = useState('')
  const withTyped = <R extends { id: string; weight: number | null }>(rows: readonly R[]): R[] =>
    rows.map((row) => ({ ...row, weight: typed[row.id] ?? row.weight }))
  const packages = withTyped(useRows(project.id, 'package', { projectId: project.id }))
  const documents = withTyped(useRows(project.id, 'document', { projectId: project.id }))
  const mayReweigh = rest.transition.effect === 'republish' && mayReweighByAddendum(project)
  const { checks, oddities } = usePublishFacts(project, deadline, withTyped)
  const mayBrowse = usePlaceOffers(project.organizationId, false)('browseVendors')
  const isReady = checks.every((check) => check.isDone)

  const weightsOf = (rows: readonly { id: string; updatedOn: number; weight: number | null }[]) =>
    rows.map(({ id, updatedOn, weight }) => ({
      id,
      updatedOn: seenOn[id] ?? updatedOn,
      weight: weight ?? 0,
    }))
  const typeWeights = (next: TypedWeights) => {
    setTyped(next)
    const versions = Object.fromEntries(
      [...packages, ...documents].flatMap(({ id, updatedOn }) =>
        id in next ? [[id, seenOn[id] ?? updatedOn]] : [],
      ),
    )
    setSeenOn(versions)
  }
  const why = isAfterOpening(project) && reason.trim() !== '' ? { reason: reason.trim() } : {}
  const weights =
    Object.keys(typed).length === 0
      ? {}
      : { weights: { packages: weightsOf(packages), documents: weightsOf(documents), ...why } }
  const move: DeadlineMove = async (body) => {
    try {
      await api.stateTransitions.moveToPublished({
        params: { id: project.id },
        body: { ...body, ...weights },
      })
    } catch (error) {
      setSeenOn({})
      await tryNow()
      throw error
    }
  }
  return (
    <DeadlineDialog
      {...rest}
      project={project}
      deadline={deadline}
      onDeadline={setDeadline}
      move={move}
      reason={isReady ? null : t`First fix what is marked as missing.`}
    >
      <CheckList
        label={t`Checks before publishing`}
        checks={checks}
        oddities={oddities}
        mendCheck={(check) => (
          <MendLink check={check} projectId={project.id} onLeave={rest.onClose} />
        )}
        mendOddity={(oddity) => (
          <OddityLink
            oddity={oddity}
            project={project}
            mayBrowse={mayBrowse}
            onLeave={rest.onClose}
          />
        )}
      />
      {isReady && oddities.length > 0 && (
        <p className={classes.note}>
          <Trans>Warnings do not prevent publishing.</Trans>
        </p>
      )}
      {mayReweigh && (
        <AddendumWeights
          packages={packages}
          documents={documents}
          typed={typed}
          onType={typeWeights}
          reason={isAfterOpening(project) ? reason : null}
          onReason={setReason}
        />
      )}
    </DeadlineDialog>
  )
}

interface MendLinkProps {
  check: PublishCheck
  projectId: string
  onLeave: () => void
}

function MendLink({ check, projectId, onLeave }: MendLinkProps) {
  const { t } = useLingui()
  const link = (text: string, to: '/project/$id/documents' | '/project/$id/packages') => (
    <Link to={to} params={{ id: projectId }} onClick={onLeave}>
      {text}
    </Link>
  )
  if (check.id.endsWith('weights') && check.total === undefined) return null
  switch (check.id) {
    case 'requirements':
      return link(t`Add requirements`, '/project/$id/documents')
    case 'vendors':
      return <Trans>Use “Add vendors”.</Trans>
    case 'package-weights':
    case 'document-weights':
      return link(t`Edit weights`, '/project/$id/packages')
    case 'deadline':
      return null
  }
}
