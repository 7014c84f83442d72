import { lazy, Suspense } from 'react'
import type { Document, Requirement } from '#schema/entities/structure.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'

const FilesSection = lazy(() => import('./files-section.tsx').then(({ FilesSection: component }) => ({ default: component })))

/** The files of a requirement, loaded after what people read and write first. */
export function LazyFiles(props: { projectId: string; document: Document; requirement: Requirement }) {
  return <Suspense fallback={<Skeleton lines={2} />}><FilesSection {...props} /></Suspense>
}
