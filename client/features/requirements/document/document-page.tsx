import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Suspense, useRef, useState, type ReactNode } from 'react'
import type { Document } from '#schema/entities/structure.ts'
import { useLocalSetting } from '#client/lib/local-settings.ts'
import { useIsWhole, useProjectState, useRow, useRows } from '#client/lib/project-store.ts'
import { EmptyState } from '#client/ui/pages/empty-state.tsx'
import { lazyPart } from '#client/ui/pages/lazy-part.tsx'
import { NARROW } from '#client/ui/browser/narrow.ts'
import { Page } from '#client/ui/pages/page.tsx'
import { useParkedRows } from './needs-you.ts'
import { useAccess } from './use-access.ts'
import { useDocument } from './use-document.ts'
import { DocumentHistoryButton } from '../history/document-history-button.tsx'
import { useKeptDrafts } from '../answers/use-kept-drafts.ts'
import type { DocumentView } from './document-view.ts'
import { ViewSwitch } from './view-switch.tsx'

const SectionView = lazyPart(() => import('./section-view.tsx').then((part) => part.SectionView))
const RequestorDocument = lazyPart(() =>
  import('./requestor-document.tsx').then((part) => part.RequestorDocument),
)
const VendorDocument = lazyPart(() =>
  import('./vendor-document.tsx').then((part) => part.VendorDocument),
)

export interface ImportDialogProps {
  projectId: string
  documentId: string
  opened: boolean
  onClose: () => void
}
interface DocumentPageProps {
  projectId: string
  documentId: string
  /** The route passes these two, because features must not import each other. */
  files: (document: Document) => ReactNode
  importDialog: (props: ImportDialogProps) => ReactNode
}

/** A document as a table or as sections. Requestors write the requirements; vendors answer them. */
export function DocumentPage(props: DocumentPageProps) {
  const { projectId, documentId, files, importDialog } = props
  const { t } = useLingui()
  const { status } = useProjectState(projectId)
  const { document, sections, requirements, isWhole } = useDocument(projectId, documentId)
  const hasAnswers = useIsWhole(projectId, 'commitment', { documentId })
  const projectPackage = useRow(projectId, 'package', document?.packageId ?? '')
  const releases = useRows(projectId, 'release', { projectId })
  const access = useAccess(projectId, document)
  const [chosen, setView] = useLocalSetting<DocumentView | null>('document.view', null)
  // Fix the default at opening: rotating a phone must not switch the view during a half-written
  // answer.
  const [usual] = useState<DocumentView>(() =>
    window.matchMedia(NARROW).matches ? 'sections' : 'table',
  )
  const view = chosen ?? usual
  const hasSwitched = useRef(false)
  useParkedRows(projectId)
  useKeptDrafts({ projectId, vendorId: access.vendorId, isReady: status === 'ready' })

  if (status === 'loading')
    return (
      <Page title={t`Document`}>
        <p role="status">
          <Trans>Loading the document…</Trans>
        </p>
      </Page>
    )
  if (!document) return <NoDocument projectId={projectId} />
  const crumbs = projectPackage
    ? [{ label: projectPackage.name, href: `/project/${projectId}/packages/${projectPackage.id}` }]
    : []
  const toggle = (
    <ViewSwitch
      key={view}
      view={view}
      onChange={(next) => {
        hasSwitched.current = true
        setView(next)
      }}
      takeSwitched={() => {
        const isFresh = hasSwitched.current
        hasSwitched.current = false
        return isFresh
      }}
    />
  )
  const shared = {
    projectId,
    document,
    sections,
    requirements,
    isWhole: isWhole && hasAnswers,
    releases,
    access,
    crumbs,
    toggle,
    files: (
      <>
        {files(document)}
        <DocumentHistoryButton document={document} releases={releases} />
      </>
    ),
  }
  if (view === 'sections')
    return (
      <Suspense fallback={null}>
        <SectionView {...shared} importDialog={importDialog} />
      </Suspense>
    )
  return (
    <Suspense fallback={null}>
      {access.isVendor && access.vendorId !== null ? (
        <VendorDocument {...shared} vendorId={access.vendorId} />
      ) : (
        <RequestorDocument {...shared} importDialog={importDialog} />
      )}
    </Suspense>
  )
}

function NoDocument({ projectId }: { projectId: string }) {
  const { t } = useLingui()
  return (
    <Page title={t`Document`}>
      <EmptyState
        title={t`Document not found`}
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
