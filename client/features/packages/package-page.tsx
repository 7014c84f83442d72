import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconBox } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRow, useRowIds } from '../../lib/project-store.ts'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { useUndoCommands } from '../../ui/keyboard/use-undo-commands.ts'
import { type ExportReqif, PackageSection } from './package-section.tsx'
import { useRights } from './use-rights.ts'
import classes from './packages-page.module.css'

interface PackagePageProps {
  projectId: string
  packageId: string
  /** The route passes these, because features must not import each other. */
  files: ReactNode
  comments: ReactNode
  onExport: ExportReqif
}

/** The page of a single package, which links lead to. */
export function PackagePage(props: PackagePageProps) {
  const { projectId, packageId, files, comments, onExport } = props
  const { t } = useLingui()
  const row = useRow(projectId, 'package', packageId)
  const packageIds = useRowIds(projectId, 'package', { projectId })
  const rights = useRights(projectId)
  useUndoCommands(projectId)
  const list = `/project/${projectId}/packages`
  return (
    <Page
      title={row?.name ?? t`Package`}
      isContentTitle={row !== undefined}
      crumbs={[{ label: t`Packages`, href: list }]}
    >
      {row === undefined ? (
        <EmptyState
          icon={<IconBox size={20} />}
          title={t`Package not found`}
          action={<Button component={Link} to={list} variant="default">{t`All packages`}</Button>}
        >
          <Trans>It was deleted, or you don't have access to it.</Trans>
        </EmptyState>
      ) : (
        <>
          <PackageSection
            projectId={projectId}
            packageId={packageId}
            packageIds={packageIds}
            rights={rights}
            onExport={onExport}
          />
          <div className={classes.parts}>
            {comments}
            {files}
          </div>
        </>
      )}
    </Page>
  )
}
