import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowDown, IconArrowUp, IconChevronRight, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { Section } from '#schema/entities/structure.ts'
import type { TeamMember } from '#client/lib/assigned-to.ts'
import { mutate } from '#client/lib/mutate.ts'
import { mutateTyped } from '#client/ui/feedback/tell-replaced-fields.ts'
import { Initials } from '#client/ui/elements/initials.tsx'
import { ExplainedIcon } from '#client/ui/feedback/explained-icon.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { EditableText } from '../requirement/editable-text.tsx'
import { deleteSection } from '../requirement/requirement-commands.ts'
import type { SectionProgress } from './section-items.ts'
import classes from './section-tree.module.css'
import { useContentLanguage } from '#client/ui/elements/content-text.tsx'

interface SectionTreeProps {
  projectId: string
  documentId: string
  sections: readonly Section[]
  progress: ReadonlyMap<string, SectionProgress>
  /** At a vendor: the contact who answers each section. */
  contacts: ReadonlyMap<string, TeamMember>
  isVendor: boolean
  contentReason: string | null
  removeReason: string | null
  onGo: (sectionId: string) => void
}

/** The list of sections with their progress. Authors rename, move and delete sections here. */
export function SectionTree(props: SectionTreeProps) {
  const { projectId, documentId, sections, progress, isVendor, contentReason, onGo } = props
  const { t } = useLingui()
  const [isEditing, setEditing] = useState(false)
  /** On narrow screens the list is collapsible and above the cards. */
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const canEdit = !isVendor && contentReason === null
  const move = (at: number, direction: 1 | -1) => {
    const section = sections[at]
    const after = direction > 0 ? sections[at + 1]?.id : (sections[at - 2]?.id ?? null)
    if (section && after !== undefined)
      mutate(
        'sections.move',
        { projectId, id: section.id, after },
        { undoLabel: t`Move section`, scope: documentId },
      ).catch(fail)
  }
  return (
    <nav
      className={classes.tree}
      aria-label={t`Sections`}
      data-empty={sections.length === 0 || undefined}
      data-no-print
    >
      <div className={classes.top}>
        <strong className={classes.title}>
          <Trans>Sections</Trans>
        </strong>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={15} aria-hidden />
          <Trans>Sections</Trans>
        </button>
        {canEdit && sections.length > 0 && (
          <button
            type="button"
            className={classes.toggle}
            aria-pressed={isEditing}
            onClick={() => {
              setOpen(true)
              setEditing(!isEditing)
            }}
          >
            {isEditing ? <Trans>Done</Trans> : <Trans>Edit</Trans>}
          </button>
        )}
      </div>
      <ol id={listId} data-open={isOpen || undefined}>
        {sections.map((section, at) => {
          const counts = progress.get(section.id) ?? { total: 0, answered: 0 }
          return (
            <li key={section.id}>
              {isEditing && canEdit ? (
                <EditedSection
                  section={section}
                  documentId={documentId}
                  total={counts.total}
                  moveUp={at === 0 ? null : () => move(at, -1)}
                  moveDown={at === sections.length - 1 ? null : () => move(at, 1)}
                  removeReason={props.removeReason}
                />
              ) : (
                <SectionButton
                  name={section.name}
                  counts={counts}
                  contact={props.contacts.get(section.id)}
                  isVendor={isVendor}
                  onMove={canEdit ? (direction) => move(at, direction) : null}
                  onGo={() => {
                    setOpen(false)
                    onGo(section.id)
                  }}
                />
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

const CONTACT_PX = 24
const fail = (error: unknown) => toast.error(error)

interface EditedSectionProps {
  section: Section
  documentId: string
  /** Number of requirements in the section. */
  total: number
  /** Null = first section. */
  moveUp: (() => void) | null
  /** Null = last section. */
  moveDown: (() => void) | null
  removeReason: string | null
}

function EditedSection(props: EditedSectionProps) {
  const { section, documentId, total, moveUp, moveDown, removeReason } = props
  const { projectId, id, name } = section
  const { t } = useLingui()
  return (
    <div className={classes.edit}>
      <EditableText
        value={name}
        label={t`Name of section ${name}`}
        reason={null}
        maxLength={200}
        isRequired
        onSave={(text, session, over) =>
          mutateTyped(
            {
              name: 'sections.update',
              row: { entity: 'section', id },
              over: { name: over },
              given: { name: text.replace(/\s*\n\s*/g, ' ') },
              argsOf: (values) => ({ projectId, id, name: String(values['name']) }),
            },
            { undoGroup: session, undoLabel: t`Rename section`, scope: documentId },
          )
        }
      />
      <ExplainedIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={t`Move ${name} up`}
        reason={moveUp === null ? t`This is the first section` : null}
        onClick={() => moveUp?.()}
      >
        <IconArrowUp size={14} aria-hidden />
      </ExplainedIcon>
      <ExplainedIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={t`Move ${name} down`}
        reason={moveDown === null ? t`This is the last section` : null}
        onClick={() => moveDown?.()}
      >
        <IconArrowDown size={14} aria-hidden />
      </ExplainedIcon>
      <ExplainedIcon
        variant="subtle"
        color="red"
        size={24}
        aria-label={t`Delete ${name}`}
        reason={removeReason}
        onClick={() => void deleteSection({ projectId, documentId }, section, total).catch(fail)}
      >
        <IconTrash size={14} aria-hidden />
      </ExplainedIcon>
    </div>
  )
}

interface SectionButtonProps {
  name: string
  counts: SectionProgress
  contact: TeamMember | undefined
  isVendor: boolean
  /** Moves the section with Alt and an arrow key; null = not allowed. */
  onMove: ((direction: 1 | -1) => void) | null
  onGo: () => void
}

function SectionButton({ name, counts, contact, isVendor, onMove, onGo }: SectionButtonProps) {
  const { t } = useLingui()
  const { total, answered } = counts
  return (
    <button
      type="button"
      className={classes.link}
      onClick={onGo}
      onKeyDown={(event) => {
        if (onMove === null || !event.altKey) return
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        event.stopPropagation()
        onMove(event.key === 'ArrowUp' ? -1 : 1)
      }}
    >
      <span className={classes.name} {...useContentLanguage()}>
        {name}
      </span>
      {contact !== undefined && (
        <span className={classes.contact} title={contact.name}>
          <Initials name={contact.name} size={CONTACT_PX} />
          <span className="visually-hidden">{contact.name}</span>
        </span>
      )}
      <span className={classes.count}>{isVendor ? t`${answered} of ${total}` : total}</span>
      {isVendor && (
        <span className={classes.track} aria-hidden>
          <span style={{ width: `${total === 0 ? 0 : (answered / total) * 100}%` }} />
        </span>
      )}
    </button>
  )
}
