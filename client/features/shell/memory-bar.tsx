import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { deleteStored } from '../../lib/delete-stored.ts'
import { useSyncStatus } from '../../lib/sync-status.ts'
import { downloadUnsent } from '../../lib/unsent-file.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import bar from '../../ui/elements/bar.module.css'

/** Says that the browser cannot open its database, what that means and what to do. */
export function MemoryBar() {
  const { t } = useLingui()
  const { unsent, needYou } = useSyncStatus()
  const kept = unsent + needYou
  useAskBeforeLeaving(kept > 0)
  const remove = async () => {
    const isConfirmed = await confirm({
      title: t`Delete what this browser has stored?`,
      confirmLabel: t`Delete and load again`,
      danger: true,
      body: (
        <Trans>
          Everything the server has is fetched again. Edits that were stored here before and were
          never sent are lost; this browser cannot read them any more.
        </Trans>
      ),
    })
    if (!isConfirmed) return
    if (await deleteStored()) location.reload()
    else
      toast.error(
        t`This browser cannot delete it either. Close all of its windows and start it again, or use another browser.`,
      )
  }
  return (
    <div className={bar.bar} data-tone="amber" role="alert" data-no-print>
      <span className={bar.text}>
        <Trans>
          This browser cannot open what it stored for you. You can work, and everything is sent
          while there is a connection; but nothing is kept on this device: what is unsent is lost
          when this page is closed or loaded again.
        </Trans>{' '}
        {kept > 0 && (
          <strong>
            <Plural value={kept} one="# edit is unsent." other="# edits are unsent." />
          </strong>
        )}
      </span>
      {kept > 0 && (
        <Button
          size="compact-xs"
          onClick={() => void downloadUnsent().catch((error: unknown) => toast.error(error))}
        >{t`Download unsent work`}</Button>
      )}
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => location.reload()}
      >{t`Load again`}</Button>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => void remove()}
      >{t`Delete what is stored…`}</Button>
    </div>
  )
}

/** Asks before the page is closed; browsers show their own text. */
const useAskBeforeLeaving = (isAsked: boolean): void => {
  useEffect(() => {
    if (!isAsked) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isAsked])
}
