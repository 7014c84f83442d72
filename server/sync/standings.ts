/** What a person reads of a project, as of a visibility of the project. */
export interface Standing {
  buckets: string[]
  epoch: number
  visibility: number
  /**
   * Whether the person belongs to the organization of the project. Such a person may learn that the
   * set of readers has changed; a vendor may not.
   */
  isColleague: boolean
}

const NONE: ReadonlyMap<number, Standing> = new Map()

/**
 * Standings by project and person. Beyond `most` entries the project that was used longest ago is
 * forgotten; its standings are read again with its next change.
 */
export class Standings {
  readonly #most: number
  /** projectId → userId → standing; the project used last stands last. */
  readonly #projects = new Map<string, Map<number, Standing>>()
  /** userId → projects with a standing of the person. */
  readonly #people = new Map<number, Set<string>>()
  #size = 0

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#size
  }

  /** userId → standing. */
  of(projectId: string): ReadonlyMap<number, Standing> {
    const found = this.#projects.get(projectId)
    if (found === undefined) return NONE
    this.#projects.delete(projectId)
    this.#projects.set(projectId, found)
    return found
  }

  set(projectId: string, userId: number, standing: Standing): void {
    const ofProject = this.#projects.get(projectId) ?? new Map<number, Standing>()
    this.#projects.delete(projectId)
    this.#projects.set(projectId, ofProject)
    if (!ofProject.has(userId)) this.#size += 1
    ofProject.set(userId, standing)
    const ofPerson = this.#people.get(userId) ?? new Set()
    this.#people.set(userId, ofPerson.add(projectId))
    for (const oldest of this.#projects.keys()) {
      if (this.#size <= this.#most || oldest === projectId) return
      this.#forgetProject(oldest)
    }
  }

  forgetPerson(userId: number): void {
    for (const projectId of this.#people.get(userId) ?? []) {
      const ofProject = this.#projects.get(projectId)
      if (ofProject?.delete(userId)) this.#size -= 1
      if (ofProject?.size === 0) this.#projects.delete(projectId)
    }
    this.#people.delete(userId)
  }

  clear(): void {
    this.#projects.clear()
    this.#people.clear()
    this.#size = 0
  }

  #forgetProject(projectId: string): void {
    const ofProject = this.#projects.get(projectId)
    this.#projects.delete(projectId)
    for (const userId of ofProject?.keys() ?? []) {
      this.#size -= 1
      const ofPerson = this.#people.get(userId)
      ofPerson?.delete(projectId)
      if (ofPerson?.size === 0) this.#people.delete(userId)
    }
  }
}
