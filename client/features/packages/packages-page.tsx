import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconBox, IconPlus, IconScale } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useRowIds } from '../../lib/project-store.ts'
import { useCommand } from '../../ui/keyboard/commands.ts'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { useUndoCommands } from '../../ui/keyboard/use-undo-commands.ts'
import { AddPackageForm } from './add-package-form.tsx'
import { PackageSection } from './package-section.tsx'
import { useRights } from './use-rights.ts'

const WeightsDialog = lazyDialog(() =>
  import('./weights-dialog.tsx').then((part) => part.WeightsDialog),
)

/** The structure of the project: packages with their documents, order and weights. */
export function PackagesPage({ projectId }: { projectId: string }) {
  const { t } = useLingui()
  const packageIds = useRowIds(projectId, 'package', { projectId })
  const rights = useRights(projectId)
  useUndoCommands(projectId)
  const [isAdding, setAdding] = useState(false)
  const [isWeighing, setWeighing] = useState(false)
  const mayWeigh = rights.mayWeigh && packageIds.length > 0
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
      actions={
        <>
          {mayWeigh && (
            <Button
              variant="default"
              leftSection={<IconScale size={15} aria-hidden />}
              onClick={() => setWeighing(true)}
            >
              {t`Edit weights`}
            </Button>
          )}
          {rights.mayWrite && addButton}
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
