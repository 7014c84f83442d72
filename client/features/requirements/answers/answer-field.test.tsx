// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildParameter } from '../../../../tests/support/project-rows.ts'
import { renderScreen } from '../../../../tests/support/screen.tsx'
import { startLocale } from '../../../locales/start-locale.ts'
import { AnswerField } from './answer-field.tsx'

beforeEach(() => startLocale('en'))
afterEach(cleanup)

const option = { key: 'yes', label: 'Yes', value: 'yes' }
test.each([
  ['text', buildParameter({ type: 'INPUT' }), 'textbox'],
  ['number', buildParameter({ type: 'INPUT', inputType: 'number' }), 'textbox'],
  ['choice', buildParameter({ type: 'SELECTBOX', options: [option] }), 'combobox'],
])('a field of %s says whether it is required', (_kind, parameter, role) => {
  for (const required of [true, false]) {
    renderScreen(
      <AnswerField
        parameter={{
          ...{ ...parameter, name: 'Field' },
          validations: required ? [{ kind: 'required' }] : [],
        }}
        values={{}}
        releases={[]}
        errors={new Map()}
        isReadOnly={false}
        onChange={() => undefined}
        onLeave={() => undefined}
      />,
    )
    expect(screen.getByRole(role, { name: /^Field/ }).getAttribute('aria-required')).toBe(
      String(required),
    )
    cleanup()
  }
})
