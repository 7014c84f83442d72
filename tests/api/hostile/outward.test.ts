import { createServer, type Server } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { messageOf } from '#server/mail/smtp.ts'
import { newest, newestOrganization, newestProfile } from '../newest.ts'
import { mailsSent } from '../identity-calls.ts'
import { SyncDevice } from '../sync-client.ts'
import { buildWorld, PROJECT, type Username, type World } from '../world.ts'
import { expectAlive, type Hostile, send } from './hostile-world.ts'

let world: World
let canary: Server
let asked: string[]
let canaryPort: number
/** Ports that this process has connected to. */
const connected = new Set<number>()

beforeAll(async () => {
  world = await buildWorld()
  asked = []
  canary = createServer((request, reply) => {
    asked.push(request.url ?? '')
    reply.end('<svg xmlns="http://www.w3.org/2000/svg"/>')
  })
  await new Promise<void>((done) => void canary.listen(0, '127.0.0.1', done))
  const address = canary.address()
  canaryPort = typeof address === 'object' && address !== null ? address.port : 0
  const original = Socket.prototype.connect
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function watched(
    this: Socket,
    ...args: unknown[]
  ) {
    const [given] = args.flat() as [{ port?: number } | number | undefined]
    connected.add(Number(typeof given === 'object' ? given.port : given))
    return Reflect.apply(original, this, args) as Socket
  })
})
afterAll(async () => {
  vi.restoreAllMocks()
  canary.close()
  await world.close()
})

const away = (what: string): string => `http://127.0.0.1:${canaryPort}/${what}`
const profile = async (changes: object, by: Username = 'author'): Promise<Hostile> => ({
  by,
  method: 'PUT',
  path: '/users-service/profiles/update',
  body: {
    updatedOn: await newestProfile(await world.as(by)),
    firstname: 'A',
    lastname: 'B',
    about: '',
    homepage: '',
    company: '',
    location: '',
    phone: '',
    isPublic: true,
    ...changes,
  },
})
const put =
  (entity: 'project' | 'requirement', body: () => { id: string }): (() => Promise<Hostile>) =>
  async () => {
    const updatedOn = await newest(world, entity, body().id)
    const path = `/projects-service/${entity}s/update`
    return { by: 'owner', method: 'PUT', path, body: { ...body(), updatedOn } }
  }

/** Every field that can hold a URL, with forms that some programs fetch by themselves. */
const PLACES: readonly [string, () => Hostile | Promise<Hostile>][] = [
  ['the homepage of a profile', () => profile({ homepage: away('homepage') })],
  [
    'a homepage with a password',
    () => profile({ homepage: `http://a:b@127.0.0.1:${canaryPort}/x` }),
  ],
  ['a homepage that is a file', () => profile({ homepage: 'file:///etc/passwd' })],
  [
    'a homepage on the server’s machine',
    () => profile({ homepage: 'http://169.254.169.254/latest/meta-data' }),
  ],
  [
    'a homepage of another protocol',
    () => profile({ homepage: `gopher://127.0.0.1:${canaryPort}/_x` }),
  ],
  [
    'the description of a person',
    () => profile({ about: `![x](${away('about')}) <img src="${away('img')}">` }),
  ],
  [
    'a picture given as a URL',
    () => ({
      by: 'author',
      method: 'PUT',
      path: '/users-service/profiles/avatar',
      body: { picture: away('picture') },
    }),
  ],
  [
    'a picture that is a drawing',
    () => ({
      by: 'author',
      method: 'PUT',
      path: '/users-service/profiles/avatar',
      body: {
        picture: Buffer.from(`<svg><image href="${away('svg')}"/></svg>`).toString('base64'),
      },
    }),
  ],
  ['the name of a project', put('project', () => ({ id: PROJECT, name: away('name') }))],
  [
    'the description of a project',
    put('project', () => ({
      id: PROJECT,
      description: `<link rel="prefetch" href="${away('link')}">`,
    })),
  ],
  [
    'a help text',
    put('requirement', () => ({
      id: 'r1',
      vendorHelp: `[x](${away('help')})`,
    })),
  ],
  [
    'an organization',
    async () => {
      const id = world.companies.city
      const updatedOn = await newestOrganization(world, id)
      return {
        by: 'admin',
        method: 'PUT',
        path: '/users-service/organizations/update',
        body: { id, updatedOn, name: 'City', description: away('city'), zone: 'UTC' },
      }
    },
  ],
  [
    'a documentation',
    () => ({
      by: 'admin',
      method: 'PUT',
      path: `/users-service/organizations/${world.companies.city}/documentation`,
      body: { title: away('title'), text: away('text') },
    }),
  ],
  [
    'a file with a list of URLs',
    () => ({
      by: 'author',
      path: '/projects-service/requirements/r1/files/create',
      text: [
        '--b',
        'Content-Disposition: form-data; name="file"; filename="a.txt"',
        'Content-Type: text/plain',
        '',
        away('file'),
        '--b--',
        '',
      ].join('\r\n'),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    }),
  ],
  [
    'a Referer header',
    async () => ({
      ...(await profile({})),
      headers: { referer: away('referer'), origin: away('origin') },
    }),
  ],
  [
    'a host',
    async () => ({
      ...(await profile({})),
      headers: { 'x-forwarded-host': `127.0.0.1:${canaryPort}`, 'x-original-url': away('url') },
    }),
  ],
  [
    'a User-Agent header',
    async () => ({
      ...(await profile({})),
      headers: { 'user-agent': away('agent'), from: away('from') },
    }),
  ],
  [
    'a request for stolen passwords',
    () => ({
      path: '/users-service/auth/password-check',
      body: { hash: `${canaryPort}`.slice(0, 5).padEnd(5, '0') },
    }),
  ],
  ['a path that is a URL', () => ({ by: 'owner', method: 'GET', path: `/${away('path')}` })],
  [
    'a query that is a URL',
    () => ({
      by: 'owner',
      method: 'GET',
      path: `/projects-service/projects/${PROJECT}?url=${away('query')}`,
    }),
  ],
]
test.each(PLACES)(
  '[AT53] with an address in %s the server asks no other server',
  async (_what, build) => {
    connected.clear()
    await send(world, await build())
    await new Promise((done) => setTimeout(done, 20))
    const own = [
      Number(new URL(world.url).port),
      world.databaseUrl === undefined ? 0 : Number(new URL(world.databaseUrl).port),
    ]
    expect([...connected].filter((port) => !own.includes(port))).toEqual([])
    expect(asked).toEqual([])
  },
)

test('[AT53] with an address in a comment the server asks no other server', async () => {
  connected.clear()
  const device = new SyncDevice(await world.as('author'))
  const text = `${away('comment')} ![x](${away('image')})`
  await device.push(
    device.edit('requirements.update', {
      projectId: PROJECT,
      id: 'r1',
      patch: { evaluatorHelp: text },
    }),
  )
  expect(asked).toEqual([])
})

test('[AT53] the test notices a connection to another server', async () => {
  connected.clear()
  await (await fetch(away('seen'))).text()
  expect(connected).toContain(canaryPort)
  expect(asked).toEqual(['/seen'])
})

/** Names that try to add a header, a recipient, a part or a page to a mail. */
const NAMES = [
  'A\r\nBcc: all@elsewhere.example',
  'A\nSubject: other',
  'A\r\n\r\nbody',
  'A\u2028Bcc: x@elsewhere.example',
  '=?utf-8?B?QmNjOiB4QGVsc2V3aGVyZS5leGFtcGxl?=',
  '<a@elsewhere.example>',
  '"x" <a@elsewhere.example>, b',
  'A\u0000B',
  '</title><script>alert(1)</script>',
  '<img src=http://elsewhere.example/x>',
  '{{name}}${name}',
  'https://elsewhere.example/',
  'Content-Type: text/html',
  '--boundary',
  '.\r\nQUIT',
]
test.each(NAMES)('[AT54] a person called %j is text in a mail, to one recipient', async (name) => {
  world.clock.now += 3_600_000
  await mailsSent(world)
  const before = world.mails.length
  const changed = await send(
    world,
    await profile({ firstname: name.slice(0, 90), lastname: 'Person' }, 'admin'),
  )
  expect([200, 400]).toContain(changed.status)
  const email = `m${world.clock.now}@x.example`
  const answer = await send(world, {
    by: 'admin',
    path: '/users-service/users/invite-user',
    body: { email, organizationId: world.companies.city, roles: [] },
  })
  expect(answer.status).toBe(200)
  await mailsSent(world)
  const mails = world.mails.slice(before)
  expect(mails.map(({ to }) => to)).toEqual([email])
  for (const mail of mails) {
    const { subject, html, headers, to, messageId } = messageOf(mail, 'Tenderbook <t@localhost>')
    // Characters that would end a header.
    for (const line of [subject, to, messageId])
      expect(String(line)).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    expect(headers).toEqual({ 'Auto-Submitted': 'auto-generated' })
    expect(String(html)).not.toMatch(/<script|<img|<\/title>(?!\s*<style)/i)
    expect(mail.text.split('\n').filter((line) => /^(?:Bcc|Subject):/i.test(line))).toEqual([])
  }
  await expectAlive(world)
})
