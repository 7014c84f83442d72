import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { Requirement, Section } from '#schema/entities/structure.ts'
import { lazyPart } from '#client/ui/pages/lazy-part.tsx'
import type { DocumentAccess } from '../document/use-access.ts'
import { hasKeptRequirement } from './kept-requirement.ts'
import { addRequirement } from './requirement-commands.ts'

const NewRequirement = lazyPart(() =>
  import('./new-requirement.tsx').then((part) => part.NewRequirement),
)

export interface RequirementPlace {
  sectionId: string
  /** Requirement that the new one follows; null = first of its section. */
  after: string | null
}
interface Inputs {
  projectId: string
  documentId: string
  sections: readonly Section[]
  requirements: readonly Requirement[]
  access: DocumentAccess
  /** Called with the id of each new requirement. */
  onAdded?: (id: string) => void
}

/** State of the input for new requirements: `start` opens it at a place, `line` is the element. */
export function useNewRequirement(inputs: Inputs): {
  start: (place: RequirementPlace | null) => void
  line: ReactNode
} {
  const { projectId, documentId, sections, requirements, access } = inputs
  const isWritable = access.contentReason === null
  const [isOpen, setOpen] = useState(() => isWritable && hasKeptRequirement(documentId))
  const [place, setPlace] = useState<RequirementPlace | null>(null)
  const opener = useRef<Element | null>(null)
  const latest = useRef(inputs)
  useEffect(() => {
    latest.current = inputs
  })
  const start = useCallback((next: RequirementPlace | null) => {
    opener.current = window.document.activeElement
    setPlace(next)
    setOpen(true)
  }, [])
  const close = () => {
    setOpen(false)
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  const last = requirements.at(-1)
  const target = place ?? (last ? { sectionId: last.sectionId, after: last.id } : null)
  const add = async (name: string) => {
    const made = await addRequirement(
      { projectId, documentId },
      { sections, requirements, at: target, name },
    )
    setPlace({ sectionId: made.sectionId, after: made.id })
    latest.current.onAdded?.(made.id)
  }
  const section = sections.find(({ id }) => id === (target?.sectionId ?? sections.at(-1)?.id))
  const line =
    isOpen && isWritable ? (
      <Suspense fallback={null}>
        <NewRequirement
          documentId={documentId}
          sectionName={section?.name ?? ''}
          onAdd={add}
          onClose={close}
        />
      </Suspense>
    ) : null
  return { start, line }
}
