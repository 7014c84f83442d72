import { type ArchiveChange, answerIdOf } from '#schema/entities/archive-change.ts'
import { commitmentId, overrideId } from '#schema/entities/commitment.ts'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import type { Entity, Row, Rows } from '#schema/entities/rows.ts'
import { areAnswersOpen } from '#schema/rules/access/access.ts'
import { canonicalJson, type Json } from '#schema/rules/answers/canonical-json.ts'

const SUFFIX = ' (from an archive)'
/** People of an archive are no accounts here: they have this id, and a name that says so. */
const NOBODY = 0
/** No organization has an id from here on. */
const FIRST_VENDOR = 2_000_000_000

/** Where the rows go: a new project, and the person who restores it. */
export interface NewPlace {
  projectId: string
  userId: number
  name: string
  organizationId: number
  organizationName: string
}

const nameOf = (name: string): string =>
  name === '' ? '' : `${name.slice(0, FIELD_LIMITS.title - SUFFIX.length)}${SUFFIX}`
const signed = ({ name }: { name: string }) => ({ id: NOBODY, name: nameOf(name) })
const unnamed = <T extends { by: number }>(list: readonly T[]): T[] =>
  list.map((entry) => ({ ...entry, by: NOBODY }))

/**
 * Turns the rows of an archive into rows of a new project: archived, owned by the person who
 * restores it, with vendors and people that are none of this installation.
 */
export class LivingRows {
  readonly #place: NewPlace
  readonly #vendors = new Map<number, number>()

  constructor(place: NewPlace) {
    this.#place = place
  }

  of<E extends Entity>(entity: E, row: Row<E>): Row<E> {
    const make = this.#make[entity] as (row: Row<E>) => Row<E>
    return make(row)
  }

  ofChange(change: ArchiveChange): ArchiveChange {
    const { vendorId, entityId } = change
    const [from, to] = [vendorId, this.#vendorOrNull(vendorId)].map((id) => answerIdOf(change, id))
    return {
      ...change,
      actorName: nameOf(change.actorName),
      vendorId: this.#vendorOrNull(vendorId),
      entityId:
        from === null || from === undefined ? entityId : `${to}${entityId.slice(from.length)}`,
    }
  }

  #vendor(id: number): number {
    const known = this.#vendors.get(id)
    if (known !== undefined) return known
    const made = FIRST_VENDOR + this.#vendors.size
    this.#vendors.set(id, made)
    return made
  }
  #vendorOrNull<T extends number | null>(id: T): T {
    return (id === null ? null : this.#vendor(id)) as T
  }
  #moved<T>(row: T): T & { projectId: string } {
    return { ...row, projectId: this.#place.projectId }
  }

  readonly #make: { [E in Entity]: (row: Rows[E]) => Rows[E] } = {
    project: (row) => this.#project(row),
    projectVendor: (row) => ({ ...this.#moved(row), vendorId: this.#vendor(row.vendorId) }),
    release: (row) => this.#moved(row),
    package: (row) => ({ ...this.#moved(row), ownerId: null }),
    document: ({ members: _unused, ...row }) => ({ ...this.#moved(row), ownerId: null }),
    section: (row) => this.#moved(row),
    requirement: ({ updatedBy: _unused, ...row }) => ({
      ...this.#moved(row),
      excluded: row.excluded === null ? null : { ...row.excluded, by: nameOf(row.excluded.by) },
    }),
    commitment: (row) => {
      const vendorId = this.#vendor(row.vendorId)
      return {
        ...this.#moved(row),
        id: commitmentId(row.requirementId, vendorId),
        vendorId,
        receipt: this.#receipt(row),
        updatedBy: nameOf(row.updatedBy),
      }
    },
    override: (row) => {
      const vendorId = this.#vendor(row.vendorId)
      return {
        ...this.#moved(row),
        id: overrideId(row.requirementId, vendorId, row.parameterId),
        vendorId,
        modifiedBy: signed(row.modifiedBy),
        history: row.history.map((one) => ({ ...one, modifiedBy: signed(one.modifiedBy) })),
      }
    },
    attachment: (row) => ({
      ...this.#moved(row),
      vendorId: this.#vendorOrNull(row.vendorId),
      createdByOrg: row.vendorId === null ? this.#place.organizationId : this.#vendor(row.vendorId),
      createdBy: NOBODY,
      createdByName: nameOf(row.createdByName),
    }),
    comment: (row) => {
      const own = {
        projectId: this.#place.projectId,
        authorId: NOBODY,
        authorName: nameOf(row.authorName),
        officialReplies: unnamed(row.officialReplies),
      }
      return row.type === 'D'
        ? { ...row, ...own }
        : { ...row, ...own, vendorId: this.#vendor(row.vendorId) }
    },
    reply: (row) => ({
      ...this.#moved(row),
      vendorId: this.#vendorOrNull(row.vendorId),
      authorId: NOBODY,
      authorName: nameOf(row.authorName),
    }),
    publication: (row) => ({ ...this.#moved(row), revisions: unnamed(row.revisions) }),
    vendorPart: (row) => ({
      ...this.#moved(row),
      vendorId: this.#vendor(row.vendorId),
      userId: null,
      submitters: [],
    }),
  }

  #project(row: Row<'project'>): Row<'project'> {
    const { projectId, userId, name, organizationId, organizationName } = this.#place
    // Pictures are not in an archive.
    const { avatar: _unused, scoringChanges, openings, ...rest } = row
    return {
      ...rest,
      id: projectId,
      state: 'ARCHIVED',
      archivedSealed: !areAnswersOpen(row),
      organizationId,
      organizationName,
      ownerId: userId,
      ownerName: name,
      ...(scoringChanges === undefined
        ? {}
        : { scoringChanges: scoringChanges.map((one) => ({ ...one, by: signed(one.by) })) }),
      ...(openings === undefined
        ? {}
        : {
            openings: openings.map((one) =>
              one.kind === 'deadline'
                ? one
                : { ...one, askedBy: signed(one.askedBy), confirmedBy: signed(one.confirmedBy) },
            ),
          }),
    }
  }

  /** The seal is that of another installation or project, and of another name. */
  #receipt({ receipt }: Row<'commitment'>): Row<'commitment'>['receipt'] {
    if (receipt === null) return null
    const { seal: _unused, ...rest } = receipt
    return { ...rest, by: nameOf(receipt.by) }
  }
}

/** What an archived row has and its living row has not: fields to set, and fields to drop. */
export const differenceOf = (archived: object, living: object): string => {
  const [from, to] = [archived, living] as unknown as Record<string, Json>[]
  if (from === undefined || to === undefined) throw new Error('A row is missing')
  const isEqual = (field: string): boolean => {
    const value = to[field]
    return value !== undefined && canonicalJson(value) === canonicalJson(from[field] as Json)
  }
  const set = Object.fromEntries(
    Object.entries(from).filter(([field]) => field !== 'projectId' && !isEqual(field)),
  )
  const drop = Object.keys(to).filter((field) => to[field] !== undefined && !(field in from))
  return JSON.stringify({ set, drop })
}
