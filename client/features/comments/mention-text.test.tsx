// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { MentionText } from './mention-text.tsx'

const team = vi.hoisted(() => ({ people: [] as { id: number; name: string }[] }))
vi.mock('#client/lib/team.ts', () => ({ useTeam: () => team.people }))
afterEach(cleanup)

const shown = (people: typeof team.people): string => {
  team.people = people
  const text = 'Ask @[2:Eva Author], and @[3:Jan] too'
  return render(<MentionText projectId="p" text={text} />).container.textContent
}

it('[CT11] a mention shows the present name of its person', () => {
  const people = [
    { id: 1, name: 'Eva Author' },
    { id: 2, name: 'Eva Writer' },
  ]
  expect(shown(people)).toBe('Ask @Eva Writer, and @Jan too')
})

it('[CT11] readers who do not know the person see the name of the time of writing', () => {
  expect(shown([])).toBe('Ask @Eva Author, and @Jan too')
})
