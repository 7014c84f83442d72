import { useMemo } from 'react'
import type { ProjectTree } from '#schema/rules/diff/diff-tree.ts'
import { useIsWhole, useRows } from '#client/lib/project-store.ts'

/** All content of a project that is on this device; null = it is still being read. */
export const useTree = (projectId: string): ProjectTree | null => {
  const where = { projectId }
  const packages = useRows(projectId, 'package', where)
  const documents = useRows(projectId, 'document', where)
  const sections = useRows(projectId, 'section', where)
  const requirements = useRows(projectId, 'requirement', where)
  const areWhole = [
    useIsWhole(projectId, 'package', where),
    useIsWhole(projectId, 'document', where),
    useIsWhole(projectId, 'section', where),
    useIsWhole(projectId, 'requirement', where),
  ]
  const isWhole = areWhole.every(Boolean)
  return useMemo(
    () => (isWhole ? { packages, documents, sections, requirements } : null),
    [isWhole, packages, documents, sections, requirements],
  )
}
