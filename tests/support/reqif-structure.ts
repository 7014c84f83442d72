import { SaxesParser } from 'saxes'

export interface XmlNode {
  name: string
  attributes: Record<string, string>
  children: XmlNode[]
  text: string
}

/** A whole document as a tree, read without the product's reader. */
export const xmlTree = (xml: string): XmlNode => {
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const node = { name, attributes, children: [], text: '' }
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  parser.on('text', (text) => {
    const top = open.at(-1)
    if (top !== undefined) top.text += text
  })
  parser.on('closetag', () => open.pop())
  parser.write(xml).close()
  const [first] = root.children
  if (first === undefined) throw new Error('empty')
  return first
}

export const allNodes = (node: XmlNode): XmlNode[] => [
  node,
  ...node.children.flatMap((child) => allNodes(child)),
]

const KINDS = ['BOOLEAN', 'DATE', 'ENUMERATION', 'INTEGER', 'REAL', 'STRING', 'XHTML']
const each = (start: string) => KINDS.map((kind) => `${start}-${kind}`)
/** The children of an element, in order; a list takes any of its elements. */
const CHILDREN: Readonly<Record<string, readonly (string | readonly string[])[]>> = {
  'REQ-IF': ['THE-HEADER', 'CORE-CONTENT'],
  'THE-HEADER': ['REQ-IF-HEADER'],
  'REQ-IF-HEADER': ['CREATION-TIME', 'REQ-IF-TOOL-ID', 'REQ-IF-VERSION', 'SOURCE-TOOL-ID', 'TITLE'],
  'CORE-CONTENT': ['REQ-IF-CONTENT'],
  'REQ-IF-CONTENT': ['DATATYPES', 'SPEC-TYPES', 'SPEC-OBJECTS', 'SPEC-RELATIONS', 'SPECIFICATIONS'],
  DATATYPES: [each('DATATYPE-DEFINITION')],
  'DATATYPE-DEFINITION-ENUMERATION': ['SPECIFIED-VALUES'],
  'SPECIFIED-VALUES': [['ENUM-VALUE']],
  'ENUM-VALUE': ['PROPERTIES'],
  PROPERTIES: ['EMBEDDED-VALUE'],
  'SPEC-TYPES': [['SPEC-OBJECT-TYPE', 'SPECIFICATION-TYPE', 'SPEC-RELATION-TYPE']],
  'SPEC-OBJECT-TYPE': ['SPEC-ATTRIBUTES'],
  'SPEC-ATTRIBUTES': [each('ATTRIBUTE-DEFINITION')],
  'SPEC-OBJECTS': [['SPEC-OBJECT']],
  'SPEC-OBJECT': ['VALUES', 'TYPE'],
  'SPEC-RELATIONS': [['SPEC-RELATION']],
  'SPEC-RELATION': ['TYPE', 'SOURCE', 'TARGET'],
  SPECIFICATIONS: [['SPECIFICATION']],
  SPECIFICATION: ['ALTERNATIVE-ID', 'TYPE', 'CHILDREN'],
  'SPEC-HIERARCHY': ['OBJECT', 'CHILDREN'],
  CHILDREN: [['SPEC-HIERARCHY']],
  OBJECT: ['SPEC-OBJECT-REF'],
}
/** Elements that the schema lets be left out. */
const OPTIONAL = new Set(['ALTERNATIVE-ID', 'CHILDREN'])
const DATED =
  /^(?:DATATYPE-DEFINITION-[A-Z]+|ATTRIBUTE-DEFINITION-[A-Z]+|ENUM-VALUE|SPEC-OBJECT|SPECIFICATION|SPEC-HIERARCHY|SPEC-RELATION|SPEC-(?:OBJECT|RELATION)-TYPE|SPECIFICATION-TYPE)$/

const orderProblems = ({ name, children }: XmlNode): string[] => {
  const rule = CHILDREN[name]
  if (rule === undefined) return []
  const names = children.map((child) => child.name)
  const [first] = rule
  if (typeof first === 'object')
    return names.filter((one) => !first.includes(one)).map((one) => `${one} in ${name}`)
  const wanted = rule.filter((one) => names.includes(String(one)) || !OPTIONAL.has(String(one)))
  return JSON.stringify(names) === JSON.stringify(wanted) ? [] : [`${name}: ${names.join(' ')}`]
}

/** What in a written file is not as the structure of ReqIF says. */
export const structureProblems = (root: XmlNode): string[] => {
  const nodes = allNodes(root)
  const kindOf = new Map<string, string>()
  const problems = nodes.flatMap(orderProblems)
  for (const { name, attributes } of nodes) {
    const id = attributes['IDENTIFIER']
    if (DATED.test(name) && Number.isNaN(Date.parse(attributes['LAST-CHANGE'] ?? '')))
      problems.push(`${name} without LAST-CHANGE`)
    if (DATED.test(name) && id === undefined) problems.push(`${name} without IDENTIFIER`)
    if (id === undefined) continue
    if (!/^[A-Za-z_][\w.-]*$/.test(id)) problems.push(`identifier ${id}`)
    if (kindOf.has(id)) problems.push(`${id} twice`)
    kindOf.set(id, name)
  }
  for (const { name, text } of nodes)
    if (name.endsWith('-REF') && `${kindOf.get(text)}-REF` !== name)
      problems.push(`${name} ${text} leads to ${kindOf.get(text)}`)
  return problems
}
