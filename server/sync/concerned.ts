import { BoundedMap } from '../bounded-map.ts'
import type { ProjectCommit } from '../commands/project-unit.ts'
import type { Queries } from '../database/database.ts'

/** Projects whose readers are known. */
const MOST_PROJECTS = 500
/** Beyond this many arrivals the readers of a project are read again with one statement. */
const MOST_ARRIVALS = 500

interface Readers {
  visibility: number
  /** Connected people who may read something of the project. */
  people: Set<number>
  /** Number of arrivals that these people include. */
  arrivals: number
}

interface Ports {
  queries: Queries
  isConnected: (userId: number) => boolean
}

/**
 * Finds the connected people whom a commit may concern, so that a commit costs nothing for all
 * others. Only the organization of a project and its vendors can read it: one statement names their
 * people. Who arrives later, or whose rights change, is looked at singly.
 */
export class Concerned {
  readonly #ports: Ports
  readonly #projects = new BoundedMap<string, Readers>(MOST_PROJECTS)
  /** People who connected or whose rights changed, the newest last. */
  #arrived: number[] = []
  /** Number of arrivals before the first of `#arrived`. */
  #before = 0

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** The person connected, or the person's rights changed. */
  arrive(userId: number): void {
    this.#arrived.push(userId)
    if (this.#arrived.length <= 2 * MOST_ARRIVALS) return
    this.#before += MOST_ARRIVALS
    this.#arrived = this.#arrived.slice(MOST_ARRIVALS)
  }

  /**
   * People to look at for this commit. Those who turn out to read nothing are to be given to
   * `dismiss`.
   * @param known people whose standing is known: they are told if they no longer read anything
   */
  async by(
    { projectId, isVisibilityChanged, visibility }: ProjectCommit,
    known: Iterable<number>,
  ): Promise<ReadonlySet<number>> {
    let readers = isVisibilityChanged ? undefined : this.#projects.get(projectId)
    while (
      readers === undefined ||
      readers.visibility < visibility ||
      readers.arrivals < this.#before
    )
      readers = await this.#read({ projectId, visibility }, known)
    for (const userId of this.#arrived.slice(readers.arrivals - this.#before))
      readers.people.add(userId)
    readers.arrivals = this.#before + this.#arrived.length
    for (const userId of readers.people)
      if (!this.#ports.isConnected(userId)) readers.people.delete(userId)
    return readers.people
  }

  /** The person reads nothing of the project. */
  dismiss(projectId: string, userId: number): void {
    this.#projects.get(projectId)?.people.delete(userId)
  }

  clear(): void {
    this.#projects.clear()
    this.#before += this.#arrived.length
    this.#arrived = []
  }

  async #read(
    { projectId, visibility }: Pick<ProjectCommit, 'projectId' | 'visibility'>,
    known: Iterable<number>,
  ): Promise<Readers> {
    // Who arrives while the statement runs is looked at in any case.
    const arrivals = this.#before + this.#arrived.length
    const found = await candidates(this.#ports.queries, projectId)
    const people = new Set([...known, ...found].filter(this.#ports.isConnected))
    const readers = { visibility, people, arrivals }
    this.#projects.set(projectId, readers)
    return readers
  }
}

/** The people of all organizations that can read something of the project. */
const candidates = async (queries: Queries, projectId: string): Promise<number[]> => {
  const found = await queries
    .selectFrom('users')
    .select('id')
    .where('active_organization_id', 'in', (eb) =>
      eb
        .selectFrom('projects')
        .select('organization_id')
        .where('projects.id', '=', projectId)
        .unionAll(
          eb
            .selectFrom('project_vendors')
            .select('vendor_id')
            .where('project_vendors.project_id', '=', projectId) as never,
        ),
    )
    .execute()
  return found.map(({ id }) => id)
}
