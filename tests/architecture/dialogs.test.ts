import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  NARROW_DIALOGS,
  OWNER_DIALOGS,
  VENDOR_DIALOGS,
  WALKED_ELSEWHERE,
} from '../support/dialog-walk.ts'
import { projectRoot } from '../support/project-root.ts'
import { sourceFiles } from './source-files.ts'

const sources = sourceFiles()
  .filter(({ path }) => path.startsWith('client/') && path.endsWith('.tsx'))
  .map(({ path, text }) => ({ path: path.slice('client/'.length), text }))
/**
 * The components that dialogs are made of, and the browser's own dialog for parts that failed to
 * load.
 */
const PARTS = [
  'ui/dialogs/dialog.tsx',
  'ui/dialogs/drawer.tsx',
  'ui/dialogs/drawer-panel.tsx',
  'ui/pages/missing-part.tsx',
]
const OPENS = /<(?:Dialog|Drawer|DrawerPanel|Modal\.Root|dialog)\s/

test('a test checks the focus of every dialog and drawer', () => {
  const drawn = sources
    .filter(({ path, text }) => OPENS.test(text) && !PARTS.includes(path))
    .map(({ path }) => path)
  const walked = [
    ...[...OWNER_DIALOGS, ...VENDOR_DIALOGS, ...NARROW_DIALOGS].map(({ component }) => component),
    ...Object.keys(WALKED_ELSEWHERE),
  ]
  expect(walked.toSorted(), 'add a new dialog to tests/support/dialog-walk.ts').toEqual(
    drawn.toSorted(),
  )
})

test('a dialog with a test of its own has its focus checked there', () => {
  for (const [component, { spec, assertion }] of Object.entries(WALKED_ELSEWHERE)) {
    expect(readFileSync(join(projectRoot, 'tests/e2e', spec), 'utf8'), component).toContain(
      assertion,
    )
  }
})

test("only the shared dialogs use the kit's own ones", () => {
  const own = sources
    .filter(({ text }) => /import \{[^}]*\b(?:Modal|Drawer)\b[^}]*\} from '@mantine/.test(text))
    .map(({ path }) => path)
  expect(own.toSorted()).toEqual([
    'features/shell/menu-drawer.tsx',
    'features/shell/palette.tsx',
    'ui/dialogs/dialog.tsx',
    'ui/dialogs/drawer-panel.tsx',
  ])
})
