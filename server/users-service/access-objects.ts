import type { AccessLogRow } from '#schema/api/users-service/organization-settings.ts'
import { OBJECT_KINDS, type ObjectKind } from '#schema/tables/access-objects.ts'
import { inPieces, type Queries } from '../database/database.ts'
import { readHome } from '../database/projects/read-home.ts'
import type { SignedInContext } from '../route.ts'
import type { Place } from './places.ts'

type StoredEntry = Omit<AccessLogRow, 'object'> & { object: string }
type Names = ReadonlyMap<string, string>

/** Adds to each entry of the access log the name of its object. */
export const withObjects = async (
  context: SignedInContext,
  place: Place,
  lines: readonly StoredEntry[],
): Promise<AccessLogRow[]> => {
  const named = lines.map((line) => ({ line, object: parseObject(line.object) }))
  const ids = (kind: ObjectKind): string[] => [
    ...new Set(named.flatMap(({ object }) => (object?.kind === kind ? [object.id] : []))),
  ]
  const reached = new Set(
    named.flatMap(({ line, object }) =>
      object?.kind === 'person' && line.result === 'success' ? [Number(object.id)] : [],
    ),
  )
  const { queries } = context.services.database
  const names: Readonly<Record<Exclude<ObjectKind, 'file'>, Names>> = {
    person: await namesOfPeople(queries, place, { ids: ids('person').map(Number), reached }),
    organization: await namesOfOrganizations(queries, place, ids('organization').map(Number)),
    project: ids('project').length === 0 ? new Map() : await namesOfProjects(context, place),
  }
  // The name of a file is left out, because it could reveal a vendor's answer.
  return named.map(({ line, object }) => ({
    ...line,
    object:
      object === null
        ? null
        : {
            ...object,
            name: object.kind === 'file' ? null : (names[object.kind].get(object.id) ?? null),
          },
  }))
}

/** Entries of former versions hold an id without a kind; their object stays unknown. */
const parseObject = (text: string): { kind: ObjectKind; id: string } | null => {
  const [name = '', id] = text.split('/')
  const kind = OBJECT_KINDS.find((one) => one === name)
  return kind === undefined || id === undefined ? null : { kind, id }
}

/**
 * Names of people in the place and its vendors, and of people without any organization whom a
 * logged call reached. Other ids, guessed or of other organizations, get no name.
 */
const namesOfPeople = async (
  tx: Queries,
  { organizationId }: Place,
  { ids, reached }: { ids: readonly number[]; reached: ReadonlySet<number> },
): Promise<Names> => {
  const names = new Map<string, string>()
  for (const piece of inPieces(ids)) {
    const places = await tx
      .selectFrom('organization_members')
      .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
      .select(['user_id', 'organizations.id', 'parent_id'])
      .where('user_id', 'in', piece)
      .execute()
    for (const { id, name } of await tx
      .selectFrom('users')
      .select(['id', 'name'])
      .where('id', 'in', piece)
      .execute()) {
      const own = places.filter(({ user_id }) => user_id === id)
      const isHere =
        own.length === 0
          ? reached.has(id)
          : own.some((one) => one.id === organizationId || one.parent_id === organizationId)
      if (isHere) names.set(String(id), name)
    }
  }
  return names
}

/** Names of the organization itself, its vendors, and its requestor if it is a vendor. */
const namesOfOrganizations = async (
  tx: Queries,
  { organizationId, parentId }: Place,
  ids: readonly number[],
): Promise<Names> => {
  const names = new Map<string, string>()
  for (const piece of inPieces(ids)) {
    const rows = await tx
      .selectFrom('organizations')
      .select(['id', 'name', 'parent_id'])
      .where('id', 'in', piece)
      .execute()
    for (const { id, name, parent_id } of rows)
      if (id === organizationId || id === parentId || parent_id === organizationId)
        names.set(String(id), name)
  }
  return names
}

/**
 * Names of projects that the reader may see. A system administrator reading the log of another
 * organization gets none.
 */
const namesOfProjects = async (
  { services, person }: SignedInContext,
  { organizationId }: Place,
): Promise<Names> => {
  if (person.organizationId !== organizationId) return new Map()
  return new Map(
    (await services.database.read((tx) => readHome(tx, person))).map(({ id, name }) => [id, name]),
  )
}
