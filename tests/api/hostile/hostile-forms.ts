import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect } from 'vitest'
import type { World } from '../world.ts'
import { expectRefused, type Hostile } from './hostile-world.ts'

export type Outcome = readonly [number | readonly number[], string?]

/** All files in the folder of files and next to it. */
const filesNow = (world: World): string => {
  const within = existsSync(world.filesDir)
    ? readdirSync(world.filesDir, { recursive: true, encoding: 'utf8' })
    : []
  const beside = readdirSync(dirname(world.filesDir)).filter(
    (name) => name !== basename(world.filesDir) && !name.includes('sqlite'),
  )
  return JSON.stringify([
    within.filter((path) => /[\w-]{20}/.test(path)).toSorted(),
    beside.toSorted(),
  ])
}
/** Expects that no file is written or left incomplete, and that no row changes. */
export const expectNothingKept = async (
  world: World,
  hostile: Hostile,
  outcome: Outcome,
): Promise<void> => {
  const before = filesNow(world)
  await expectRefused(world, hostile, outcome)
  expect(filesNow(world)).toBe(before)
}

export const BOUNDARY = 'x-boundary'
export const FORM = `multipart/form-data; boundary=${BOUNDARY}`
export const PDF = '%PDF-1.7\nharmless\n'
export const REQUEST =
  'Content-Disposition: form-data; name="request"\r\nContent-Type: application/json'
export const fileHeader = (filename: string, type: string): string =>
  `Content-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: ${type}`
export const part = (headers: string, body: string): string =>
  `--${BOUNDARY}\r\n${headers}\r\n\r\n${body}\r\n`
export const end = `--${BOUNDARY}--\r\n`
export const PLAIN = part(fileHeader('plan.pdf', 'application/pdf'), PDF)
export const form = (text: string | Buffer, contentType = FORM): Hostile => ({
  by: 'author',
  path: '/projects-service/requirements/r1/files/create',
  text,
  headers: { 'content-type': contentType },
})
export const file = (filename: string, type: string, content = PDF): Hostile =>
  form(part(fileHeader(filename, type), content) + end)
export const HEAD = `${fileHeader('plan.pdf', 'application/pdf')}`
