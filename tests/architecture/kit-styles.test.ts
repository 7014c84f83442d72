import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EVERYWHERE, kitStylesOf, UNUSED_COLOURS } from '../../scripts/lib/kit-styles.ts'
import { projectRoot } from '../support/project-root.ts'

const sheets = (names: readonly string[]): string[] =>
  names.map((name) => `@mantine/core/styles/${name}.layer.css`)

test('a component of the kit brings its style sheet, after those of its parts', () => {
  expect(kitStylesOf("import { Modal, Button } from '@mantine/core'")).toEqual(
    sheets(['Paper', 'Overlay', 'ModalBase', 'Modal']),
  )
  expect(kitStylesOf("import { Checkbox, Drawer as KitDrawer } from '@mantine/core'")).toEqual(
    sheets(['InlineInput', 'Checkbox', 'Paper', 'Overlay', 'ModalBase', 'Drawer']),
  )
  expect(kitStylesOf("import { MultiSelect } from '@mantine/core'")).toEqual(
    sheets(['Popover', 'ScrollArea', 'Combobox', 'Pill', 'PillsInput']),
  )
})

test('a component without a style sheet, or with one that every page loads, brings none', () => {
  expect(
    kitStylesOf("import { Button, TextInput, createTheme, type ButtonProps } from '@mantine/core'"),
  ).toEqual([])
})

test('the style sheets of every page are imported for every page', () => {
  const kit = readFileSync(join(projectRoot, 'client/styles/kit.css'), 'utf8')
  expect(
    [...EVERYWHERE].filter((name) => !kit.includes(`'@mantine/core/styles/${name}.layer.css'`)),
  ).toEqual([])
})

test('no source uses a colour of the kit that the build leaves out', () => {
  const names = UNUSED_COLOURS.join('|')
  const use = new RegExp(`(?:\\b(?:color|c|bg)="(?:${names})\\b|mantine-color-(?:${names})\\b)`)
  expect(use.test('<Badge color="teal.6">')).toBe(true)
  const sources = globSync('client/**/*.{tsx,ts,css}', { cwd: projectRoot })
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((path) => use.test(readFileSync(join(projectRoot, path), 'utf8')))).toEqual(
    [],
  )
})
