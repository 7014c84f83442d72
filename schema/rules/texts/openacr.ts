import { sectionOf, tableOf, type TextTable } from './text-table.ts'
import { isObject, listIn, objectsIn, plain, textIn, type TextValue } from './text-value.ts'

/** An OpenACR catalogue: criteria are requirements, and chapters sections. */
export const openAcrTable = (value: TextValue): TextTable | null => {
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
