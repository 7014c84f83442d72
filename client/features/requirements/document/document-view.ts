import type { ReactNode } from 'react'
import type { Release } from '#schema/entities/project.ts'
import type { Document, Requirement, Section } from '#schema/entities/structure.ts'
import type { Crumb } from '#client/ui/pages/page-frame.ts'
import type { DocumentAccess } from './use-access.ts'

export type DocumentView = 'table' | 'sections'

/** Props that all views of a document share. */
export interface DocumentViewProps {
  projectId: string
  document: Document
  sections: readonly Section[]
  /** In reading order. */
  requirements: readonly Requirement[]
  /** False while more requirements or answers are read: counts would be too small. */
  isWhole: boolean
  releases: readonly Release[]
  access: DocumentAccess
  crumbs: readonly Crumb[]
  /** The control that switches the view. */
  toggle: ReactNode
  files: ReactNode
}
