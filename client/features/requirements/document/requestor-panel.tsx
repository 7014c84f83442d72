import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Release } from '#schema/entities/project.ts'
import type { Document, Requirement } from '#schema/entities/structure.ts'
import { commitmentStatus } from '#schema/rules/answers/commitments.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { openConflicts } from '#client/lib/conflict-dialog.ts'
import { useRows, useUnsent } from '#client/lib/project-store.ts'
import { AnswerForm } from '../answers/answer-form.tsx'
import { AnswerSummary } from '../answers/answer-summary.tsx'
import { useNeedsYou } from './needs-you.ts'
import { RequirementRecords } from '../history/requirement-records.tsx'
import { RequirementContent } from '../requirement/requirement-content.tsx'
import { AnswerStatus, RequirementStatus } from '../table/status-cell.tsx'
import type { DocumentAccess } from './use-access.ts'
import classes from '../answers/answer-panel.module.css'
import { LazyParameterDrawer } from '../parameters/lazy-parameter-drawer.tsx'

interface RequestorPanelProps {
  projectId: string
  document: Document
  requirement: Requirement
  releases: readonly Release[]
  access: DocumentAccess
  label: string
  files: ReactNode
  onAct: () => void
}
const NO_ERRORS: ReadonlyMap<string, string> = new Map()
const nothing = () => undefined

/**
 * A requirement for its author: its editable text, its answer fields, and the vendors' answers once
 * they are open.
 */
export function RequestorPanel({
  projectId,
  document,
  requirement,
  releases,
  access,
  label,
  files,
  onAct,
}: RequestorPanelProps) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const isUnsent = useUnsent(projectId, 'requirement', requirement.id)
  const needsYou = useNeedsYou(requirement.id)
  return (
    <article className={classes.panel}>
      <header className={classes.header}>
        <h2>{label}</h2>
        <RequirementStatus status={requirement.status} />
        {isUnsent && (
          <span className={classes.unsent}>
            <Trans>Not sent yet</Trans>
          </span>
        )}
        {needsYou && (
          <Button
            size="compact-xs"
            color="yellow"
            variant="light"
            onClick={() => openConflicts(requirement.id)}
          >
            <Trans>An edit needs your decision</Trans>
          </Button>
        )}
      </header>
      {access.contentReason !== null && (
        <p className={classes.reason} role="note">
          {access.contentReason}
        </p>
      )}
      <RequirementContent
        projectId={projectId}
        documentId={document.id}
        requirement={requirement}
        label={label}
        reason={access.contentReason}
      />
      {access.areAnswersOpen && (
        <OpenAnswers projectId={projectId} requirement={requirement} releases={releases} />
      )}
      <div className={classes.header}>
        <h3 className={classes.title}>
          <Trans>Answer fields</Trans>
        </h3>
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          {access.contentReason === null ? (
            <Trans>Edit fields…</Trans>
          ) : (
            <Trans>Show the fields…</Trans>
          )}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onAct}>
          <Trans>View as vendor</Trans>
        </Button>
      </div>
      <AnswerForm
        definition={parseDefinition(requirement.definition)}
        values={{}}
        releases={releases}
        errors={NO_ERRORS}
        isReadOnly
        onChange={nothing}
        onLeave={nothing}
      />
      <p className={classes.saved}>{t`Preview. Vendors fill this in.`}</p>
      {files}
      <RequirementRecords requirement={requirement} releases={releases} />
      <LazyParameterDrawer
        ids={isAsking ? [requirement.id] : null}
        projectId={projectId}
        document={document}
        requirements={[requirement]}
        reason={access.contentReason}
        onClose={() => setAsking(false)}
      />
    </article>
  )
}

type OpenAnswersProps = Pick<RequestorPanelProps, 'projectId' | 'requirement' | 'releases'>

/** Shows the answers of all vendors. */
function OpenAnswers({ projectId, requirement, releases }: OpenAnswersProps) {
  const vendors = useRows(projectId, 'projectVendor', { projectId })
  const commitments = useRows(projectId, 'commitment', { requirementId: requirement.id })
  return (
    <>
      <h3 className={classes.title}>
        <Trans>Answers</Trans>
      </h3>
      {vendors.map((vendor) => {
        const commitment = commitments.find(({ vendorId }) => vendorId === vendor.vendorId)
        return (
          <section key={vendor.id} className={classes.answer} aria-label={vendor.name}>
            <h4>
              {vendor.name} <AnswerStatus status={commitmentStatus(commitment)} />
            </h4>
            <AnswerSummary requirement={requirement} commitment={commitment} releases={releases} />
          </section>
        )
      })}
    </>
  )
}
