import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import babel from '@lingui/cli/api/extractors/babel'
import { makeConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import {
  type CompiledMessage,
  type CompiledMessageToken,
  compileMessage,
} from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { beforeAll, describe, expect, test } from 'vitest'
import settings from '../../lingui.config.ts'
import { tableExtractor } from '../../scripts/lib/table-messages.ts'

/** `npm run messages` updates the catalogue from the code; Slovak texts are then added by hand. */
const ROOT = join(import.meta.dirname, '../..')
const PO = join(import.meta.dirname, 'sk/messages.po')
const config = makeConfig({ ...settings, rootDir: ROOT }, { skipValidation: true })

interface Shape {
  values: string[]
  tags: string[]
  plurals: string[]
  forms: string[]
}

/**
 * What a translation must share with its source: placeholders, tags, and the numbers that it
 * inflects for.
 */
const shapeOf = (message: string): Shape => {
  const shape: Shape = {
    values: [],
    tags: [...message.matchAll(/<\/?\d+\/?>/g)].map(([tag]) => tag),
    plurals: [],
    forms: [],
  }
  const walk = (tokens: CompiledMessage): void => {
    if (typeof tokens !== 'string') tokens.forEach(read)
  }
  const read = (token: CompiledMessageToken): void => {
    if (typeof token === 'string') return
    const [name, kind, choices] = token
    shape.values.push(name)
    if (typeof choices !== 'object' || choices === null) return
    if (kind === 'plural') shape.plurals.push(name)
    shape.forms.push(
      `${kind}: ${Object.keys(choices)
        .filter((key) => key !== 'offset' && Number.isNaN(Number(key)))
        .toSorted()
        .join(' ')}`,
    )
    for (const choice of Object.values(choices)) if (typeof choice === 'object') walk(choice)
  }
  walk(compileMessage(message))
  const unique = (texts: string[]) => [...new Set(texts)].toSorted()
  return {
    values: unique(shape.values),
    tags: shape.tags.toSorted(),
    plurals: unique(shape.plurals),
    forms: unique(shape.forms),
  }
}

/** The forms that a Slovak text needs for each kind of count. */
const FORMS: Readonly<Record<string, string>> = {
  plural: 'plural: few many one other',
  selectordinal: 'selectordinal: other',
}

const flawOf = (source: string, translation: string): string | null => {
  if (translation.trim() === '') return 'is missing'
  const [english, slovak] = [shapeOf(source), shapeOf(translation)]
  if (english.values.join() !== slovak.values.join())
    return `has the placeholders ${slovak.values.join(', ')} instead of ${english.values.join(', ')}`
  if (
    slovak.tags.length % new Set(english.tags).size > 0 ||
    [...new Set(english.tags)].join() !== [...new Set(slovak.tags)].join()
  )
    return 'has other marks'
  const uncounted = english.plurals.find((name) => !slovak.plurals.includes(name))
  if (uncounted !== undefined) return `does not count ${uncounted}`
  const wrong = slovak.forms.find(
    (form) => !form.startsWith('select:') && !Object.values(FORMS).includes(form),
  )
  return wrong === undefined ? null : `has the forms ${wrong}`
}

const sources = new Map<string, { message: string; origin: string }>()
const translations = new Map<string, { text: string; message: string; isObsolete: boolean }>()

beforeAll(async () => {
  const context = { linguiConfig: config }
  const note =
    (origin: string) =>
    ({
      id,
      message,
      context: meaning,
    }: {
      id: string
      message?: string | undefined
      context?: string | undefined
    }): void => {
      sources.set(id === '' ? generateMessageId(message ?? '', meaning) : id, {
        message: message ?? id,
        origin,
      })
    }
  for await (const file of glob('{client,schema/tables,schema/rules}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/*.test.*', '**/*.gen.ts', '**/*.d.ts'],
  })) {
    if (tableExtractor.match(file)) tableExtractor.extract(file, '', note(file))
    const code = readFileSync(join(ROOT, file), 'utf8')
    if (file.startsWith('client/') && code.includes('@lingui/'))
      await babel.extract(join(ROOT, file), code, note(file), context)
  }
  const catalogue = await formatter({ lineNumbers: false }).parse(readFileSync(PO, 'utf8'), {
    locale: 'sk',
    sourceLocale: 'en',
    filename: PO,
  })
  for (const [id, { translation, message, obsolete }] of Object.entries(catalogue))
    translations.set(id, {
      text: translation ?? '',
      message: message ?? id,
      isObsolete: obsolete === true,
    })
})

describe('the Slovak catalogue', () => {
  test('has every text of the interface, with its placeholders, marks and all plural forms', () => {
    expect(sources.size).toBeGreaterThan(1_500)
    const flaws = [...sources].flatMap(([id, { message, origin }]) => {
      const flaw = flawOf(message, translations.get(id)?.text ?? '')
      return flaw === null ? [] : [`${origin}: “${message}” ${flaw}`]
    })
    expect(flaws).toEqual([])
  })

  test('has no text that the interface no longer shows', () => {
    expect(
      [...translations].flatMap(([id, { message, isObsolete }]) =>
        isObsolete || !sources.has(id) ? [message] : [],
      ),
    ).toEqual([])
  })
})

describe('a flawed translation is detected', () => {
  const slovak = (forms: string) => `{count, plural, ${forms}}`
  const source = '{count, plural, one {# file} other {# files}}'
  const whole = 'one {# súbor} few {# súbory} many {# súboru} other {# súborov}'
  test.each([
    ['Saved', '', 'is missing'],
    ['{name} left', 'Niekto odišiel', 'has the placeholders  instead of name'],
    ['{name} left', '{who} odišiel', 'has the placeholders who instead of name'],
    ['was <0/>', 'predtým', 'has other marks'],
    ['was <0/>', 'predtým <1/>', 'has other marks'],
    [source, '{count} súborov', 'does not count count'],
    [source, slovak('one {# súbor} other {# súborov}'), 'has the forms plural: one other'],
    [source, slovak(whole), null],
    [`${source} of {name}`, `${slovak(whole)} od {name}`, null],
    ['At most {count} files', slovak(whole), null],
  ])('%s → %s', (english, translation, flaw) => expect(flawOf(english, translation)).toBe(flaw))
})
