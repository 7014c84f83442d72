import * as v from 'valibot'
import { contentLanguage } from '#schema/entities/fields.ts'

/** The id of the field for a tag that is not offered by name. */
export const LANGUAGE_TAG_INPUT = 'language-tag'
export const isLanguageTag = (text: string): boolean => v.is(contentLanguage, text)
