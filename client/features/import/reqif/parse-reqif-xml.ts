import { SaxesParser } from 'saxes'
import { type Reqif, ReqifError } from '#schema/rules/reqif/reqif-model.ts'
import { reqifReader } from '#schema/rules/reqif/read-reqif.ts'

const CHUNK = 64 * 1024

/** The encoding that a byte order mark or the declaration names. */
const encodingOf = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  return /^<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8'
}
const decoderOf = (bytes: Uint8Array): TextDecoder => {
  try {
    return new TextDecoder(encodingOf(bytes))
  } catch {
    throw new ReqifError('reqifBroken', 1)
  }
}

/**
 * Reads the XML of a ReqIF file piece by piece. No document type is taken, so that there are no
 * entities but those of XML itself, and nothing is fetched.
 */
export const parseReqifXml = (bytes: Uint8Array): Reqif => {
  const decoder = decoderOf(bytes)
  const parser = new SaxesParser({ xmlns: false })
  const reader = reqifReader()
  parser.on('error', () => {
    throw new ReqifError('reqifBroken', parser.line)
  })
  parser.on('doctype', () => {
    throw new ReqifError('reqifDocumentType', parser.line)
  })
  let line = 1
  parser.on('opentagstart', () => {
    line = parser.line
  })
  parser.on('opentag', ({ name, attributes }) => reader.open({ name, attributes, line }))
  parser.on('text', reader.text)
  parser.on('cdata', reader.text)
  parser.on('closetag', ({ name }) => reader.close(name, parser.line))
  for (let at = 0; at < bytes.length; at += CHUNK)
    parser.write(decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true }))
  parser.write(decoder.decode())
  parser.close()
  return reader.result()
}
