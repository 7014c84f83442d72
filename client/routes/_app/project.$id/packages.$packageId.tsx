import { createFileRoute } from '@tanstack/react-router'
import { CommentBar } from '../../../features/comments/comment-bar.tsx'
import { LazyFiles } from '../../../features/files/lazy-files.tsx'
import { PackagePage } from '../../../features/packages/package-page.tsx'
import { exportReqifOf } from './-export-reqif.ts'

export const Route = createFileRoute('/_app/project/$id/packages/$packageId')({
  component: Package,
})

function Package() {
  const { id, packageId } = Route.useParams()
  return (
    <PackagePage
      projectId={id}
      packageId={packageId}
      onExport={exportReqifOf(id)}
      comments={
        <CommentBar key={packageId} projectId={id} place={{ kind: 'package', id: packageId }} />
      }
      files={
        <LazyFiles
          place={{ projectId: id, kind: 'package', id: packageId, packageId, documentId: null }}
        />
      }
    />
  )
}
