// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { beforeEach, expect, it } from 'vitest'
import type { ImportMapping } from '#schema/rules/excel/excel-rows-mapping.ts'
import { keepMapping, mappingFor } from './remembered.ts'

const target = { projectId: 'p', documentId: 'd1' }
const NAMES = ['No.', 'Requirement']
const mapping: ImportMapping = {
  ...{ columns: ['id', 'name'], sectionFrom: 'columns', defaultSection: 'General' },
}
beforeEach(() => localStorage.clear())
const guess = (names: string[]) => ({
  names,
  mapping: { ...mapping, columns: names.map((): 'ignore' => 'ignore') },
})

it('the mapping of the last import is used for files of the same shape, in its document', () => {
  expect(mappingFor(target, guess(NAMES))).toBeNull()
  keepMapping(target, NAMES, mapping)
  expect(mappingFor(target, guess(NAMES))).toMatchObject({ columns: ['id', 'name'] })
  expect(mappingFor(target, guess(['Nr.', 'Anforderung']))).toBeNull()
  expect(mappingFor({ ...target, documentId: 'd2' }, guess(NAMES))).toBeNull()
  expect(mappingFor({ ...target, projectId: 'q' }, guess(NAMES))).toBeNull()
})

it('a mapping that cannot be remembered leaves the former one', () => {
  keepMapping(target, NAMES, mapping)
  keepMapping(target, ['Text', 'Text'], mapping)
  expect(mappingFor(target, guess(NAMES))).not.toBeNull()
})
