import { expect, it } from 'vitest'
import { NOTICE_MAIL } from './notice-texts.ts'

it.each([
  [2, '2 notifications', '2 oznámenia'],
  [4, '4 notifications', '4 oznámenia'],
  [5, '5 notifications', '5 oznámení'],
  [21, '21 notifications', '21 oznámení'],
])('a digest of %d notifications counts them in the words of each language', (count, en, sk) => {
  expect([NOTICE_MAIL.en.digest(count), NOTICE_MAIL.sk.digest(count)]).toEqual([en, sk])
})
