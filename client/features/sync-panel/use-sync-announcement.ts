import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { SyncStatus } from '../../lib/sync-status.ts'
import { syncNews, type SyncNews } from './sync-announcement.ts'
import type { SyncTone } from './sync-words.ts'

/** The text of the live region: it changes when the network or trouble comes and goes. */
export const useSyncAnnouncement = (
  status: SyncStatus,
  { text, tone }: { text: string; tone: SyncTone },
): string => {
  const { t } = useLingui()
  const news = syncNews(status, tone)
  const [told, setTold] = useState<{ news: SyncNews; text: string }>({ news: 'well', text: '' })
  if (news === told.news) return told.text
  const words = {
    offline: t`Offline. Your work is kept on this device.`,
    trouble: t`Sync: ${text}`,
    well: t`Sync works again`,
  }[news]
  setTold({ news, text: words })
  return words
}
