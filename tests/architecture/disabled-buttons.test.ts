import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** The calendar button of a date field, which is disabled with its field. */
const WITH_THEIR_FIELD = ['client/ui/fields/date-field.tsx']
/** From the name of the component to its first line that ends the tag. */
const TAG = /<(?:ActionIcon|Button|Menu\.Item|button)\b[^]*?[^=]>/g

test('a button or menu item that is disabled says why', () => {
  const silent = sourceFiles()
    .filter(({ path }) => path.endsWith('.tsx') && !WITH_THEIR_FIELD.includes(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(TAG)]
        .filter(([tag]) => /\sdisabled\b/.test(tag))
        .map(([tag]) => `${path}: ${tag}`),
    )
  expect(silent, 'use ExplainedButton, ExplainedIcon, or the reason of a menu item').toEqual([])
})
