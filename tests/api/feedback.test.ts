import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { silentLog } from '#server/log.ts'
import { clamdScanner } from '#server/files/scan.ts'
import { type ClamdDouble, EICAR, startClamd } from '../support/clamd.ts'
import { buildForm, type Form } from './send-file.ts'
import { buildWorld, type Username, type World } from './world.ts'

let world: World
let clamd: ClamdDouble
beforeAll(async () => {
  clamd = await startClamd()
  world = await buildWorld({
    scanFile: clamdScanner({ url: clamd.url, isOptional: false, log: silentLog }),
  })
})
afterAll(async () => {
  await world.close()
  await clamd.close()
})
beforeEach(() => {
  world.clock.now += 600_000
  world.mails.length = 0
})

/** The first bytes of a PNG. */
const screen = (width: number, height: number, text = ''): Buffer => {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    size,
    Buffer.alloc(40),
    Buffer.from(text),
  ])
}
const send = async (
  username: Username,
  { payload, contentType }: Form,
): Promise<[number, string | undefined]> => {
  const { token } = await world.as(username)
  const answer = await fetch(`${world.url}/api/users-service/users/feedback`, {
    method: 'POST',
    headers: { 'x-auth-token': token, 'content-type': contentType },
    body: new Uint8Array(payload),
  })
  const text = await answer.text()
  return [
    answer.status,
    text === '' ? undefined : (JSON.parse(text) as { messageCodes: string[] }).messageCodes[0],
  ]
}
const arrived = async (count: number): Promise<World['mails']> => {
  await expect.poll(() => world.mails.length).toBe(count)
  return world.mails
}

test('[FE1] feedback goes to the operator with its picture, and to the person who asks for a copy', async () => {
  const said = 'The table is <b>slow</b>.\nBcc: everybody@city.example\n\nThank you!'
  const picture = screen(4_000, 3_000)
  expect(
    await send(
      'reviewer',
      buildForm(
        picture,
        { feedback: said, sendCopy: true },
        { filename: '../x.exe', type: 'application/x-msdownload' },
      ),
    ),
  ).toEqual([204, undefined])
  const mails = await arrived(2)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['tenderbook@localhost', 'Feedback from reviewer Person'],
    ['reviewer@city.example', 'Your feedback'],
  ])
  for (const { text, html, files } of mails) {
    expect(text).toContain(
      '> The table is <b>slow</b>.\n> Bcc: everybody@city.example\n> \n> Thank you!',
    )
    expect(html).toContain('The table is &lt;b&gt;slow&lt;/b&gt;.<br>')
    expect(files).toEqual([
      { filename: 'screen.png', contentType: 'image/png', content: picture.toString('base64') },
    ])
  }
  expect(mails[0]?.text).toContain('reviewer Person of City (reviewer@city.example)')
})

test('[FE1] without a picture and a copy a single mail is sent', async () => {
  expect(await send('alpha-contact', buildForm(null, { feedback: 'Good' }))).toEqual([
    204,
    undefined,
  ])
  const [mail] = await arrived(1)
  expect([mail?.to, mail?.files]).toEqual(['tenderbook@localhost', []])
})

test('[FE2] invalid feedback and an invalid, too large or infected picture are refused, and nothing is sent', async () => {
  const request = { feedback: 'Look' }
  const cases: [string, Form, number, string][] = [
    ['nothing said', buildForm(null, { feedback: '  \n' }), 400, 'INPUT_INVALID'],
    ['too much said', buildForm(null, { feedback: 'x'.repeat(5_001) }), 400, 'INPUT_INVALID'],
    [
      'no picture',
      buildForm(Buffer.from('<svg onload="alert(1)"/>'), request),
      400,
      'validation.mimes',
    ],
    ['nothing in it', buildForm(Buffer.alloc(0), request), 400, 'FILE_EMPTY'],
    ['too wide', buildForm(screen(4_001, 10), request), 400, 'validation.size'],
    ['infected', buildForm(screen(10, 10, EICAR), request), 422, 'FILE_STORAGE_NOT_CLEAN_REJECTED'],
  ]
  for (const [what, form, ...expected] of cases) {
    world.clock.now += 600_000
    expect([what, ...(await send('author', form))]).toEqual([what, ...expected])
  }
  world.clock.now += 600_000
  expect(await send('author', buildForm(screen(10, 10, 'x'.repeat(4_100_000)), request))).toEqual([
    413,
    'TOO_LARGE',
  ])
  expect(
    await send('author', { payload: Buffer.from('{}'), contentType: 'application/json' }),
  ).toEqual([400, 'INPUT_INVALID'])
  expect(
    await world.database.queries
      .selectFrom('mails')
      .select('id')
      .where('sent_on', 'is', null)
      .execute(),
  ).toEqual([])
  expect(world.mails).toEqual([])
})

test('[FE3] each person can send five feedbacks in ten minutes', async () => {
  const one = buildForm(null, { feedback: 'Again' })
  const answers: [number, string | undefined][] = []
  for (let count = 0; count < 6; count += 1) answers.push(await send('author', one))
  expect(answers).toEqual([
    ...Array<[number, undefined]>(5).fill([204, undefined]),
    [429, 'TOO_MANY_REQUESTS'],
  ])
  expect(await send('reviewer', one)).toEqual([204, undefined])
  world.clock.now += 599_999
  expect(await send('author', one)).toEqual([429, 'TOO_MANY_REQUESTS'])
  world.clock.now += 1
  expect(await send('author', one)).toEqual([204, undefined])
  await arrived(7)
})
