import { Suspense } from 'react'
import type { Document, Requirement } from '#schema/entities/structure.ts'
import type * as Parts from './files-section.tsx'
import { lazyPart } from '#client/ui/lazy-part.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'

const FilesSection = lazyPart(() => import('./files-section.tsx').then((part: typeof Parts | undefined) => part?.FilesSection))

/** The files of a requirement, loaded after what people read and write first. */
export function LazyFiles(props: { projectId: string; document: Document; requirement: Requirement }) {
  return <Suspense fallback={<Skeleton lines={2} />}><FilesSection {...props} /></Suspense>
}
