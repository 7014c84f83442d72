import type { OwnProfile, profiles } from '#schema/api/users-service/profiles.ts'
import { Refusal } from '#schema/refusal.ts'
import { organizationDenial } from '#schema/rules/access/access-organization.ts'
import type { Person } from '../database/access/read-actor.ts'
import type { Queries } from '../database/database.ts'
import { ofUsername, requireName, usernamesOf } from '../identity/accounts.ts'
import { requireOwnPassword } from '../identity/credentials.ts'
import { settleShownName } from '../identity/shown-name.ts'
import { dropPicture, keepPicture } from '../database/pictures.ts'
import type { Handlers } from '../route.ts'
import { deleteAccount } from './delete-account.ts'

const EMPTY = {
  about: '',
  homepage: '',
  company: '',
  location: '',
  phone: '',
  avatar: null,
  is_public: 0,
}

const readProfile = async (tx: Queries, userId: number): Promise<OwnProfile | null> => {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'firstname', 'lastname', 'updated_on'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) return null
  const row = await tx
    .selectFrom('profiles')
    .select([
      'about',
      'homepage',
      'company',
      'location',
      'phone',
      'avatar',
      'is_public',
      'updated_on',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const { is_public, updated_on: saidOn, ...said } = row ?? { ...EMPTY, updated_on: 0 }
  const { id, updated_on: namedOn, ...named } = user
  const updatedOn = Math.max(namedOn, saidOn)
  return { userId: id, ...named, ...said, isPublic: is_public === 1, updatedOn }
}

/** @param id number or username */
const findUser = async (tx: Queries, id: string): Promise<{ id: number } | undefined> => {
  const query = tx.selectFrom('users').select(['id', 'username'])
  if (/^\d{1,10}$/.test(id)) return await query.where('id', '=', Number(id)).executeTakeFirst()
  return ofUsername(await query.where('username', 'in', usernamesOf(id)).execute(), id)
}

/**
 * Whether the person may view the profile of another person in any of that person's organizations.
 */
const isWithinReach = async (tx: Queries, person: Person, userId: number): Promise<boolean> => {
  const places = await tx
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select(['organization_id', 'parent_id'])
    .where('user_id', '=', userId)
    .execute()
  return places.some(
    (place) =>
      organizationDenial(person, 'profile.view', {
        organizationId: place.organization_id,
        parentId: place.parent_id,
        userId,
      }) === null,
  )
}

const requireOwn = async (tx: Queries, userId: number): Promise<OwnProfile> => {
  const profile = await readProfile(tx, userId)
  if (profile === null) throw new Refusal('NOT_FOUND')
  return profile
}

export const profileHandlers: Handlers<typeof profiles> = {
  own: async (_input, { services, person }) =>
    await requireOwn(services.database.queries, person.userId),

  get: async ({ params }, { services, person }) => {
    const { queries } = services.database
    const user = await findUser(queries, params.id)
    const profile =
      user !== undefined && (await isWithinReach(queries, person, user.id))
        ? await readProfile(queries, user.id)
        : null
    if (profile === null || (!profile.isPublic && profile.userId !== person.userId))
      throw new Refusal('NOT_FOUND')
    const { updatedOn: _own, ...shown } = profile
    return shown
  },

  update: async ({ body: { isPublic, updatedOn, ...said } }, { services, person }) => {
    const now = Math.max(services.clock(), updatedOn + 1)
    const firstname = requireName(said.firstname, 'firstname')
    const lastname = requireName(said.lastname, 'lastname')
    return await services.database.write(async (tx) => {
      const before = await requireOwn(tx, person.userId)
      const { numUpdatedRows } = await tx
        .updateTable('users')
        .set({ firstname, lastname, updated_on: now })
        .where('id', '=', person.userId)
        .where('updated_on', '<=', updatedOn)
        .executeTakeFirst()
      if (before.updatedOn !== updatedOn || numUpdatedRows === 0n)
        throw new Refusal('requirement.stale')
      await settleShownName(tx, person.userId)
      const { about, homepage, company, location, phone } = said
      const row = {
        about,
        homepage,
        company,
        location,
        phone,
        is_public: Number(isPublic),
        updated_on: now,
      }
      await tx
        .insertInto('profiles')
        .values({ user_id: person.userId, avatar: null, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
      return await requireOwn(tx, person.userId)
    })
  },

  setAvatar: async ({ body }, { services, person }) => {
    const now = services.clock()
    return await services.database.write(async (tx) => {
      const before = await tx
        .selectFrom('profiles')
        .select('avatar')
        .where('user_id', '=', person.userId)
        .executeTakeFirst()
      const avatar = await keepPicture(tx, body.picture, now)
      const { is_public, ...said } = EMPTY
      await tx
        .insertInto('profiles')
        .values({ user_id: person.userId, ...said, is_public, avatar, updated_on: now })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({ avatar, updated_on: now }),
        )
        .execute()
      await dropPicture(tx, before?.avatar ?? null)
      return { avatar }
    })
  },

  setLanguage: async ({ body: { language } }, { services, person }) => {
    await services.database.write(
      async (tx) =>
        void (await tx
          .updateTable('users')
          // The language is no part of the profile, whose version stays.
          .set({ language })
          .where('id', '=', person.userId)
          .execute()),
    )
  },

  avatar: async ({ params }, { services, reply }) => {
    const row = await services.database.queries
      .selectFrom('avatars')
      .select(['mime', 'content'])
      .where('sha256', '=', params.sha256)
      .executeTakeFirst()
    if (row === undefined) throw new Refusal('NOT_FOUND')
    await reply
      .headers({
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "sandbox; default-src 'none'",
      })
      .type(row.mime)
      .send(Buffer.from(row.content, 'base64'))
  },

  delete: async ({ body }, { services, caller }) => {
    await requireOwnPassword(services, caller.userId, body.hash)
    for (const id of await deleteAccount(services, caller.userId)) services.hub.endSession(id)
  },
}
