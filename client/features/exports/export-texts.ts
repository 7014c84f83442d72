import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ExportContent, ExportFailure, ExportFormat } from '#schema/entities/export.ts'

export const CONTENT_NAMES: Readonly<Record<ExportContent, MessageDescriptor>> = {
  everything: msg`Everything`,
  requirements: msg`Requirements`,
  answers: msg`Answers`,
  evaluation: msg`Evaluation with scores and sums`,
  comments: msg`Comments`,
  log: msg`Change log`,
  archive: msg`Project archive`,
}

export const FORMAT_NAMES: Readonly<Record<ExportFormat, MessageDescriptor>> = {
  xlsx: msg`Excel workbook (.xlsx)`,
  csv: msg`Tables as text (.csv)`,
  json: msg`JSON, for programs (.json)`,
  tenderbook: msg`Project archive (.tenderbook)`,
}

export const FAILURE_TEXTS: Readonly<Record<ExportFailure, MessageDescriptor>> = {
  error: msg`It could not be made. Start it again.`,
  rights: msg`Your rights in this project have changed. Start it again.`,
  size: msg`It has more rows than a sheet holds. Choose less.`,
}
