import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const KIT_IMPORT = /import\s*\{([^}]*)\}\s*from\s*'@mantine\/core'/g
const stylesheet = (name: string): string => `@mantine/core/styles/${name}.layer.css`

/** Components whose styles client/styles/kit.css imports for every page. */
export const EVERYWHERE: ReadonlySet<string> = new Set([
  'Input',
  'Button',
  'ActionIcon',
  'CloseButton',
  'Loader',
  'UnstyledButton',
])
/** Kit components that another one is made of; its own style sheet comes after theirs. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  Checkbox: ['InlineInput'],
  Drawer: ['Paper', 'Overlay', 'ModalBase'],
  Menu: ['Popover'],
  Modal: ['Paper', 'Overlay', 'ModalBase'],
  MultiSelect: ['Popover', 'ScrollArea', 'Combobox', 'Pill', 'PillsInput'],
  Radio: ['InlineInput'],
  Select: ['Popover', 'ScrollArea', 'Combobox'],
  Switch: ['InlineInput'],
}

/** The style sheets that this source needs for the kit's components, beyond those of every page. */
export const kitStylesOf = (source: string): string[] => {
  const names = [...source.matchAll(KIT_IMPORT)]
    .flatMap(([, list = '']) => list.split(','))
    .map((one) => one.trim().split(/\s+as\s+/)[0] ?? '')
  const needed = new Set(
    names.filter((name) => /^[A-Z]/.test(name)).flatMap((name) => [...(PARTS[name] ?? []), name]),
  )
  return [...needed]
    .filter((name) => !EVERYWHERE.has(name))
    .map(stylesheet)
    .filter((path) => existsSync(fileURLToPath(import.meta.resolve(path))))
}

/** Colours of the kit that nothing here uses. */
export const UNUSED_COLOURS = ['grape', 'pink', 'violet', 'cyan', 'teal', 'green', 'lime', 'orange']
const UNUSED = new RegExp(`^--mantine-color-(?:${UNUSED_COLOURS.join('|')})-`)

/** A plugin of PostCSS that leaves out the variables of unused colours. */
export const withoutUnusedColours = {
  postcssPlugin: 'tenderbook-unused-colours',
  Declaration(declaration: { prop: string; remove(): void }) {
    if (UNUSED.test(declaration.prop)) declaration.remove()
  },
}

/**
 * Adds the style sheets of a kit component to the module that imports it, so that a page loads only
 * the styles that it uses.
 */
export const kitStyles = () => ({
  name: 'tenderbook:kit-styles',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (id.includes('node_modules') || !/\.tsx(\?|$)/.test(id)) return null
    const styles = kitStylesOf(code)
    // Inserted on the first line, so that line numbers of the source stay the same.
    return styles.length === 0
      ? null
      : { code: `${styles.map((path) => `import '${path}';`).join('')}${code}`, map: null }
  },
})
