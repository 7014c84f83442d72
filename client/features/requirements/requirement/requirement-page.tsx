import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { IconList } from '@tabler/icons-react'
import { useState, type CSSProperties, type ReactNode } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Document, Package, Requirement } from '#schema/entities/structure.ts'
import { requirementLabel } from '#schema/rules/project/numbering.ts'
import { useProjectState, useRow, useRows } from '#client/lib/project-store.ts'
import { enterVendorView } from '#client/lib/enter-vendor-view.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { useTextScale } from '#client/ui/browser/text-scale.ts'
import { useCommand } from '#client/ui/keyboard/commands.ts'
import { Drawer } from '#client/ui/dialogs/drawer.tsx'
import { EmptyState } from '#client/ui/pages/empty-state.tsx'
import { Page } from '#client/ui/pages/page.tsx'
import { Skeleton } from '#client/ui/pages/skeleton.tsx'
import { AnswerPanel } from '../answers/answer-panel.tsx'
import { useKeptDrafts } from '../answers/use-kept-drafts.ts'
import { useParkedRows } from '../document/needs-you.ts'
import { RequestorPanel } from '../document/requestor-panel.tsx'
import { type DocumentAccess, useAccess } from '../document/use-access.ts'
import { useAnswers, useDocument, useIsAnswerRead } from '../document/use-document.ts'
import { RequirementActions } from './requirement-actions.tsx'
import { findRequirement } from './requirement-label.ts'
import { RequirementList } from './requirement-list.tsx'
import { useSteps } from './use-steps.ts'
import classes from './requirement-page.module.css'
import { ContentText } from '#client/ui/elements/content-text.tsx'

const viewAsVendor = (projectId: string): void =>
  void enterVendorView(projectId, null).catch((error: unknown) => toast.error(error))

interface RequirementPageProps {
  projectId: string
  documentId: string
  requirementFullId: string
  /** The route passes this, because features must not import each other. */
  files: (requirement: Requirement) => ReactNode
}

/** The list beside the requirement; it widens with enlarged or spaced text. */
function Split({ list, children }: { list: ReactNode; children: ReactNode }) {
  const textScale = useTextScale()
  return (
    <div className={classes.split} style={{ '--text-scale': textScale } as CSSProperties}>
      <div className={classes.list}>{list}</div>
      <div className={classes.main}>{children}</div>
    </div>
  )
}

/**
 * The page of a requirement: the list at the side, and the vendor's form or the requestor's text.
 */
export function RequirementPage(props: RequirementPageProps) {
  const { projectId, documentId, requirementFullId } = props
  const { t } = useLingui()
  const { status } = useProjectState(projectId)
  const { document, sections, requirements, isWhole } = useDocument(projectId, documentId)
  const projectPackage = useRow(projectId, 'package', document?.packageId ?? '')
  const access = useAccess(projectId, document)
  const answers = useAnswers(projectId, documentId, access.vendorId)
  const [isListOpen, setListOpen] = useState(false)
  useParkedRows(projectId)
  useKeptDrafts({ projectId, vendorId: access.vendorId, isReady: status === 'ready' })
  const requirement = findRequirement(requirements, requirementFullId)
  const steps = useSteps(
    { projectId, documentId },
    { requirements, requirement, isOpen: (id) => answers?.get(id)?.submitted !== true },
  )
  useCommand({
    id: 'requirement.act',
    label: t`View as vendor`,
    group: t`Requirement`,
    run: () => viewAsVendor(projectId),
    when: requirement !== undefined && !access.isVendor,
  })

  if (status === 'loading' || (status === 'ready' && !requirement && !isWhole))
    return (
      <Page title={t`Requirement`}>
        <p role="status">
          <Trans>Loading the requirement…</Trans>
        </p>
      </Page>
    )
  if (!document || !requirement) return <Missing projectId={projectId} />
  const isSubmitted = answers?.get(requirement.id)?.submitted === true
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
  return (
    <Page
      title={requirementLabel(requirement, document.prefix)}
      crumbs={crumbsOf(document, projectPackage)}
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
          <span className={classes.section}>
            <ContentText>
              {sections.find(({ id }) => id === requirement.sectionId)?.name ?? ''}
            </ContentText>
          </span>
        </>
      }
      actions={<RequirementActions documentId={documentId} steps={steps} />}
    >
      <Split list={list}>
        <Panel
          page={props}
          document={document}
          requirement={requirement}
          access={access}
          commitment={answers?.get(requirement.id)}
          onNext={isSubmitted ? (steps.nextOpen ?? steps.next) : steps.nextOpen}
        />
      </Split>
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

function Missing({ projectId }: { projectId: string }) {
  const { t } = useLingui()
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

const crumbsOf = (
  { id, projectId, name }: Document,
  projectPackage: Pick<Package, 'id' | 'name'> | undefined,
) => [
  ...(projectPackage
    ? [
        {
          label: projectPackage.name,
          isContent: true,
          href: `/project/${projectId}/packages/${projectPackage.id}`,
        },
      ]
    : []),
  { label: name, href: `/project/${projectId}/documents/${id}`, isContent: true },
]

interface PanelProps {
  page: RequirementPageProps
  document: Document
  requirement: Requirement
  access: DocumentAccess
  commitment: Commitment | undefined
  onNext: (() => void) | null
}

/** The vendor's form or the requestor's text. */
function Panel({ page, document, requirement, access, commitment, onNext }: PanelProps) {
  const { projectId, files } = page
  const releases = useRows(projectId, 'release', { projectId })
  const label = requirementLabel(requirement, document.prefix)
  const isAnswerRead = useIsAnswerRead(projectId, document.id, commitment)
  if (access.isVendor && access.vendorId !== null)
    return !isAnswerRead ? (
      <Skeleton />
    ) : (
      <AnswerPanel
        key={requirement.id}
        projectId={projectId}
        document={document}
        requirement={requirement}
        commitment={commitment}
        releases={releases}
        vendorId={access.vendorId}
        reason={access.answerReason}
        submitReason={access.submitReason}
        label={label}
        files={files(requirement)}
        onNext={onNext}
      />
    )
  return (
    <RequestorPanel
      key={requirement.id}
      projectId={projectId}
      document={document}
      requirement={requirement}
      releases={releases}
      access={access}
      label={label}
      files={files(requirement)}
      onAct={() => viewAsVendor(projectId)}
    />
  )
}
