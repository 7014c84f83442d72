import { Suspense, useEffect, useState } from 'react'
import { askedExport, type ReadSeen } from '../lib/asked-export.ts'
import { lazyDialog } from '../ui/pages/lazy-part.tsx'

const SeenDialog = lazyDialog(() =>
  import('../features/export/seen-dialog.tsx').then((part) => part.SeenDialog),
)

/** The dialog of “Export what I see…” of a page; it ends with the page. */
export function SeenExport() {
  const [asked, setAsked] = useState<{ seen: ReadSeen } | null>(null)
  useEffect(() => askedExport.on(setAsked), [])
  return (
    <Suspense fallback={null}>
      {asked !== null && <SeenDialog read={asked.seen} onClose={() => setAsked(null)} />}
    </Suspense>
  )
}
