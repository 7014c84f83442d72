import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconPlus, IconRocket } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useProjectOffers } from '../../lib/offers/use-project-offers.ts'
import { useRows } from '../../lib/project-store.ts'
import { useCommand } from '../../ui/keyboard/commands.ts'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { lazyPart } from '../../ui/pages/lazy-part.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { useUndoCommands } from '../../ui/keyboard/use-undo-commands.ts'
import { ReleaseRow } from './release-row.tsx'
import classes from './releases-page.module.css'

const ReleaseForm = lazyPart(() => import('./release-form.tsx').then((part) => part.ReleaseForm))

/** Lists the releases, which vendors choose from when they promise a statement. */
export function ReleasesPage({ projectId }: { projectId: string }) {
  const { t } = useLingui()
  const releases = useRows(projectId, 'release', { projectId })
  const [isAdding, setAdding] = useState(false)
  useUndoCommands(projectId)
  const mayWrite = useProjectOffers(projectId)('releases.create') === null
  useCommand({
    id: 'releases.create',
    group: t`Project`,
    label: t`Add release`,
    keys: 'n',
    run: () => setAdding(true),
    when: mayWrite,
  })

  const addButton = (
    <Button
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={() => setAdding(true)}
    >{t`Add release`}</Button>
  )
  return (
    <Page title={t`Releases`} isNarrow actions={mayWrite ? addButton : undefined}>
      {releases.length === 0 && !isAdding && (
        <EmptyState
          icon={<IconRocket size={20} />}
          title={t`No releases yet`}
          action={mayWrite ? addButton : undefined}
        >
          <Trans>
            With releases, vendors state when they will meet a requirement, and you can compare the
            answers by release.
          </Trans>
        </EmptyState>
      )}
      {releases.length > 0 && (
        <ol className={classes.list} aria-label={t`Releases in order`}>
          {releases.map((release) => (
            <ReleaseRow
              key={release.id}
              release={release}
              releases={releases}
              mayWrite={mayWrite}
            />
          ))}
        </ol>
      )}
      {isAdding && (
        <div className={classes.add}>
          <Suspense fallback={null}>
            <ReleaseForm
              projectId={projectId}
              release={null}
              after={releases.at(-1)?.id ?? null}
              onClose={() => setAdding(false)}
            />
          </Suspense>
        </div>
      )}
    </Page>
  )
}
