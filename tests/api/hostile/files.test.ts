import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attachmentArgs, download, hashOf, pdf, sendPiece } from '../send-file.ts'
import { SyncDevice } from '../sync-client.ts'
import { buildWorld, PROJECT, type World } from '../world.ts'
import { end, expectNothingKept, FORM, form, type Outcome, part, PLAIN } from './hostile-forms.ts'
import { expectAlive, type Hostile, send } from './hostile-world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

const INVALID: Outcome = [400, 'INPUT_INVALID']
const PAGE = '<!doctype html><script>alert(1)</script>'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'

describe('pieces', () => {
  const bytes = pdf('piece')
  const path = (hash: string, query: string): string => `/sync/blobs/${hash}${query}`
  const piece = (hash: string, query: string, text: Buffer | string = bytes): Hostile => ({
    by: 'author',
    method: 'PUT',
    path: path(hash, query),
    text,
    headers: { 'content-type': 'application/octet-stream' },
  })
  const whole = `?bytes=${bytes.length}&offset=0`
  test.each<[string, Hostile, Outcome]>([
    ['a hash of another length', piece('a'.repeat(63), whole), INVALID],
    ['a hash in capitals', piece(hashOf(bytes).toUpperCase(), whole), INVALID],
    ['a hash that is a path', piece('..%2f..%2fserver', whole), INVALID],
    ['a hash with a zero byte', piece(`${'a'.repeat(63)}%00`, whole), INVALID],
    ['no length', piece(hashOf(bytes), ''), INVALID],
    ['a length of 0', piece(hashOf(bytes), '?bytes=0&offset=0'), INVALID],
    ['a negative length', piece(hashOf(bytes), '?bytes=-1&offset=0'), INVALID],
    ['a length that is no number', piece(hashOf(bytes), '?bytes=NaN&offset=0'), INVALID],
    ['a length in another notation', piece(hashOf(bytes), '?bytes=1e3&offset=0'), INVALID],
    ['a length of 100 GB', piece(hashOf(bytes), '?bytes=100000000000&offset=0'), [[400, 413]]],
    ['two lengths', piece(hashOf(bytes), `${whole}&bytes=1`), INVALID],
    ['a negative offset', piece(hashOf(bytes), `?bytes=${bytes.length}&offset=-1`), INVALID],
    ['an unknown parameter', piece(hashOf(bytes), `${whole}&userId=1`), INVALID],
    ['no session', { ...piece(hashOf(bytes), whole), by: undefined }, [401]],
  ])('[AT46] a piece with %s is not written', async (_what, hostile, outcome) => {
    await expectNothingKept(world, hostile, outcome)
  })

  test.each<[string, Buffer, Buffer]>([
    ['bytes of another hash', pdf('announced'), pdf('different')],
    ['bytes that are a page', Buffer.from(PAGE), Buffer.from(PAGE)],
    ['bytes that are a drawing', Buffer.from(SVG), Buffer.from(SVG)],
    ['bytes that are a program', Buffer.from('MZ\u0000\u0000'), Buffer.from('MZ\u0000\u0000')],
    ['more bytes than announced', pdf('short'), Buffer.concat([pdf('short'), pdf('and more')])],
  ])('[AT46] %s are not stored and cannot be attached', async (_what, announced, sent) => {
    const client = await world.as('author')
    const told = { hash: hashOf(announced), total: announced.length }
    expect((await sendPiece(client, sent, told)).body.isComplete).not.toBe(true)
    const device = new SyncDevice(client)
    await device.push(
      device.edit('attachments.create', attachmentArgs(`x${told.hash.slice(0, 8)}`, announced)),
    )
    await device.pull(PROJECT)
    expect(device.results.map(({ status }) => status)).not.toContain('applied')
    expect(existsSync(join(world.filesDir, 'whole', told.hash.slice(0, 2), told.hash))).toBe(false)
    await expectAlive(world)
  })

  test('[AT46] after a refused upload its connection serves the next request', async () => {
    const long = form(part('Content-Disposition: form-data; name="a"', 'x'.repeat(300_000)) + end)
    const tries: Hostile[] = [
      long,
      { ...long, by: undefined },
      { ...long, path: '/projects-service/requirements/none/files/create' },
    ]
    for (const hostile of [...tries, ...tries]) {
      const { status } = await send(world, hostile)
      expect([400, 401, 404]).toContain(status)
      await expectAlive(world)
    }
  })

  test('[AT46] a cut upload leaves no row that names it and blocks no other caller', async () => {
    const { token } = await world.as('author')
    const { port } = new URL(world.url)
    const before = (await world.database.queries.selectFrom('attachments').select('id').execute())
      .length
    for (let index = 0; index < 20; index += 1) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(
        [
          'POST /api/projects-service/requirements/r1/files/create HTTP/1.1',
          'Host: x',
          `X-Auth-Token: ${token}`,
          `Content-Type: ${FORM}`,
          'Content-Length: 90000000',
          '',
          PLAIN.slice(0, -20),
        ].join('\r\n'),
      )
      await new Promise((done) => setTimeout(done, 5))
      socket.destroy()
    }
    expect(
      (await world.database.queries.selectFrom('attachments').select('id').execute()).length,
    ).toBe(before)
    await expectAlive(world)
  })
})

describe('downloads', () => {
  const NAMES = [
    '=cmd|calc.csv',
    '@SUM(1+1).csv',
    'a"; filename="evil.html.pdf',
    'line\r\nSet-Cookie: a=b.pdf',
    "quote's*().pdf",
    'a\u202efdp.pdf',
    'ž€😀.pdf',
    '%0d%0aX: y.pdf',
    'a;b=c.pdf',
    '..\\..\\a.pdf',
  ]
  const downloaded: string[] = []
  test.each(NAMES)(
    '[AT47] a file called %j is downloaded under one name, or was refused',
    async (name) => {
      const client = await world.as('author')
      const bytes = name.endsWith('csv') ? Buffer.from('=1+1\n') : pdf(name)
      await sendPiece(client, bytes)
      const device = new SyncDevice(client)
      const id = `n${hashOf(Buffer.from(name)).slice(0, 12)}`
      await device.push(device.edit('attachments.create', attachmentArgs(id, bytes, { name })))
      const answer = await download(client, id)
      if (answer.status === 200) downloaded.push(name)
      else return expect([404, answer.bytes.includes('%PDF')]).toEqual([answer.status, false])
      const disposition = answer.headers.get('content-disposition') ?? ''
      expect(disposition).toMatch(
        /^attachment; filename="[\w.() -]+"; filename\*=UTF-8''[\w%.~!-]+$/,
      )
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(answer.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'")
      expect(answer.headers.get('content-type')).not.toContain('html')
      expect(answer.bytes.equals(bytes)).toBe(true)
    },
  )

  test('[AT47] all of these files are downloaded, so that the cases above can fail', () => {
    expect(downloaded).toEqual(NAMES)
  })

  test.each([
    'bytes=0-1',
    'bytes=-1',
    'bytes=0-0,2-2,4-4',
    'bytes=9999999999-',
    'bytes=a-b',
    `bytes=${'0-1,'.repeat(2_000)}0-1`,
  ])('[AT47] a range %s returns the file unchanged, or nothing', async (range) => {
    const client = await world.as('author')
    const bytes = pdf('ranges')
    await sendPiece(client, bytes)
    const device = new SyncDevice(client)
    await device.push(device.edit('attachments.create', attachmentArgs('ranges', bytes)))
    const answer = await download(client, 'ranges', { range: range.slice(0, 7_000) })
    expect(answer.status).toBe(200)
    expect(answer.bytes.equals(bytes)).toBe(true)
    await expectAlive(world)
  })
})
