import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { Document, Package, Requirement } from '#schema/entities/structure.ts'
import { textLanguage } from '#schema/rules/project/text-language.ts'
import { useHome } from '../../lib/home-list.ts'
import { loadRows } from '../../lib/project-store.ts'
import { useCommands, type KeyboardCommand } from '../../ui/keyboard/commands.ts'
import type { PaletteEntry } from './palette-search.ts'

interface Structure {
  packages: readonly Package[]
  documents: readonly Document[]
  requirements: readonly Requirement[]
}
const NOTHING: Structure = { packages: [], documents: [], requirements: [] }

/** Reads the open project's rows once: the palette is open too briefly for changes to matter. */
const useStructure = (projectId: string | null): Structure => {
  const [structure, setStructure] = useState(NOTHING)
  useEffect(() => {
    if (projectId === null) return
    let isCurrent = true
    void Promise.all([
      loadRows(projectId, 'package', { projectId }),
      loadRows(projectId, 'document', { projectId }),
      loadRows(projectId, 'requirement', { projectId }),
    ]).then(([packages, documents, requirements]) => {
      if (isCurrent) setStructure({ packages, documents, requirements })
    })
    return () => {
      isCurrent = false
    }
  }, [projectId])
  return structure
}

/** All entries that the palette searches: pages, rows of the open project, projects, commands. */
export const usePaletteEntries = (projectId: string | null): PaletteEntry[] => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const commands = useCommands()
  const { projects } = useHome()
  const { packages, documents, requirements } = useStructure(projectId)
  return useMemo(() => {
    const base = `/project/${projectId ?? ''}`
    const language = textLanguage(projects.find(({ id }) => id === projectId)?.language)
    const toEntry = ({
      href,
      ...shown
    }: Omit<PaletteEntry, 'run'> & { href: string }): PaletteEntry => ({
      ...shown,
      run: () => navigate({ to: href }),
    })
    const offered = commands.filter((command) => command.id !== 'palette.open')
    const toAction = ({ id, label, group, keys, run }: KeyboardCommand): PaletteEntry => ({
      id,
      group: group ?? t`Actions`,
      label,
      hint: '',
      run,
      ...(keys === undefined ? {} : { keys }),
    })
    return [
      ...offered.filter((command) => command.id.startsWith('go.')).map(toAction),
      ...documents.map((row) =>
        toEntry({
          id: row.id,
          group: t`Documents`,
          label: row.name,
          hint: row.prefix,
          language,
          href: `${base}/documents/${row.id}`,
        }),
      ),
      ...packages.map((row) =>
        toEntry({
          id: row.id,
          group: t`Packages`,
          label: row.name,
          hint: '',
          language,
          href: `${base}/packages/${row.id}`,
        }),
      ),
      ...projects.map((project) =>
        toEntry({
          id: project.id,
          group: t`Projects`,
          label: project.name,
          hint: '',
          language: textLanguage(project.language),
          href: `/project/${project.id}/detail`,
        }),
      ),
      ...offered.filter((command) => !command.id.startsWith('go.')).map(toAction),
      ...requirements.map((row) =>
        toEntry({
          id: row.id,
          group: t`Requirements`,
          label: row.name,
          hint: row.fullId ?? row.sourceId ?? '',
          language,
          href: `${base}/documents/${row.documentId}/requirement/${row.fullId ?? row.id}`,
        }),
      ),
    ]
  }, [commands, projects, packages, documents, requirements, projectId, navigate, t])
}
