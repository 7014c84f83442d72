import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Requirement } from '#schema/entities/structure.ts'
import { leftReason } from '#schema/rules/answers/left-rows.ts'
import { isMessageCode } from '#schema/tables/messages.ts'
import type { ParkedEdit } from '#client/lib/parked.ts'
import { codeText } from '#client/ui/feedback/refusal-text.ts'
import { fieldName, valueWords, type FieldContext } from '../../ui/feedback/field-words.ts'

/** Whether the server applied only some rows of a bulk edit. */
export const isPart = (parked: Pick<ParkedEdit, 'status' | 'conflicts'>): boolean =>
  parked.status === 'conflict' && parked.conflicts.some((conflict) => leftReason(conflict) !== null)

/** Explains in the interface language why an edit was refused. */
export const reasonText = (parked: ParkedEdit): string =>
  isMessageCode(parked.reason) ? codeText(parked.reason, parked.detail) : parked.reason

/** For edits refused for their time: `resendParked` sends them when the project changes. */
const SENT_LATER = msg`It stays here and is sent automatically when the project allows it again. Until then you can copy it.`

const ADVICE: Record<string, ReturnType<typeof msg>> = {
  DEADLINE_PASSED: SENT_LATER,
  STATE_FORBIDS: SENT_LATER,
  PROJECT_READ_ONLY: SENT_LATER,
  NOT_ALLOWED: msg`Your access has changed. Copy the text, or ask the owner for access and apply it again.`,
  NOT_FOUND: msg`The item it belongs to was deleted, or you no longer have access. Copy the text before you discard it.`,
  ROW_DELETED: msg`The item it belongs to was deleted. Copy the text before you discard it.`,
  CONTENT_CHANGED: msg`Check the answer and submit it again.`,
  SUBMIT_FILE: msg`Add the file to the answer again, or wait until it has been sent. Then submit the answer again.`,
  SUBMIT_INVALID: msg`Complete the answer and submit it again.`,
  'comment.state': msg`It stays here and is sent automatically when the project accepts comments again. Until then you can copy it.`,
}
export const adviceText = (parked: ParkedEdit): string =>
  i18n._(
    ADVICE[parked.reason] ?? msg`It stays on this device until you apply it again or discard it.`,
  )

/** Name and value of a field of a row, as the line of a list. */
export type FieldLine = (rowId: string, field: string, value: unknown) => string
const plainLine: FieldLine = (_rowId, field, value) =>
  `${field.replace(/^values\./, '')}: ${String(value)}`

/** Lines in the words of the form: labels of fields, options and releases instead of their keys. */
export const formLine =
  (
    requirementOf: (rowId: string) => Requirement | undefined,
    releases: FieldContext['releases'],
  ): FieldLine =>
  (rowId, field, value) => {
    const requirement = requirementOf(rowId)
    const context = { requirement, releases }
    const line = `${fieldName({ field }, context)}: ${valueWords({ field }, value, context)}`
    return requirement ? `${requirement.fullId ?? requirement.name.slice(0, 40)} · ${line}` : line
  }

const HIDDEN =
  /^(id|ids|projectId|documentId|packageId|sectionId|requirementId|vendorId|parameterId|contentHash|after)$/

/** All texts of an edit, so that they can be read and copied. */
export function writtenText(args: unknown, lineOf: FieldLine = plainLine): string {
  const lines: string[] = []
  const visit = (value: unknown, field: string, rowId: string): void => {
    if (value === null || value === undefined) return
    if (Array.isArray(value)) return value.forEach((one) => visit(one, field, rowId))
    if (typeof value !== 'object')
      return void lines.push(field === '' ? String(value) : lineOf(rowId, field, value))
    const row = value as Record<string, unknown>
    const id =
      typeof row['requirementId'] === 'string'
        ? row['requirementId']
        : typeof row['id'] === 'string'
          ? row['id']
          : rowId
    // Skip the level of `patch`. Keep the prefix `values.`, because conflicts and field names use
    // it.
    for (const [key, one] of Object.entries(row))
      if (!HIDDEN.test(key))
        visit(
          one,
          key === 'patch' || key === 'items' ? field : field === '' ? key : `${field}.${key}`,
          id,
        )
  }
  visit(args, '', '')
  return lines.join('\n')
}
