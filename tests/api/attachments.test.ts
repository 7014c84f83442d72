import { existsSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { listenLive } from '../support/live-client.ts'
import { attachmentArgs, download, hashOf, pdf, sendPiece } from './send-file.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type Username, type World } from './world.ts'

const SECRET = pdf('ALPHA-TAINT the price is 100')
const SHARED = pdf('the plan of the building')
let world: World
let alphaId: string
const AUTHORS_OF_SECRET: Username[] = ['alpha-primary', 'alpha-contact']
const CITY: Username[] = ['owner', 'admin', 'author', 'reviewer', 'approver']
const OUTSIDE: Username[] = ['clerk', 'alpha-ungranted', 'gamma-primary', 'village-admin']

const verdicts = async (device: SyncDevice): Promise<(string | null)[]> => {
  await device.pull(projectId)
  return device.results.map(({ status, reason }) => (status === 'applied' ? status : reason))
}
/** Sends a file, attaches it and returns the verdict. */
const attach = async (
  username: Username,
  id: string,
  bytes: Buffer,
  changes: Parameters<typeof attachmentArgs>[2] = {},
): Promise<string | null | undefined> => {
  const client = await world.as(username)
  expect(await sendPiece(client, bytes)).toEqual({
    status: 200,
    body: { received: bytes.length, isComplete: true },
  })
  const device = new SyncDevice(client)
  await device.push(device.edit('attachments.create', attachmentArgs(id, bytes, changes)))
  return (await verdicts(device)).at(-1)
}

beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
  alphaId = `secret.${world.companies.alpha}`
  expect(await attach('alpha-contact', 'secret', SECRET, { name: 'ALPHA-TAINT.pdf' })).toBe(
    'applied',
  )
  expect(await attach('author', 'shared', SHARED)).toBe('applied')
})
afterAll(async () => {
  await world.close()
})

describe('reading a file', () => {
  test("[FI1] while the answers are sealed, only its contacts read a vendor's file: row, bytes, list and history", async () => {
    for (const username of AUTHORS_OF_SECRET) {
      const client = await world.as(username)
      expect((await download(client, alphaId)).bytes.equals(SECRET)).toBe(true)
      expect(
        (await client.call(API.attachments.ofRequirement, { params: { id: 'r1' } })).map(
          ({ id }) => id,
        ),
      ).toEqual([alphaId, 'shared'])
    }
    for (const username of [
      ...CITY,
      ...OUTSIDE,
      'beta-primary',
      'alpha-restricted',
    ] as Username[]) {
      const client = await world.as(username)
      const { status, bytes } = await download(client, alphaId)
      expect([username, status]).toEqual([username, 404])
      expect(bytes.toString()).toBe(
        (await download(client, `unknown.${world.companies.alpha}`)).bytes.toString(),
      )
      const texts = [
        (await client.raw('GET', '/projects-service/requirements/r1/files')).text,
        (
          await client.raw('POST', '/projects-service/requirements/by-document/d1', {
            pageSize: 200,
          })
        ).text,
        ...(await client.pull(projectId)).pages.map((page) => JSON.stringify(page)),
      ].join('\n')
      for (const taint of ['ALPHA-TAINT', hashOf(SECRET), alphaId])
        expect(texts, username).not.toContain(taint)
    }
  })

  test("[FI2] a requestor's file is for every reader of the requirement, and vendors do not learn who added it", async () => {
    for (const username of [...CITY, ...AUTHORS_OF_SECRET, 'beta-primary'] as Username[])
      expect(
        (await download(await world.as(username), 'shared')).bytes.equals(SHARED),
        username,
      ).toBe(true)
    for (const username of [...OUTSIDE, 'alpha-restricted'] as Username[])
      expect((await download(await world.as(username), 'shared')).status, username).toBe(404)
    const [row] = await (
      await world.as('beta-primary')
    ).call(API.attachments.ofRequirement, { params: { id: 'r1' } })
    expect(row).toMatchObject({
      id: 'shared',
      createdBy: 0,
      createdByName: '',
      createdByOrg: world.companies.city,
    })
    const [own] = await (
      await world.as('reviewer')
    ).call(API.attachments.ofRequirement, { params: { id: 'r1' } })
    expect(own).toMatchObject({ createdBy: world.users.author, createdByName: 'author Person' })
  })

  test('[FI3] reading a file needs a session, and no page, frame or script can embed it', async () => {
    expect((await download({ url: world.url, token: '' }, 'shared')).status).toBe(401)
    for (const place of ['document', 'iframe', 'script', 'image'])
      expect(
        (await download(await world.as('author'), 'shared', { 'sec-fetch-dest': place })).status,
      ).toBe(404)
    expect(
      (await download(await world.as('author'), 'shared', { 'sec-fetch-dest': 'empty' })).status,
    ).toBe(200)
  })
})

test('[FI14] while the answers are sealed the requestors hear nothing of a file that a vendor adds, and the other vendor never does', async () => {
  const [owner, beta, alpha] = await Promise.all(
    (['owner', 'beta-primary', 'alpha-primary'] as const).map(async (username) =>
      listenLive(world.url, (await world.as(username)).token),
    ),
  )
  try {
    expect(
      await attach('alpha-contact', 'quiet', pdf('quiet'), {
        place: { kind: 'document', id: 'd2' },
      }),
    ).toBe('applied')
    await expect.poll(() => alpha?.messages.join(''), { timeout: 20_000 }).toContain('quiet.')
    expect([owner?.messages, beta?.messages]).toEqual([[], []])
    // Messages arrive in order, so hearing of this file means having heard of all earlier ones.
    expect(
      await attach('author', 'loud', pdf('loud'), { place: { kind: 'document', id: 'd2' } }),
    ).toBe('applied')
    for (const client of [owner, beta]) {
      await expect.poll(() => client?.messages.join(''), { timeout: 20_000 }).toContain('loud')
      expect(client?.messages.join('')).not.toContain('quiet')
    }
  } finally {
    for (const client of [owner, beta, alpha]) await client?.close()
  }
})

describe('attaching bytes sent before', () => {
  test("[FI4] the hash of another person's file gives neither the bytes nor the knowledge that they exist", async () => {
    const unknown = pdf('nobody has this')
    const answers = await Promise.all(
      [SECRET, unknown].map(async (bytes) => {
        const client = await world.as('beta-primary')
        const device = new SyncDevice(client)
        const asked = await sendPiece(client, Buffer.alloc(0), {
          total: bytes.length,
          hash: hashOf(bytes),
        })
        await device.push(device.edit('attachments.create', attachmentArgs('mine', bytes)))
        return { asked, verdicts: await verdicts(device) }
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toEqual({
      asked: { status: 200, body: { received: 0, isComplete: false } },
      verdicts: ['FILE_MISSING'],
    })
    for (const bytes of [SECRET, unknown]) {
      const client = await world.as('beta-primary')
      expect(
        await sendPiece(client, bytes.subarray(0, 9), { total: bytes.length, hash: hashOf(bytes) }),
      ).toEqual({ status: 200, body: { received: 9, isComplete: false } })
      expect(
        await sendPiece(client, bytes.subarray(9), {
          offset: 9,
          total: bytes.length,
          hash: hashOf(bytes),
        }),
      ).toEqual({ status: 200, body: { received: bytes.length, isComplete: true } })
    }
    expect((await download(await world.as('beta-primary'), alphaId)).status).toBe(404)
  })

  test('[FI5] a reader of an attachment may attach its bytes in the same project, and its remover may bring it back', async () => {
    const colleague = new SyncDevice(await world.as('alpha-primary'))
    await colleague.push(
      colleague.edit(
        'attachments.create',
        attachmentArgs('again', SECRET, { place: { kind: 'requirement', id: 'r2' } }),
      ),
    )
    expect(await verdicts(colleague)).toEqual(['applied'])
    const again = `again.${world.companies.alpha}`
    await colleague.push(
      colleague.edit('attachments.remove', { projectId, id: again }),
      colleague.edit('attachments.remove', { projectId, id: alphaId }),
    )
    await colleague.pull(projectId)
    expect((await download(await world.as('alpha-contact'), alphaId)).status).toBe(404)
    await colleague.push(
      colleague.edit(
        'attachments.create',
        attachmentArgs('secret', SECRET, { name: 'ALPHA-TAINT.pdf' }),
      ),
    )
    await colleague.pull(projectId)
    expect(colleague.results.map(({ status }) => status)).toEqual([
      'applied',
      'applied',
      'applied',
      'applied',
    ])
    expect((await download(await world.as('alpha-contact'), alphaId)).bytes.equals(SECRET)).toBe(
      true,
    )
  })

  test('[FI6] another vendor that uses the same id creates a row of its own', async () => {
    const bytes = pdf('of beta')
    expect(await attach('beta-primary', 'secret', bytes)).toBe('applied')
    expect((await download(await world.as('alpha-contact'), alphaId)).bytes.equals(SECRET)).toBe(
      true,
    )
    expect(
      (
        await download(await world.as('beta-primary'), `secret.${world.companies.beta}`)
      ).bytes.equals(bytes),
    ).toBe(true)
    const thief = new SyncDevice(await world.as('beta-primary'))
    await thief.push(
      thief.edit('attachments.remove', { projectId, id: alphaId }),
      thief.edit('attachments.update', { projectId, id: alphaId, patch: { name: 'taken.pdf' } }),
      thief.edit('attachments.update', {
        projectId,
        id: `none.${world.companies.alpha}`,
        patch: { name: 'taken.pdf' },
      }),
    )
    expect(await verdicts(thief)).toEqual(['applied', 'ROW_DELETED', 'ROW_DELETED'])
    expect((await download(await world.as('alpha-contact'), alphaId)).status).toBe(200)
  })
})

describe('sending bytes', () => {
  test('[FI7] pieces continue at the offset that the server names, and a piece from elsewhere is not written', async () => {
    const client = await world.as('author')
    const bytes = pdf('in pieces', 3_000_000)
    const hash = hashOf(bytes)
    const total = bytes.length
    expect((await sendPiece(client, bytes.subarray(0, 1_000_000), { total, hash })).body).toEqual({
      received: 1_000_000,
      isComplete: false,
    })
    expect(
      (await sendPiece(client, bytes.subarray(2_000_000), { offset: 2_000_000, total, hash })).body,
    ).toEqual({ received: 1_000_000, isComplete: false })
    expect((await sendPiece(client, Buffer.alloc(0), { total, hash })).body).toEqual({
      received: 1_000_000,
      isComplete: false,
    })
    expect(
      (await sendPiece(client, bytes.subarray(1_000_000), { offset: 1_000_000, total, hash })).body,
    ).toEqual({ received: total, isComplete: true })
    expect((await sendPiece(client, bytes.subarray(0, 10), { total, hash })).body).toEqual({
      received: total,
      isComplete: true,
    })
    expect(existsSync(join(world.filesDir, 'whole', hash.slice(0, 2), hash))).toBe(true)
  })

  test('[FI7] the bytes that arrived before a cut connection stay, though the server has not noticed the cut', async () => {
    const client = await world.as('author')
    const bytes = pdf('cut in the middle', 100_000)
    const hash = hashOf(bytes)
    const cut = request(`${world.url}/api/sync/blobs/${hash}?bytes=${bytes.length}&offset=0`, {
      method: 'PUT',
      headers: {
        'x-auth-token': client.token,
        'content-type': 'application/octet-stream',
        'content-length': bytes.length,
      },
    })
    const isOver = new Promise((resolve) => cut.on('error', resolve).on('response', resolve))
    cut.write(bytes.subarray(0, 54_321))
    const part = join(world.filesDir, 'parts', `${world.users.author}-${hash}`)
    await expect
      .poll(() => (existsSync(part) ? statSync(part).size : 0), { timeout: 20_000 })
      .toBe(54_321)
    const rest = { total: bytes.length, hash }
    expect((await sendPiece(client, Buffer.alloc(0), rest)).body).toEqual({
      received: 54_321,
      isComplete: false,
    })
    expect(
      (await sendPiece(client, bytes.subarray(54_321), { offset: 54_321, ...rest })).body,
    ).toEqual({ received: bytes.length, isComplete: true })
    cut.destroy()
    await isOver
  })

  test('[FI8] a file that arrives damaged is refused and has to start again', async () => {
    const client = await world.as('author')
    const [bytes, other] = [pdf('right'), pdf('wrong')]
    expect(await sendPiece(client, other, { hash: hashOf(bytes) })).toMatchObject({
      status: 422,
      body: { messageCodes: ['FILE_DAMAGED'] },
    })
    expect(
      await sendPiece(client, pdf('right and more'), { hash: hashOf(bytes), total: bytes.length }),
    ).toMatchObject({ status: 422, body: { messageCodes: ['FILE_DAMAGED'] } })
    expect(
      (await sendPiece(client, Buffer.alloc(0), { total: bytes.length, hash: hashOf(bytes) })).body,
    ).toEqual({ received: 0, isComplete: false })
    expect((await sendPiece(client, bytes)).body).toEqual({
      received: bytes.length,
      isComplete: true,
    })
  })

  test('[FI9] markup, programs and empty, too large or over-quota files are refused', async () => {
    const client = await world.as('author')
    for (const text of ['<html><script>1</script>', '<svg onload=1>', 'MZ\0\0']) {
      expect(await sendPiece(client, Buffer.from(text)), text).toMatchObject({
        status: 400,
        body: { messageCodes: ['validation.mimes'] },
      })
    }
    expect(
      await sendPiece(client, Buffer.alloc(0), { total: 0, hash: hashOf(SHARED) }),
    ).toMatchObject({ status: 400, body: { messageCodes: ['INPUT_INVALID'] } })
    expect(
      await sendPiece(client, Buffer.alloc(0), { total: 100_000_001, hash: hashOf(SHARED) }),
    ).toMatchObject({ status: 413 })
    const largest = { total: 100_000_000, hash: 'e'.repeat(64) }
    expect(await sendPiece(client, Buffer.alloc(0), largest)).toMatchObject({ status: 200 })
    const small = await buildWorld({
      project: { state: 'PUBLISHED', publishedOn: 0 },
      fileQuotaBytes: 1_000,
    })
    try {
      const [first, second] = [pdf('one', 600), pdf('two', 600)]
      expect(await sendPiece(await small.as('alpha-contact'), first)).toMatchObject({ status: 200 })
      expect(await sendPiece(await small.as('alpha-primary'), second)).toMatchObject({
        status: 409,
        body: { messageCodes: ['FILE_QUOTA'] },
      })
      expect(await sendPiece(await small.as('beta-primary'), second)).toMatchObject({ status: 200 })
    } finally {
      await small.close()
    }
  })

  test('[FI10] a file is served as a download that no browser runs, under the name that people gave it', async () => {
    const bytes = Buffer.from('číslo;cena\n1;2\n')
    expect(
      await attach('author', 'csv', bytes, {
        name: 'Cenník "2029".csv',
        place: { kind: 'document', id: 'd1' },
      }),
    ).toBe('applied')
    const { headers } = await download(await world.as('beta-primary'), 'csv')
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="Cenn_k _2029_.csv"; filename*=UTF-8\'\'Cenn%C3%ADk%20%222029%22.csv',
    )
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect([
      headers.get('x-content-type-options'),
      headers.get('cache-control'),
      headers.get('content-type'),
    ]).toEqual(['nosniff', 'no-store', 'text/csv'])
    expect(
      (
        await (await world.as('author')).call(API.attachments.ofDocument, { params: { id: 'd1' } })
      ).map(({ id }) => id),
    ).toEqual(['csv'])
    expect(
      await (await world.as('author')).call(API.attachments.ofPackage, { params: { id: 'p1' } }),
    ).toEqual([])
  })
})

test("[FI11] with VALIDATION the requestors read a vendor's files, and the other vendor still reads none", async () => {
  await world.setProject({ state: 'VALIDATION' })
  for (const username of ['owner', 'reviewer', 'alpha-contact'] as const)
    expect((await download(await world.as(username), alphaId)).bytes.equals(SECRET), username).toBe(
      true,
    )
  for (const username of ['beta-primary', ...OUTSIDE] as const)
    expect((await download(await world.as(username), alphaId)).status, username).toBe(404)
  const late = new SyncDevice(await world.as('alpha-contact'))
  await late.push(late.edit('attachments.remove', { projectId, id: alphaId }))
  expect(await verdicts(late)).toEqual(['STATE_FORBIDS'])
  expect(world.log.join('')).not.toContain('ALPHA-TAINT')
})
