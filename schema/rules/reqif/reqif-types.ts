import type { WrittenAttribute, WrittenDatatype, WrittenType } from './write-reqif.ts'
import { escapeAttribute } from './xhtml.ts'

const LARGEST = '1000000000000000'
const BOUNDS: Readonly<Partial<Record<WrittenDatatype['kind'], string>>> = {
  STRING: ' MAX-LENGTH="20000"',
  INTEGER: ` MAX="${LARGEST}" MIN="-${LARGEST}"`,
  REAL: ` ACCURACY="15" MAX="${LARGEST}" MIN="-${LARGEST}"`,
}

const choiceText = (name: string, id: string, { index, at }: { index: number; at: string }) =>
  `<ENUM-VALUE IDENTIFIER="${id}" LONG-NAME="${escapeAttribute(name)}" LAST-CHANGE="${at}"><PROPERTIES><EMBEDDED-VALUE KEY="${index}" OTHER-CONTENT=""/></PROPERTIES></ENUM-VALUE>\n`

/** The elements of the datatypes. */
export const datatypesText = (datatypes: readonly WrittenDatatype[], at: string): string =>
  datatypes
    .map(({ id, name, kind, choices }) => {
      const tag = `DATATYPE-DEFINITION-${kind}`
      const start = `<${tag} IDENTIFIER="${id}" LONG-NAME="${escapeAttribute(name)}" LAST-CHANGE="${at}"${BOUNDS[kind] ?? ''}`
      if (kind !== 'ENUMERATION') return `${start}/>\n`
      const values = [...choices].map(([choice, choiceId], index) =>
        choiceText(choice, choiceId, { index, at }),
      )
      return `${start}>\n<SPECIFIED-VALUES>\n${values.join('')}</SPECIFIED-VALUES>\n</${tag}>\n`
    })
    .join('')

const attributeText = ({ id, field, datatypeId }: WrittenAttribute, at: string): string => {
  const tag = `ATTRIBUTE-DEFINITION-${field.kind}`
  const reference = `DATATYPE-DEFINITION-${field.kind}-REF`
  const multi = field.kind === 'ENUMERATION' ? ` MULTI-VALUED="${String(field.isMulti)}"` : ''
  return `<${tag} IDENTIFIER="${id}" LONG-NAME="${escapeAttribute(field.label)}" LAST-CHANGE="${at}"${multi}><TYPE><${reference}>${datatypeId}</${reference}></TYPE></${tag}>\n`
}

/** The element of a type of objects. */
export const typeText = ({ id, name, own, attributes }: WrittenType, at: string): string => {
  const all = [...own.values(), ...attributes.values()].map((one) => attributeText(one, at))
  return `<SPEC-OBJECT-TYPE IDENTIFIER="${id}" LONG-NAME="${escapeAttribute(name)}" LAST-CHANGE="${at}">\n<SPEC-ATTRIBUTES>\n${all.join('')}</SPEC-ATTRIBUTES>\n</SPEC-OBJECT-TYPE>\n`
}
