import { Trans, useLingui } from '@lingui/react/macro'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Export } from '#schema/entities/export.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import { ExportSeenButton } from '../../ui/elements/export-seen-button.tsx'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { exportCalls, isGone, isUnfinished, saveExport } from './export-calls.ts'
import { ExportTable } from './export-table.tsx'
import classes from './exports-page.module.css'
import { StartExport } from './start-export.tsx'
import { VersionChoice } from './version-choice.tsx'

const POLL_MS = 2_000

/**
 * The person's own exports of a project or of another version of it, which the server makes and
 * keeps for some days.
 */
export function ExportsPage({ projectId }: { projectId: string }) {
  const { t } = useLingui()
  const [chosenId, setChosenId] = useState(projectId)
  return (
    <Page title={t`Exports`}>
      <VersionChoice projectId={projectId} chosenId={chosenId} onChoose={setChosenId} />
      <VersionExports key={chosenId} projectId={chosenId} />
    </Page>
  )
}

function VersionExports({ projectId }: { projectId: string }) {
  const { t } = useLingui()
  const offlineReason = useOfflineReason()
  const list = useRemote(projectId, () => exportCalls.list({ params: { id: projectId } }))
  const { reload } = list
  const isWaiting = list.status === 'ready' && list.value.exports.some(isUnfinished)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(reload, POLL_MS)
    return () => clearInterval(timer)
  }, [isWaiting, reload])
  const download = async (one: Export) => {
    try {
      await saveExport(projectId, one)
    } catch (error) {
      toast.error(isGone(error) ? t`This file is no longer kept. Start the export again.` : error)
      reload()
    }
  }
  const remove = async (one: Export) => {
    const isConfirmed = await confirm({
      title: isUnfinished(one) ? t`Stop this export?` : t`Delete this export?`,
      confirmLabel: isUnfinished(one) ? t`Stop` : t`Delete`,
      danger: true,
      body: <Trans>The file is deleted from the server. Start the export again to get it.</Trans>,
    })
    if (!isConfirmed) return
    try {
      await exportCalls.delete({ params: { id: projectId }, body: { id: one.id } })
    } catch (error) {
      toast.error(error)
    }
    reload()
  }
  return (
    <RemotePart remote={list}>
      {({ exports, contents, vendors }) => (
        <div className={classes.parts}>
          <StartExport
            projectId={projectId}
            contents={contents}
            vendors={vendors}
            offlineReason={offlineReason}
            onStarted={reload}
          />
          {exports.length === 0 ? (
            <EmptyState icon={<IconDownload size={20} />} title={t`No exports yet`}>
              <Trans>
                An export holds what you may read here. Only you can download it, for seven days.
              </Trans>
            </EmptyState>
          ) : (
            <>
              <ExportTable
                exports={exports}
                offlineReason={offlineReason}
                onDownload={download}
                onRemove={(one) => void remove(one)}
              />
              <div>
                <ExportSeenButton
                  read={() => import('./seen-exports.ts').then((part) => part.seenExports(exports))}
                />
              </div>
            </>
          )}
        </div>
      )}
    </RemotePart>
  )
}
