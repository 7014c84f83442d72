import type { ProjectSummary } from '#schema/api/sync.ts'
import { commitmentId, type CommitmentValues } from '#schema/entities/commitment.ts'
import type { ProjectState } from '#schema/entities/project.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import type { CommandArgs, CommandName } from '#schema/mutations/index.ts'
import { emptyCommitment } from '#schema/mutations/commitments.ts'
import { Refusal } from '#schema/refusal.ts'
import { published } from '#schema/rules/access/publication.ts'
import { ROLE_PERMISSIONS } from '#schema/tables/role-permissions.ts'
import { listKey, ProjectMemory, rowKey } from './project-memory.ts'
import { ownProject, type OwnProject } from './project-store.ts'
import { currentSession } from './session.ts'
import type { ShownReader, VendorView } from './vendor-view.ts'

/** No vendor has this number. */
const NO_VENDOR = 0

/** Before publishing, the view shows the project as it would be once published. */
const BEFORE_PUBLISHING: readonly ProjectState[] = ['INITIALIZING', 'DRAFT', 'PREPARATION']
const shownState = (state: ProjectState): ProjectState =>
  BEFORE_PUBLISHING.includes(state) ? 'PUBLISHED' : state

/**
 * Entities of which vendors read nothing that is published to all of them. Their lists are empty;
 * that of the answers holds those that are tried.
 */
const UNPUBLISHED: ReadonlySet<Entity> = new Set([
  'projectVendor',
  'commitment',
  'override',
  'comment',
  'reply',
  'vendorPart',
])

type Projection = <E extends Entity>(entity: E, row: Row<E> | undefined) => Row<E> | null

/** The rows as the vendor reads them; null = it does not. */
const projectionOf = (packageIds: readonly string[] | null): Projection => {
  const known = new WeakMap<Row, Row | null>()
  const isWithin = (entity: Entity, row: Row): boolean => {
    if (packageIds === null) return true
    const packageId = entity === 'package' ? row.id : 'packageId' in row ? row.packageId : null
    return packageId === null || packageIds.includes(packageId)
  }
  const show = <E extends Entity>(entity: E, row: Row<E>): Row<E> | null => {
    if (UNPUBLISHED.has(entity) || !isWithin(entity, row)) return null
    const shown = published(entity, row)
    return shown !== null && 'sealed' in shown
      ? { ...shown, state: shownState(shown.state) }
      : shown
  }
  return (entity, row) => {
    if (row === undefined) return null
    // The same row is the same object: a list compares its rows by identity.
    if (!known.has(row)) known.set(row, show(entity, row))
    return known.get(row) as typeof row | null
  }
}

/** Copies the rows that the screens ask for from the project into the view, as long as it is shown. */
const openReader = (
  own: OwnProject,
  memory: ProjectMemory,
  projection: Projection,
): ShownReader => {
  const asked = new Set<string>()
  const copy = (entity: Entity, ids: Iterable<string>): void =>
    memory.apply(
      [...ids].flatMap((id) => {
        const row = projection(entity, own.memory.row(entity, id))
        return memory.row(entity, id) === (row ?? undefined)
          ? []
          : [{ entity, id, row, isUnsent: false }]
      }),
    )
  const once = (key: string, begin: () => void): void => {
    if (asked.has(key)) return
    asked.add(key)
    // Screens ask while they render, when no other may be woken.
    queueMicrotask(begin)
  }
  return {
    get isRead() {
      return own.reader.isRead
    },
    get cursor() {
      return own.reader.cursor
    },
    ask(entity, index, value) {
      const key = listKey(entity, index, value)
      if (UNPUBLISHED.has(entity)) return once(key, () => memory.showWhole(entity, index, value))
      own.reader.ask(entity, index, value)
      once(key, () => {
        let former: readonly string[] = []
        const follow = (): void => {
          const ids = own.memory.ids(entity, index, value)
          copy(entity, new Set([...former, ...ids]))
          former = ids
          if (own.memory.isWhole(entity, index, value)) memory.showWhole(entity, index, value)
          else if (own.memory.isShown(entity, index, value)) memory.show(entity, index, value)
        }
        own.memory.subscribe(key, follow)
        follow()
      })
    },
    askRow(entity, id) {
      if (UNPUBLISHED.has(entity)) return
      own.reader.askRow(entity, id)
      once(rowKey(entity, id), () => {
        own.memory.subscribe(rowKey(entity, id), () => copy(entity, [id]))
        copy(entity, [id])
      })
    },
    whenRead: () => own.reader.whenRead(),
    hear: () => undefined,
  }
}

const summaryOf =
  (packageIds: readonly string[] | null) =>
  (own: ProjectSummary): ProjectSummary => {
    const { team: _team, ...shown } = { ...own, ...published('project', own) }
    return {
      ...shown,
      state: shownState(own.state),
      me: {
        relation: 'vendor',
        permissions: [...ROLE_PERMISSIONS['role-vendor-contact']],
        vendorId: NO_VENDOR,
        packageIds: packageIds === null ? null : [...packageIds],
      },
    }
  }

/** Keeps an answer that is tried. */
const tryAnswer = (
  memory: ProjectMemory,
  { requirementId, values }: { requirementId: string; values: CommitmentValues },
): void => {
  const requirement = memory.row('requirement', requirementId) as Row<'requirement'> | undefined
  if (requirement === undefined) throw new Refusal('NOT_FOUND')
  const id = commitmentId(requirementId, NO_VENDOR)
  const former =
    (memory.row('commitment', id) as Row<'commitment'> | undefined) ??
    emptyCommitment(requirement, NO_VENDOR, currentSession()?.name ?? '')
  const row = { ...former, values: { ...former.values, ...values } }
  memory.apply([{ entity: 'commitment', id, row, isUnsent: false }])
}

/** Opens the view of a project that is open on this device. */
export const openVendorView = (
  projectId: string,
  packageIds: readonly string[] | null,
): VendorView => {
  const own = ownProject(projectId)
  if (own === null) throw new Refusal('NOT_FOUND')
  const memory = new ProjectMemory()
  return {
    projectId,
    packageIds,
    memory,
    isAsked: true,
    reader: openReader(own, memory, projectionOf(packageIds)),
    showSummary: summaryOf(packageIds),
    edit: <N extends CommandName>(name: N, args: CommandArgs[N]) => {
      if (name === 'commitments.update')
        tryAnswer(memory, args as CommandArgs['commitments.update'])
      else if (name === 'commitments.updateBulk')
        for (const item of (args as CommandArgs['commitments.updateBulk']).items)
          tryAnswer(memory, item)
      else throw new Refusal('VENDOR_VIEW')
      return {}
    },
  }
}
