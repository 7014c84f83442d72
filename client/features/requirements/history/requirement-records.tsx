import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { Release } from '#schema/entities/project.ts'
import type { Requirement } from '#schema/entities/structure.ts'
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

/**
 * What changed in a requirement and its answers, and the texts that lost a conflict. Both load when
 * they are opened.
 */
export function RequirementRecords(props: RecordProps) {
  const { t } = useLingui()
  const { requirement } = props
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
      <Disclosure title={t`Earlier versions from conflicts`}>
        <Suspense fallback={<Skeleton lines={4} />}>
          <ConflictRecord {...props} />
        </Suspense>
      </Disclosure>
    </>
  )
}
