import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { ApartSection } from '../../ui/pages/apart-section.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'

const DeleteAccountDialog = lazyDialog(() =>
  import('./delete-account-dialog.tsx').then((part) => part.DeleteAccountDialog),
)

export function DeleteAccount() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <ApartSection
      title={t`Delete account`}
      lead={
        <Trans>Deletes your account permanently. What you wrote in projects stays there.</Trans>
      }
    >
      <Button variant="default" onClick={() => setOpen(true)}>{t`Delete account…`}</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DeleteAccountDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </ApartSection>
  )
}
