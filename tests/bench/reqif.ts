import { performance } from 'node:perf_hooks'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { reqifColumns } from '#schema/rules/reqif/reqif-columns.ts'
import { reqifDocuments } from '#schema/rules/reqif/reqif-documents.ts'
import { reqifTable } from '#schema/rules/reqif/reqif-table.ts'
import { readReqifFile } from '../../client/features/import/reqif/read-reqif-file.ts'

// Reads and plans a generated ReqIF file as the worker of the import does:
// node tests/bench/reqif.ts [objects]

const OBJECTS = Number(process.argv[2] ?? 4_000)
const WORDS = 'The dimmer shall keep the light at the level that was set before. '
const paragraph = `<xhtml:p>${WORDS.repeat(6)}<xhtml:b>Always</xhtml:b> and <xhtml:i>at once</xhtml:i>.</xhtml:p>`

const object = (at: number): string => `
<SPEC-OBJECT IDENTIFIER="object-${at}" LONG-NAME="Light ${at}" LAST-CHANGE="2026-01-01T00:00:00Z">
  <VALUES>
    <ATTRIBUTE-VALUE-STRING THE-VALUE="Light ${at}">
      <DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>a-name</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION>
    </ATTRIBUTE-VALUE-STRING>
    <ATTRIBUTE-VALUE-XHTML>
      <DEFINITION><ATTRIBUTE-DEFINITION-XHTML-REF>a-text</ATTRIBUTE-DEFINITION-XHTML-REF></DEFINITION>
      <THE-VALUE><xhtml:div>${paragraph.repeat(7)}</xhtml:div></THE-VALUE>
    </ATTRIBUTE-VALUE-XHTML>
    <ATTRIBUTE-VALUE-STRING THE-VALUE="${WORDS.repeat(5)}">
      <DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>a-why</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION>
    </ATTRIBUTE-VALUE-STRING>
  </VALUES>
  <TYPE><SPEC-OBJECT-TYPE-REF>type</SPEC-OBJECT-TYPE-REF></TYPE>
</SPEC-OBJECT>`
const attribute = (kind: string, id: string, name: string): string =>
  `<ATTRIBUTE-DEFINITION-${kind} IDENTIFIER="${id}" LONG-NAME="${name}"><TYPE><DATATYPE-DEFINITION-${kind}-REF>d-${kind}</DATATYPE-DEFINITION-${kind}-REF></TYPE></ATTRIBUTE-DEFINITION-${kind}>`
const all = (make: (at: number) => string): string =>
  Array.from({ length: OBJECTS }, (_, at) => make(at)).join('')
const xml = `<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd" xmlns:xhtml="http://www.w3.org/1999/xhtml"><CORE-CONTENT><REQ-IF-CONTENT>
<DATATYPES><DATATYPE-DEFINITION-STRING IDENTIFIER="d-STRING"/><DATATYPE-DEFINITION-XHTML IDENTIFIER="d-XHTML"/></DATATYPES>
<SPEC-TYPES><SPEC-OBJECT-TYPE IDENTIFIER="type" LONG-NAME="Demand"><SPEC-ATTRIBUTES>${attribute('STRING', 'a-name', 'ReqIF.Name')}${attribute('XHTML', 'a-text', 'ReqIF.Text')}${attribute('STRING', 'a-why', 'Why')}</SPEC-ATTRIBUTES></SPEC-OBJECT-TYPE></SPEC-TYPES>
<SPEC-OBJECTS>${all(object)}</SPEC-OBJECTS>
<SPECIFICATIONS><SPECIFICATION IDENTIFIER="spec" LONG-NAME="Lamps"><CHILDREN>${all((at) => `<SPEC-HIERARCHY IDENTIFIER="h-${at}"><OBJECT><SPEC-OBJECT-REF>object-${at}</SPEC-OBJECT-REF></OBJECT></SPEC-HIERARCHY>`)}</CHILDREN></SPECIFICATION></SPECIFICATIONS>
</REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>`

const bytes = new TextEncoder().encode(xml)
const before = process.memoryUsage().rss
const start = performance.now()
const file = readReqifFile({ fileName: 'a.reqif', bytes })
const read = performance.now()
const checked = file.reqif?.checked
if (checked === undefined) throw new Error('no content')
const [document] = reqifDocuments(checked)
if (document === undefined) throw new Error('no specification')
const columns = reqifColumns(
  checked,
  document.objects.map((placed) => placed.object),
)
const guessed = performance.now()
const roles = columns.map(({ role }) => role)
const table = reqifTable({ checked, document, columns, roles, existing: [] })
const tabled = performance.now()
let ids = 0
const plan = planImport({
  ...table,
  headerRow: 1,
  existing: { requirements: [], sections: [] },
  newId: () => `n${(ids += 1)}`,
})
const end = performance.now()
console.table({
  megabytes: (bytes.length / 1_048_576).toFixed(1),
  objects: OBJECTS,
  planned: plan.creates.length,
  'worker: read and check, s': ((read - start) / 1_000).toFixed(2),
  'worker: guess, s': ((guessed - read) / 1_000).toFixed(2),
  'worker: table, s': ((tabled - guessed) / 1_000).toFixed(2),
  'worker: plan, s': ((end - tabled) / 1_000).toFixed(2),
  'memory, MB': Math.round((process.memoryUsage().rss - before) / 1_048_576),
})
