import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'

export interface SourceFile {
  /** Path from the root of the project, with `/`. */
  readonly path: string
  readonly text: string
}
export interface Import {
  readonly from: string
  /** The imported file of the project, relative to the root; undefined for a package. */
  readonly file: string | undefined
  /** Name of the package (`node:` for modules of Node); undefined for a file of the project. */
  readonly packageName: string | undefined
  readonly isTypeOnly: boolean
}

/** Static, dynamic and re-exporting imports of one file. */
export const readImports = ({ path, text }: SourceFile): Import[] => {
  const { module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const found: { specifier: string; isTypeOnly: boolean }[] = []
  for (const one of module.staticImports) {
    found.push({
      specifier: one.moduleRequest.value,
      isTypeOnly: one.entries.length > 0 && one.entries.every((entry) => entry.isType),
    })
  }
  for (const one of module.staticExports) {
    for (const entry of one.entries)
      if (entry.moduleRequest)
        found.push({ specifier: entry.moduleRequest.value, isTypeOnly: entry.isType })
  }
  for (const one of module.dynamicImports) {
    const written = /^['"`]([^'"`$]+)['"`]$/.exec(
      text.slice(one.moduleRequest.start, one.moduleRequest.end).trim(),
    )
    if (written?.[1]) found.push({ specifier: written[1], isTypeOnly: false })
  }
  return found.map(({ specifier, isTypeOnly }) => ({
    from: path,
    isTypeOnly,
    ...target(path, specifier),
  }))
}

const target = (from: string, specifier: string): Pick<Import, 'file' | 'packageName'> => {
  const clean = specifier.replace(/\?.*$/, '')
  if (clean.startsWith('.'))
    return { file: posix.normalize(posix.join(posix.dirname(from), clean)), packageName: undefined }
  if (clean.startsWith('#')) return { file: clean.slice(1), packageName: undefined }
  if (clean.startsWith('node:')) return { file: undefined, packageName: 'node:' }
  if (clean.startsWith('virtual:pwa')) return { file: undefined, packageName: 'vite-plugin-pwa' }
  const parts = clean.split('/')
  return {
    file: undefined,
    packageName: clean.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0],
  }
}
