import { useEffect, useState } from 'react'
import { readKeeps } from '#sync/browser/storage/kept-projects.ts'
import type { DeviceDatabase } from '#sync/browser/storage/database.ts'
import { countUnsent, sumUnsent } from '#sync/engine/outbox/unsent-count.ts'
import { currentDevice, deviceNotes, readyDevice } from './device.ts'
import { readHomeNow, useHome } from './home-list.ts'
import { forgetProject } from './project-store.ts'

/** A project of the person, with the state of its copy on this device. */
export interface KeptProject {
  projectId: string
  name: string
  version: string
  /** missing: no copy. partial: the first fetch is not complete. */
  copy: 'missing' | 'partial' | 'whole'
  /** Approximate size of the copy in bytes. */
  bytes: number
  isPinned: boolean
  /** Time in ms at which the person last viewed the project here; 0 = never. */
  openedOn: number
  /** Time in ms at which the copy was deleted for lack of space; null = it was not. */
  leftOn: number | null
  unsentCount: number
}

/** Estimates the size by text lengths: texts are stored as UTF-8, mostly one byte per character. */
const bytesOf = async (database: DeviceDatabase, projectId: string): Promise<number> => {
  const infos = await database.pageInfo.where('projectId').equals(projectId).primaryKeys()
  const pages = await database.page.bulkGet(infos)
  const deltas = await database.delta
    .where('[projectId+entity+id+bucket]')
    .between([projectId], [projectId, []])
    .toArray()
  return (
    pages.reduce((sum, page) => sum + (page?.text.length ?? 0), 0) +
    deltas.reduce((sum, delta) => sum + JSON.stringify(delta.row).length, 0)
  )
}

const readKept = async (): Promise<KeptProject[]> => {
  const database = currentDevice()?.database
  if (database === undefined) return []
  const [keeps, cursors, outbox] = await Promise.all([
    readKeeps(database),
    database.cursor.toArray(),
    database.outbox.toArray(),
  ])
  return await Promise.all(
    readHomeNow().projects.map(async ({ id, name, version }): Promise<KeptProject> => {
      const cursor = cursors.find(({ projectId, isDenied }) => projectId === id && !isDenied)
      const keep = keeps.get(id)
      return {
        projectId: id,
        name,
        version,
        copy: cursor === undefined ? 'missing' : cursor.isComplete ? 'whole' : 'partial',
        bytes: cursor === undefined ? 0 : await bytesOf(database, id),
        isPinned: keep?.isPinned ?? false,
        openedOn: keep?.openedOn ?? 0,
        leftOn: keep?.leftOn ?? null,
        unsentCount: sumUnsent(countUnsent(outbox.filter(({ projectId }) => projectId === id))),
      }
    }),
  )
}

const READ_AGAIN_MS = 500

/** The state of each project on this device; null while loading. */
export const useKeptProjects = (): readonly KeptProject[] | null => {
  const { projects } = useHome()
  const [kept, setKept] = useState<readonly KeptProject[] | null>(null)
  useEffect(() => {
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = (): void => {
      timer = undefined
      readKept().then(
        (found) => {
          if (isCurrent) setKept(found)
        },
        () => undefined,
      )
    }
    read()
    // Limit the re-reads: sizes change with every page.
    const stop = deviceNotes.on((note) => {
      if (note.type === 'changes') timer ??= setTimeout(read, READ_AGAIN_MS)
    })
    return () => {
      isCurrent = false
      clearTimeout(timer)
      stop()
    }
  }, [projects])
  return kept
}

/** Pins the project: it stays on this device whether opened or not, and is fetched if missing. */
export const keepProject = async (projectId: string, isPinned: boolean): Promise<void> =>
  (await readyDevice()).worker.keepProject(projectId, isPinned)
/** Deletes the copy. Unsent edits stay until they are sent. */
export const takeOffDevice = (projectId: string): Promise<void> => forgetProject(projectId)
