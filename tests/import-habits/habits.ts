import type { Habit } from './habit.ts'
import { CELL_HABITS } from './habits-cells.ts'
import { COLUMN_HABITS } from './habits-columns.ts'
import { CSV_HABITS } from './habits-csv.ts'
import { DETAIL_HABITS } from './habits-details.ts'
import { FORM_HABITS } from './habits-forms.ts'
import { HEADING_HABITS } from './habits-headings.ts'
import { MIXED_HABITS } from './habits-mixed.ts'
import { QUESTION_HABITS } from './habits-questions.ts'
import { ROW_HABITS } from './habits-rows.ts'
import { TABLE_HABITS } from './habits-tables.ts'

export type { Habit, HabitSheet, Reading, TrueRow } from './habit.ts'

/** Files of requirements as organizations write them, each with what a careful person imports. */
export const HABITS: readonly Habit[] = [
  ...COLUMN_HABITS,
  ...HEADING_HABITS,
  ...ROW_HABITS,
  ...QUESTION_HABITS,
  ...CSV_HABITS,
  ...MIXED_HABITS,
  ...DETAIL_HABITS,
  ...CELL_HABITS,
  ...FORM_HABITS,
  ...TABLE_HABITS,
].map((build) => build())
