import { Button, Group, Select, TextInput } from '@mantine/core'
import { Plural, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { clones } from '#schema/api/projects-service/versions.ts'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import type { Document } from '#schema/entities/structure.ts'
import { Refusal } from '#schema/refusal.ts'
import { isPrefix, suggestPrefix } from '#schema/rules/project/numbering.ts'
import { callsOf } from '../../lib/api.ts'
import { newId } from '../../lib/mutate.ts'
import { readRows } from '../../lib/project-store.ts'
import { tryNow } from '../../lib/sync-status.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import type { Rights } from './use-rights.ts'

const calls = callsOf(clones)

const [NAME_ID, PREFIX_ID] = ['clone-document-name', 'clone-document-prefix']

interface CloneDocumentDialogProps {
  row: Document
  rights: Rights
  requirementCount: number
  onClose: () => void
}

interface Draft {
  name: string
  prefix: string
  packageId: string
}

/** Copies a document in its project. The copy has a prefix and requirement IDs of its own. */
export function CloneDocumentDialog(props: CloneDocumentDialogProps) {
  const { row, rights, requirementCount, onClose } = props
  const { t } = useLingui()
  const offlineReason = useOfflineReason()
  const { draft, change, errors, isBusy, submit } = useCloneDocument(props)
  const textOf = (inputId: string) => errors.find((error) => error.inputId === inputId)?.text
  const { projectId } = row
  const packages = readRows(projectId, 'package', { projectId }).filter(rights.mayEdit)
  const start = (event?: FormEvent) => {
    event?.preventDefault()
    if (offlineReason === null && !isBusy) void submit()
  }
  return (
    <Dialog onClose={onClose} title={t`Clone ${row.name}`}>
      <form onSubmit={start} noValidate>
        <ErrorSummary errors={errors} />
        <TextInput
          id={NAME_ID}
          label={t`Name of the document`}
          required
          maxLength={FIELD_LIMITS.title}
          data-autofocus
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          error={textOf(NAME_ID)}
        />
        <TextInput
          id={PREFIX_ID}
          mt="sm"
          label={t`ID prefix`}
          description={t`Every requirement of the copy is numbered with it.`}
          required
          maxLength={12}
          value={draft.prefix}
          onChange={(event) => change({ prefix: event.currentTarget.value.toUpperCase() })}
          error={textOf(PREFIX_ID)}
        />
        {packages.length > 1 && (
          <Select
            mt="sm"
            label={t`Package`}
            allowDeselect={false}
            value={draft.packageId}
            onChange={(packageId) => change({ packageId: packageId ?? row.packageId })}
            data={packages.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <p>
          <Plural
            value={requirementCount}
            one="Its requirement is copied. Answers, files and comments are not."
            other="Its # requirements are copied. Answers, files and comments are not."
          />
        </p>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <ExplainedButton
            reason={offlineReason}
            loading={isBusy}
            onClick={start}
          >{t`Clone document`}</ExplainedButton>
        </Group>
        {/* Enter in a field submits. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Dialog>
  )
}

/** The typed copy, its errors, and the call that makes it. */
const useCloneDocument = ({ row, onClose }: CloneDocumentDialogProps) => {
  const { t } = useLingui()
  const { id, projectId } = row
  const taken = readRows(projectId, 'document', { projectId }).map(({ prefix }) => prefix)
  const [draft, setDraft] = useState<Draft>(() => ({
    name: t`Copy of ${row.name}`.slice(0, FIELD_LIMITS.title),
    prefix: suggestPrefix(row.name, taken),
    packageId: row.packageId,
  }))
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  // A repeated call with the same id makes no second copy.
  const [cloneId] = useState(newId)
  const change = (changes: Partial<Draft>) => setDraft((last) => ({ ...last, ...changes }))
  const submit = async (): Promise<void> => {
    const { prefix, packageId } = draft
    const name = draft.name.trim()
    const prefixProblem = !isPrefix(prefix)
      ? t`Up to 12 capital letters, digits or hyphens`
      : taken.includes(prefix)
        ? codeText('DOCUMENT_PREFIX_ALREADY_USED')
        : null
    const found: FieldError[] = [
      ...(name === '' ? [{ inputId: NAME_ID, text: t`Enter a name` }] : []),
      ...(prefixProblem === null ? [] : [{ inputId: PREFIX_ID, text: prefixProblem }]),
    ]
    setErrors(found)
    if (found.length > 0) return
    setBusy(true)
    try {
      await calls.document({ body: { id, parentId: packageId, prefix, name, cloneId } })
      await tryNow()
      onClose()
      toast.success(t`Document ${name} created`)
    } catch (error) {
      setErrors([{ inputId: inputOf(error), text: refusalText(error) }])
      setBusy(false)
    }
  }
  return { draft, change, errors, isBusy, submit }
}

const inputOf = (error: unknown): string | null => {
  if (!(error instanceof Refusal)) return null
  if (error.code.startsWith('DOCUMENT_PREFIX') || error.field === 'prefix') return PREFIX_ID
  return error.field === 'name' ? NAME_ID : null
}
