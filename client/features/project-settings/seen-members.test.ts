import { beforeEach, expect, it } from 'vitest'
import type { ProjectMember } from '#schema/api/projects-service/project-members.ts'
import { startLocale } from '../../locales/start-locale.ts'
import { seenMembers } from './seen-members.ts'

const member = (changes: Partial<ProjectMember> = {}): ProjectMember => ({
  ...{ userId: 2, username: 'vera', name: 'Vera', email: 'vera@city.example' },
  ...{ roles: ['author', 'approver'], isOwner: false, isBlocked: false },
  ...{ since: new Date(2030, 4, 6).getTime(), alsoContactOf: null },
  ...changes,
})
beforeEach(() => startLocale('en'))

it('shows each member with their roles, state and first day', () => {
  const { name, columns, rows } = seenMembers(
    [
      member(),
      member({ name: '', userId: null, email: 'new@city.example', roles: [] }),
      member({ isOwner: true, isBlocked: true, alsoContactOf: 'Alpha' }),
    ],
    (role) => role.toUpperCase(),
  )
  expect(name).toBe('Members')
  expect(columns.map(({ header }) => header)).toEqual([
    ...['Name', 'Status', 'Email', 'Roles', 'Since'],
  ])
  expect(rows).toEqual([
    ['Vera', '', 'vera@city.example', 'AUTHOR, APPROVER', '2030-05-06'],
    ['new@city.example', 'Invited', 'new@city.example', '', '2030-05-06'],
    ['Vera', 'Blocked, Also a contact of Alpha', 'vera@city.example', 'Owner', '2030-05-06'],
  ])
})
