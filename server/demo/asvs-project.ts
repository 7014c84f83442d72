import { asvsPlan } from './asvs-plan.ts'
import { NO_COMMENTS } from './comments.ts'
import { contentRows } from './content-tree.ts'
import { type DemoFrame, type DemoMember, type DemoProject, projectRow } from './demo-project.ts'

/** A draft project with OWASP ASVS 5.0: requirements only, no vendors yet. */
export const draftProject = (frame: DemoFrame, members: readonly DemoMember[]): DemoProject => {
  const project = projectRow(frame, {
    name: 'Application security requirements',
    description:
      'The OWASP Application Security Verification Standard 5.0 as a draft: 345 requirements in 17 chapters.',
    state: 'DRAFT',
    tags: ['security', 'OWASP ASVS'],
    deadlineInDays: null,
  })
  return {
    ...contentRows(project.id, asvsPlan(), frame.now),
    project,
    members,
    vendors: [],
    releases: [],
    commitments: [],
    overrides: [],
    ...NO_COMMENTS,
  }
}
