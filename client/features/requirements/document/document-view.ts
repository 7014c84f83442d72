import type { ReactNode } from 'react'
import type { Release } from '#schema/entities/project.ts'
import type { Document, Requirement, Section } from '#schema/entities/structure.ts'
import type { Crumb } from '#client/ui/pages/page-frame.ts'
import type { DocumentAccess } from './use-access.ts'

export type DocumentView = 'table' | 'sections'

/** What every view of a document is given. */
export interface DocumentViewProps {
  projectId: string
  document: Document
  sections: readonly Section[]
  /** In reading order. */
  requirements: readonly Requirement[]
  releases: readonly Release[]
  access: DocumentAccess
  crumbs: readonly Crumb[]
  /** Switches between the views. */
  toggle: ReactNode
  files: ReactNode
}
