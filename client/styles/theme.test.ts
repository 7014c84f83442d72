import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../tests/support/project-root.ts'

/** WCAG 2.2, 1.4.11: marks, lines of fields and fills, against what lies beside them. */
const LEAST_OF_MARKS = 3
/** 1.4.3: text. */
const LEAST_OF_TEXT = 4.5

const css = readFileSync(join(projectRoot, 'client/styles/theme.css'), 'utf8')
const tokensOf = (selector: string): Record<string, string> => {
  const from = css.indexOf(`${selector} {`)
  const block = css.slice(from, css.indexOf('}', from))
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  )
}
const dark = tokensOf(':root')
const THEMES = {
  dark,
  light: { ...dark, ...tokensOf(":root[data-mantine-color-scheme='light']") },
}

/** Relative luminance, 0 to 1. */
const luminanceOf = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const ratioOf = (some: string, other: string): number => {
  const [light = 1, low = 0] = [luminanceOf(some), luminanceOf(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (low + 0.05)
}

const GROUNDS = ['page', 'raised', 'hover', 'sunken', 'field']
const TINTS = ['tint-1', 'tint-2', 'tint-3', 'tint-4']
/** Each mark, and the colours that it stands on or beside. */
const MARKS = {
  focus: [...GROUNDS, ...TINTS, 'accent-soft', 'nav-active'],
  'field-line': GROUNDS,
  accent: [...GROUNDS, 'track', 'accent-soft', 'nav-active'],
  'accent-fill': ['page', 'raised', 'field'],
  'on-accent': ['accent', 'accent-fill', 'accent-fill-hover'],
  teal: [...GROUNDS, 'track'],
  amber: [...GROUNDS, 'track', 'accent-soft'],
  red: [...GROUNDS, 'track'],
}
const TEXTS = {
  text: [...GROUNDS, ...TINTS, 'accent-soft'],
  dim: [...GROUNDS, 'neutral-soft'],
  'on-accent': ['accent-fill', 'accent-fill-hover'],
  'accent-text': ['page', 'raised', 'accent-soft', 'nav-active'],
  'teal-text': ['page', 'raised', 'teal-soft'],
  'amber-text': ['page', 'raised', 'amber-soft'],
  'red-text': ['page', 'raised', 'red-soft'],
}

describe.each(Object.entries(THEMES))('in the %s theme', (_theme, tokens) => {
  it.each([
    ['marks', MARKS, LEAST_OF_MARKS],
    ['texts', TEXTS, LEAST_OF_TEXT],
  ])('%s stand out from their grounds', (_kind, table, least) => {
    const faint = Object.entries(table).flatMap(([name, grounds]) =>
      grounds.flatMap((ground) => {
        const ratio = ratioOf(tokens[name] ?? '', tokens[ground] ?? '')
        return ratio >= least ? [] : [`${name} on ${ground}: ${ratio.toFixed(2)}`]
      }),
    )
    expect(faint).toEqual([])
  })
})
