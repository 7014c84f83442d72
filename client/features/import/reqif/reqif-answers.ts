import { type ReqifColumn, reqifColumns } from '#schema/rules/reqif/reqif-columns.ts'
import { type ReqifDocument, reqifDocuments } from '#schema/rules/reqif/reqif-documents.ts'
import { reqifTable } from '#schema/rules/reqif/reqif-table.ts'
import { specificationTargets, type TargetDocument } from '#schema/rules/reqif/reqif-targets.ts'
import type { ParsedSheet, ReqifFile } from '../parsed-file.ts'
import { type Answers, answersAbout, emptyDocument } from '../reader/answers.ts'
import type { AttributeColumn, ReqifOutline } from './reqif-questions.ts'

const NO_DOCUMENT: ReqifDocument = {
  id: '',
  alternative: '',
  name: '',
  objects: [],
  emptySections: [],
  headings: 0,
  repeated: 0,
}

const shownColumn = ({ label, filled, samples, roles, role }: ReqifColumn): AttributeColumn => ({
  ...{ label, filled, samples, roles, role },
})

/** The position of the largest specification; the first of equal ones. */
const largestOf = (documents: readonly ReqifDocument[]): number => {
  const most = Math.max(0, ...documents.map(({ objects }) => objects.length))
  return Math.max(
    0,
    documents.findIndex(({ objects }) => objects.length === most),
  )
}

/** Joins the parts of documents that were sent one after the other. */
const collectTargets = () => {
  const targets = new Map<string, TargetDocument['requirements'][number][]>()
  const add: Answers['targetPart'] = ({ isFirst, target: { id, requirements } }) => {
    if (isFirst) targets.clear()
    targets.set(id, [...(targets.get(id) ?? []), ...requirements])
    return null
  }
  const all = (): TargetDocument[] =>
    [...targets].map(([id, requirements]) => ({ id, requirements }))
  return { add, all }
}

/**
 * Opens a ReqIF file: what the page shows of it, and the answers to questions about it. Each
 * specification becomes the sheet of its position, once its attributes are matched.
 */
export const openReqif = ({
  checked,
  files,
}: ReqifFile): { outline: ReqifOutline; answers: Answers } => {
  const documents = reqifDocuments(checked)
  const found = new Map<number, readonly ReqifColumn[]>()
  const columnsAt = (at: number): readonly ReqifColumn[] => {
    const objects = documents[at]?.objects.map(({ object }) => object) ?? []
    const columns = found.get(at) ?? reqifColumns(checked, objects)
    found.set(at, columns)
    return columns
  }
  const sheets: ParsedSheet[] = []
  const existing = emptyDocument()
  const targets = collectTargets()
  const best = largestOf(documents)
  return {
    outline: {
      specifications: documents.map(({ id, name, headings, repeated, objects }) => ({
        ...{ id, name, headings, repeated, objectCount: objects.length },
      })),
      best: { at: best, columns: columnsAt(best).map(shownColumn) },
      tool: checked.reqif.header.tool,
      relationCount: checked.reqif.relations.length,
      ...{ problems: checked.problems, problemCount: checked.problemCount, files },
    },
    answers: {
      ...answersAbout(sheets, existing),
      attributes: ({ at }) => columnsAt(at).map(shownColumn),
      specifiedTable: ({ at, roles }) => {
        const document = documents[at] ?? NO_DOCUMENT
        const { requirements } = existing
        const columns = columnsAt(at)
        const table = reqifTable({ checked, document, columns, roles, existing: requirements })
        sheets[at] = { name: document.name, rows: table.rows, merges: [] }
        return {
          mapping: table.mapping,
          names: (table.rows[0] ?? []).map(String),
          files: new Map([...table.files].filter(([, paths]) => paths.length > 0)),
        }
      },
      targetPart: targets.add,
      targets: () => specificationTargets(documents, targets.all()),
    },
  }
}
