import { useMemo } from 'react'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { api } from '../../lib/api.ts'
import { serverNow } from '../../lib/clock.ts'
import { useRows } from '../../lib/project-store.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import { type PublishCheck, publishChecks } from './publish-checks.ts'
import { publishOddities, type PublishOddity } from './publish-oddities.ts'

export interface PublishFacts {
  checks: readonly PublishCheck[]
  oddities: readonly PublishOddity[]
  /**
   * Whether the server said which contacts can sign in; false offline or without the permission.
   */
  areContactsKnown: boolean
  documentIds: readonly string[]
  hasPackages: boolean
}

/**
 * Number of contacts who can sign in, by vendor. A vendor missing in the list is inactive, so none
 * of its contacts can.
 */
const useContacts = (organizationId: number): ReadonlyMap<number, number> | null => {
  const isOffline = useOfflineReason() !== null
  const asked = useRemote(`${organizationId} ${isOffline}`, () =>
    isOffline
      ? Promise.resolve(null)
      : api.organizations.vendors({ params: { id: String(organizationId) } }),
  )
  return asked.status === 'ready' && asked.value !== null
    ? new Map(asked.value.map(({ value, activeContacts }) => [value, activeContacts]))
    : null
}

type Weighed = <R extends { id: string; weight: number | null }>(rows: readonly R[]) => readonly R[]
const asTheyAre: Weighed = (rows) => rows

/** The failed checks and the warnings for publishing, from the rows on this device. */
export function usePublishFacts(
  project: ProjectSummary,
  deadline: ProjectSummary['deadline'],
  weighed: Weighed = asTheyAre,
): PublishFacts {
  const { id } = project
  const packages = weighed(useRows(id, 'package', { projectId: id }))
  const documents = weighed(useRows(id, 'document', { projectId: id }))
  const requirements = useRows(id, 'requirement', { projectId: id })
  const vendors = useRows(id, 'projectVendor', { projectId: id })
  const contacts = useContacts(project.organizationId)
  const oddities = useMemo(
    () =>
      publishOddities(
        { packages, documents, requirements },
        vendors.map(({ vendorId, name }) => ({
          vendorId,
          name,
          activeContacts: contacts === null ? null : (contacts.get(vendorId) ?? 0),
        })),
      ),
    [packages, documents, requirements, vendors, contacts],
  )
  const checks = publishChecks({
    packages,
    documents,
    deadline,
    requirementCount: requirements.length,
    vendorCount: vendors.length,
    now: serverNow(),
  })
  return {
    checks,
    oddities,
    areContactsKnown: contacts !== null,
    hasPackages: packages.length > 0,
    documentIds: documents.map((document) => document.id),
  }
}
