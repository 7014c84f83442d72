import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { signedIn } from '../../tests/support/signed-in.ts'
import { setRoles } from './set-roles.ts'

let rows: EmptyDatabase
let [city, alpha, admin, anna, primary, contact] = [0, 0, 0, 0, 0, 0]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  alpha = await rows.organization('Alpha', { parent_id: city })
  const person = async (name: string, place: number, role: string | null, isPrimary = 0) => {
    const id = await rows.person(name, { active_organization_id: place })
    const roles = JSON.stringify(role === null ? [] : [role])
    await rows.member(place, id, { roles, is_primary_contact: isPrimary })
    return id
  }
  admin = await person('admin', city, 'role-org-admin')
  anna = await person('anna', city, null)
  primary = await person('primary', alpha, 'role-vendor-primary-contact', 1)
  contact = await person('contact', alpha, 'role-vendor-contact')
  await rows.database.queries
    .insertInto('invitations')
    .values(
      [
        { id: 'invited' },
        { id: 'accepted', accepted_on: NOW },
        { id: 'cancelled', cancelled_on: NOW },
      ].map((one) => ({
        hash: one.id,
        email: 'new@city.example',
        organization_id: city,
        roles: '[]',
        is_primary_contact: 0,
        restrictions: null,
        project_id: null,
        project_roles: '[]',
        invited_by: admin,
        created_on: NOW,
        expires_on: NOW + 1,
        accepted_on: null,
        accepted_by: null,
        cancelled_on: null,
        ...one,
      })),
    )
    .execute()
})
afterEach(() => rows.close())

const POWER = 'role-org-power-user'
const PRIMARY = 'role-vendor-primary-contact'
const CONTACT = 'role-vendor-contact'
/** The roles of every member and invited person that differ from the seeded ones. */
const changes = async (): Promise<string[]> => {
  const { queries } = rows.database
  const members = await queries
    .selectFrom('organization_members')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['username', 'roles'])
    .execute()
  const invited = await queries.selectFrom('invitations').select(['email', 'roles']).execute()
  const seeded = new Set([
    'admin ["role-org-admin"]',
    'anna []',
    `primary ["${PRIMARY}"]`,
    `contact ["${CONTACT}"]`,
    'new@city.example []',
  ])
  return [
    ...members.map(({ username, roles }) => `${username} ${roles}`),
    ...invited.map(({ email, roles }) => `${email} ${roles}`),
  ].filter((line) => !seeded.has(line))
}

interface Case {
  by?: 'anna'
  at?: 'alpha'
  who: 'anna' | 'admin' | 'primary' | 'contact' | 'unknown' | { userId?: string; email?: string }
  roleIds: string[]
}
it.each<[string, string, Case, string[]]>([
  ['a member', 'taken', { who: 'anna', roleIds: [POWER] }, [`anna ["${POWER}"]`]],
  [
    'a member by address',
    'taken',
    { who: { userId: ' Anna@city.example ' }, roleIds: [POWER] },
    [`anna ["${POWER}"]`],
  ],
  [
    'an invited person',
    'taken',
    { who: { email: ' New@city.example ' }, roleIds: [POWER] },
    [`new@city.example ["${POWER}"]`],
  ],
  ['oneself', 'NOT_ALLOWED', { who: 'admin', roleIds: [] }, []],
  ['an unknown person', 'NOT_FOUND', { who: 'unknown', roleIds: [] }, []],
  ['an unknown address', 'NOT_FOUND', { who: { email: 'x@city.example' }, roleIds: [] }, []],
  ['a member of another place', 'NOT_FOUND', { who: 'contact', roleIds: [] }, []],
  ['a colleague, without the right,', 'NOT_ALLOWED', { by: 'anna', who: 'anna', roleIds: [] }, []],
  [
    'an invited person, without the right,',
    'NOT_ALLOWED',
    { by: 'anna', who: { email: 'new@city.example' }, roleIds: [POWER] },
    [],
  ],
  ['one role twice', 'INPUT_INVALID', { who: 'anna', roleIds: [POWER, POWER] }, []],
  ['a role of vendors', 'INPUT_INVALID', { who: 'anna', roleIds: [CONTACT] }, []],
  [
    'a role of the system with another',
    'ROLES_MIXED',
    { who: 'anna', roleIds: [POWER, 'role-sys-admin'] },
    [],
  ],
  [
    'the primary contact as an ordinary one',
    'primary.cannotremove',
    { at: 'alpha', who: 'primary', roleIds: [CONTACT] },
    [],
  ],
  ['a contact without a role', 'INPUT_INVALID', { at: 'alpha', who: 'contact', roleIds: [] }, []],
  [
    'another contact as the primary one',
    'taken',
    { at: 'alpha', who: 'contact', roleIds: [PRIMARY] },
    [`primary ["${CONTACT}"]`, `contact ["${PRIMARY}"]`],
  ],
])(
  '[OR5] [VE4] setting roles of %s: %s',
  async (_who, outcome, { by, at, who, roleIds }, changed) => {
    const ids = { admin, anna, primary, contact, unknown: 999 }
    const context = await signedIn(rows.database, by === undefined ? admin : ids[by])
    const wanted = typeof who === 'string' ? { userId: ids[who] } : who
    const work = setRoles(context, at === 'alpha' ? alpha : city, { ...wanted, roleIds })
    const result = await work.then(
      () => 'taken',
      ({ code }: { code: string }) => code,
    )
    expect([result, await changes()]).toEqual([outcome, changed])
  },
)
