import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { i18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import { messageText } from '#schema/tables/messages.ts'
import { compileMessage } from '../compile-message.ts'
import { DETAIL_WORDS, detailOf } from './detail-words.ts'

const ROOT = join(import.meta.dirname, '../../..')
const read = (folders: readonly string[]): string =>
  folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter(
          (path) =>
            /\.tsx?$/.test(path) &&
            !path.endsWith('detail-words.ts') &&
            !/\.test\.tsx?$/.test(path),
        )
        .map((path) => readFileSync(join(ROOT, folder, path), 'utf8')),
    )
    .join('\n')

const said = (text: string) => detailOf({ problem: text }).problem

describe('the English details of refusals', () => {
  test('each detail in the code has a Slovak translation', () => {
    const problems = [
      ...read(['schema', 'server']).matchAll(
        /(?:problem: |(?:unusable|broken|wrongPart|unreadable|refuse)\((?:'[\w.]+', )?)(['`])([^'`]+)\1/g,
      ),
    ]
      .map(([, , text]) => text ?? '')
      .filter((text) => text.includes(' '))
    expect(problems.length).toBeGreaterThan(20)
    expect(
      problems.filter(
        (text) => said(text.replace(/\$\{.*?\}/g, '7')) === text.replace(/\$\{.*?\}/g, '7'),
      ),
    ).toEqual([])
  })

  test('each problem of an archive has a Slovak translation, with its entry and line', () => {
    const problems = [
      ...read(['server/archive', 'server/restore']).matchAll(
        /new ArchiveProblem\(\s*(?:null|[^,]+),\s*(['`])([^'`]+)\1/g,
      ),
    ].map(([, , text]) => (text ?? '').replace(/\$\{.*?\}/g, '7'))
    expect(problems.length).toBeGreaterThan(20)
    expect(problems.filter((text) => said(text) === text)).toEqual([])
    expect(said('rows/release.jsonl, line 3: is not canonical JSON')).toBe(
      'rows/release.jsonl, riadok 3: nie je JSON v kanonickom tvare',
    )
    expect(said('manifest.json: is too large')).toBe('manifest.json: je priveľké')
  })

  test('no translation is left over from a removed detail', () => {
    const code = read(['schema', 'server', 'client'])
    const known = Object.keys(DETAIL_WORDS).filter(
      (text) => /[a-z]/.test(text) && !text.startsWith('Invalid {'),
    )
    expect(
      known.filter((text) => !text.split(/\{\w+\}/).every((part) => code.includes(part))),
    ).toEqual([])
  })

  test('numbers and names inside a sentence stay, and names of people’s own fields are never translated', () => {
    expect(said('is more than 12')).toBe('je viac ako 12')
    expect(said('Mars/Phobos is not a time zone')).toBe('Mars/Phobos nie je časové pásmo')
    expect(said('Invalid length: Expected <=5 but received 7')).toBe(
      'neplatná hodnota (očakáva sa <=5, prišlo 7)',
    )
    expect(said('something nobody foresaw')).toBe('something nobody foresaw')
    expect(detailOf({ field: 'projects', total: 3, what: 'projects' })).toEqual({
      field: 'projects',
      total: 3,
      what: 'projekty',
    })
  })

  test('a refusal inside a refusal is translated by its own id', () => {
    i18n.setMessagesCompiler(compileMessage)
    i18n.loadAndActivate({
      locale: 'sk',
      messages: {
        'message.validation.pattern': 'Výraz {regex} poľa {name} sa nedá použiť: {problem}',
      },
    })
    const detail = {
      name: 'Číslo',
      regex: 'a{2000}',
      problem: 'repeats too much; use smaller numbers of repetitions',
    }
    expect(said(messageText('validation.pattern', detail))).toBe(
      'Výraz a{2000} poľa Číslo sa nedá použiť: opakuje sa priveľmi; použite menšie počty opakovaní',
    )
  })
})
