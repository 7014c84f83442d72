import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconDownload } from '@tabler/icons-react'
import { askedExport, type ReadSeen } from '../../lib/asked-export.ts'

/** Offers to export a table as it is shown; `read` returns it at the click. */
export function ExportSeenButton({ read }: { read: ReadSeen }) {
  const { t } = useLingui()
  return (
    <Button
      data-seldom
      size="xs"
      variant="default"
      leftSection={<IconDownload size={15} aria-hidden />}
      onClick={() => askedExport.emit({ seen: read })}
    >
      {t`Export what I see…`}
    </Button>
  )
}
