import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeOf } from './-guards.ts'

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: homeOf(), replace: true })
  },
})
