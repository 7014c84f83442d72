import { describe, expect, test } from 'vitest'
import {
  holds,
  isPermission,
  ORGANIZATION_TABLE,
  rowsOf,
  scopeOfRole,
  TEMPLATE_TABLE,
} from '../../../tests/support/access-oracle.ts'
import {
  CITY,
  isVendorRole,
  ME,
  OTHER_VENDOR,
  OWN_VENDOR,
  personWith,
} from '../../../tests/support/access-people.ts'
import { ROLE_IDS, type RoleId } from '../../tables/role-permissions.ts'
import { type OrganizationSubject, relationTo } from './access-organization.ts'
import { can } from '../../../tests/support/can.ts'
import { ORGANIZATION_ACTIONS, type OrganizationAction } from './organization-actions.ts'
import { projectActorOf } from './project-actor.ts'

describe('outside projects', () => {
  const table = new Map(
    rowsOf(ORGANIZATION_TABLE).map(([action = '', ...cells]) => [action, cells]),
  )
  interface Scope {
    name: string
    subject: OrganizationSubject
  }
  const scopes: Scope[] = [
    { name: 'own', subject: { organizationId: CITY, parentId: null, userId: ME } },
    {
      name: 'own in the own vendor',
      subject: { organizationId: OWN_VENDOR, parentId: CITY, userId: ME },
    },
    { name: "a colleague's", subject: { organizationId: CITY, parentId: null, userId: 51 } },
    {
      name: "a colleague's, private",
      subject: { organizationId: CITY, parentId: null, userId: 51, isPrivate: true },
    },
    { name: "the vendor's", subject: { organizationId: OWN_VENDOR, parentId: CITY, userId: 52 } },
    {
      name: "another vendor's",
      subject: { organizationId: OTHER_VENDOR, parentId: CITY, userId: 53 },
    },
    { name: "another organization's", subject: { organizationId: 2, parentId: null, userId: 54 } },
    {
      name: "another organization's vendor's",
      subject: { organizationId: 9, parentId: 2, userId: 55 },
    },
  ]

  /** Returns the column of the table that decides for the place of the subject. */
  const columnFor = (role: RoleId, { organizationId }: OrganizationSubject): number | null => {
    if (isVendorRole(role))
      return organizationId === OWN_VENDOR ? 3 : organizationId === CITY ? 4 : null
    return organizationId === CITY
      ? 1
      : organizationId === OWN_VENDOR || organizationId === OTHER_VENDOR
        ? 2
        : null
  }
  const isHeld = (
    role: RoleId,
    word: string,
    scope: 'system' | 'here',
    inProject: readonly RoleId[],
  ): boolean => {
    if (word === '+') return true
    if (word === 'primary') return role === 'role-vendor-primary-contact'
    const permission = word.replace('*', '')
    const own =
      (scope === 'system') === (scopeOfRole(role) === 'system') &&
      scopeOfRole(role) !== 'project' &&
      holds([role], permission)
    return own || (word.endsWith('*') && holds(inProject, permission))
  }
  const expected = (
    role: RoleId,
    action: string,
    subject: OrganizationSubject,
    inProject: readonly RoleId[],
  ): boolean => {
    const [onSelf = '', ...cells] = table.get(action) ?? []
    const anywhere = cells.at(-1) ?? ''
    if (onSelf !== '=' && subject.userId === ME) {
      if (onSelf === '+') return true
      if (action.startsWith('user.')) return false
    }
    if (isPermission(anywhere) && isHeld(role, anywhere, 'system', [])) return true
    const column = columnFor(role, subject)
    if (column === null) return false
    const cell = cells[column - 1] ?? '-'
    if (cell === '-') return false
    const template = TEMPLATE_TABLE[action]
    const word =
      template === undefined
        ? cell
        : subject.userId === ME
          ? template.mine
          : subject.isPrivate === true
            ? template.private
            : cell
    return isHeld(role, word, 'here', inProject)
  }

  test('[CN1] the table names every action', () => {
    expect([...table.keys()].toSorted()).toEqual([...ORGANIZATION_ACTIONS].toSorted())
  })

  test("[CN1] every role may do what the table says with its own, a colleague's, a vendor's and another organization's, and nothing else", () => {
    let cases = 0
    const wrong: string[] = []
    for (const role of ROLE_IDS) {
      for (const isInProject of [false, true]) {
        const projectRoles = isInProject && scopeOfRole(role) === 'project' ? [role] : []
        const person = personWith(role)
        const inProject =
          projectRoles.length === 0
            ? null
            : projectActorOf(person, {
                project: { organizationId: CITY, ownerId: 1, state: 'PREPARATION' },
                memberRoles: projectRoles,
                isInvited: false,
                grant: null,
              })
        for (const action of ORGANIZATION_ACTIONS) {
          for (const { name, subject } of scopes) {
            cases += 1
            const decision = can({ person, inProject }, action, subject)
            if (decision.isAllowed !== expected(role, action, subject, projectRoles))
              wrong.push(`${role} ${action} ${name}: ${String(decision.isAllowed)}`)
          }
        }
      }
    }
    expect(wrong).toEqual([])
    expect(cases).toBe(16 * 2 * 41 * 8)
  })

  test('[CN2] subjects of another organization or vendor are denied as if they did not exist', () => {
    for (const role of ROLE_IDS.filter((id) => scopeOfRole(id) !== 'system')) {
      const foreign = scopes.filter(
        ({ subject }) => columnFor(role, subject) === null && subject.userId !== ME,
      )
      expect(foreign.length).toBeGreaterThan(1)
      for (const action of ORGANIZATION_ACTIONS) {
        for (const { subject } of foreign)
          expect(can({ person: personWith(role), inProject: null }, action, subject)).toEqual({
            isAllowed: false,
            code: 'NOT_FOUND',
            reason: { kind: 'scope' },
          })
      }
    }
  })

  test('[CN2] a vendor has no vendors', () => {
    expect(
      relationTo(
        { organizationId: OWN_VENDOR, parentId: CITY },
        { organizationId: 70, parentId: OWN_VENDOR },
      ),
    ).toBe('foreign')
    expect(
      relationTo(
        { organizationId: CITY, parentId: null },
        { organizationId: OWN_VENDOR, parentId: CITY },
      ),
    ).toBe('vendor')
  })

  test.each<[OrganizationAction, RoleId, number, object]>([
    ['organization.edit', 'role-org-power-user', 2, { kind: 'permission', anyOf: ['ORG_EDIT'] }],
    ['user.disable', 'role-org-admin', 0, { kind: 'self' }],
    ['organization.edit', 'role-vendor-contact', 2, { kind: 'relation' }],
    ['consent.accept', 'role-vendor-contact', 4, { kind: 'primary' }],
  ])('[CN3] a refused %s of %s says why', (action, role, scope, reason) => {
    expect(
      can(
        { person: personWith(role), inProject: null },
        action,
        scopes[scope]?.subject ?? { organizationId: 0, parentId: null },
      ),
    ).toEqual({ isAllowed: false, code: 'NOT_ALLOWED', reason })
  })
})
