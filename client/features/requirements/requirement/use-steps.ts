import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { Requirement } from '#schema/entities/structure.ts'
import { requirementLink } from '#client/lib/route-links.ts'
import { nextOpenId } from './next-open.ts'
import { useCommand } from '#client/ui/keyboard/commands.ts'
import { toast } from '#client/ui/feedback/toast.tsx'

export interface RequirementSteps {
  /** Null = last requirement. */
  next: (() => void) | null
  /** Opens the next requirement whose answer is not submitted; null = there is none. */
  nextOpen: (() => void) | null
  /** Null = first requirement. */
  previous: (() => void) | null
  copyLink: () => void
}

interface ShownRequirement {
  requirements: readonly Requirement[]
  requirement: Requirement | undefined
  /** Whether the requirement still waits for the vendor's answer. */
  isOpen: (requirementId: string) => boolean
}

/** Buttons and commands that open the next or previous requirement and copy the link. */
export const useSteps = (
  place: { projectId: string; documentId: string },
  { requirements, requirement, isOpen }: ShownRequirement,
): RequirementSteps => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const at = requirement ? requirements.indexOf(requirement) : -1
  const open = (step: 1 | -1) => {
    const target = requirements[at + step]
    if (target) void navigate(requirementLink(place, target))
  }
  const next = at >= 0 && at < requirements.length - 1 ? () => open(1) : null
  const openId = nextOpenId(
    requirements.map(({ id }) => id),
    at,
    isOpen,
  )
  const following = requirements.find(({ id }) => id === openId)
  const nextOpen =
    following === undefined ? null : () => void navigate(requirementLink(place, following))
  const previous = at > 0 ? () => open(-1) : null
  const copyLink = () =>
    void navigator.clipboard.writeText(window.location.href).then(
      () => toast.success(t`Link copied`),
      () => toast.error(t`Your browser blocks copying here. Copy the link from the address bar.`),
    )
  useCommand({
    id: 'requirement.next',
    label: t`Next requirement`,
    group: t`Requirement`,
    keys: 'alt+arrowdown',
    run: () => next?.(),
    when: next !== null,
  })
  useCommand({
    id: 'requirement.previous',
    label: t`Previous requirement`,
    group: t`Requirement`,
    keys: 'alt+arrowup',
    run: () => previous?.(),
    when: previous !== null,
  })
  useCommand({
    id: 'requirement.copyLink',
    label: t`Copy link to this requirement`,
    group: t`Requirement`,
    run: copyLink,
    when: at >= 0,
  })
  return { next, nextOpen, previous, copyLink }
}
