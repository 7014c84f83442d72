import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#schema/refusal.ts'
import { readForm } from './read-form.ts'

const TYPE = 'multipart/form-data; boundary=AaB'
const read = async (text: string, size: number, type = TYPE) => {
  const bytes = Buffer.from(text, 'latin1')
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
  const parts: { name: string; filename: string | null; type: string; text: string }[] = []
  for await (const part of readForm(Readable.from(pieces), type)) {
    const held: Buffer[] = []
    for await (const piece of part.bytes) held.push(piece)
    parts.push({
      name: part.name,
      filename: part.filename,
      type: part.type,
      text: Buffer.concat(held).toString('latin1'),
    })
  }
  return parts
}
const part = (disposition: string, body: string) =>
  `--AaB\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${body}\r\n`

describe('[FI15] a multipart form', () => {
  test('gives the same parts however its bytes are cut, even with text that looks like a boundary', async () => {
    const body = 'a\r\n--Aa\r\n-\r\n--AaC\r\r\n'
    const text = `${part('name="request"', '{}')}--AaB\r\ncontent-disposition: form-data; name="file"; filename="a \\"b\\".pdf"\r\nContent-Type: Application/PDF; x=1\r\n\r\n${body}\r\n--AaB--\r\nbehind it`
    for (let size = 1; size <= text.length; size += 1) {
      expect(await read(text, size), `pieces of ${size}`).toEqual([
        { name: 'request', filename: null, type: 'text/plain', text: '{}' },
        { name: 'file', filename: 'a "b".pdf', type: 'application/pdf', text: body },
      ])
    }
  })

  test('may contain empty parts and parts that the caller does not read', async () => {
    expect(await read(`${part('name="a"', '')}--AaB--`, 7)).toEqual([
      { name: 'a', filename: null, type: 'text/plain', text: '' },
    ])
    const names: string[] = []
    for await (const { name } of readForm(
      Readable.from([
        Buffer.from(`${part('name="a"', 'x'.repeat(50_000))}${part('name=b', 'y')}--AaB--`),
      ]),
      TYPE,
    ))
      names.push(name)
    expect(names).toEqual(['a', 'b'])
  })

  test('is refused with the problem named if it is malformed', async () => {
    const cases = [
      ['', 'ends'],
      ['--AaB', 'ends'],
      ['nothing of it', 'ends'],
      [part('name="a"', 'cut').slice(0, -2), 'ends'],
      ['--AaBxx', 'ends'],
      [`--AaB\r\nx: ${'y'.repeat(20_000)}`, 'ends'],
      [`${part('name="a"', '').repeat(11)}--AaB--`, 'too many parts'],
    ] as const
    for (const [text, problem] of cases) {
      const refused = await read(text, 64).then(
        () => null,
        (error: unknown) => error,
      )
      expect(refused, text.slice(0, 40)).toBeInstanceOf(Refusal)
      expect(refused).toMatchObject({
        code: 'INPUT_INVALID',
        detail: { problem: expect.stringContaining(problem) },
      })
    }
    for (const type of [undefined, 'text/plain', 'multipart/form-data'])
      await expect(read('', 1, type), type).rejects.toThrow(Refusal)
  })

  test('skips parts without a name or with unreadable headers', async () => {
    const text = `--AaB\r\nContent-Disposition: form-data\r\n\r\nx\r\n--AaB\r\nno header\r\n\r\nx\r\n${part('name="a"', 'y')}--AaB--`
    expect((await read(text, 64)).map(({ name }) => name)).toEqual(['a'])
  })

  test('ignores text before the first boundary and unknown headers (RFC 2046)', async () => {
    const text = `before\r\n--AaB\r\nContent-Disposition: form-data; name="a"\r\n: x\r\nX-A: ${'x'.repeat(9_000)}\r\n\r\ny\r\n--AaB--`
    expect(await read(text, 64)).toMatchObject([{ name: 'a', text: 'y' }])
  })

  test('fails with the error of a connection that ends inside a part or between parts', async () => {
    const gone = new Error('gone')
    for (const text of ['--AaB\r\n', part('name="a"', 'cut').slice(0, -2)]) {
      const body = new Readable({ read() {} })
      body.push(Buffer.from(text))
      setTimeout(() => body.destroy(gone), 5)
      const reading = (async () => {
        for await (const { bytes } of readForm(body, TYPE)) for await (const _piece of bytes);
      })()
      await expect(reading).rejects.toBe(gone)
    }
  })

  test('leaves the rest of the body to be drained when its reader stops', async () => {
    const body = Readable.from([
      Buffer.from(part('name="a"', 'x'.repeat(300_000))),
      Buffer.from('rest'),
    ])
    for await (const { name } of readForm(body, TYPE)) {
      expect(name).toBe('a')
      break
    }
    expect(body.destroyed).toBe(false)
    body.resume()
    await new Promise((done) => body.once('end', done))
  })
})
