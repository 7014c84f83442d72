import { ActionIcon, Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { IconArrowLeft, IconArrowRight, IconLink, IconList } from '@tabler/icons-react'
import { Suspense, useState, type ReactNode } from 'react'
import type { Requirement } from '#schema/entities/structure.ts'
import { requirementLabel } from '#schema/rules/project/numbering.ts'
import { useProjectState, useRow, useRows } from '#client/lib/project-store.ts'
import { useCommand } from '#client/ui/keyboard/commands.ts'
import { Drawer } from '#client/ui/dialogs/drawer.tsx'
import { EmptyState } from '#client/ui/pages/empty-state.tsx'
import { lazyPart } from '#client/ui/pages/lazy-part.tsx'
import { Page } from '#client/ui/pages/page.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { AnswerPanel } from '../answers/answer-panel.tsx'
import { RequestorPanel } from '../document/requestor-panel.tsx'
import { requirementLink } from '#client/lib/route-links.ts'
import { findRequirement } from './requirement-label.ts'
import { RequirementList } from './requirement-list.tsx'
import { UndoButtons } from '../document/undo-buttons.tsx'
import { useParkedRows } from '../document/needs-you.ts'
import { useAccess } from '../document/use-access.ts'
import { useAnswers, useDocument } from '../document/use-document.ts'
import { useKeptDrafts } from '../answers/use-kept-drafts.ts'
import classes from './requirement-page.module.css'

const TrialPanel = lazyPart(() =>
  import('../parameters/trial-panel.tsx').then((part) => part.TrialPanel),
)

interface RequirementPageProps {
  projectId: string
  documentId: string
  requirementFullId: string
  /** Given by the route, because features do not know each other. */
  files: (requirement: Requirement) => ReactNode
}

/** One requirement: the list beside it, and the vendor's form or the requestor's text. */
export function RequirementPage({
  projectId,
  documentId,
  requirementFullId,
  files,
}: RequirementPageProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { status } = useProjectState(projectId)
  const { document, sections, requirements } = useDocument(projectId, documentId)
  const projectPackage = useRow(projectId, 'package', document?.packageId ?? '')
  const releases = useRows(projectId, 'release', { projectId })
  const access = useAccess(projectId, document)
  const answers = useAnswers(projectId, documentId, access.vendorId)
  const [isListOpen, setListOpen] = useState(false)
  /** Stays from one requirement to the next, until the page is left. */
  const [isActing, setActing] = useState(false)
  useParkedRows(projectId)
  useKeptDrafts({ projectId, vendorId: access.vendorId, isReady: status === 'ready' })

  const copyLink = () =>
    void navigator.clipboard.writeText(window.location.href).then(
      () => toast.success(t`Link copied`),
      () => toast.error(t`Your browser blocks copying here. Copy the link from the address bar.`),
    )
  const requirement = findRequirement(requirements, requirementFullId)
  const at = requirement ? requirements.indexOf(requirement) : -1
  const open = (step: 1 | -1) => {
    const target = requirements[at + step]
    if (target) void navigate(requirementLink({ projectId, documentId }, target))
  }
  useCommand({
    id: 'requirement.next',
    label: t`Next requirement`,
    group: t`Requirement`,
    keys: 'alt+arrowdown',
    run: () => open(1),
    when: at >= 0 && at < requirements.length - 1,
  })
  useCommand({
    id: 'requirement.previous',
    label: t`Previous requirement`,
    group: t`Requirement`,
    keys: 'alt+arrowup',
    run: () => open(-1),
    when: at > 0,
  })

  useCommand({
    id: 'requirement.copyLink',
    label: t`Copy link to this requirement`,
    group: t`Requirement`,
    run: copyLink,
    when: at >= 0,
  })

  useCommand({
    id: 'requirement.act',
    label: isActing ? t`Exit vendor view` : t`View as vendor`,
    group: t`Requirement`,
    run: () => setActing(!isActing),
    when: at >= 0 && !access.isVendor,
  })

  if (status === 'loading')
    return (
      <Page title={t`Requirement`}>
        <p role="status">
          <Trans>Loading the requirement…</Trans>
        </p>
      </Page>
    )
  if (!document || !requirement) {
    return (
      <Page title={t`Requirement`}>
        <EmptyState
          title={t`Requirement not found`}
          action={
            <Button
              component={Link}
              to={`/project/${projectId}/documents`}
              variant="default"
            >{t`All documents`}</Button>
          }
        >
          <Trans>It was deleted, or you don't have access to it.</Trans>
        </EmptyState>
      </Page>
    )
  }
  const label = requirementLabel(requirement, document.prefix)
  const crumbs = [
    ...(projectPackage
      ? [
          {
            label: projectPackage.name,
            href: `/project/${projectId}/packages/${projectPackage.id}`,
          },
        ]
      : []),
    { label: document.name, href: `/project/${projectId}/documents/${documentId}` },
  ]
  const list = (
    <RequirementList
      projectId={projectId}
      document={document}
      requirements={requirements}
      answers={access.isVendor ? answers : null}
      currentId={requirement.id}
      onPick={() => setListOpen(false)}
    />
  )
  const sectionName = sections.find(({ id }) => id === requirement.sectionId)?.name ?? ''
  return (
    <Page
      title={label}
      crumbs={crumbs}
      isFlush
      toolbar={
        <>
          <Button
            className={classes.listButton}
            variant="default"
            size="xs"
            leftSection={<IconList size={16} aria-hidden />}
            onClick={() => setListOpen(true)}
          >
            <Trans>All requirements</Trans>
          </Button>
          <span className={classes.section}>{sectionName}</span>
        </>
      }
      actions={
        <>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t`Copy link`}
            title={t`Copy link to this requirement`}
            onClick={copyLink}
          >
            <IconLink size={16} aria-hidden />
          </ActionIcon>
          <UndoButtons scope={documentId} />
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t`Previous requirement`}
            title={at > 0 ? t`Previous requirement` : t`This is the first requirement`}
            disabled={at <= 0}
            onClick={() => open(-1)}
          >
            <IconArrowLeft size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t`Next requirement`}
            title={
              at < requirements.length - 1 ? t`Next requirement` : t`This is the last requirement`
            }
            disabled={at >= requirements.length - 1}
            onClick={() => open(1)}
          >
            <IconArrowRight size={16} aria-hidden />
          </ActionIcon>
        </>
      }
    >
      <div className={classes.split}>
        <div className={classes.list}>{list}</div>
        <div className={classes.main}>
          {access.isVendor && access.vendorId !== null ? (
            <AnswerPanel
              key={requirement.id}
              projectId={projectId}
              document={document}
              requirement={requirement}
              commitment={answers?.get(requirement.id)}
              releases={releases}
              vendorId={access.vendorId}
              reason={access.answerReason}
              label={label}
              files={files(requirement)}
              onNext={at < requirements.length - 1 ? () => open(1) : null}
            />
          ) : isActing ? (
            <Suspense fallback={null}>
              <TrialPanel
                key={requirement.id}
                requirement={requirement}
                releases={releases}
                label={label}
                onStop={() => setActing(false)}
              />
            </Suspense>
          ) : (
            <RequestorPanel
              key={requirement.id}
              projectId={projectId}
              document={document}
              requirement={requirement}
              releases={releases}
              access={access}
              label={label}
              files={files(requirement)}
              onAct={() => setActing(true)}
            />
          )}
        </div>
      </div>
      <Drawer
        keepsText
        title={t`Requirements`}
        opened={isListOpen}
        onClose={() => setListOpen(false)}
        size={340}
      >
        {isListOpen && <div className={classes.drawer}>{list}</div>}
      </Drawer>
    </Page>
  )
}
