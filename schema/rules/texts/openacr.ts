import { sectionOf, tableOf, type TextTable } from './text-table.ts'
import {
  field,
  isObject,
  listIn,
  objectsIn,
  plain,
  textIn,
  type TextObject,
  type TextValue,
} from './text-value.ts'

/** An OpenACR catalogue or report: criteria are requirements, and chapters sections. */
export const openAcrTable = (value: TextValue): TextTable | null => {
  const chaptersByName = field(value, 'chapters')
  if (isObject(chaptersByName)) return reportTable(value, chaptersByName)
  const chapters = objectsIn(value, 'chapters').filter(
    (one) => objectsIn(one, 'criteria').length > 0,
  )
  if (!isObject(value) || chapters.length === 0) return null
  const labels = new Map(
    objectsIn(value, 'components').map((one) => [textIn(one, 'id'), textIn(one, 'label')]),
  )
  const records = chapters.flatMap((chapter) =>
    objectsIn(chapter, 'criteria').map(
      (criterion) =>
        new Map([
          ['ID', textIn(criterion, 'id')],
          ['Section', sectionOf([textIn(chapter, 'label') || textIn(chapter, 'id')])],
          ['Requirement', textIn(criterion, 'handle') || textIn(criterion, 'id')],
          [
            'Components',
            listIn(criterion, 'components')
              .map((one) => labels.get(plain(one)) ?? plain(one))
              .filter((label) => label !== '')
              .join('\n'),
          ],
        ]),
    ),
  )
  return tableOf(textIn(value, 'title') || 'Catalogue', records, new Set(['Components']))
}

/** A report says for each criterion, by component, how far it is met. */
const reportTable = (value: TextValue, chapters: TextObject): TextTable | null => {
  const records = Object.entries(chapters).flatMap(([name, chapter]) =>
    objectsIn(chapter, 'criteria').flatMap((criterion) => {
      const components = objectsIn(criterion, 'components')
      const num = textIn(criterion, 'num')
      return components.map((component) => {
        const adherence = field(component, 'adherence')
        const label = textIn(component, 'name')
        return new Map([
          ['ID', components.length > 1 ? `${num} ${label}` : num],
          ['Section', sectionOf([sentence(name)])],
          ['Requirement', `${num} ${label}`.trim()],
          ['Adherence level', textIn(adherence, 'level')],
          ['Remarks and explanations', textIn(adherence, 'notes')],
        ])
      })
    }),
  )
  return records.length === 0 ? null : tableOf(textIn(value, 'title') || 'Report', records)
}
const sentence = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
