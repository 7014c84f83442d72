import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { Release } from '#schema/entities/project.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { useProjectState } from '#client/lib/project-store.ts'
import { lazyPart } from '#client/ui/pages/lazy-part.tsx'
import { Skeleton } from '#client/ui/pages/skeleton.tsx'
import { Disclosure } from './disclosure.tsx'

export interface RecordProps {
  requirement: Requirement
  releases: readonly Release[]
}
const ChangeHistory = lazyPart(() =>
  import('./change-history.tsx').then((part) => part.ChangeHistory),
)
const ConflictRecord = lazyPart(() =>
  import('./conflict-record.tsx').then((part) => part.ConflictRecord),
)

const RequirementVersions = lazyPart(() =>
  import('./requirement-versions.tsx').then((part) => part.RequirementVersions),
)

/**
 * What changed in a requirement and its answers, what it was in other versions of the project, and
 * the texts that lost a conflict. Each part loads when it is opened.
 */
export function RequirementRecords(props: RecordProps) {
  const { t } = useLingui()
  const { requirement } = props
  const { actor } = useProjectState(requirement.projectId)
  return (
    <>
      <Disclosure title={t`History`}>
        <Suspense fallback={<Skeleton lines={4} />}>
          <ChangeHistory
            projectId={requirement.projectId}
            documentId={requirement.documentId}
            requirementId={requirement.id}
            releases={props.releases}
          />
        </Suspense>
      </Disclosure>
      {actor?.permissions.includes('PROJECT_VERSIONS_BROWSE') === true && (
        <Disclosure title={t`In other versions`}>
          <Suspense fallback={<Skeleton lines={4} />}>
            <RequirementVersions requirement={requirement} />
          </Suspense>
        </Disclosure>
      )}
      <Disclosure title={t`Earlier versions from conflicts`}>
        <Suspense fallback={<Skeleton lines={4} />}>
          <ConflictRecord {...props} />
        </Suspense>
      </Disclosure>
    </>
  )
}
