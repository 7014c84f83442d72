import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startServer } from '../support/start-server.ts'
import { whyNoTrace } from './power-cut.ts'

const whyNot = await whyNoTrace()
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tenderbook-outward-'))
})
afterAll(async () => {
  await rm(dir, { recursive: true })
})

/**
 * Addresses that the process connected to, or sent to without a connection. Unix sockets are not
 * addresses.
 */
const outwardIn = (trace: string): string[] =>
  [
    ...trace.matchAll(
      /(?:connect|sendto|sendmsg|sendmmsg)\(.*sin6?_port=htons\((\d+)\).*(?:inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)")/g,
    ),
  ].map(([, port, four, six]) => `${four ?? six}:${port}`)

test('[HT21] whatever a request asks for, the server connects to its mail server and to nothing else', async ({
  skip,
}) => {
  if (whyNot !== null) return skip(whyNot)
  const mail = await startMailServer()
  const trace = join(dir, 'trace')
  const server = await startServer({
    env: { SMTP_URL: mail.url, BASE_URL: 'http://127.0.0.1:1' },
    startTimeoutMs: 180_000,
    under: [
      'strace',
      '-D',
      '-f',
      '-e',
      'trace=connect,sendto,sendmsg,sendmmsg',
      '-e',
      'signal=none',
      '-o',
      trace,
    ],
  })
  try {
    const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
    const away = 'https://elsewhere.example/x'
    await owner.call(API.profiles.update, {
      body: {
        updatedOn: (await owner.call(API.profiles.own, {})).updatedOn,
        firstname: 'A',
        lastname: 'B',
        about: away,
        homepage: away,
        company: away,
        location: away,
        phone: '',
        isPublic: true,
      },
    })
    const project = await owner.call(API.projects.create, {
      body: { name: away, description: `![x](${away}) <img src="${away}">` },
    })
    await owner.raw('POST', '/users-service/auth/password-check', { hash: '5baa6' })
    await owner.raw('POST', '/users-service/auth/password-reset-request', { username: 'owner' })
    await owner.call(API.invitations.invite, {
      body: {
        email: 'somebody@elsewhere.example',
        organizationId: owner.session.organizationId,
        roles: [],
      },
    })
    await owner.raw('GET', `/projects-service/projects/${project.id}?url=${away}`)
    await vi.waitFor(() => expect(mail.mails.length).toBeGreaterThanOrEqual(1), { timeout: 60_000 })
  } finally {
    await server.stop()
  }
  const said = outwardIn(await readFile(trace, 'utf8'))
  const port = new URL(mail.url).port
  expect(said.filter((address) => address.endsWith(`:${port}`))).not.toEqual([])
  expect(said.filter((address) => !address.endsWith(`:${port}`))).toEqual([])
  await server.dispose()
  await mail.close()
})

test('the trace shows a connection and a query to a name server', () => {
  expect(
    outwardIn(
      '12 connect(21, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("192.0.2.1")}, 16) = 0',
    ),
  ).toEqual(['192.0.2.1:443'])
  expect(
    outwardIn(
      '12 connect(21, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), sin6_scope_id=0}, 28) = 0',
    ),
  ).toEqual(['2001:db8::1:443'])
  expect(
    outwardIn(
      '12 sendto(21, "..", 40, 0, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("192.0.2.53")}, 16) = 40',
    ),
  ).toEqual(['192.0.2.53:53'])
  expect(outwardIn('12 connect(5, {sa_family=AF_UNIX, sun_path="/run/clamd"}, 110) = 0')).toEqual(
    [],
  )
})
