import { type Node, parseSync, visitorKeys } from 'oxc-parser'
import { FAULT_KINDS, type Change } from './fault-kinds.ts'

/** One small fault of a file: `replacement` takes the place of the text from `start` to `end`. */
export interface Fault {
  /** File, function, kind, and number among the faults of that kind in the function. */
  id: string
  file: string
  kind: string
  line: number
  start: number
  end: number
  former: string
  replacement: string
  isStatement: boolean
  /**
   * The fault begins a statement; an opening bracket inserted there would continue the line above.
   */
  startsStatement: boolean
}

/**
 * All faults that can be planted in a module, in the order of the text. Their ids contain only
 * names and numbers, so that formatting and moving functions changes no id.
 */
export const faultsOf = (file: string, source: string): Fault[] => {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message ?? ''}`)
  const faults: Fault[] = []
  const counts = new Map<string, number>()
  walk({ node: program, parents: [], names: [] }, (node, parents, names) => {
    for (const { kind, ...change } of changesOf(node, parents, source)) {
      const key = `${file}#${names.join('.') || '-'}/${kind}`
      const nth = (counts.get(key) ?? 0) + 1
      counts.set(key, nth)
      faults.push({
        id: `${key}:${nth}`,
        file,
        kind,
        line: source.slice(0, change.start).split('\n').length,
        former: source.slice(change.start, change.end),
        startsStatement: parents.some(
          (one, index) =>
            one.type === 'ExpressionStatement' &&
            one.start === change.start &&
            'body' in (parents[index - 1] ?? {}),
        ),
        ...change,
      })
    }
  })
  return faults
}

const changesOf = (
  node: Node,
  parents: readonly Node[],
  source: string,
): (Change & { kind: string })[] =>
  FAULT_KINDS.flatMap(({ kind, changes }) =>
    changes(node, { parents, text: (of) => source.slice(of.start, of.end) }).map((change) => ({
      kind,
      ...change,
    })),
  )

interface Place {
  node: Node
  parents: readonly Node[]
  names: readonly string[]
}

const walk = (
  { node, parents, names }: Place,
  visit: (node: Node, parents: readonly Node[], names: readonly string[]) => void,
): void => {
  if (isLeftOut(node)) return
  const own = nameOf(node, parents.at(-1))
  const within = own === undefined ? names : [...names, own]
  visit(node, parents, within)
  for (const child of childrenOf(node))
    walk({ node: child, parents: [...parents, node], names: within }, visit)
}

/**
 * Code without faults: types, imports, markup, displayed texts, log calls, and errors that only
 * tell a programmer what went wrong.
 */
const isLeftOut = (node: Node): boolean =>
  /^(TS(?!AsExpression|NonNull|Satisfies)|JSX|Import(Declaration|Expression)|Export(All|Specifier))/.test(
    node.type,
  ) ||
  node.type === 'TaggedTemplateExpression' ||
  (node.type === 'ThrowStatement' &&
    /^(Error|TypeError|RangeError)$/.test(thrown(node.argument))) ||
  (node.type === 'CallExpression' && TEXTS.test(calleeName(node.callee)))

const TEXTS = /^(t|msg|plural|select|selectOrdinal|log)$/
const thrown = (node: Node): string =>
  node.type === 'NewExpression' ? calleeName(node.callee) : ''
const calleeName = (node: Node): string =>
  node.type === 'Identifier'
    ? node.name
    : node.type === 'MemberExpression' && node.object.type === 'Identifier'
      ? node.object.name
      : ''

const childrenOf = (node: Node): Node[] =>
  (visitorKeys[node.type] ?? []).flatMap((key): Node[] => {
    if (node.type === 'AssignmentExpression' && key === 'left') return []
    if (key === 'key' && 'computed' in node && !node.computed) return []
    const child = (node as unknown as Record<string, Node | (Node | null)[] | null>)[key]
    return (Array.isArray(child) ? child : [child]).filter(
      (one) => one !== null && one !== undefined,
    )
  })

const nameOf = (node: Node, parent: Node | undefined): string | undefined => {
  if (node.type === 'FunctionDeclaration') return node.id?.name
  if (node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionExpression')
    return undefined
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier')
    return parent.id.name
  if (parent?.type === 'Property' || parent?.type === 'MethodDefinition')
    return parent.key.type === 'Identifier' ? parent.key.name : undefined
  return undefined
}
