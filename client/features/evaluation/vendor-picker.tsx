import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { IconColumns3 } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useFloating } from '../../ui/floating/use-floating.ts'
import { lazyPanel } from '../../ui/pages/lazy-part.tsx'
import type { VendorColumnChoice, VendorColumn } from './vendor-columns.ts'

export interface VendorPickerProps {
  columns: readonly VendorColumn[]
  choice: VendorColumnChoice
  onChange: (choice: VendorColumnChoice) => void
}

const load = () => import('./vendor-list.tsx')
const VendorList = lazyPanel(() => load().then((part) => part.VendorList))

/** Chooses which vendors are compared, and in which order. */
export function VendorPicker(props: VendorPickerProps) {
  const { target, panel, isEver } = useFloating('dialog', load)
  const shown = props.columns.filter((column) => column.isShown).length
  return (
    <>
      <Button {...target} variant="default" leftSection={<IconColumns3 size={15} aria-hidden />}>
        <Trans>Vendors</Trans>
        {'\u00a0'}
        {shown}/{props.columns.length}
      </Button>
      <Suspense fallback={null}>{isEver && <VendorList panel={panel} {...props} />}</Suspense>
    </>
  )
}
