import { noteKeep, seenNow } from '../storage/kept-projects.ts'
import type { Device } from './device-api.ts'
import type { OpenParts } from './parts.ts'
import { setOpen } from './set-open.ts'

type ProjectCalls = Pick<Device, 'openProject' | 'closeProject' | 'keepProject'>

/** The page's calls that fetch copies of projects, and remove them from the device. */
export const projectCalls = (parts: () => OpenParts): ProjectCalls & { noteSeen(): void } => {
  /** Projects that this tab has shown. */
  const seen = new Set<string>()
  /**
   * Records the visit of each shown project, because visits decide which copies are removed when
   * space is short, and which changes are new to a returning person. Ignores a failure, because the
   * device works without the record.
   */
  const noteSeen = (): void => {
    for (const projectId of seen)
      noteKeep(parts().database, projectId, seenNow(Date.now())).catch(() => undefined)
  }
  const fetchProject = async (projectId: string): Promise<void> => {
    if (await setOpen(parts(), projectId, true)) parts().notes.send({ type: 'tryNow' })
    parts().engine.wake()
  }
  return {
    noteSeen,
    async openProject(projectId) {
      seen.add(projectId)
      await fetchProject(projectId)
      noteSeen()
    },
    async closeProject(projectId) {
      seen.delete(projectId)
      await noteKeep(parts().database, projectId, { isPinned: false, leftOn: null })
      await setOpen(parts(), projectId, false)
    },
    async keepProject(projectId, isPinned) {
      const wish = isPinned ? { isPinned, leftOn: null } : { isPinned }
      await noteKeep(parts().database, projectId, wish)
      if (isPinned) await fetchProject(projectId)
    },
  }
}
