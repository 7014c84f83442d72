import { Refusal } from '#schema/refusal.ts'
import type { MessageCode } from '#schema/tables/messages.ts'
import { api } from '#client/lib/api.ts'
import { OfflineError } from '#client/lib/offline-error.ts'
import { useProjectState } from '#client/lib/project-store.ts'
import { tryNow } from '#client/lib/sync-status.ts'
import { useRemote } from '#client/lib/use-remote.ts'

export type VersionRefusal = Extract<MessageCode, `version.${string}`>

const BY_CODE: { readonly [C in MessageCode]?: VersionRefusal } = {
  ACCESS_TO_PROJECT_IS_DENIED: 'version.401',
  NOT_ALLOWED: 'version.401',
  NO_CONSENT: 'version.401',
  NOT_FOUND: 'version.404',
}

/** What the server says of a version that this device cannot read. */
export const versionRefusal = (error: unknown): VersionRefusal =>
  (error instanceof Refusal ? BY_CODE[error.code] : undefined) ?? 'version.other'

type OtherVersion = { status: 'ready' | 'loading' | 'offline' } | { refusal: VersionRefusal }

/** Fetches the other version to this device, and says why that is not possible. */
export const useOtherVersion = (projectId: string): OtherVersion & { retry: () => void } => {
  const { status } = useProjectState(projectId)
  const isHere = status === 'ready'
  const asked = useRemote(`${projectId} ${status}`, async () => {
    if (isHere) return
    await api.projects.get({ params: { id: projectId } })
    // The device was told earlier that it may not read the project, and may read it now.
    if (status !== 'loading') await tryNow()
  })
  const retry = asked.reload
  if (isHere) return { status: 'ready', retry }
  if (asked.status !== 'failed') return { status: 'loading', retry }
  if (asked.error instanceof OfflineError) return { status: 'offline', retry }
  return { refusal: versionRefusal(asked.error), retry }
}
