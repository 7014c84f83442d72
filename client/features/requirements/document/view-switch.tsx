import { useLingui } from '@lingui/react/macro'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { focusHeading, isFocusLost } from '#client/ui/dialogs/keep-focus.ts'
import { ChoiceSwitch } from '#client/ui/fields/choice-switch.tsx'
import type { DocumentView } from './document-view.ts'

interface ViewSwitchProps {
  view: DocumentView
  onChange: (view: DocumentView) => void
  /** Whether a person has just switched; true once for each switch. */
  takeSwitched: () => boolean
}

/**
 * Switches between the table and the sections. Each view has a switch of its own, so the new one
 * takes the focus that the other lost.
 */
export function ViewSwitch({ view, onChange, takeSwitched }: ViewSwitchProps) {
  const { t } = useLingui()
  const chosen = useRef<HTMLInputElement>(null)
  const placeFocus = useEffectEvent((): void => {
    if (!takeSwitched() || !isFocusLost()) return
    chosen.current?.focus()
    // On a narrow screen the switch is in a closed menu.
    if (isFocusLost()) focusHeading()
  })
  useLayoutEffect(() => placeFocus(), [])
  return (
    <ChoiceSwitch
      label={t`View`}
      value={view}
      chosen={chosen}
      onChange={onChange}
      options={[
        { value: 'table', label: t`Table` },
        { value: 'sections', label: t`Sections` },
      ]}
    />
  )
}
