import type { Entity } from '#schema/entities/rows.ts'
import type { ProjectState } from '#schema/entities/project.ts'
import { changeProject } from '#server/commands/execute.ts'
import { compactLog, KEEP_DELETIONS_MS } from '#server/jobs/compact-log.ts'
import { PROJECT_ID } from '../../support/project-rows.ts'
import type { SimServer } from './sim-server.ts'
import type { SimUser, Template } from './template.ts'

/** Time for which the server remembers deletions in a history. */
const REMEMBERED_MS = 6_000

/**
 * Changes of the project that no device makes: moves and grants by other people, and the nightly
 * job.
 */
export interface Admin {
  moveTo(state: ProjectState): Promise<void>
  /** Moves the deadline into the past, or far into the future. */
  setDeadline(isOver: boolean): Promise<void>
  /** null = every package, none = the colleague may no longer open the project. */
  setGrant(user: SimUser, packageIds: string[] | null | 'none'): Promise<void>
  /** A colleague of the owner joins the project again or leaves it. */
  setMember(user: SimUser, role: string | null): Promise<void>
  /**
   * Moves the requirement with its answers and comments into the other package: a tombstone in one
   * bucket, a row in another.
   */
  moveRequirement(id: string, half: '1' | '2'): Promise<void>
  /** Removes tombstones, as the nightly job does. */
  compact(): Promise<void>
}

export const createAdmin = (
  { services, hub }: SimServer,
  template: Pick<Template, 'owner'>,
): Admin => {
  const change = (work: Parameters<typeof changeProject>[2]): Promise<void> =>
    changeProject(services, { userId: template.owner.userId, projectId: PROJECT_ID }, work)
  const patchProject = (patch: { state: ProjectState } | { deadlineAt: number }): Promise<void> =>
    change(async ({ rows, now }) => {
      const project = await rows.get('project', PROJECT_ID)
      if (project !== undefined) rows.put('project', { ...project, ...patch }, now)
      rows.accept()
    })
  const changeAccess = async (user: SimUser, work: () => Promise<unknown>): Promise<void> => {
    await work()
    await change(async (unit) => {
      unit.isVisibilityChanged = true
    })
    hub.pokeHome([user.userId])
  }
  return {
    moveTo: (state) => patchProject({ state }),
    setDeadline: (isOver) =>
      patchProject({ deadlineAt: services.clock() + (isOver ? -1 : 10_000_000_000) }),
    setGrant: (user, packageIds) =>
      changeAccess(user, () =>
        services.database.write(async (tx) => {
          await tx.deleteFrom('restrictions').where('user_id', '=', user.userId).execute()
          if (packageIds === 'none') return
          const list = packageIds === null ? null : JSON.stringify(packageIds)
          await tx
            .insertInto('restrictions')
            .values({
              project_id: PROJECT_ID,
              vendor_id: user.vendorId ?? 0,
              user_id: user.userId,
              package_ids: list,
            })
            .execute()
        }),
      ),
    setMember: (user, role) =>
      changeAccess(user, () =>
        services.database.write(async (tx) => {
          await tx.deleteFrom('project_members').where('user_id', '=', user.userId).execute()
          if (role === null) return
          await tx
            .insertInto('project_members')
            .values({
              project_id: PROJECT_ID,
              user_id: user.userId,
              roles: JSON.stringify([role]),
              created_on: 0,
            })
            .execute()
        }),
      ),
    moveRequirement: (id, half) =>
      change(async ({ rows, now }) => {
        const place = { packageId: `p${half}`, documentId: `d${half}` }
        const row = await rows.get('requirement', id)
        if (row === undefined) return
        rows.put('requirement', { ...row, ...place, sectionId: `s${half}` }, now)
        for (const entity of [
          'commitment',
          'override',
          'comment',
          'reply',
          'publication',
        ] as const) {
          for (const own of await rows.list(entity, 'requirementId', id))
            rows.put<Entity>(entity, { ...own, ...place }, now)
        }
        rows.accept()
      }),
    compact: () =>
      compactLog(services.database, () => services.clock() + KEEP_DELETIONS_MS - REMEMBERED_MS),
  }
}
