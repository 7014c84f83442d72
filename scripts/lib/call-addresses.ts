import { parseSync } from 'oxc-parser'

/** What a browser needs to make a call; schemas, errors and summaries are for the server. */
const KEPT: ReadonlySet<string> = new Set(['method', 'path', 'access', 'timeoutMs'])

interface Span {
  start: number
  end: number
}
interface Property extends Span {
  type: string
  key?: { name?: string }
  value?: { type: string; properties?: Property[] }
}

/** The source of a table of calls without the properties that only the server reads. */
export const withoutSchemas = (source: string): string => {
  const { program } = parseSync('calls.ts', source)
  const spans: Span[] = []
  const drop = (properties: readonly Property[]): void => {
    for (const one of properties)
      if (one.type === 'Property' && !KEPT.has(one.key?.name ?? '')) spans.push(one)
  }
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue
    const { declaration } = statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { init } of declaration.declarations) {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') continue
      const [table] = init.arguments
      if (init.callee.name !== 'endpoints' || table?.type !== 'ObjectExpression') continue
      for (const { value } of table.properties as unknown as Property[])
        if (value?.type === 'ObjectExpression') drop(value.properties ?? [])
    }
  }
  let text = source
  for (const { start, end } of spans.toReversed()) {
    const comma = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0
    text = text.slice(0, start) + text.slice(end + comma)
  }
  return text
}
