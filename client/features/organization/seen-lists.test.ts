// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SeenTable } from '#schema/rules/export/seen-table.ts'
import { clearSession } from '#sync/browser/session/session-store.ts'
import { keepPageSession } from '../../../tests/support/page-session.ts'
import { sessionTokens } from '../../lib/session-tokens.ts'
import { startLocale } from '../../locales/start-locale.ts'
import {
  seenAccessLog,
  seenOrganizations,
  seenPeople,
  seenUsers,
  seenVendors,
} from './seen-lists.ts'

const DAY = new Date(2030, 4, 6).getTime()
let answer: object[]
let asked: { path: string; search: string; body: unknown }[]
beforeEach(async () => {
  ;[answer, asked] = [[], []]
  await startLocale('en')
  await keepPageSession()
  sessionTokens.forget()
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const [path = '', search = ''] = url.split('?')
    asked.push({ path, search, body: typeof body === 'string' ? JSON.parse(body) : null })
    return Response.json({ items: answer, total: answer.length })
  })
})
afterEach(() => clearSession())
const reading = { signal: new AbortController().signal, tell: () => undefined }
const shown = { items: [], total: 0 }
const headers = ({ columns }: SeenTable) => columns.map(({ header }) => header)

it('the people of an organization come with the filters and the order of the screen', async () => {
  const person = {
    ...{ userId: 2, name: 'Vera', username: 'vera', email: 'v@x.example', roleIds: ['a', 'b'] },
    ...{ state: 'ACTIVE', createdOn: DAY, expiresOn: null },
  }
  answer = [person, { ...person, userId: 3, name: 'Adam', expiresOn: DAY }]
  const sorts = [{ field: 'name', direction: 'DESC' as const }]
  const table = await seenPeople(
    {
      ...{ organizationId: 5, filters: { state: 'ACTIVE' }, sorts, shown },
      ...{ roleName: (id) => id.toUpperCase(), stateName: (state) => `is ${state}` },
    },
    reading,
  )
  expect(asked[0]?.path).toMatch(/\/organizations\/5\//)
  expect(asked[0]?.body).toEqual({
    ...{ filters: { state: 'ACTIVE' }, sorts, pageNumber: 0, pageSize: 200 },
  })
  expect(headers(table)).toEqual([
    ...['Name', 'Username', 'Email', 'Roles', 'Status', 'Since', 'Ends'],
  ])
  expect(table.rows).toEqual([
    ['Vera', 'vera', 'v@x.example', 'A, B', 'is ACTIVE', '2030-05-06', null],
    ['Adam', 'vera', 'v@x.example', 'A, B', 'is ACTIVE', '2030-05-06', '2030-05-06'],
  ])
})

it('vendors come with their state and their primary contact, if they have one', async () => {
  const vendor = { id: 7, name: 'Alpha', state: 'ACTIVE', contactsCount: 2, projectsCount: 3 }
  answer = [
    { ...vendor, primaryContact: 'Vera' },
    { ...vendor, id: 8, state: 'INACTIVE', primaryContact: null },
  ]
  const table = await seenVendors({ organizationId: 5, filters: { name: 'a' }, shown }, reading)
  expect(asked[0]?.body).toMatchObject({ filters: { name: 'a' } })
  expect(table.rows).toEqual([
    ['Alpha', 'Vera', 'Active', 2, 3],
    ['Alpha', 'None yet', 'Inactive', 2, 3],
  ])
})

it('accounts come with their organizations, or the one that they asked for', async () => {
  const user = {
    ...{ id: 2, name: 'Vera', username: 'vera', email: 'v@x.example', state: 'ACTIVE' },
    ...{ otpActivated: true, sessions: 2, createdOn: DAY, requestedOrganization: 'City' },
  }
  answer = [
    { ...user, organizations: [{ name: 'Alpha' }, { name: 'Beta' }] },
    { ...user, id: 3, organizations: [] },
  ]
  const stateNames = { ACTIVE: 'Active' } as never
  const table = await seenUsers({ query: { q: 've' }, stateNames, shown }, reading)
  expect(Object.fromEntries(new URLSearchParams(asked[0]?.search))).toEqual({
    ...{ q: 've', pageNumber: '0', pageSize: '200' },
  })
  const rest = ['Active', true, 2, '2030-05-06']
  expect(table.rows).toEqual([
    ['Vera', 'vera', 'v@x.example', 'Alpha, Beta', ...rest],
    ['Vera', 'vera', 'v@x.example', 'City', ...rest],
  ])
})

it('organizations come with their numbers', async () => {
  answer = [{ id: 5, name: 'City', members: 1, vendors: 2, projects: 3, createdOn: DAY }]
  const table = await seenOrganizations({ shown }, reading)
  expect(table.rows).toEqual([['City', 1, 2, 3, '2030-05-06']])
  expect(headers(table)).toEqual(['Organization', 'Members', 'Vendors', 'Projects', 'Since'])
})

it('entries of the access log come in words', async () => {
  const entry = {
    ...{ id: 1, name: 'Vera', username: 'vera', action: 'auth.logout', object: null },
    ...{ result: 'success', at: 5, address: '::1' },
  }
  const object = { kind: 'project', id: '01234567-89ab', name: null }
  answer = [entry, { ...entry, id: 2, name: '', action: 'unknown.call', object, result: 'x' }]
  const table = await seenAccessLog({ organizationId: 5, filters: {}, shown }, reading)
  expect(table.rows).toEqual([
    ['Vera', 'vera', 'Signed out', null, 'Done', 5, '::1'],
    ['Unknown', 'vera', 'unknown.call', 'Project 567-89ab', 'Refused', 5, '::1'],
  ])
})
