import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LogEntry } from '../log.ts'
import { logAccess } from './access-log.ts'

type Recorder = Parameters<typeof logAccess>[2]
type Event = Parameters<Recorder['record']>[0]
let app: FastifyInstance
let lines: LogEntry[]
let events: Event[]
let closed: number
let [status, actor] = [200, 7]
beforeEach(() => {
  app = Fastify()
  ;[lines, events, closed, status, actor] = [[], [], 0, 200, 7]
  const log = { info: (line: LogEntry) => void lines.push(line), error: () => undefined }
  const recorder = {
    record: (event: Event) => void events.push(event),
    settled: async () => undefined,
    close: async () => void (closed += 1),
  }
  logAccess(app, log, recorder)
})
afterEach(() => app.close())
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** Calls a route that is open. */
const call = async (
  name: string,
  { method = 'POST', id, body }: { method?: Method; id?: string; body?: object } = {},
  headers: Record<string, string> = {},
) => {
  const url = `/${method}-${name}/${encodeURIComponent(id ?? 'none')}`
  const payload = body === undefined ? {} : { payload: body }
  await app.inject({ method, url, headers, ...payload })
}
/** Opens routes of these calls, which answer with `status`. */
const open = async (...names: [name: string, method?: Method][]) => {
  for (const [name, method = 'POST'] of names) {
    const url = `/${method}-${name}/:id`
    app.route({
      ...{ method, url, config: { call: name } },
      handler: async (request, reply) => {
        ;[request.actorId, request.actorOrganizationId] = [actor, 8]
        return await reply.code(status).send({})
      },
    })
  }
  await app.ready()
}
const told = () => events.map(({ action, object }) => `${action} ${object}`)

describe('the log of the server', () => {
  it('has a line for each call, with its caller, status and time, and none for other requests', async () => {
    app.get('/page', async () => 'text')
    await open(['projects.get', 'GET'])
    await app.inject('/page')
    expect(lines).toEqual([])
    status = 404
    await call('projects.get', { method: 'GET', id: 'p' })
    expect(lines).toMatchObject([
      { event: 'call', call: 'projects.get', actor: 7, organization: 8, status: 404 },
    ])
    expect(lines[0]?.['requestId']).toEqual(expect.any(String))
    const ms = lines[0]?.['ms']
    expect(Number.isInteger(ms) && Number(ms) >= 0).toBe(true)
    expect(events).toEqual([])
  })

  it('has no caller of a call that is refused before the sign-in', async () => {
    app.route({
      ...{ method: 'POST', url: '/early', config: { call: 'projects.update' } },
      onRequest: async (_request, reply) => await reply.code(403).send({}),
      handler: async () => ({}),
    })
    await app.inject({ method: 'POST', url: '/early' })
    expect(lines).toMatchObject([{ actor: null, organization: null, status: 403 }])
    expect(events).toMatchObject([{ userId: null, organizationId: null, status: 403 }])
  })
})

describe('the access log', () => {
  it('has who did what to which object, from where', async () => {
    await open(['projects.update'])
    const agent = 'B'.repeat(600)
    await call('projects.update', { id: 'p-1' }, { 'user-agent': agent })
    expect(events).toEqual([
      {
        ...{ userId: 7, organizationId: 8, triedName: null, action: 'projects.update' },
        ...{ object: 'project/p-1', status: 200, address: '127.0.0.1' },
        userAgent: 'B'.repeat(500),
      },
    ])
  })

  it.each<[string, string, Method, number, boolean]>([
    ['a change', 'projects.update', 'PUT', 200, true],
    ['a failed change', 'projects.update', 'PUT', 400, true],
    ['a call that only reads', 'projects.get', 'GET', 200, false],
    ['a call that only reads and is refused', 'projects.get', 'GET', 403, true],
    ['a call that only reads and needs a sign-in', 'projects.get', 'GET', 401, false],
    ['a wrong password', 'auth.authenticate', 'POST', 401, true],
    ['a list that is asked for with a body', 'members.list', 'POST', 200, false],
    ['such a list that is refused', 'members.list', 'POST', 403, true],
    ['a device that sends edits', 'sync.push', 'POST', 200, false],
    ['a change of content', 'requirements.update', 'PUT', 200, false],
    ['a comment', 'comments.create', 'POST', 200, false],
    ['a refused change of content', 'commitments.update', 'PUT', 403, true],
    ['the file of an attachment', 'attachments.content', 'GET', 200, true],
    ['the file of an export', 'exports.download', 'GET', 200, true],
    ['the list of exports', 'exports.list', 'GET', 200, false],
  ])('of %s (%s, %s → %i): %j', async (_, name, method, code, isTold) => {
    await open([name, method])
    status = code
    await call(name, { method, id: '1' })
    expect(events.map(({ action }) => action)).toEqual(isTold ? [name] : [])
  })

  it('names the object by the path or the body, in the form of its ids', async () => {
    await open(
      ...(['users.update', 'members.setRoles', 'members.remove', 'projects.delete'] as const).map(
        (name): [string] => [name],
      ),
      ['auth.logout'],
    )
    await call('users.update', { id: '42', body: { id: 43 } })
    await call('users.update', { id: 'token-of-a-mail' })
    await call('users.update', { id: '1234567890' })
    await call('members.setRoles', { id: '1', body: { userId: 9 } })
    await call('members.setRoles', { id: '1', body: { other: 9 } })
    await call('members.remove', { body: { userIds: [3, 4, 'x'] } })
    await call('members.remove', { body: { userIds: [] } })
    await call('projects.delete', { id: 'a_b-1' })
    await call('projects.delete', { id: 'a b' })
    await call('projects.delete', { id: 'x'.repeat(61) })
    await call('auth.logout', { id: '5' })
    expect(told()).toEqual([
      ...['users.update person/42', 'users.update ', 'users.update '],
      ...['members.setRoles person/9', 'members.setRoles '],
      ...['members.remove person/3', 'members.remove person/4', 'members.remove '],
      ...['projects.delete project/a_b-1', 'projects.delete ', 'projects.delete '],
      'auth.logout ',
    ])
  })

  it('has the name of a tried sign-in, and a name of no other call', async () => {
    await open(['auth.authenticate'], ['users.update'])
    for (const body of [{ username: 'anna' }, { username: 5 }, { other: 'anna' }])
      await call('auth.authenticate', { body })
    await call('auth.authenticate')
    await call('users.update', { body: { username: 'anna' } })
    expect(events.map(({ triedName }) => triedName)).toEqual(['anna', null, null, null, null])
  })

  it('is written to its end when the server stops', async () => {
    await app.ready()
    expect(closed).toBe(0)
    await app.close()
    expect(closed).toBe(1)
  })
})
