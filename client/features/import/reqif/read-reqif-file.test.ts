import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { object, reqifXml, type } from '../../../../tests/support/reqif.ts'
import { ImportFileError } from '../import-file-error.ts'
import { readReqifFile } from './read-reqif-file.ts'

const read = (bytes: Uint8Array, fileName = 'a.reqif') => readReqifFile({ fileName, bytes })
const problemOf = (bytes: Uint8Array) => {
  try {
    read(bytes)
  } catch (error) {
    if (error instanceof ImportFileError) return error.problems[0]
    throw error
  }
  return undefined
}
const XML = reqifXml({ types: type('t'), objects: object('o1', 't', '', 'Žiarovka') })

describe('a ReqIF file that attacks its reader', () => {
  it('with entities that grow is refused, and nothing is expanded', () => {
    const entities = Array.from(
      { length: 30 },
      (_, at) => `<!ENTITY a${at + 1} "&a${at};&a${at};">`,
    ).join('')
    const xml = `<!DOCTYPE a [<!ENTITY a0 "x">${entities}]><REQ-IF>&a30;</REQ-IF>`
    expect(problemOf(strToU8(xml))?.code).toBe('reqifDocumentType')
  })

  it('with a reference to a file outside is refused', () => {
    const xml = `<!DOCTYPE a SYSTEM "file:///etc/passwd"><REQ-IF/>`
    expect(problemOf(strToU8(xml))?.code).toBe('reqifDocumentType')
  })

  it('that unpacks beyond the limit is refused before anything is unpacked', () => {
    const bomb = zipSync({ 'a.reqif': new Uint8Array(201 * 1024 * 1024) }, { level: 1 })
    expect(problemOf(bomb)?.code).toBe('zipBomb')
  }, 60_000)

  it('that is empty, damaged, too large or an archive of something else is refused', () => {
    expect(problemOf(new Uint8Array())?.code).toBe('empty')
    expect(problemOf(strToU8('PK damaged'))?.code).toBe('brokenZip')
    expect(problemOf(zipSync({ 'a.txt': strToU8('x') }))?.code).toBe('noReqifInside')
    expect(problemOf(new Uint8Array(51 * 1024 * 1024))?.code).toBe('tooBig')
    expect(problemOf(strToU8(XML.slice(0, -20)))?.code).toBe('reqifBroken')
  })
})

describe('an archive', () => {
  it('has its files beside the ReqIF that names them, and joins several ReqIF files', () => {
    const other = XML.replace('"o1"', '"o2"').replace('"spec"', '"other"')
    const { reqif } = read(
      zipSync({
        ...{ 'in/a.reqif': strToU8(XML), 'in/b.reqif': strToU8(other) },
        ...{ 'in/img/a.png': strToU8('png'), 'top.png': strToU8('png') },
      }),
    )
    expect([...(reqif?.files.keys() ?? [])]).toEqual(['img/a.png', 'top.png'])
    expect([...(reqif?.checked.objects.keys() ?? [])]).toEqual(['o1', 'o2'])
    expect(reqif?.checked.problems).toEqual([])
  })
})

it('reads the encoding that the file declares', () => {
  const utf16 = new Uint8Array(XML.length * 2 + 2)
  utf16.set([0xff, 0xfe])
  for (const [at, letter] of [...XML].entries()) {
    const code = letter.charCodeAt(0)
    utf16.set([code & 255, code >> 8], at * 2 + 2)
  }
  const latin = `<?xml version="1.0" encoding="windows-1250"?>${XML}`
  const bytes = Uint8Array.from(
    [...latin].map((letter) => (letter === 'Ž' ? 0x8e : letter.charCodeAt(0))),
  )
  for (const content of [strToU8(XML), utf16, bytes])
    expect(read(content).reqif?.checked.objects.get('o1')?.name).toBe('Žiarovka')
})
