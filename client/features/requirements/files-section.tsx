import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconPaperclip } from '@tabler/icons-react'
import { useRef } from 'react'
import { type Attachment, attachmentId } from '#schema/entities/attachment.ts'
import type { Document, Requirement } from '#schema/entities/structure.ts'
import { attachmentDenial } from '#schema/rules/attachment-rules.ts'
import { FILE_LIMITS, FILE_TYPES } from '#schema/tables/file-types.ts'
import { useWaitingFiles } from '#client/lib/files.ts'
import { useParked } from '#client/lib/parked.ts'
import { isLoading, useProjectState, useRow, useRows } from '#client/lib/project-store.ts'
import { ExplainedButton } from '#client/ui/explained-button.tsx'
import { formatBytes } from '#client/ui/format-bytes.ts'
import { codeText } from '#client/ui/refusal-text.ts'
import { FileItem } from './file-item.tsx'
import { useFileIntake } from './use-file-intake.ts'
import { WaitingFileItem } from './waiting-file-item.tsx'
import classes from './files-section.module.css'

const ACCEPTED = FILE_TYPES.map(({ extension }) => `.${extension}`).join(',')

/** What the person may do with files here; a text is the reason why not. */
function useFileRights(projectId: string, document: Document) {
  const { summary, actor } = useProjectState(projectId)
  const packageOwner = useRow(projectId, 'package', document.packageId)?.ownerId
  const isAssigned = actor !== undefined && [packageOwner, document.ownerId].includes(actor.userId)
  const subject = { packageId: document.packageId, isAssigned }
  const denial = actor && summary ? attachmentDenial(actor, 'attachment.create', { ...subject, project: summary, vendorId: actor.vendorId }) : null
  const mayRemove = ({ vendorId, createdBy }: Attachment): boolean => actor !== undefined && summary !== undefined
    && attachmentDenial(actor, 'attachment.remove', { ...subject, project: summary, vendorId, isAuthor: createdBy === actor.userId }) === null
  return { vendorId: actor?.vendorId ?? null, addReason: !actor || !summary ? codeText('NOT_FOUND') : denial === null ? null : codeText(denial.code), mayRemove, organizationName: summary?.organizationName ?? '' }
}

/** Files of a requirement: those of the requestors, and of each vendor whose answers the person may read. */
export function FilesSection({ projectId, document, requirement }: { projectId: string; document: Document; requirement: Requirement }) {
  const { t } = useLingui()
  const rows = useRows(projectId, 'attachment', 'requirementId', requirement.id)
  const vendors = useRows(projectId, 'projectVendor', 'projectId', projectId)
  const waitingHere = useWaitingFiles(projectId, requirement.id)
  const parked = useParked(projectId)
  const { vendorId, addReason, mayRemove, organizationName } = useFileRights(projectId, document)
  const { isBusy, isOver, problems, add, dropZone } = useFileIntake({ projectId, documentId: document.id, requirementId: requirement.id }, addReason === null)
  const input = useRef<HTMLInputElement>(null)
  const who = ({ createdByName, vendorId: side }: Attachment): string => {
    const vendor = vendors.find((one) => one.vendorId === side)?.name
    return vendor === undefined ? createdByName || organizationName : `${createdByName}, ${vendor}`
  }
  const parkedOf = (id: string) => parked.find(({ command, args }) => command === 'attachments.create' && (args as { id?: unknown }).id === id)
  // For a moment a file is both: its edit is written before it counts as sent.
  const waiting = waitingHere.filter((file) => !rows.some(({ id }) => id === attachmentId(file.id, vendorId)))
  const count = rows.length + waiting.length
  return (
    <section className={classes.section} aria-labelledby={`files-${requirement.id}`} data-over={isOver || undefined} {...dropZone}>
      <div className={classes.head}>
        <h3 id={`files-${requirement.id}`} className={classes.title}><Trans>Files</Trans></h3>
        <span role="status" className={classes.count}>{count > 0 && <Plural value={count} one="# file" other="# files" />}</span>
        <input
          ref={input} type="file" multiple hidden accept={ACCEPTED} aria-label={t`Choose files to add`}
          onChange={(event) => {
            add([...event.currentTarget.files ?? []])
            event.currentTarget.value = ''
          }}
        />
        <ExplainedButton reason={addReason} size="compact-sm" variant="default" loading={isBusy} leftSection={<IconPaperclip size={14} aria-hidden />} onClick={() => input.current?.click()}>
          <Trans>Add files…</Trans>
        </ExplainedButton>
      </div>
      {problems.length > 0 && (
        <div role="alert">
          <ul className={classes.problems}>
            {problems.map(({ name, text }, index) => <li key={`${index} ${name}`}><strong>{name}</strong>: {text}</li>)}
          </ul>
        </div>
      )}
      {count === 0 && !isLoading(rows) && (
        <p className={classes.empty}>
          {addReason === null
            ? <Trans>No files yet. Add them with the button, drop them here or paste a picture; up to {formatBytes(FILE_LIMITS.bytes)} each. They are kept on this device until they are sent.</Trans>
            : <Trans>No files.</Trans>}
        </p>
      )}
      {count > 0 && (
        <ul className={classes.list} aria-label={t`Files`}>
          {rows.map((row) => <FileItem key={row.id} row={row} who={who(row)} mayRemove={mayRemove(row)} scope={document.id} />)}
          {waiting.map((file) => <WaitingFileItem key={file.id} file={file} parked={parkedOf(file.id)} />)}
        </ul>
      )}
    </section>
  )
}
