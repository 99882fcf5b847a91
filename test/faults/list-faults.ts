/** What a list or a file would show, leave out or show twice. */
import { type Fault, faultsIn } from './fault.ts';

export const LIST_FAULTS: readonly Fault[] = [
  ...faultsIn('core/paging.ts', 'core/paging.test.ts', [
    ['list: a full page begins another', 'Math.ceil(count / size)', 'Math.floor(count / size) + 1'],
    ['list: an empty list has no page', 'Math.max(1, Math.ceil', 'Math.max(0, Math.ceil'],
    ['list: the links end one page short', 'last - links + 1', 'last - links'],
    ['list: eleven links', 'Math.min(links, last)', 'Math.min(links + 1, last)'],
  ]),
  ...faultsIn('core/csv/csv.ts', 'core/csv/csv.test.ts', [
    ['list: a quote within a value ends it', ".replaceAll('\"', '\"\"')", ''],
    ['list: a value with a line break is not quoted', '/[",\\r\\n]/.test(text)', '/[",]/.test(text)'],
    [
      'list: a negative number of a file becomes a text',
      'STARTS_A_FORMULA.test(text) && !PLAIN_NUMBER.test(text)',
      'STARTS_A_FORMULA.test(text)',
    ],
    [
      'list: a cell that begins with @ is a formula',
      '\\ufeff]*[=+@\\uff1d\\uff0b\\uff0d\\uff20\\t\\r-]/;',
      '\\ufeff]*[=+\\uff1d\\uff0b\\uff0d\\uff20\\t\\r-]/;',
    ],
  ]),
  ...faultsIn('core/csv/csv.ts', 'features/classes/rules.test.ts', [
    [
      'list: the separator is what stands within quotes most',
      'headerLine.replace(/"[^"]*"/g, \'\')',
      'headerLine',
    ],
  ]),
  ...faultsIn('core/coercions.ts', 'core/coercions.test.ts', [
    ['list: a negative place stays', 'Math.max(0, number)', 'Math.max(-MAX_ORDER, number)'],
  ]),
  ...faultsIn('core/fields.ts', 'core/fields.test.ts', [
    ['list: a thirteenth month has days', 'parsed.getUTCMonth() === month - 1 && ', ''],
    [
      'list: a span of days ends before it begins',
      'value.slice(0, 10) <= value.slice(11)',
      'value.slice(0, 10) <= value.slice(11) || true',
    ],
  ]),
  ...faultsIn('features/dashboard/rules.ts', 'features/dashboard/rules.test.ts', [
    ['list: the weeks of a chart begin on Sunday', '(now.getUTCDay() + 6) % 7', 'now.getUTCDay()'],
  ]),
  ...faultsIn('web/ui/address.ts', 'web/ui/address.test.ts', [
    ['list: page -1 is a page', '/^(0|[1-9]\\d{0,9})$/.test(text)', '/^-?(0|[1-9]\\d{0,9})$/.test(text)'],
  ]),
  ...faultsIn(
    'features/events/calendar/web/calendar-days.ts',
    'features/events/calendar/web/calendar-days.test.ts',
    [
      ['list: a calendar’s week begins on Sunday', '.getUTCDay() + 6) % 7', '.getUTCDay()) % 7'],
      [
        'list: an event that is over at midnight stands on the next day',
        'Date.parse(end_at) - 1',
        'Date.parse(end_at)',
      ],
      ['list: two events lie on one line of a week', 'until < piece.column', 'until <= piece.column'],
      ['list: of events alike the order depends on chance', ' ||\n        a.event.id - b.event.id', ''],
    ],
  ),
  ...faultsIn('web/marked-at.ts', 'web/marked-at.test.ts', [
    [
      'list: the menu marks no screen at the address of a record',
      "name.startsWith(':') || name === parts[at]",
      'name === parts[at]',
    ],
  ]),
  ...faultsIn('features/events/web/strip/strip-scale.ts', 'features/events/web/strip/strip-scale.test.ts', [
    ['list: bars of a strip lie on one another', 'busyUntil <= start', 'busyUntil >= start'],
  ]),
];
