import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWorld, type World } from '../world.ts'
import {
  BOUNDARY,
  end,
  expectNothingKept,
  file,
  form,
  HEAD,
  type Outcome,
  part,
  PDF,
  PLAIN,
  REQUEST,
} from './hostile-forms.ts'
import { expectRefused, type Hostile, send } from './hostile-world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

const INVALID: Outcome = [400, 'INPUT_INVALID']
const UNLIKE: Outcome = [[400, 415, 422]]

describe('forms', () => {
  test.each<[string, Hostile, Outcome]>([
    ['no boundary', form(PLAIN + end, 'multipart/form-data'), INVALID],
    ['an empty boundary', form(PLAIN + end, 'multipart/form-data; boundary='), INVALID],
    [
      'a boundary of 71 letters',
      form(PLAIN + end, `multipart/form-data; boundary=${'x'.repeat(71)}`),
      INVALID,
    ],
    ['another boundary', form(PLAIN + end, 'multipart/form-data; boundary=other'), INVALID],
    [
      'a boundary that is a pattern',
      form(PLAIN + end, 'multipart/form-data; boundary="(x+x+)+y"'),
      INVALID,
    ],
    [
      'a type that only begins so',
      form(PLAIN + end, `multipart/form-data-x; boundary=${BOUNDARY}`),
      INVALID,
    ],
    ['a mixed form', form(PLAIN + end, `multipart/mixed; boundary=${BOUNDARY}`), INVALID],
    ['nothing', form(''), INVALID],
    ['only the end', form(end), INVALID],
    ['no end', form(PLAIN), INVALID],
    [
      'no line after the boundary',
      form(`--${BOUNDARY}x\r\n${HEAD}\r\n\r\n${PDF}\r\n${end}`),
      INVALID,
    ],
    ['lines that end otherwise', form((PLAIN + end).replaceAll('\r\n', '\n')), INVALID],
    ['a part that never ends its headers', form(`--${BOUNDARY}\r\n${HEAD}\r\nX-A: 1`), INVALID],
    ['a part without a name', form(part('Content-Disposition: form-data', PDF) + end), INVALID],
    [
      'an attachment for a part',
      form(part('Content-Disposition: attachment; name="file"; filename="a.pdf"', PDF) + end),
      INVALID,
    ],
    ['two files', form(PLAIN + PLAIN + end), INVALID],
    ['two requests', form(part(REQUEST, '{}') + part(REQUEST, '{}') + PLAIN + end), INVALID],
    [
      'an unknown part',
      form(part('Content-Disposition: form-data; name="userId"', '1') + PLAIN + end),
      INVALID,
    ],
    [
      'a part out of the prototype',
      form(part('Content-Disposition: form-data; name="__proto__"', '{}') + PLAIN + end),
      INVALID,
    ],
    [
      '5,000 parts',
      form(part('Content-Disposition: form-data; name="a"', 'b').repeat(5_000) + end),
      INVALID,
    ],
    ['a request that is no JSON', form(part(REQUEST, '{') + PLAIN + end), INVALID],
    ['a request that is a list', form(part(REQUEST, '[]') + PLAIN + end), INVALID],
    [
      'a request nested 2,000 deep',
      form(part(REQUEST, `${'['.repeat(2_000)}${']'.repeat(2_000)}`) + PLAIN + end),
      INVALID,
    ],
    [
      'a request of 40,000 characters',
      form(part(REQUEST, JSON.stringify({ description: 'x'.repeat(40_000) })) + PLAIN + end),
      [[400, 413]],
    ],
    [
      'a request with a prototype',
      form(part(REQUEST, '{"__proto__":{"polluted":true}}') + PLAIN + end),
      INVALID,
    ],
    [
      'a request for another project',
      form(part(REQUEST, '{"projectId":"other"}') + PLAIN + end),
      INVALID,
    ],
    ['a request for another vendor', form(part(REQUEST, '{"vendorId":1}') + PLAIN + end), INVALID],
    [
      'a request with another hash',
      form(part(REQUEST, `{"contentHash":"${'a'.repeat(64)}"}`) + PLAIN + end),
      INVALID,
    ],
    ['no file', form(part(REQUEST, '{}') + end), INVALID],
    ['an empty file', file('plan.pdf', 'application/pdf', ''), [400, 'FILE_EMPTY']],
    ['bytes as JSON', { ...form('{}'), headers: {} }, INVALID],
    ['half of a gzip', form(gzipSync(PLAIN + end).subarray(0, 40)), INVALID],
  ])(
    '[AT44] a form with %s is refused, and nothing of it is stored',
    async (_what, hostile, outcome) => {
      await expectNothingKept(world, hostile, outcome)
    },
  )
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
const PAGE = '<!doctype html><script>alert(1)</script>'
describe('files with a false name or type', () => {
  test.each<[string, Hostile, Outcome]>([
    ['a page', file('a.html', 'text/html', PAGE), UNLIKE],
    ['a page as a text', file('a.txt', 'text/plain', PAGE), UNLIKE],
    ['a page behind a byte order mark', file('a.txt', 'text/plain', `\ufeff  ${PAGE}`), UNLIKE],
    ['a page as a picture', file('a.png', 'image/png', PAGE), UNLIKE],
    ['a drawing that runs', file('a.svg', 'image/svg+xml', SVG), UNLIKE],
    ['a drawing as a picture', file('a.png', 'image/png', SVG), UNLIKE],
    ['a drawing as a text', file('a.txt', 'text/plain', SVG), UNLIKE],
    ['a PDF as a page', file('a.html', 'application/pdf'), UNLIKE],
    ['a PDF that says to be a page', file('a.pdf', 'text/html'), UNLIKE],
    ['a PDF without a type', file('a.pdf', ''), UNLIKE],
    ['a PDF with two endings', file('a.pdf.exe', 'application/pdf'), UNLIKE],
    ['a PDF with a dot behind', file('a.pdf.', 'application/pdf'), UNLIKE],
    ['a PDF with a stream behind', file('a.pdf::$DATA', 'application/pdf'), UNLIKE],
    ['a program', file('a.exe', 'application/x-msdownload', 'MZ\u0000\u0000'), UNLIKE],
    ['a program as a PDF', file('a.pdf', 'application/pdf', 'MZ\u0000\u0000'), UNLIKE],
    ['a script of a shell', file('a.sh', 'text/x-sh', '#!/bin/sh\nid'), UNLIKE],
    ['a PDF that begins with a page', file('a.pdf', 'application/pdf', `${PAGE}%PDF-1.7`), UNLIKE],
    [
      'a picture that is a picture by its second line',
      file('a.png', 'image/png', `x\n\u0089PNG`),
      UNLIKE,
    ],
    ['a name without an ending', file('plan', 'application/pdf'), UNLIKE],
    ['an empty name', file('', 'application/pdf'), [[400, 415, 422]]],
    ['a name that hides its ending', file('a\u202efdp.exe', 'application/pdf'), UNLIKE],
    [
      'a form within the form',
      form(
        part(
          `Content-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: multipart/mixed; boundary=y`,
          `--y\r\n\r\n${PDF}\r\n--y--`,
        ) + end,
      ),
      UNLIKE,
    ],
  ])('[AT45] %s is refused', async (_what, hostile, outcome) => {
    // Bytes of an allowed kind may stay until they are collected; no attachment names them.
    await expectRefused(world, { ...hostile, leavesIn: ['blobs', 'blob_uploads'] }, outcome)
  })

  test('[AT45] a blank after the name is not part of it', async () => {
    const answer = await send(world, file('spaced.pdf ', 'application/pdf'))
    expect([answer.status, answer.text.includes('"name":"spaced.pdf"')]).toEqual([200, true])
  })
})
