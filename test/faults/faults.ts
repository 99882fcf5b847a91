/** Faults that were made once, or would be easy to make, each with the test that catches it. */

export type Fault = {
  /** What would be wrong, in words; the first is its kind: money, access, save, list, focus, mail, start. */
  what: string;
  /** The source, from the root. */
  at: string;
  /** Stands there once. */
  from: string;
  to: string;
  /** The test file. */
  by: string;
};

export const FAULTS: readonly Fault[] = [
  {
    what: 'money: the units left over go to the smallest remainders',
    at: 'core/money.ts',
    from: 'compare(b.remainder, a.remainder) ||',
    to: 'compare(a.remainder, b.remainder) ||',
    by: 'core/money.test.ts',
  },
  {
    what: 'money: more is refunded than was paid',
    at: 'features/transactions/refunds/server/reserve.ts',
    from: '    .where(sql<boolean>`refunded + reserved + ${amount} <= amount`)\n',
    to: '',
    by: 'features/transactions/refunds/server/refund-histories.test.ts',
  },
  {
    what: 'money: a payout does not wait for a change of where the money goes',
    at: 'features/payouts/server/payees/standings.ts',
    from: 'order by id for share`',
    to: 'order by id`',
    by: 'features/payouts/server/payees/standing-histories.test.ts',
  },
  {
    what: 'money: a change of payout details holds nobody',
    at: 'server/db/migrations/030-059/046-where-money-goes.sql',
    from: '    perform from public.site_users u where u.id = changed for no key update;\n',
    to: '',
    by: 'features/payouts/server/payees/standing-histories.test.ts',
  },
  {
    what: 'money: a proposal is approved although a payee is blocked by now',
    at: 'features/payouts/server/payees/standings.ts',
    from: "    ['blocked', blocked],\n",
    to: '',
    by: 'features/payouts/server/payees/standings.test.ts',
  },
  {
    what: 'money: who asked for a batch approves it',
    at: 'features/payouts/batches/server/decide-batch.ts',
    from: '    await refuseSameHands(within, { asked_by: author, asked_at: created_at });\n',
    to: '',
    by: 'features/payouts/batches/server/batches.test.ts',
  },
  {
    what: 'access: a scope is said before a transaction and not in it',
    at: 'server/db/scope.ts',
    from: "      if (client.getTransactionStatus() !== 'I') return client.query(text, values);\n      if (BEGINS.test(text)) return client.query(`${text}; ${saying}`);\n",
    to: "      if (client.getTransactionStatus() !== 'I') return client.query(text, values);\n      if (BEGINS.test(text)) return client.query(`${saying.replace(', true)', ', false)')}; ${text}`);\n",
    by: 'server/db/poolers.test.ts',
  },
  {
    what: 'access: a program writes attendances, by which instructors earn',
    at: 'server/db/migrations/060-089/062-in-ones-own-name.sql',
    from: 'revoke insert on attendances from provost_scoped;\n',
    to: '',
    by: 'server/db/walls.test.ts',
  },
  {
    what: 'access: the parts of a bundle are worked out a second time',
    at: 'server/db/migrations/060-089/062-in-ones-own-name.sql',
    from: 'revoke execute on function fill_parts(integer[]) from provost_scoped, provost_global;\n',
    to: '',
    by: 'server/db/walls.test.ts',
  },
  {
    what: 'access: an audit entry in the name of somebody else',
    at: 'server/db/migrations/060-089/062-in-ones-own-name.sql',
    from: 'create policy own_name on audit_entries as restrictive for insert to provost_scoped\n  with check (admin_id is not distinct from (select provost_admin()));\n',
    to: '',
    by: 'server/db/walls.test.ts',
  },
  {
    what: 'access: an audit entry with a moment of one’s own',
    at: 'server/db/migrations/060-089/062-in-ones-own-name.sql',
    from: 'revoke insert on audit_entries from provost_scoped;\n',
    to: '',
    by: 'server/db/walls.test.ts',
  },
  {
    what: 'access: coins given in the name of somebody else',
    at: 'server/db/migrations/060-089/062-in-ones-own-name.sql',
    from: "with check (kind in ('grant', 'reversal') and created_by is not distinct from (select provost_admin()));",
    to: "with check (kind in ('grant', 'reversal'));",
    by: 'server/db/walls.test.ts',
  },
  {
    what: 'access: a prize booked by a program',
    at: 'server/db/migrations/060-089/062-in-ones-own-name.sql',
    from: "with check (kind in ('grant', 'reversal') and created_by",
    to: 'with check (created_by',
    by: 'server/db/walls.test.ts',
  },
  {
    what: 'access: a class report is mailed to somebody else',
    at: 'server/db/migrations/060-089/062-in-ones-own-name.sql',
    from: 'create policy own_name on class_reports as restrictive for insert to provost_scoped\n  with check (admin_id = (select provost_admin()));\n',
    to: '',
    by: 'server/db/walls.test.ts',
  },
  {
    what: 'access: a row is changed in the name of somebody else',
    at: 'server/db/migrations/060-089/062-in-ones-own-name.sql',
    from: '    call guard_names(guarded);\n',
    to: '    null;\n',
    by: 'server/db/walls.test.ts',
  },
  {
    what: 'save: a save over somebody else’s change is taken',
    at: 'server/nouns/changing.ts',
    from: 'if (updated_at === undefined || Date.parse(updated_at) === Date.parse(row.updated_at)) return row;',
    to: 'if (updated_at === undefined || row) return row;',
    by: 'server/nouns/changing.test.ts',
  },
  {
    what: 'save: the moment of two saves within a millisecond is one',
    at: 'server/nouns/changing.ts',
    from: "greatest(provost_now(), updated_at + interval '1 millisecond')",
    to: 'provost_now()',
    by: 'server/nouns/changing.test.ts',
  },
  {
    what: 'list: 0 is a place, and stands first',
    at: 'server/nouns/list-query.ts',
    from: 'nullif(${sql.ref(column)}, 0) ${direction} nulls last',
    to: '${sql.ref(column)} ${direction} nulls last',
    by: 'server/nouns/display-order.test.ts',
  },
  {
    what: 'list: anybody keeps as many views as they like',
    at: 'features/saved-views/server/saved-views.ts',
    from: 'if (Number(count) >= MOST_OWN)',
    to: 'if (Number(count) > 10 * MOST_OWN)',
    by: 'features/saved-views/server/routes.test.ts',
  },
  {
    what: 'list: a cell behind a semicolon becomes a formula',
    at: 'core/csv/csv.ts',
    from: '  /([;|\\t\\r\\n])([" \\v',
    to: '  /([|\\t\\r\\n])([" \\v',
    by: 'core/csv/csv.test.ts',
  },
  {
    what: 'list: the head of a table is hidden by the bar of what is chosen',
    at: 'web/ui/table/table-frame.module.css',
    from: 'calc(var(--app-header) + var(--app-selection-bar))',
    to: 'var(--app-header)',
    by: 'test/e2e/selection.spec.ts',
  },
  {
    what: 'list: a new row is not looked for',
    at: 'web/ui/form/use-form-save.ts',
    from: '    if (made) tellAdded(made);\n',
    to: '',
    by: 'test/e2e/added.spec.ts',
  },
  {
    what: 'mail: a pass works a rule that is just being undone',
    at: 'features/email-rules/server/queue-mails.ts',
    from: '      .forUpdate()\n      .skipLocked()\n      .executeTakeFirst();\n    if (!held)',
    to: '      .executeTakeFirst();\n    if (!held)',
    by: 'features/email-rules/server/rule-starts.test.ts',
  },
  {
    what: 'mail: a new rule writes at once',
    at: 'features/email-rules/server/rule-starts.ts',
    from: '  return { first_mails_at: waitEnds, undo: JSON.stringify({ active: 0 }) };',
    to: '  return { first_mails_at: null, undo: JSON.stringify({ active: 0 }) };',
    by: 'features/email-rules/server/rule-starts.test.ts',
  },
  {
    what: 'focus: Enter in a condition sends the form',
    at: 'web/ui/chooser/enter-guard.tsx',
    from: 'if (isPlainEnter(event) && !isAction) event.preventDefault();',
    to: 'if (isPlainEnter(event) && isAction) event.preventDefault();',
    by: 'test/e2e/hurry.spec.ts',
  },
  {
    what: 'focus: Enter in a chooser sends the form',
    at: 'web/ui/chooser/use-chooser.ts',
    from: '    if (!isPlainEnter(event)) return;\n    event.preventDefault();\n',
    to: '    if (!isPlainEnter(event)) return;\n',
    by: 'test/e2e/hurry.spec.ts',
  },
  {
    what: 'focus: a text without a choice is saved as none',
    at: 'web/ui/chooser/use-chooser.ts',
    from: "'data-unclear': isUnclear || undefined,",
    to: "'data-unclear': undefined,",
    by: 'test/e2e/hurry.spec.ts',
  },
  {
    what: 'focus: an arrow key leaves the mark on the first hit',
    at: 'web/ui/chooser/use-chooser.ts',
    from: "  next.setAttribute('data-combobox-selected', 'true');\n",
    to: "  marked.setAttribute('data-combobox-selected', 'true');\n",
    by: 'features/audit/web/audit.spec.ts',
  },
  {
    what: 'focus: a form forgets the program of its list',
    at: 'web/parts/program-of-new.ts',
    from: 'return isInactive ? otherwise : program_id || otherwise;',
    to: 'return isInactive ? program_id : otherwise;',
    by: 'test/e2e/form-program.spec.ts',
  },
  {
    what: 'focus: one error is told twice',
    at: 'web/ui/form/use-form-save.ts',
    from: '    if (!isToasts) return;\n',
    to: '',
    by: 'test/e2e/one-telling.spec.ts',
  },
];
