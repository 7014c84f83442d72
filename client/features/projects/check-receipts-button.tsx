import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { useCommand } from '../../ui/keyboard/commands.ts'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'

const CheckReceiptsDialog = lazyDialog(() =>
  import('./check-receipts-dialog.tsx').then((part) => part.CheckReceiptsDialog),
)

export function CheckReceiptsButton({ projectId }: { projectId: string }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  useCommand({ id: 'receipts.check', label: t`Check receipts…`, run: () => setOpen(true) })
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => setOpen(true)}
      >{t`Check receipts…`}</Button>
      <Suspense fallback={null}>
        {isOpen && <CheckReceiptsDialog projectId={projectId} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
