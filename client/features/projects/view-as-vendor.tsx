import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconEye } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useCommand } from '../../ui/keyboard/commands.ts'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'

const VendorViewDialog = lazyDialog(() =>
  import('./vendor-view-dialog.tsx').then((part) => part.VendorViewDialog),
)

/** Lets the team see the project as a vendor would. */
export function ViewAsVendor({ projectId }: { projectId: string }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  useCommand({
    id: 'project.act',
    group: t`Project`,
    label: t`View as vendor…`,
    when: true,
    run: () => setOpen(true),
  })
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconEye size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >{t`View as vendor…`}</Button>
      <Suspense fallback={null}>
        {isOpen && <VendorViewDialog projectId={projectId} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
