import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconPaperclip } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { type Attachment, attachmentId } from '#schema/entities/attachment.ts'
import { FILE_LIMITS, FILE_TYPES } from '#schema/tables/file-types.ts'
import { describeFile, type FileWords } from '#client/lib/files.ts'
import { mutate } from '#client/lib/mutate.ts'
import { useParked } from '#client/lib/parked.ts'
import { useRows } from '#client/lib/project-store.ts'
import { useVendorView } from '#client/lib/vendor-view.ts'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import { formatBytes } from '#client/ui/browser/format-bytes.ts'
import { lazyDialog } from '#client/ui/pages/lazy-part.tsx'
import { FileItem } from './file-item.tsx'
import { type FilesPlace, undoScopeOf } from './files-place.ts'
import type { NamedFile } from './name-dialog.tsx'
import { type FileIntake, useFileIntake } from './use-file-intake.ts'
import { useFileRights } from './use-file-rights.ts'
import { useFiles } from './use-files.ts'
import { WaitingFileItem } from './waiting-file-item.tsx'
import classes from './files-section.module.css'

const NameDialog = lazyDialog(() => import('./name-dialog.tsx').then((part) => part.NameDialog))

const ACCEPTED = FILE_TYPES.map(({ extension }) => `.${extension}`).join(',')

/**
 * Lists the files of a place: those of the requestors, and of each vendor whose answers the person
 * may read.
 */
export function FilesSection({ place }: { place: FilesPlace }) {
  const { t } = useLingui()
  const { projectId, id } = place
  const { rows, waiting, isRead } = useFiles(place)
  const vendors = useRows(projectId, 'projectVendor', { projectId })
  const parked = useParked(projectId)
  const { addReason, mayChange, organizationName, vendorId } = useFileRights(place)
  const section = useRef<HTMLElement>(null)
  const { isBusy, isOver, problems, add, dropZone } = useFileIntake(
    place,
    section,
    addReason === null,
  )
  /** Refer to the file by its row, since it may be uploaded while the person types the name. */
  const [naming, setNaming] = useState<{
    file: NamedFile
    rowId: string
    waitingId: string | null
  } | null>(null)
  const rename = async (words: Partial<FileWords>) => {
    if (naming === null) return
    const {
      rowId,
      waitingId,
      file: { alias, name },
    } = naming
    if (waitingId !== null && (await describeFile(waitingId, words))) return
    await mutate(
      'attachments.update',
      { projectId, id: rowId, patch: words },
      { scope: undoScopeOf(place), undoLabel: t`Rename ${alias || name}` },
    )
  }
  const who = ({ createdByName, vendorId: side }: Attachment): string => {
    const vendor = vendors.find((one) => one.vendorId === side)?.name
    return vendor === undefined ? createdByName || organizationName : `${createdByName}, ${vendor}`
  }
  const parkedOf = (fileId: string) =>
    parked.find(
      ({ command, args }) =>
        command === 'attachments.create' && (args as { id?: unknown }).id === fileId,
    )
  const count = rows.length + waiting.length
  return (
    <section
      ref={section}
      className={classes.section}
      aria-labelledby={`files-${id}`}
      data-over={isOver || undefined}
      {...dropZone}
    >
      <div className={classes.head}>
        <h3 id={`files-${id}`} className={classes.title}>
          <Trans>Files</Trans>
        </h3>
        <span role="status" className={classes.count}>
          {count > 0 && <Plural value={count} one="# file" other="# files" />}
        </span>
        <AddFilesButton projectId={projectId} reason={addReason} isBusy={isBusy} onFiles={add} />
      </div>
      {problems.length > 0 && <Problems problems={problems} />}
      {count === 0 && isRead && <NoFiles canAdd={addReason === null} />}
      {count > 0 && (
        <ul className={classes.list} aria-label={t`Files`}>
          {rows.map((row) => (
            <FileItem
              key={row.id}
              row={row}
              who={who(row)}
              mayChange={mayChange(row)}
              scope={undoScopeOf(place)}
              onRename={() => setNaming({ file: row, rowId: row.id, waitingId: null })}
            />
          ))}
          {waiting.map((file) => (
            <WaitingFileItem
              key={file.id}
              file={file}
              parked={parkedOf(file.id)}
              onRename={() =>
                setNaming({ file, rowId: attachmentId(file.id, vendorId), waitingId: file.id })
              }
            />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {naming !== null && (
          <NameDialog file={naming.file} onSave={rename} onClose={() => setNaming(null)} />
        )}
      </Suspense>
    </section>
  )
}

interface AddFilesButtonProps {
  projectId: string
  /** Why the person cannot add files; null = they can. */
  reason: string | null
  isBusy: boolean
  onFiles: (files: Iterable<File>) => void
}

/** Not in the vendor view, where no file is kept or sent. */
function AddFilesButton({ projectId, reason, isBusy, onFiles }: AddFilesButtonProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  if (useVendorView()?.projectId === projectId) return null
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label={t`Choose files`}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <ExplainedButton
        reason={reason}
        size="compact-sm"
        variant="default"
        loading={isBusy}
        leftSection={<IconPaperclip size={14} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        <Trans>Add files…</Trans>
      </ExplainedButton>
    </>
  )
}

function NoFiles({ canAdd }: { canAdd: boolean }) {
  return (
    <p className={classes.empty}>
      {canAdd ? (
        <Trans>
          No files yet. Add files, drop them here or paste a picture (up to{' '}
          {formatBytes(FILE_LIMITS.bytes)} each). They stay on this device until they are sent.
        </Trans>
      ) : (
        <Trans>No files.</Trans>
      )}
    </p>
  )
}

function Problems({ problems }: Pick<FileIntake, 'problems'>) {
  return (
    <div role="alert">
      <ul className={classes.problems}>
        {problems.map(({ name, text }, index) => (
          <li key={`${index} ${name}`}>
            <strong>{name}</strong>: {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
