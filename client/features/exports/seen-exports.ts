import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Export } from '#schema/entities/export.ts'
import { seen, seenList, type SeenTable } from '#schema/rules/export/seen-table.ts'
import { seenDay } from '../../lib/seen-day.ts'
import { CONTENT_NAMES, FAILURE_TEXTS } from './export-texts.ts'

const stateOf = ({ state, failure }: Export): string => {
  switch (state) {
    case 'ready':
      return i18n._(msg`Ready`)
    case 'failed':
      return i18n._(FAILURE_TEXTS[failure ?? 'error'])
    case 'waiting':
      return i18n._(msg`Waiting to be made`)
    case 'running':
      return i18n._(msg`Being made`)
    default:
      return state satisfies never
  }
}

/** The person's exports, newest first. */
export const seenExports = (exports: readonly Export[]): SeenTable =>
  seenList(
    i18n._(msg`Exports`),
    [
      [seen(i18n._(msg`Content`)), ({ content }) => i18n._(CONTENT_NAMES[content])],
      [seen(i18n._(msg`Format`)), ({ format }) => format],
      [seen(i18n._(msg`Vendors`)), ({ vendors }) => vendors?.join(', ') ?? null],
      [seen(i18n._(msg`Started`), 'time'), ({ createdOn }) => createdOn],
      [seen(i18n._(msg`Asked by`)), ({ askedBy }) => askedBy],
      [seen(i18n._(msg`Status`)), stateOf],
      [seen(i18n._(msg`Bytes`), 'number'), ({ bytes }) => bytes],
      [seen(i18n._(msg`Kept until`), 'date'), ({ expiresOn }) => seenDay(expiresOn)],
    ],
    exports,
  )
