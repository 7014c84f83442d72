import * as v from 'valibot'
import { Refusal } from '#schema/refusal.ts'
import { isTooDeep } from '../security/json-depth.ts'
import type { FormPart } from './read-form.ts'

export const wrongPart = (field: string, problem: string): Refusal =>
  new Refusal('INPUT_INVALID', { field, detail: { field, problem } })

/** Reads a small part into memory. Throws TOO_LARGE as soon as it exceeds `limit` bytes. */
export const readBytes = async (
  { bytes }: FormPart,
  limit: number,
  limitText: string,
): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of bytes) {
    length += piece.length
    if (length > limit) throw new Refusal('TOO_LARGE', { detail: { limit: limitText } })
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const REQUEST_BYTES = 32_768

/** Parses the part `request` of a form as JSON of the given schema. */
export const readJsonPart = async <S extends v.GenericSchema>(
  part: FormPart,
  schema: S,
): Promise<v.InferOutput<S>> => {
  const text = (await readBytes(part, REQUEST_BYTES, `${REQUEST_BYTES} bytes`)).toString('utf8')
  if (isTooDeep(text)) throw wrongPart('request', 'is nested too deep')
  const given = parsedJson(text)
  const parsed = v.safeParse(schema, Array.isArray(given) ? null : given)
  if (!parsed.success)
    throw wrongPart(v.getDotPath(parsed.issues[0]) ?? 'request', parsed.issues[0].message)
  return parsed.output
}
const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw Object.assign(wrongPart('request', 'is not JSON'), { cause })
  }
}
