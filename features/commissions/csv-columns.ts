import type { CsvColumns } from '../exports/contract.ts';
import { TYPE_LABELS } from './rules.ts';

const RATE_COLUMNS = {
  type: ['Type', 'word', TYPE_LABELS],
  commission: ['Rate, %', 'number'],
  referrer_id: ['Referrer ID', 'number'],
  first_name: ['First name', 'text'],
  last_name: ['Last name', 'text'],
  email: ['Email', 'text'],
  code: ['Code', 'text'],
  discount: ['Discount', 'number'],
  discount_type: ['Discount type', 'text'],
} as const satisfies CsvColumns;

export const INSTRUCTOR_RATES_CSV = {
  'owner.id': ['Instructor ID', 'number'],
  'owner.name': ['Instructor', 'text'],
  ...RATE_COLUMNS,
} as const satisfies CsvColumns;
export const PROGRAM_RATES_CSV = {
  'owner.id': ['Program ID', 'number'],
  'owner.name': ['Program', 'text'],
  ...RATE_COLUMNS,
} as const satisfies CsvColumns;
export const CLASS_RATES_CSV = {
  'owner.id': ['Class ID', 'number'],
  'owner.name': ['Class', 'text'],
  ...RATE_COLUMNS,
} as const satisfies CsvColumns;

export const HELD_CSV = {
  id: ['ID', 'number'],
  created_at: ['Date', 'moment'],
  class_id: ['Class ID', 'number'],
  class_name: ['Class', 'text'],
  instructor_id: ['Instructor ID', 'number'],
  instructor_name: ['Instructor', 'text'],
  program_id: ['Program ID', 'number'],
  amount: ['Amount', 'amount'],
  currency: ['Currency', 'text'],
  sum: ['Sum of the rates, %', 'number'],
} as const satisfies CsvColumns;
