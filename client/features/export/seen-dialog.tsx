import { Button, Stack } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { SeenTable } from '#schema/rules/export/seen-table.ts'
import type { ReadSeen } from '../../lib/asked-export.ts'
import { serverNow } from '../../lib/clock.ts'
import { downloadBlob } from '../../ui/browser/download-blob.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { exportFileName } from './export-file.ts'
import { FormatChoice } from './format-choice.tsx'
import { seenFile, type SeenFormat } from './seen-file.ts'

/** Exports the rows and columns of a screen as they are shown, without a network. */
export function SeenDialog({ read, onClose }: { read: ReadSeen; onClose: () => void }) {
  const { t } = useLingui()
  const [format, setFormat] = useState<SeenFormat>('xlsx')
  const [isBusy, setBusy] = useState(false)
  const table = useSeen(read, onClose)
  const save = async (shown: SeenTable) => {
    setBusy(true)
    try {
      const day = new Date(serverNow()).toISOString().slice(0, 10)
      downloadBlob(await seenFile(format, shown), exportFileName(shown.name, format, day))
      onClose()
    } catch (error) {
      toast.error(error)
    }
    setBusy(false)
  }
  if (table === null) return null
  return (
    <Dialog opened onClose={onClose} title={t`Export what I see`} size={420}>
      <Stack gap="md">
        <p style={{ margin: 0 }}>
          <strong>{table.name}</strong>
          {': '}
          <Plural value={table.rows.length} one="# row" other="# rows" />
          {', '}
          <Plural value={table.columns.length} one="# column" other="# columns" />
        </p>
        <FormatChoice
          format={format}
          onChange={setFormat}
          names={[
            ['xlsx', t`Excel workbook (.xlsx)`],
            ['csv', t`Table as text (.csv)`],
            ['json', t`JSON (.json)`],
          ]}
        />
        <p style={{ margin: 0, color: 'var(--dim)' }}>
          {table.isPartial === true ? (
            <Trans>The file has the rows of this page only, in the order of the screen.</Trans>
          ) : (
            <Trans>The file has the rows and columns shown, in the order of the screen.</Trans>
          )}
        </p>
        <Button
          onClick={() => void save(table)}
          loading={isBusy}
          disabled={table.rows.length === 0}
        >{t`Export`}</Button>
      </Stack>
    </Dialog>
  )
}

/** The table as it was when the dialog opened; null = it is being read. */
const useSeen = (read: ReadSeen, onClose: () => void): SeenTable | null => {
  const [table, setTable] = useState<SeenTable | null>(null)
  const [start] = useState(() => ({ read, onClose }))
  useEffect(() => {
    let isGone = false
    void Promise.resolve()
      .then(start.read)
      .then(
        (next) => {
          if (!isGone) setTable(next)
        },
        (error: unknown) => {
          toast.error(error)
          start.onClose()
        },
      )
    return () => {
      isGone = true
    }
  }, [start])
  return table
}
