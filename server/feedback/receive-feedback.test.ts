import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { FEEDBACK_LIMITS } from '#schema/tables/feedback.ts'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { formOf, FORM_TYPE, type FormPartText } from '../../tests/support/form-of.ts'
import { pngOf } from '../../tests/support/png-of.ts'
import { receiveFeedback } from './receive-feedback.ts'

const said = { feedback: 'Too slow', sendCopy: true }
const request: FormPartText = { name: 'request', content: JSON.stringify(said) }
const file = (content: Buffer | string): FormPartText => ({
  ...{ name: 'file', filename: '../evil.html', type: 'text/html', content },
})
const scanned: Buffer[] = []
const receive = async (...parts: FormPartText[]) => {
  scanned.length = 0
  const body = Readable.from([formOf(...parts)])
  try {
    return await receiveFeedback(body, FORM_TYPE, async (bytes) => {
      scanned.push(Buffer.concat(await (bytes as Readable).toArray()))
    })
  } finally {
    expect(body.readableFlowing).toBe(true)
  }
}
const { widthPx, heightPx, fileBytes } = FEEDBACK_LIMITS
const jpeg = Buffer.from('ffd8ffc0001108000200030101110000', 'hex')

describe('feedback', () => {
  it('has no picture, or one of a fixed name and the type of its bytes', async () => {
    expect(await receive(request)).toEqual({ ...said, picture: null })
    expect(scanned).toEqual([])
    const png = pngOf(2, 3)
    const picture = {
      ...{ filename: 'screen.png', contentType: 'image/png' },
      content: png.toString('base64'),
    }
    expect(await receive(request, file(png))).toEqual({ ...said, picture })
    expect(scanned).toEqual([png])
    expect(await receive(file(png), request)).toEqual({ ...said, picture })
    expect((await receive(request, file(jpeg))).picture).toMatchObject({
      ...{ filename: 'screen.jpg', contentType: 'image/jpeg' },
    })
  })

  it('is received without a scanner', async () => {
    const body = Readable.from([formOf(request, file(pngOf(1, 1)))])
    expect(await receiveFeedback(body, FORM_TYPE, undefined)).toMatchObject(said)
  })

  it('of a scanner that refuses the picture is refused', async () => {
    const body = Readable.from([formOf(request, file(pngOf(1, 1)))])
    const refuse = async () => {
      throw new Error('infected')
    }
    await expect(receiveFeedback(body, FORM_TYPE, refuse)).rejects.toThrow('infected')
  })

  it('has a picture within the limits of a screen, to the last pixel and byte', async () => {
    for (const [width, height] of [
      [1, 1],
      [widthPx, 1],
      [1, heightPx],
    ] as const)
      expect(await outcomeOf(receive(request, file(pngOf(width, height))))).toBe('done')
    for (const [width, height] of [
      [0, 1],
      [1, 0],
      [widthPx + 1, 1],
      [1, heightPx + 1],
    ] as const)
      await expect(receive(request, file(pngOf(width, height)))).rejects.toMatchObject({
        ...{ code: 'validation.size', field: 'file', detail: { size: 4_000 } },
      })
    expect(scanned, 'refused before the scan').toEqual([])
    expect(await outcomeOf(receive(request, file(pngOf(1, 1, fileBytes))))).toBe('done')
    await expect(receive(request, file(pngOf(1, 1, fileBytes + 1)))).rejects.toMatchObject({
      ...{ code: 'TOO_LARGE', detail: { limit: '4 MB' } },
    })
  })

  it('has no file of another type, and no empty one', async () => {
    expect(await outcomeOf(receive(request, file('<html>')))).toBe('validation.mimes file')
    expect(await outcomeOf(receive(request, file('')))).toBe('FILE_EMPTY file')
  })
})

describe('a form', () => {
  it('without the request, with a part twice or an unknown one is refused', async () => {
    const png = file(pngOf(1, 1))
    expect(await outcomeOf(receive(png))).toBe('INPUT_INVALID request')
    expect(await outcomeOf(receive())).toBe('INPUT_INVALID request')
    for (const parts of [
      [request, request],
      [request, png, png],
      [request, { name: 'other', content: '' }],
      [{ name: 'other', content: '' }, request],
    ])
      expect(await outcomeOf(receive(...parts))).toBe('INPUT_INVALID body')
    const wrong = { ...request, content: '{"feedback":""}' }
    expect(await outcomeOf(receive(wrong))).toBe('INPUT_INVALID feedback')
  })

  it('is a stream', async () => {
    for (const body of [undefined, 'text', Buffer.from('bytes')])
      expect(await outcomeOf(receiveFeedback(body, FORM_TYPE, undefined))).toBe(
        'INPUT_INVALID body',
      )
  })

  it('whose connection ends is unavailable, and keeps the cause', async () => {
    const cause = new Error('ended')
    const body = new Readable({ read: () => undefined })
    const received = receiveFeedback(body, FORM_TYPE, undefined)
    body.push(formOf(request).subarray(0, 30))
    setImmediate(() => body.destroy(cause))
    await expect(received).rejects.toMatchObject({ code: 'UNAVAILABLE', cause })
  })
})
