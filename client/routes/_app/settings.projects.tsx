import { createFileRoute } from '@tanstack/react-router'
import { ProjectNoticesPage } from '../../features/account/project-notices-page.tsx'

export const Route = createFileRoute('/_app/settings/projects')({ component: ProjectNoticesPage })
