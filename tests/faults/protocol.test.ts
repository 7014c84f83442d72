import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { openDatabase } from '#server/database/open.ts'
import { SyncDevice } from '../api/sync-client.ts'
import { projectRoot } from '../support/project-root.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'
import { seedLoadWorld, signInOwner } from './load-world.ts'

const LATER = 3
const NEWEST = SYNC_PROTOCOL + LATER

let dir: string
let server: RunningServer
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tenderbook-protocol-'))
  const database = await openDatabase({ dataDir: dir })
  await seedLoadWorld(database)
  await database.close()
  const later = pathToFileURL(join(projectRoot, 'tests/faults/newer-protocol.ts')).href
  server = await startServer({
    dataDir: dir,
    demo: false,
    env: { NODE_OPTIONS: `--import ${later}`, PROTOCOL_LATER: String(LATER) },
  })
})
afterAll(async () => {
  await server.dispose()
  await rm(dir, { recursive: true })
})

const create = (device: SyncDevice, version: number) =>
  device.edit('sections.create', {
    projectId: 'draft',
    id: `of-${version}`,
    documentId: 'draft-d',
    name: `Of version ${version}`,
    after: null,
  })

test('[PT1] the server understands the edits of the two protocol versions before its own', async () => {
  const client = await signInOwner(server.url)
  for (const version of [NEWEST, NEWEST - 1, NEWEST - 2]) {
    const device = new SyncDevice(client)
    expect(
      await device.pushRaw([create(device, version)], { schemaVersion: version }),
    ).toMatchObject({ status: 200 })
    const pulled = await client.raw('POST', '/sync/pull', {
      serverId: client.serverId,
      clientId: device.clientId,
      schemaVersion: version,
      projects: {},
      home: null,
      ackMid: 0,
    })
    expect(pulled.text).toContain('"status":"applied"')
  }
  const sections = await client.call(API.documents.get, { params: { id: 'draft-d' } })
  expect(JSON.stringify(sections)).toContain(`of-${NEWEST - 2}`)
})

test('[PT2] a client of an older or a newer version is told to update, and its edits are neither applied nor lost', async () => {
  const client = await signInOwner(server.url)
  for (const version of [NEWEST - 3, NEWEST + 1]) {
    const device = new SyncDevice(client)
    const edit = create(device, version)
    const { status, text } = await device.pushRaw([edit], { schemaVersion: version })
    expect([status, JSON.parse(text)]).toMatchObject([
      426,
      { message: 'Update to send', messageCodes: ['UPDATE_NEEDED'] },
    ])
    const pulled = await client.raw('POST', '/sync/pull', {
      serverId: client.serverId,
      clientId: device.clientId,
      schemaVersion: version,
      projects: {},
      home: null,
      ackMid: 0,
    })
    expect([pulled.status, JSON.parse(pulled.text)]).toMatchObject([
      426,
      { messageCodes: ['UPDATE_NEEDED'] },
    ])
    // After its update, the same device sends the same edit under its old number.
    expect(await device.pushRaw([edit], { schemaVersion: NEWEST })).toMatchObject({
      status: 200,
      text: '{"lastMid":1}',
    })
  }
})
