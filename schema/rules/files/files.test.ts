import { describe, expect, test } from 'vitest'
import { FILE_LIMITS, FILE_TYPES, type FileKind } from '../../tables/file-types.ts'
import { fileProblem, fileTypeOf, kindOfBytes } from './files.ts'

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const BEGINNINGS: [FileKind, string][] = [
  ['pdf', '%PDF-1.7\n'],
  ['zip', 'PK\x03\x04\x14\0'],
  ['zip', 'PK\x05\x06\0'],
  ['ole', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['png', '\x89PNG\r\n\x1a\n\0'],
  ['jpeg', '\xff\xd8\xff\xe0'],
  ['gif', 'GIF87a\x01'],
  ['gif', 'GIF89a\x01'],
  ['webp', 'RIFF\x10\0\0\0WEBPVP8 '],
  ['tiff', 'II*\0'],
  ['tiff', 'MM\0*'],
  ['text', 'a;b\r\n1;2\n'],
  ['text', '\xef\xbb\xbfpr\xedli\xb9'],
]
const MARKUP = [
  '<!doctype html><p>',
  '<svg xmlns="x">',
  '  \n\t<html>',
  '\xef\xbb\xbf<?xml version="1.0"?>',
  '<script>1</script>',
]

describe('what a file is', () => {
  test.each(BEGINNINGS)('[FT1] %s is known by its first bytes', (kind, text) => {
    expect(kindOfBytes(bytes(text))).toBe(kind)
  })
  test.each(MARKUP)('[FT2] markup cannot be attached: %s', (text) => {
    expect(kindOfBytes(bytes(text))).toBeNull()
  })
  test('[FT2] programs and empty files cannot be attached', () => {
    for (const text of ['\x7fELF\x02', 'MZ\x90\0', '\0\0\0', ''])
      expect(kindOfBytes(bytes(text))).toBeNull()
  })
})

describe('whether it may be attached', () => {
  const plan = { name: 'Plan.PDF', mime: 'application/pdf', bytes: 10 }
  test('[FT3] name, declared type and content have to agree', () => {
    expect(fileProblem(plan, 'pdf')).toBeNull()
    expect(fileProblem(plan, null)).toBeNull()
    expect(fileProblem(plan, 'zip')).toEqual({ code: 'FILE_UNLIKE_NAME', detail: { type: 'pdf' } })
    expect(fileProblem({ ...plan, mime: 'text/html' }, 'pdf')).toMatchObject({
      code: 'FILE_UNLIKE_NAME',
    })
  })
  test.each(['page.html', 'picture.svg', 'run.exe', 'noending', 'page.pdf.js', '.pdf/'])(
    '[FT4] the type of %s is refused',
    (name) => {
      expect(fileProblem({ ...plan, name }, 'text')).toMatchObject({ code: 'validation.mimes' })
    },
  )
  test('[FT5] neither empty nor larger than allowed', () => {
    expect(fileProblem({ ...plan, bytes: 0 }, 'pdf')).toMatchObject({ code: 'FILE_EMPTY' })
    expect(fileProblem({ ...plan, bytes: FILE_LIMITS.bytes }, 'pdf')).toBeNull()
    expect(fileProblem({ ...plan, bytes: FILE_LIMITS.bytes + 1 }, 'pdf')).toEqual({
      code: 'validation.size',
      detail: { size: 100_000 },
    })
  })
  test('[FT4] no type that a browser would run is among those allowed', () => {
    expect(FILE_TYPES.filter(({ mime }) => /html|svg|xml$|script/.test(mime))).toEqual([])
    expect(new Set(FILE_TYPES.map(({ extension }) => extension)).size).toBe(FILE_TYPES.length)
    expect(fileTypeOf('a.jpeg')?.mime).toBe('image/jpeg')
  })
})
