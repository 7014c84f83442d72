import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const KIT_IMPORT = /import\s*\{([^}]*)\}\s*from\s*'@mantine\/core'/g
const stylesheet = (name: string): string => `@mantine/core/styles/${name}.layer.css`

/** In client/styles/kit.css, for every page. */
export const EVERYWHERE: ReadonlySet<string> = new Set([
  'Input',
  'Button',
  'ActionIcon',
  'CloseButton',
  'Loader',
  'UnstyledButton',
])
/** Parts of the kit that a component is made of; the component's own sheet comes after them. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  Checkbox: ['InlineInput'],
  Drawer: ['Paper', 'Overlay', 'ModalBase'],
  Menu: ['Popover'],
  Modal: ['Paper', 'Overlay', 'ModalBase'],
  Radio: ['InlineInput'],
  Select: ['Popover', 'ScrollArea', 'Combobox'],
  Switch: ['InlineInput'],
}

/** The style sheets that the kit's components in this source need besides those of every page. */
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

/**
 * A component of the kit brings its styles along, so that a page loads those of the components it
 * draws.
 */
export const kitStyles = () => ({
  name: 'tenderbook:kit-styles',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (id.includes('node_modules') || !/\.tsx(\?|$)/.test(id)) return null
    const styles = kitStylesOf(code)
    // On the first line, so that the lines of the source keep their numbers.
    return styles.length === 0
      ? null
      : { code: `${styles.map((path) => `import '${path}';`).join('')}${code}`, map: null }
  },
})
