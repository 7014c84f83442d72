import { useEffect, useRef, useState } from 'react'
import { type FileProblem, ImportFileError } from './import-file-error.ts'
import type { ParseOptions } from './parse-file.ts'
import type { FilePlace, ParsePhase, TextReading } from './parsed-file.ts'

export type ParseState =
  | { kind: 'idle' }
  | { kind: 'reading'; fileName: string; phase: ParsePhase; place?: FilePlace | undefined }
  | { kind: 'failed'; fileName: string; problems: readonly FileProblem[] }

/** `openFile`, or `parseFile`. */
export type ParseFile<F> = (files: readonly File[], options: ParseOptions) => Promise<F>

/** Parses one choice of files at a time. A new one, or unmounting, aborts the running parse. */
export const useParse = <F>(parse: ParseFile<F>, onParsed: (file: F, source: File) => void) => {
  const [state, setState] = useState<ParseState>({ kind: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const cancel = () => {
    running.current?.abort()
    setState({ kind: 'idle' })
  }
  const read = async (files: readonly File[], reading?: TextReading) => {
    const [file] = files
    if (file === undefined) return
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setState({ kind: 'reading', fileName: file.name, phase: 'checking' })
    try {
      const parsed = await parse(files, {
        signal: controller.signal,
        reading,
        onPhase: (phase, place) => {
          // A worker that has been stopped may have spoken before.
          if (!controller.signal.aborted)
            setState({ kind: 'reading', fileName: file.name, phase, place })
        },
      })
      setState({ kind: 'idle' })
      onParsed(parsed, file)
    } catch (error) {
      if (controller.signal.aborted) return
      const problems: readonly FileProblem[] =
        error instanceof ImportFileError ? error.problems : [{ code: 'failed', detail: {} }]
      setState({ kind: 'failed', fileName: file.name, problems })
    }
  }
  return { state, read, cancel }
}
