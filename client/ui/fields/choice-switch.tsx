import { useId, type RefObject } from 'react'
import classes from './choice-switch.module.css'

interface ChoiceSwitchProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  /** Fills the available width. */
  isWide?: boolean
  /** Receives the button of the chosen value. */
  chosen?: RefObject<HTMLInputElement | null>
}

/** Radio buttons styled as a segmented switch. */
export function ChoiceSwitch<Value extends string>({
  label,
  value,
  options,
  onChange,
  isWide = false,
  chosen,
}: ChoiceSwitchProps<Value>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classes.switch}
      data-wide={isWide || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={classes.choice}>
          <input
            ref={option.value === value ? chosen : undefined}
            type="radio"
            name={name}
            className="visually-hidden"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
