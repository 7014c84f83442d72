import { ActionIcon } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { IconAlertTriangle, IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Release } from '#schema/entities/project.ts'
import type { Document, Requirement } from '#schema/entities/structure.ts'
import { commitmentStatus } from '#schema/rules/answers/commitments.ts'
import { requirementLabel } from '#schema/rules/project/numbering.ts'
import { answerParameters, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { openConflicts } from '#client/lib/conflict-dialog.ts'
import { readRows, useUnsent } from '#client/lib/project-store.ts'
import { MenuButton } from '#client/ui/floating/menu-button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { AnswerSummary } from '../answers/answer-summary.tsx'
import { inDocumentOrder } from '../document/document-order.ts'
import { LazyParameterDrawer } from '../parameters/lazy-parameter-drawer.tsx'
import { MoveDialog } from '../document/move-dialog.tsx'
import { useNeedsYou } from '../document/needs-you.ts'
import { RequirementContent } from './requirement-content.tsx'
import { deleteRequirements, moveRequirements } from './requirement-commands.ts'
import { requirementLink } from '#client/lib/route-links.ts'
import { RequirementText } from './requirement-text.tsx'
import { AnswerStatus, RequirementStatus } from '../table/status-cell.tsx'
import type { DocumentAccess } from '../document/use-access.ts'
import classes from './requirement-card.module.css'

interface RequirementCardProps {
  projectId: string
  document: Document
  requirement: Requirement
  commitment: Commitment | undefined
  releases: readonly Release[]
  access: DocumentAccess
}

/** A requirement with its texts. Authors edit it in place; vendors see their answer below. */
export function RequirementCard({
  projectId,
  document,
  requirement,
  commitment,
  releases,
  access,
}: RequirementCardProps) {
  const { t } = useLingui()
  const label = requirementLabel(requirement, document.prefix)
  const isUnsent = useUnsent(
    projectId,
    access.isVendor ? 'commitment' : 'requirement',
    access.isVendor ? (commitment?.id ?? '') : requirement.id,
  )
  const needsYou = useNeedsYou(requirement.id)
  const link = requirementLink({ projectId, documentId: document.id }, requirement)
  const asked = answerParameters(parseDefinition(requirement.definition))
    .map(({ name }) => name)
    .join(', ')
  return (
    <article className={classes.card} aria-label={label}>
      <header className={classes.header}>
        <Link {...link} className={classes.id ?? ''}>
          {label}
        </Link>
        {requirement.sourceId !== null && (
          <span className={classes.dim}>{requirement.sourceId}</span>
        )}
        <RequirementStatus status={requirement.status} />
        {access.isVendor && <AnswerStatus status={commitmentStatus(commitment)} />}
        {isUnsent && (
          <span className={classes.unsent} title={t`Not sent yet`}>
            <span className="visually-hidden">
              <Trans>Not sent yet</Trans>
            </span>
          </span>
        )}
        {needsYou && (
          <ActionIcon
            size={24}
            variant="light"
            color="yellow"
            aria-label={t`An edit of ${label} needs your decision`}
            onClick={() => openConflicts(requirement.id)}
          >
            <IconAlertTriangle size={14} aria-hidden />
          </ActionIcon>
        )}
        {!access.isVendor && (
          <CardMenu
            projectId={projectId}
            document={document}
            requirement={requirement}
            access={access}
            label={label}
          />
        )}
      </header>
      {access.isVendor ? (
        <RequirementText requirement={requirement} isVendor />
      ) : (
        <RequirementContent
          projectId={projectId}
          documentId={document.id}
          requirement={requirement}
          label={label}
          reason={access.contentReason}
        />
      )}
      {access.isVendor ? (
        <div className={classes.answer}>
          <AnswerSummary requirement={requirement} commitment={commitment} releases={releases} />
          {access.answerReason === null && (
            <Link {...link} className={classes.dim} data-no-print>
              <Trans>Answer</Trans>
            </Link>
          )}
        </div>
      ) : (
        <p className={classes.dim}>
          <Trans>Asked: {asked}</Trans>
        </p>
      )}
    </article>
  )
}

function CardMenu({
  projectId,
  document,
  requirement,
  access,
  label,
}: Pick<RequirementCardProps, 'projectId' | 'document' | 'requirement' | 'access'> & {
  label: string
}) {
  const { t } = useLingui()
  const [dialog, setDialog] = useState<'fields' | 'move' | null>(null)
  const place = { projectId, documentId: document.id }
  const fail = (error: unknown) => toast.error(error)
  const sections =
    dialog === 'move' ? readRows(projectId, 'section', { documentId: document.id }) : []
  const requirements =
    dialog === 'move'
      ? inDocumentOrder(sections, readRows(projectId, 'requirement', { documentId: document.id }))
      : []
  return (
    <>
      <MenuButton
        button={(target) => (
          <ActionIcon
            {...target}
            className={classes.menu ?? ''}
            variant="subtle"
            color="gray"
            size={24}
            aria-label={t`Actions for ${label}`}
            data-no-print
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        )}
        items={[
          { label: t`Fields…`, run: () => setDialog('fields') },
          ...(access.contentReason === null
            ? [{ label: t`Move to…`, run: () => setDialog('move') }]
            : []),
          ...(access.removeReason === null
            ? [
                {
                  label: t`Delete`,
                  isDanger: true,
                  run: () => void deleteRequirements(place, [requirement]).catch(fail),
                },
              ]
            : []),
        ]}
      />
      <MoveDialog
        ids={dialog === 'move' ? [requirement.id] : null}
        sections={sections}
        requirements={requirements}
        prefix={document.prefix}
        onClose={() => setDialog(null)}
        onMove={(target) => void moveRequirements(place, [requirement.id], target).catch(fail)}
      />
      <LazyParameterDrawer
        ids={dialog === 'fields' ? [requirement.id] : null}
        projectId={projectId}
        document={document}
        requirements={[requirement]}
        reason={access.contentReason}
        onClose={() => setDialog(null)}
      />
    </>
  )
}
