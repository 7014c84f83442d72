import { expect, test } from 'vitest'
import { type Bundle, readGraph } from '../../scripts/lib/module-graph.ts'

const KIT = '/app/node_modules/@mantine/core/esm'
const modules: Record<string, { code: string; importedIds: string[] }> = {
  '/app/page.tsx': {
    code: "import { Modal as Dialog } from '@mantine/core'; import './own.ts'; import('./later.ts')",
    importedIds: [`${KIT}/index.mjs`, '/app/own.ts'],
  },
  '/app/own.ts': { code: '', importedIds: [] },
  '/app/later.ts': {
    code: "import { Menu } from '@mantine/core'",
    importedIds: [`${KIT}/index.mjs`],
  },
  [`${KIT}/index.mjs`]: {
    code: "import { Modal } from './components/Modal.mjs'; import { Menu } from './components/Menu.mjs'; export { Modal, Menu }; export { px } from './px.mjs'",
    importedIds: [`${KIT}/components/Modal.mjs`, `${KIT}/components/Menu.mjs`, `${KIT}/px.mjs`],
  },
  [`${KIT}/components/Modal.mjs`]: { code: '', importedIds: [`${KIT}/px.mjs`] },
  [`${KIT}/components/Menu.mjs`]: { code: '', importedIds: [] },
  [`${KIT}/px.mjs`]: { code: '', importedIds: [] },
}
const bundle: Bundle = {
  getModuleIds: () => Object.keys(modules),
  getModuleInfo: (id) => modules[id] ?? null,
}

test('importing one component of the kit reaches that component and its static imports, not its dynamic ones', () => {
  const { reach } = readGraph(bundle)
  expect([...reach((id) => id === '/app/page.tsx')].toSorted()).toEqual(
    ['/app/own.ts', '/app/page.tsx', `${KIT}/components/Modal.mjs`, `${KIT}/px.mjs`].toSorted(),
  )
  expect([...reach((id) => id === '/app/later.ts')]).toEqual([
    '/app/later.ts',
    `${KIT}/components/Menu.mjs`,
  ])
})
