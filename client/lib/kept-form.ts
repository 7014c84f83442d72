import * as v from 'valibot'
import { formKeyOf } from './form-keys.ts'
import { currentSession } from './session.ts'

const keyOf = (name: string): string => formKeyOf(currentSession(), name)

/** What stands in a form that is sent only when its button is pressed; kept at every keystroke, so that a reload or a crash takes none of it. */
export const keepForm = (name: string, value: unknown): void => {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(value))
  } catch {
    // A full device must not stop anybody from typing; the words stand in the form.
  }
}

/** @param schema of what the form holds; what a former version kept in another shape is nothing */
export const keptForm = <S extends v.GenericSchema>(name: string, schema: S): v.InferOutput<S> | null => {
  try {
    const parsed = v.safeParse(schema, JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null'))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
export const dropForm = (name: string): void => localStorage.removeItem(keyOf(name))
