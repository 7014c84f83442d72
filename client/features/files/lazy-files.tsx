import { Suspense } from 'react'
import type { FilesPlace } from './files-place.ts'
import { lazyPart } from '#client/ui/pages/lazy-part.tsx'
import { Skeleton } from '#client/ui/pages/skeleton.tsx'

const FilesSection = lazyPart(() => import('./files-section.tsx').then((part) => part.FilesSection))

/** The files of a place, loaded after the parts that people read and write first. */
export function LazyFiles({ place }: { place: FilesPlace }) {
  return (
    <Suspense fallback={<Skeleton lines={2} />}>
      <FilesSection key={place.id} place={place} />
    </Suspense>
  )
}
