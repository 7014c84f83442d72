import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconBox, IconFileExport, IconPlus, IconScale, IconUserPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useProjectState, useRowIds } from '../../lib/project-store.ts'
import { RowMenu } from '../../ui/elements/row-menu.tsx'
import type { MenuItem } from '../../ui/floating/menu-button.tsx'
import { useCommand } from '../../ui/keyboard/commands.ts'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { useUndoCommands } from '../../ui/keyboard/use-undo-commands.ts'
import type { AssignedSearch } from '../../lib/assigned-filter.ts'
import { AssignedSwitch } from '../../ui/fields/assigned-switch.tsx'
import { AddPackageForm } from './add-package-form.tsx'
import { type ExportReqif, PackageSection } from './package-section.tsx'
import { SeenPackagesButton } from './seen-packages-button.tsx'
import { useRights } from './use-rights.ts'

const WeightsDialog = lazyDialog(() =>
  import('./weights-dialog.tsx').then((part) => part.WeightsDialog),
)

const AssignManyDialog = lazyDialog(() =>
  import('./assign-many-dialog.tsx').then((part) => part.AssignManyDialog),
)

interface PackagesPageProps {
  projectId: string
  search: AssignedSearch
  setSearch: (search: AssignedSearch) => void
  onExport: ExportReqif
}

/** The structure of the project: packages with their documents, people, order and weights. */
export function PackagesPage({ projectId, search, setSearch, onExport }: PackagesPageProps) {
  const { t } = useLingui()
  const packageIds = useRowIds(projectId, 'package', { projectId })
  const rights = useRights(projectId)
  useUndoCommands(projectId)
  const [isAdding, setAdding] = useState(false)
  const [isWeighing, setWeighing] = useState(false)
  const [isAssigning, setAssigning] = useState(false)
  const mayWeigh = rights.mayWeigh && packageIds.length > 0
  const mayAssign = rights.mayAssign && packageIds.length > 0
  const mayExport = !rights.isVendor && packageIds.length > 0
  useCommand({
    id: 'packages.create',
    group: t`Project`,
    label: t`Add package`,
    keys: 'n',
    run: () => setAdding(true),
    when: rights.mayWrite,
  })
  useCommand({
    id: 'weights.edit',
    group: t`Project`,
    label: t`Edit weights`,
    keys: 'w',
    run: () => setWeighing(true),
    when: mayWeigh,
  })

  const addButton = (
    <Button
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={() => setAdding(true)}
    >{t`Add package`}</Button>
  )
  return (
    <Page
      title={t`Packages`}
      toolbar={
        rights.isVendor || packageIds.length === 0 ? undefined : (
          <AssignedSwitch search={search} setSearch={setSearch} />
        )
      }
      actions={
        <>
          {mayAssign && <AssignButton onClick={() => setAssigning(true)} />}
          {mayWeigh && <WeighButton onClick={() => setWeighing(true)} />}
          {rights.mayWrite && addButton}
          {packageIds.length > 0 && (
            <SeenPackagesButton projectId={projectId} assigned={search.assigned} />
          )}
          {mayExport && <ProjectMenu {...{ projectId, onExport }} />}
        </>
      }
    >
      {packageIds.length === 0 && !isAdding && (
        <EmptyState
          icon={<IconBox size={20} />}
          title={t`No packages yet`}
          action={rights.mayWrite ? addButton : undefined}
        >
          <Trans>A package groups related documents and has a weight in the evaluation.</Trans>
        </EmptyState>
      )}
      {packageIds.map((id) => (
        <PackageSection
          key={id}
          projectId={projectId}
          packageId={id}
          packageIds={packageIds}
          rights={rights}
          assigned={search.assigned}
          onExport={onExport}
        />
      ))}
      {isAdding && (
        <AddPackageForm
          projectId={projectId}
          after={packageIds.at(-1) ?? null}
          onClose={() => setAdding(false)}
        />
      )}
      <Suspense fallback={null}>
        {isAssigning && (
          <AssignManyDialog projectId={projectId} onClose={() => setAssigning(false)} />
        )}
        {isWeighing && (
          <WeightsDialog
            projectId={projectId}
            isReasonNeeded={rights.isReasonNeeded}
            onClose={() => setWeighing(false)}
          />
        )}
      </Suspense>
    </Page>
  )
}

function AssignButton({ onClick }: { onClick: () => void }) {
  const { t } = useLingui()
  return (
    <Button
      variant="default"
      leftSection={<IconUserPlus size={15} aria-hidden />}
      onClick={onClick}
    >{t`Assign several`}</Button>
  )
}

function WeighButton({ onClick }: { onClick: () => void }) {
  const { t } = useLingui()
  return (
    <Button
      variant="default"
      leftSection={<IconScale size={15} aria-hidden />}
      onClick={onClick}
    >{t`Edit weights`}</Button>
  )
}

function ProjectMenu({ projectId, onExport }: { projectId: string; onExport: ExportReqif }) {
  const { t } = useLingui()
  const { summary } = useProjectState(projectId)
  const items: MenuItem[] = [
    {
      label: t`Export project as ReqIF`,
      icon: <IconFileExport size={15} aria-hidden />,
      run: () => onExport(summary?.name ?? ''),
    },
  ]
  return <RowMenu label={t`More actions`} items={items} />
}
