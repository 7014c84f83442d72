import { parseReqifXml } from '../../client/features/import/reqif/parse-reqif-xml.ts'
import { type CheckedReqif, checkReqif } from '#schema/rules/reqif/check-reqif.ts'
import { reqifColumns } from '#schema/rules/reqif/reqif-columns.ts'
import { reqifDocuments } from '#schema/rules/reqif/reqif-documents.ts'
import { type ReqifTable, reqifTable } from '#schema/rules/reqif/reqif-table.ts'
import type { ExistingRequirement } from '#schema/rules/excel/excel-rows-plan.ts'

interface Parts {
  datatypes?: string
  types?: string
  objects?: string
  relations?: string
  tree?: string
}

const START =
  '<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd" xmlns:xhtml="http://www.w3.org/1999/xhtml"><CORE-CONTENT><REQ-IF-CONTENT>'

/** A small ReqIF file with one specification. */
export const reqifXml = ({
  datatypes = '',
  types = '',
  objects = '',
  relations = '',
  tree = '',
}: Parts): string =>
  `${START}<DATATYPES><DATATYPE-DEFINITION-STRING IDENTIFIER="dt-s"/><DATATYPE-DEFINITION-XHTML IDENTIFIER="dt-x"/>${datatypes}</DATATYPES>
<SPEC-TYPES>${types}</SPEC-TYPES>
<SPEC-OBJECTS>${objects}</SPEC-OBJECTS>
<SPEC-RELATIONS>${relations}</SPEC-RELATIONS>
<SPECIFICATIONS><SPECIFICATION IDENTIFIER="spec" LONG-NAME="Lamps"><CHILDREN>${tree}</CHILDREN></SPECIFICATION></SPECIFICATIONS>
</REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>`

export const attribute = (kind: string, id: string, name: string, datatype = ''): string =>
  `<ATTRIBUTE-DEFINITION-${kind} IDENTIFIER="${id}" LONG-NAME="${name}"><TYPE><DATATYPE-DEFINITION-${kind}-REF>${datatype || { STRING: 'dt-s', XHTML: 'dt-x' }[kind]}</DATATYPE-DEFINITION-${kind}-REF></TYPE></ATTRIBUTE-DEFINITION-${kind}>`
export const type = (id: string, attributes = '', name = id): string =>
  `<SPEC-OBJECT-TYPE IDENTIFIER="${id}" LONG-NAME="${name}"><SPEC-ATTRIBUTES>${attributes}</SPEC-ATTRIBUTES></SPEC-OBJECT-TYPE>`
export const value = (kind: string, id: string, raw: string): string => {
  const of = `<DEFINITION><ATTRIBUTE-DEFINITION-${kind}-REF>${id}</ATTRIBUTE-DEFINITION-${kind}-REF></DEFINITION>`
  const tag = `ATTRIBUTE-VALUE-${kind}`
  if (kind === 'XHTML') return `<${tag}>${of}<THE-VALUE>${raw}</THE-VALUE></${tag}>`
  if (kind === 'ENUMERATION')
    return `<${tag}><VALUES>${raw
      .split(' ')
      .map((ref) => `<ENUM-VALUE-REF>${ref}</ENUM-VALUE-REF>`)
      .join('')}</VALUES>${of}</${tag}>`
  return `<${tag} THE-VALUE="${raw}">${of}</${tag}>`
}
export const object = (id: string, typeId: string, values = '', name = ''): string =>
  `<SPEC-OBJECT IDENTIFIER="${id}" LONG-NAME="${name}"><VALUES>${values}</VALUES><TYPE><SPEC-OBJECT-TYPE-REF>${typeId}</SPEC-OBJECT-TYPE-REF></TYPE></SPEC-OBJECT>`
export const node = (id: string, children = ''): string =>
  `<SPEC-HIERARCHY IDENTIFIER="h-${id}-${children.length}"><OBJECT><SPEC-OBJECT-REF>${id}</SPEC-OBJECT-REF></OBJECT><CHILDREN>${children}</CHILDREN></SPEC-HIERARCHY>`

export const readXml = (xml: string) => parseReqifXml(new TextEncoder().encode(xml))
export const checkedXml = (xml: string): CheckedReqif => checkReqif(readXml(xml))

/** The first specification of a file as a table, with the guess of the dialog. */
export const tableOf = (
  checked: CheckedReqif,
  existing: readonly ExistingRequirement[] = [],
): ReqifTable => {
  const [document] = reqifDocuments(checked)
  if (document === undefined) throw new Error('no specification')
  const columns = reqifColumns(
    checked,
    document.objects.map((placed) => placed.object),
  )
  const roles = columns.map(({ role }) => role)
  return reqifTable({ checked, document, columns, roles, existing })
}
