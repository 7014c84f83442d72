import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commonPasswords, stolenPasswordsIn } from './stolen-passwords.ts'

describe('a folder of stolen passwords', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tenderbook-stolen-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const [first, second] = ['0018A45C4D1DEF81644B54AB7F969B88D65', 'F'.repeat(35)]

  it('has for each prefix the suffixes of its file, without their counts', async () => {
    await writeFile(join(folder, '21BD1'), `${first}:3\r\n${second.toLowerCase()}:12\r\n`)
    await writeFile(join(folder, '21BD2.txt'), `${second}:1\n${first}`)
    const { suffixesOf } = stolenPasswordsIn(folder)
    expect(await suffixesOf('21BD1')).toEqual([first, second.toLowerCase()])
    expect(await suffixesOf('21BD2')).toEqual([second, first])
    expect(await suffixesOf('21BD3')).toEqual([])
  })

  it('leaves out lines that are no suffix', async () => {
    const lines = ['', 'text', `${first}0`, first.slice(1), `G${first.slice(1)}`, `  ${first} : 2`]
    await writeFile(join(folder, '00000'), lines.join('\n'))
    expect(await stolenPasswordsIn(folder).suffixesOf('00000')).toEqual([first])
  })
})

describe('the common passwords', () => {
  /** Whether the built-in list has a password, looked up as a device does. */
  const isCommon = async (password: string, digits = 5): Promise<boolean> => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
    const suffixes = await commonPasswords.suffixesOf(hash.slice(0, digits))
    return suffixes.some((suffix) => hash.slice(digits).startsWith(suffix))
  }

  it.each([
    ['Password123!', 'a word, a number and a sign'],
    ['Password!123', 'the sign before the number'],
    ['P@ssword123!', 'a sign for a letter'],
    ['Passw0rd123!', 'a digit for a letter'],
    ['Heslo1234567#', 'a Slovak word'],
    ['Requirement1.', 'a word of the field'],
    ['Summer2026!!', 'two signs', false],
    ['Ministry1969?', 'the first year'],
    ['Ministry2030?', 'the last year'],
    ['Ministry1968?', 'a year before', false],
    ['Ministry2031?', 'a year after', false],
    ['Password12!', 'eleven characters, which the rule refuses', false],
    ['Changeme123*', 'twelve characters'],
    ['password123!', 'no capital letter', false],
    ['Password1234', 'no sign', false],
    ['Tenderbook-2026', 'another sign', false],
    ['correct horse battery staple', 'other words', false],
  ])('%s: %s', async (password, _, isListed = true) => {
    expect(await isCommon(password)).toBe(isListed)
  })

  it('are more than the 3,000 most frequent', async () => {
    const first = [...'0123456789ABCDEF'].map((digit) => commonPasswords.suffixesOf(`0${digit}`))
    expect((await Promise.all(first)).flat().length).toBeGreaterThan(3_000)
  })

  it('of every year and sign are found by their own first digits', async () => {
    for (let year = 1969; year <= 2030; year += 1)
      for (const sign of ['!', '@', '#', '.', '*', '?'])
        expect(await isCommon(`Password${year}${sign}`), `${year}${sign}`).toBe(true)
  })

  it('with the same first digits are told in order, eleven digits each, and the same every time', async () => {
    const hash = createHash('sha1').update('Password123!').digest('hex').toUpperCase()
    for (const prefix of [hash.slice(0, 5), '00000', 'FFFFF', hash.slice(0, 2)]) {
      const suffixes = await commonPasswords.suffixesOf(prefix)
      expect(new Set(suffixes).size, 'each once').toBe(suffixes.length)
      expect(suffixes.length).toBeLessThan(prefix.length === 2 ? 3_000 : 20)
      expect(suffixes).toEqual(suffixes.toSorted())
      for (const suffix of suffixes) expect(prefix + suffix).toMatch(/^[\dA-F]{16}$/)
      expect(await commonPasswords.suffixesOf(prefix)).toEqual(suffixes)
    }
    expect(await isCommon('Password123!', 3)).toBe(true)
  })
})
