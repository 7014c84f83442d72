import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'
import { buildWorld, PROJECT, type Username, type World } from '../world.ts'
import { everyRow } from './hostile-world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
})
afterAll(async () => {
  await world.close()
})

const ROWS = Object.entries(API).flatMap(([slice, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, row]) => ({ call: `${slice}.${name}`, row })),
)
/**
 * Answers are sealed in this world, so a requestor who asks for them gets an entry in the project's
 * log.
 */
const ATTEMPTS_ARE_LOGGED = new Set(['projects.vendorCommitments', 'documents.statistics'])
const LOG = ['project_log', 'project_log_heads']
const LOOKS = ROWS.filter(({ row }) => row.method === 'GET')
/**
 * Calls without an object here: this world has no file, picture, notification, secret link or
 * administrator of the system, and a role's id is a name.
 */
const WITHOUT_OBJECT = new Set([
  'attachments.content',
  'exports.download',
  'calendar.feed',
  'pushes.notification',
  'unsubscribe.page',
  'profiles.avatar',
  'administration.users',
  'administration.organizations',
  'roles.get',
])
/**
 * Callers who find data at most calls: the owner, an administrator of the organization and a
 * vendor.
 */
const CALLERS: readonly Username[] = ['owner', 'admin', 'alpha-primary']

/** The meaning of `id` in the calls of a path; the first match counts. */
const IDS: readonly (readonly [RegExp, () => string | number])[] = [
  [/\/(users|notification)-service\/organizations\//, () => world.companies.city],
  [/\/users-service\/vendors\//, () => world.companies.alpha],
  [/\/users-service\//, () => world.users.owner],
  [/\/organization-projects-count\//, () => world.companies.city],
  [/\/packages\//, () => 'p1'],
  [/\/documents\//, () => 'd1'],
  [/\/sections\//, () => 's1'],
  [/\/requirements\//, () => 'r1'],
  [/\/projects\//, () => PROJECT],
]
const OTHERS: Readonly<Record<string, () => string | number>> = {
  vendorId: () => world.companies.alpha,
  docId: () => 'd1',
  sha256: () => 'a'.repeat(64),
}
const addressOf = ({ path, query }: Endpoint): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = OTHERS[name] ?? IDS.find(([pattern]) => pattern.test(path))?.[1]
    return encodeURIComponent(String(value?.() ?? 'none'))
  })
  const search = query === undefined ? '' : '?docId=d1&fullId=FUN-0001'
  return `/api${filled}${path.includes('fullid') ? search : ''}`
}
const look = async (row: Endpoint, method: 'GET' | 'HEAD' | 'OPTIONS', token: string) =>
  await world.app.inject({ method, url: addressOf(row), headers: { 'x-auth-token': token } })

describe('calls that only read', () => {
  test.each(LOOKS)(
    '[AT58] $call changes no row, by GET, HEAD or OPTIONS',
    async ({ call, row }) => {
      const except = ATTEMPTS_ARE_LOGGED.has(call) ? LOG : []
      const tokens = await Promise.all(CALLERS.map(async (by) => (await world.as(by)).token))
      const before = await everyRow(world.database, except)
      for (const token of tokens) {
        for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) await look(row, method, token)
      }
      expect(await everyRow(world.database, except)).toBe(before)
    },
  )

  test.each(LOOKS.filter(({ row }) => typeof row.reply === 'object'))(
    '[AT59] $call returns only the fields of its reply',
    async ({ row }) => {
      for (const by of CALLERS) {
        const { statusCode, body } = await look(row, 'GET', (await world.as(by)).token)
        if (statusCode !== 200 || typeof row.reply !== 'object') continue
        const parsed = v.safeParse(row.reply, JSON.parse(body))
        expect(parsed.issues?.map(({ message, path }) => [path?.at(-1)?.key, message])).toBe(
          undefined,
        )
      }
    },
  )

  test('[AT58] most calls succeed, so that the cases above can fail', async () => {
    const answered = new Set<string>()
    for (const by of CALLERS) {
      const { token } = await world.as(by)
      for (const { call, row } of LOOKS) {
        if ((await look(row, 'GET', token)).statusCode === 200) answered.add(call)
      }
    }
    const silent = LOOKS.map(({ call }) => call).filter((call) => !answered.has(call))
    expect(silent.filter((call) => !WITHOUT_OBJECT.has(call))).toEqual([])
  })
})
