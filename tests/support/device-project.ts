import type { ProjectSummary, SyncRow } from '#schema/api/sync.ts'
import { MUTATIONS } from '#schema/mutations/index.ts'
import type { Entity } from '#schema/entities/rows.ts'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { bindCommands } from '#sync/engine/outbox/commands.ts'
import type { Writer } from '#sync/engine/outbox/edit.ts'
import type { Storage } from '#sync/engine/ports.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import type { RowSet } from './memory-tx.ts'
import { buildOwner, buildProject, buildRows, PROJECT_ID } from './project-rows.ts'

export const summaryOf = (
  actor: ProjectActor = buildOwner(),
  changes: Partial<Project> = {},
): ProjectSummary => ({
  ...buildProject(changes),
  me: {
    relation: actor.relation,
    permissions: [...actor.permissions],
    vendorId: actor.vendorId,
    packageIds: actor.packageIds === null ? null : [...actor.packageIds],
  },
  requirementCount: 0,
  favorite: false,
})

export const writerOf = (
  { userId, name }: Pick<ProjectActor, 'userId' | 'name'> = buildOwner(),
  changes: Partial<Writer> = {},
): Writer => ({
  commands: bindCommands(MUTATIONS),
  person: { userId, name },
  id: 'w',
  now: 1_000,
  ...changes,
})

/** Gives a device the rows of one project, listed in the person's home, as a complete copy. */
export const layDeviceProject = (
  storage: Storage,
  {
    actor = buildOwner(),
    project = {},
    rows = buildRows(),
  }: { actor?: ProjectActor; project?: Partial<Project>; rows?: RowSet } = {},
): Promise<unknown> =>
  storage.transaction('edit', async (tx) => {
    const all: SyncRow[] = Object.entries({ ...rows, project: [buildProject(project)] }).flatMap(
      ([entity, list]) =>
        list.map((row) => ({ bucket: 'all', entity: entity as Entity, id: row.id, row })),
    )
    tx.putHome({ etag: 'home', projects: [summaryOf(actor, project)] })
    tx.putCursor({ ...newCursor(PROJECT_ID), isComplete: true })
    return tx.layRows(PROJECT_ID, all)
  })
