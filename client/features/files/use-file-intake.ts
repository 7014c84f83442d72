import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { addFile } from '#client/lib/files.ts'
import { newId } from '#client/lib/new-id.ts'
import { refusalText } from '#client/ui/feedback/refusal-text.ts'
import { type FilesPlace, undoScopeOf } from './files-place.ts'

export interface FileIntake {
  isBusy: boolean
  /** A file is dragged over the drop area. */
  isOver: boolean
  /** Files that were rejected, and why. */
  problems: readonly { name: string; text: string }[]
  add(files: Iterable<File>): void
  dropZone: Pick<
    React.HTMLAttributes<HTMLElement>,
    'onDragEnter' | 'onDragOver' | 'onDragLeave' | 'onDrop'
  >
}

const hasFiles = (data: DataTransfer | null): data is DataTransfer =>
  data !== null && data.types.includes('Files')

/**
 * Takes files from the button, a drop or a paste. Each is stored on this device before the next one
 * starts.
 */
export function useFileIntake(
  place: FilesPlace,
  section: RefObject<HTMLElement | null>,
  isOpen: boolean,
): FileIntake {
  const [isBusy, setBusy] = useState(false)
  const [isOver, setOver] = useState(false)
  const [problems, setProblems] = useState<FileIntake['problems']>([])

  const add = async (files: Iterable<File>): Promise<void> => {
    const given = [...files]
    if (given.length === 0) return
    setBusy(true)
    const refused: { name: string; text: string }[] = []
    for (const file of given) {
      try {
        await addFile({
          projectId: place.projectId,
          id: newId(),
          place: { kind: place.kind, id: place.id },
          name: file.name,
          blob: file,
          label: i18n._(msg`Add ${file.name}`),
          scope: undoScopeOf(place),
        })
      } catch (error) {
        refused.push({ name: file.name, text: refusalText(error) })
      }
    }
    setProblems(refused)
    setBusy(false)
  }
  const latestAdd = useRef(add)
  useEffect(() => {
    latestAdd.current = add
  })
  useEffect(() => {
    if (!isOpen) return
    // Take pasted files such as screenshots. Leave a paste that also has text to the focused field,
    // and any paste to an overlay that is open above this part.
    const onPaste = (event: ClipboardEvent): void => {
      const data = event.clipboardData
      const isCovered = [...window.document.querySelectorAll('[role=dialog]')].some(
        (dialog) => !dialog.contains(section.current),
      )
      if (
        data === null ||
        data.files.length === 0 ||
        data.types.includes('text/plain') ||
        isCovered
      )
        return
      event.preventDefault()
      void latestAdd.current(data.files)
    }
    window.document.addEventListener('paste', onPaste)
    return () => window.document.removeEventListener('paste', onPaste)
  }, [isOpen, section])

  const over = (event: React.DragEvent): void => {
    if (!isOpen || !hasFiles(event.dataTransfer)) return
    event.preventDefault()
    setOver(true)
  }
  return {
    isBusy,
    isOver,
    problems,
    add: (files) => void add(files),
    dropZone: {
      onDragEnter: over,
      onDragOver: over,
      onDragLeave: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      },
      onDrop: (event) => {
        setOver(false)
        if (!isOpen || !hasFiles(event.dataTransfer)) return
        event.preventDefault()
        void add(event.dataTransfer.files)
      },
    },
  }
}
