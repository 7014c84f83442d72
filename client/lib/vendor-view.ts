import { useSyncExternalStore } from 'react'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { CommandArgs, CommandName } from '#schema/mutations/index.ts'
import type { EditBase } from '#schema/mutations/mutation.ts'
import { createEmitter } from './emitter.ts'
import type { ProjectMemory } from './project-memory.ts'
import type { ProjectReader } from './project-reader.ts'

/** What the screens need of a project's reader. */
export type ShownReader = Pick<
  ProjectReader,
  'isRead' | 'cursor' | 'ask' | 'askRow' | 'whenRead' | 'hear'
>

/**
 * A project as a vendor would see it, shown to its own team in the place of the project. Answers
 * that are tried stay in memory.
 */
export interface VendorView {
  projectId: string
  /** The packages that the vendor may see; null = all. */
  packageIds: readonly string[] | null
  memory: ProjectMemory
  reader: ShownReader
  isAsked: boolean
  /** The project as it stands in the vendor's list. */
  showSummary(own: ProjectSummary): ProjectSummary
  /** Runs an edit of answers in memory; throws a Refusal for any other edit. */
  edit<N extends CommandName>(name: N, args: CommandArgs[N]): EditBase
}

let view: VendorView | null = null
const changes = createEmitter<void>()

export const showVendorView = (next: VendorView | null): void => {
  if (view === next) return
  view = next
  changes.emit()
}
export const leaveVendorView = (): void => showVendorView(null)

export const vendorViewOf = (projectId: string): VendorView | null =>
  view?.projectId === projectId ? view : null
/** Whether some project is shown as a vendor would see it. */
export const isInVendorView = (): boolean => view !== null
export const useVendorView = (): VendorView | null => useSyncExternalStore(changes.on, () => view)
