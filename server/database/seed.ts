import { randomUUID } from 'node:crypto'
import type { Entity, Row, Rows } from '#schema/entities/rows.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import type { LogEntry } from '#schema/tables/log-kinds.ts'
import { lookOf } from '#schema/rules/project/names.ts'
import { clientHash, newSalt, PBKDF2_ITERATIONS, storedHash } from '../security/password-hash.ts'
import { inPieces, type Database, type Queries } from './database.ts'
import { isAnswered } from './entity-tables.ts'
import { appendToLog } from './project-log/append.ts'
import { FIRST_SEQ_PER_MS } from './project-lock.ts'
import { type RowChange, writeRows } from './rows/write-rows.ts'
import { readServerMeta } from './server-meta.ts'

export interface NewOrganization {
  name: string
  description?: string
  parentId?: number | null
  zone?: string
}
/** @returns the id of the new organization */
export const seedOrganization = async (
  database: Database,
  { name, description = '', parentId = null, zone = 'Europe/Bratislava' }: NewOrganization,
): Promise<number> => {
  const now = Date.now()
  const row = {
    name,
    description,
    parent_id: parentId,
    zone,
    created_on: now,
    updated_on: now,
  }
  return await database.write(
    async (tx) =>
      (await tx.insertInto('organizations').values(row).returning('id').executeTakeFirstOrThrow())
        .id,
  )
}

/** A password as the table of users holds it. */
interface HashedPassword {
  salt: string
  iterations: number
  password: string
}
/** Hashes a password with the pepper of the database, which is slow by design. */
export const hashPassword = async (
  database: Database,
  password: string,
  iterations = PBKDF2_ITERATIONS,
): Promise<HashedPassword> => {
  const { pepper } = await readServerMeta(database)
  const salt = newSalt()
  const hash = await clientHash(password, salt, iterations)
  return { salt, iterations, password: await storedHash(hash, pepper) }
}

interface NewUser {
  username: string
  /** Tests that create many people hash one password for all of them. */
  password: string | HashedPassword
  firstname: string
  lastname: string
  email?: string
  organizationId: number
  /** Roles in the organization. */
  roles: readonly RoleId[]
  isPrimaryContact?: boolean
  /** Tests that create many people use fewer than the default. */
  iterations?: number
}
/** @returns the id of the new person */
export const seedUser = async (database: Database, user: NewUser): Promise<number> => {
  const now = Date.now()
  const password =
    typeof user.password === 'string'
      ? await hashPassword(database, user.password, user.iterations)
      : user.password
  return await database.write(async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({
        uuid: randomUUID(),
        username: user.username.toLowerCase(),
        email: user.email ?? '',
        firstname: user.firstname,
        lastname: user.lastname,
        name: `${user.firstname} ${user.lastname}`,
        look: lookOf(user.username),
        ...password,
        active_organization_id: user.organizationId,
        blocked: 0,
        created_on: now,
        updated_on: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('organization_members')
      .values({
        organization_id: user.organizationId,
        user_id: id,
        roles: JSON.stringify(user.roles),
        is_primary_contact: Number(user.isPrimaryContact ?? false),
        created_on: now,
      })
      .execute()
    return id
  })
}

interface SeedRow<E extends Entity = Entity> {
  entity: E
  row: Rows[E]
}
export interface NewProject {
  project: Row<'project'>
  /**
   * All other rows: releases, packages, documents, sections, requirements (with fullId),
   * commitments, overrides, projectVendor.
   */
  rows: readonly { [E in Entity]: SeedRow<E> }[Entity][]
  /** People of the project's organization and their project roles. */
  members?: readonly { userId: number; roles: readonly RoleId[] }[]
  /**
   * Vendor contacts who may open the project; null grants all packages. Primary contacts need no
   * grant.
   */
  grants?: readonly { vendorId: number; userId: number; packageIds: readonly string[] | null }[]
  favoriteOf?: readonly number[]
  /** Entries of the project's log, oldest first; by default only its creation, now. */
  log?: readonly { at: number; actorId: number | null; entry: LogEntry }[]
}

const CREATED: LogEntry = { kind: 'created', detail: {} }

/**
 * Writes a whole project with its log, numbering and counters in one transaction; does not validate
 * the rows.
 */
export const seedProject = async (
  database: Database,
  { project, rows, members = [], grants = [], favoriteOf = [], log }: NewProject,
): Promise<void> => {
  const now = Date.now()
  const changes: RowChange[] = [{ entity: 'project', row: project } as const, ...rows].map(
    ({ entity, row }) => ({ entity, id: row.id, before: null, after: row }),
  )
  const entries = log ?? [{ at: now, actorId: project.ownerId, entry: CREATED }]
  const isOpen = ({ at }: { at: number }): boolean =>
    project.publishedOn !== null && at >= project.publishedOn
  await database.write(async (tx) => {
    const append = async (some: typeof entries): Promise<void> => {
      for (const { at, actorId, entry } of some)
        await appendToLog(tx, { projectId: project.id, now: at, actorId }, entry)
    }
    // Vendors are not told what happened before the publication: as long as the project is not
    // stored, its entries reach the team alone.
    await append(entries.filter((one) => !isOpen(one)))
    const firstSeq = now * FIRST_SEQ_PER_MS
    const { head } = await writeRows(tx, changes, {
      projectId: project.id,
      firstSeq,
      actor: { id: project.ownerId, name: project.ownerName },
      now,
    })
    await tx
      .insertInto('project_sync')
      .values({ project_id: project.id, head, floor: 0, visibility_version: 1 })
      .execute()
    await append(entries.filter(isOpen))
    // Without a history of its own, nothing has happened that people have to be told.
    if (log === undefined)
      await tx.deleteFrom('events').where('project_id', '=', project.id).execute()
    await writeNumbering(tx, project.id, rows)
    await writeCounters(tx, project.id, rows)
    if (members.length > 0) {
      await tx
        .insertInto('project_members')
        .values(
          members.map(({ userId, roles }) => ({
            project_id: project.id,
            user_id: userId,
            roles: JSON.stringify(roles),
            created_on: now,
          })),
        )
        .execute()
    }
    if (grants.length > 0) {
      await tx
        .insertInto('restrictions')
        .values(
          grants.map(({ vendorId, userId, packageIds }) => ({
            project_id: project.id,
            vendor_id: vendorId,
            user_id: userId,
            package_ids: packageIds === null ? null : JSON.stringify(packageIds),
          })),
        )
        .execute()
    }
    if (favoriteOf.length > 0)
      await tx
        .insertInto('favorites')
        .values(favoriteOf.map((userId) => ({ user_id: userId, project_id: project.id })))
        .execute()
  })
}

const rowsOf = <E extends Entity>(rows: NewProject['rows'], entity: E): Rows[E][] =>
  rows
    .filter((row): row is { [K in Entity]: SeedRow<K> }[E] => row.entity === entity)
    .map(({ row }) => row as Rows[E])

const writeNumbering = async (tx: Queries, projectId: string, rows: NewProject['rows']) => {
  const prefixes = new Map(rowsOf(rows, 'document').map(({ id, prefix }) => [id, prefix]))
  const last = new Map([...prefixes.values()].map((prefix) => [prefix, 0]))
  for (const { documentId, fullId } of rowsOf(rows, 'requirement')) {
    const prefix = prefixes.get(documentId) ?? ''
    const number = Number(/\d+$/.exec((fullId ?? '').slice(prefix.length))?.[0] ?? 0)
    last.set(prefix, Math.max(last.get(prefix) ?? 0, number))
  }
  const values = [...last].map(([prefix, lastNumber]) => ({
    lineage_id: projectId,
    prefix,
    last_number: lastNumber,
  }))
  for (const piece of inPieces(values)) await tx.insertInto('numbering').values(piece).execute()
}

const writeCounters = async (tx: Queries, projectId: string, rows: NewProject['rows']) => {
  const byVendor = Map.groupBy(rowsOf(rows, 'commitment'), ({ vendorId }) => vendorId)
  for (const [vendorId, commitments] of byVendor) {
    await tx
      .updateTable('project_vendors')
      .set({
        answered: commitments.filter(isAnswered).length,
        submitted: commitments.filter(({ submitted }) => submitted).length,
      })
      .where('project_id', '=', projectId)
      .where('vendor_id', '=', vendorId)
      .execute()
  }
}

export interface DemoAccount {
  username: string
  password: string
  name: string
  role: string
  organization: string
}
/** Stores the accounts that the sign-in page of a demo offers with one click. */
export const seedDemoAccounts = (
  database: Database,
  accounts: readonly DemoAccount[],
): Promise<void> =>
  database.write(async (tx) => {
    await tx
      .insertInto('demo_accounts')
      .values(accounts.map((account, position) => ({ position, ...account })))
      .execute()
  })
