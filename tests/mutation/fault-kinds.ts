import type { Node } from 'oxc-parser'

/** A replacement for a part of the source. */
export interface Change {
  start: number
  end: number
  replacement: string
  isStatement: boolean
}
interface Around {
  parents: readonly Node[]
  text(node: Node): string
}
interface FaultKind {
  kind: string
  changes(node: Node, around: Around): Change[]
}

const instead = (node: Node, replacement: string): Change => ({
  start: node.start,
  end: node.end,
  replacement,
  isStatement: false,
})
const removed = (node: Node): Change => ({ ...instead(node, ''), isStatement: true })

const swapped =
  (table: Readonly<Record<string, string>>): FaultKind['changes'] =>
  (node, { text }) => {
    if (node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression') return []
    const other = table[node.operator]
    if (other === undefined || isText(node.left) || isText(node.right)) return []
    return [instead(node, `((${text(node.left)}) ${other} (${text(node.right)}))`)]
  }
const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
const isEquality = (node: Node): boolean =>
  node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator)

/** Calls of a chain that may be dropped, because their object has the same type as their result. */
const STEPS =
  /^(where|whereRef|having|andWhere|orWhere|filter|sort|toSorted|toReversed|slice|limit|offset|orderBy|distinct|trim|toLowerCase|normalize|toUpperCase)$/
const PAIRS = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    min: 'max',
    max: 'min',
    floor: 'ceil',
    ceil: 'floor',
    push: 'unshift',
  }),
)
/** Factors between units of time or of size. */
const UNIT = new Set([60, 24, 1000, 1024, 60_000, 3_600_000, 86_400_000])

const isInChain = (parents: readonly Node[]): boolean =>
  parents.some(({ type }) => type === 'ChainExpression')

export const FAULT_KINDS: readonly FaultKind[] = [
  {
    kind: 'equality',
    changes: (node, around) => {
      const [change] = swapped({ '===': '!==', '!==': '===' })(node, around)
      if (change !== undefined) return [change]
      if (node.type !== 'BinaryExpression' || !isEquality(node)) return []
      const other = node.operator.startsWith('!') ? '=' : '!'
      const operator = other + node.operator.slice(1)
      return [
        instead(node, `((${around.text(node.left)}) ${operator} (${around.text(node.right)}))`),
      ]
    },
  },
  { kind: 'bound', changes: swapped({ '<': '<=', '<=': '<', '>': '>=', '>=': '>' }) },
  { kind: 'direction', changes: swapped({ '<': '>=', '<=': '>', '>': '<=', '>=': '<' }) },
  { kind: 'logic', changes: swapped({ '&&': '||', '||': '&&' }) },
  { kind: 'arithmetic', changes: swapped({ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' }) },
  {
    kind: 'default',
    changes: (node, { text }) =>
      node.type === 'LogicalExpression' && node.operator === '??'
        ? [instead(node, `(${text(node.right)})`)]
        : [],
  },
  {
    kind: 'not',
    changes: (node, { text }) =>
      node.type === 'UnaryExpression' && node.operator === '!'
        ? [instead(node, `(${text(node.argument)})`)]
        : [],
  },
  {
    kind: 'always',
    changes: (node) => ('test' in node && isTested(node) ? [instead(node.test, 'true')] : []),
  },
  {
    kind: 'never',
    changes: (node) => ('test' in node && isTested(node) ? [instead(node.test, 'false')] : []),
  },
  {
    kind: 'boolean',
    changes: (node) =>
      node.type === 'Literal' && typeof node.value === 'boolean'
        ? [instead(node, String(!node.value))]
        : [],
  },
  {
    kind: 'number',
    changes: (node, { text }) => (isNumber(node) ? [instead(node, `(${text(node)} + 1)`)] : []),
  },
  {
    kind: 'unit',
    changes: (node, { text, parents }) =>
      isNumber(node) && UNIT.has(node.value) && parents.at(-1)?.type === 'BinaryExpression'
        ? [instead(node, `(${text(node)} / ${node.value > 60 ? 1000 : 60})`)]
        : isNumber(node) && UNIT.has(node.value)
          ? [instead(node, `(${text(node)} * 60)`)]
          : [],
  },
  {
    kind: 'call',
    changes: (node) =>
      node.type === 'ExpressionStatement' && isCall(node.expression) ? [removed(node)] : [],
  },
  {
    kind: 'assignment',
    changes: (node) =>
      node.type === 'ExpressionStatement' &&
      (node.expression.type === 'AssignmentExpression' ||
        node.expression.type === 'UpdateExpression')
        ? [removed(node)]
        : [],
  },
  {
    kind: 'step',
    changes: (node, { text, parents }) =>
      node.type === 'CallExpression' &&
      node.callee.type === 'MemberExpression' &&
      node.callee.property.type === 'Identifier' &&
      STEPS.test(node.callee.property.name) &&
      !isInChain(parents)
        ? [instead(node, `(${text(node.callee.object)})`)]
        : [],
  },
  {
    kind: 'method',
    changes: (node, { text, parents }) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return []
      const { object, property } = node.callee
      if (property.type !== 'Identifier' || isInChain(parents)) return []
      const other = PAIRS.get(property.name)
      if (other === undefined) return []
      const rest = node.arguments.map((one) => text(one)).join(', ')
      return [instead(node, `(${text(object)}.${other}(${rest}))`)]
    },
  },
  {
    kind: 'arguments',
    changes: (node, { text, parents }) => {
      if (node.type !== 'CallExpression' || isInChain(parents)) return []
      const [first, second, ...rest] = node.arguments
      if (first === undefined || second === undefined || !isPlain(first) || !isPlain(second))
        return []
      const turned = [second, first, ...rest].map((one) => text(one)).join(', ')
      return [instead(node, `(${text(node.callee)}(${turned}))`)]
    },
  },
]

const isTested = (node: Node): node is Node & { test: Node } =>
  node.type === 'IfStatement' || node.type === 'ConditionalExpression'
const isNumber = (node: Node): node is Node & { value: number } =>
  node.type === 'Literal' && typeof node.value === 'number'
const isCall = (node: Node): boolean =>
  node.type === 'CallExpression' ||
  ((node.type === 'AwaitExpression' ||
    (node.type === 'UnaryExpression' && node.operator === 'void')) &&
    isCall(node.argument))
const isPlain = (node: Node): boolean =>
  node.type === 'Identifier' || node.type === 'MemberExpression'
