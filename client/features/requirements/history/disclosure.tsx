import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './history.module.css'

/** A part that a person opens; its content is mounted only while it is open. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={classes.record} aria-label={isOpen ? title : undefined}>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className={classes.open ?? ''}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        leftSection={
          isOpen ? (
            <IconChevronDown size={14} aria-hidden />
          ) : (
            <IconChevronRight size={14} aria-hidden />
          )
        }
      >
        {title}
      </Button>
      {isOpen && children}
    </section>
  )
}
