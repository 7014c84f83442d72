import { parseSync } from 'oxc-parser'

interface Insertion {
  at: number
  text: string
}

/**
 * Wraps top-level declarations of a module, so that a registry can replace their values. Binds to
 * names only: moving or formatting the code changes nothing.
 * @param registry expression of a record: name of the declaration → function from its value to the
 * new one
 * @returns the module's new source; throws when a name is not declared exactly once
 */
export const wrapDeclarations = (
  file: string,
  source: string,
  names: readonly string[],
  registry: string,
): string => {
  const declared = declarationsOf(file, source)
  const insertions = names.flatMap((name): Insertion[] => {
    const found = declared.filter((one) => one.name === name)
    const [only] = found
    if (only === undefined || found.length > 1)
      throw new Error(`${file} declares ${name} ${found.length} times`)
    const change = `${registry}[${JSON.stringify(name)}]`
    if (only.kind === 'function')
      return [{ at: source.length, text: `\n${name} = ${change}(${name})` }]
    return [
      { at: only.start, text: `${change}(` },
      { at: only.end, text: ')' },
    ]
  })
  return insertions
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, { at, text: inserted }) => text.slice(0, at) + inserted + text.slice(at), source)
}

interface Declared {
  name: string
  kind: 'function' | 'constant'
  start: number
  end: number
}

const declarationsOf = (file: string, source: string): Declared[] => {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message ?? ''}`)
  return program.body.flatMap((statement): Declared[] => {
    const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (inner?.type === 'FunctionDeclaration' && inner.id !== null) {
      return [{ name: inner.id.name, kind: 'function', start: inner.start, end: inner.end }]
    }
    if (inner?.type !== 'VariableDeclaration') return []
    return inner.declarations.flatMap(({ id, init }): Declared[] =>
      id.type === 'Identifier' && init
        ? [{ name: id.name, kind: 'constant', start: init.start, end: init.end }]
        : [],
    )
  })
}
