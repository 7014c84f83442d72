import * as v from 'valibot'
import { versions } from '#schema/api/projects-service/versions.ts'
import { ProjectVersion } from '#schema/entities/history.ts'
import { Refusal } from '#schema/refusal.ts'
import { callsOf } from './api.ts'
import { keepSetting, readSetting } from './local-settings.ts'
import { OfflineError } from './offline-error.ts'
import { useRemote } from './use-remote.ts'

export const versionCalls = callsOf(versions)

export interface ReadVersions {
  /** Newest first. */
  items: readonly ProjectVersion[]
  /** Time when the device read it, ms; null = just now. */
  readOn: number | null
}

const settingOf = (projectId: string): string => `projects.${projectId}.versions`
const Kept = v.object({ items: v.array(ProjectVersion), at: v.number() })

/**
 * The versions of a project from the server, or else as this device last read them. Throws Refusal,
 * or OfflineError if the device has not read them.
 */
export const readVersions = async (projectId: string): Promise<ReadVersions> => {
  const setting = settingOf(projectId)
  try {
    const items = await versionCalls.list({ params: { id: projectId } })
    keepSetting(setting, { items, at: Date.now() })
    return { items, readOn: null }
  } catch (error) {
    if (error instanceof Refusal) keepSetting(setting, null)
    if (!(error instanceof OfflineError)) throw error
    const { success, output } = v.safeParse(Kept, readSetting<unknown>(setting, null))
    if (!success) throw error
    return { items: output.items, readOn: output.at }
  }
}

export const useVersions = (projectId: string) =>
  useRemote(projectId, () => readVersions(projectId))
