import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { askedExport, type AskedExport as Asked } from '../lib/asked-export.ts'
import { lazyDialog } from '../ui/pages/lazy-part.tsx'

const AskedDialog = lazyDialog(() =>
  import('../features/export/asked-dialog.tsx').then((part) => part.AskedDialog),
)

/** The dialog of an export that a page asks for; it ends with the page. */
export function AskedExport() {
  return <OfPage key={useLocation({ select: ({ pathname }) => pathname })} />
}

function OfPage() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => askedExport.on(setAsked), [])
  return (
    <Suspense fallback={null}>
      {asked !== null && <AskedDialog asked={asked} onClose={() => setAsked(null)} />}
    </Suspense>
  )
}
