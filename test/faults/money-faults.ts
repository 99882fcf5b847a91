/** What money would come to, who gets it and who may decide of it. */
import { type Fault, faultsIn } from './fault.ts';

export const MONEY_FAULTS: readonly Fault[] = [
  ...faultsIn(
    'features/payouts/as-of/server/money-as-of.ts',
    'features/payouts/as-of/server/money-as-of.test.ts',
    [
      [
        'money: as of a moment refunds of later count',
        's.refunded - coalesce(r.later, 0) as refunded',
        's.refunded as refunded',
      ],
    ],
  ),
  ...faultsIn(
    'features/transactions/refunds/server/reserve.ts',
    'features/transactions/refunds/server/settling.test.ts',
    [
      ['money: a refund of nothing is made', 'amount <= 0)', 'amount < 0)'],
      [
        'money: an event’s refund cancels a registration',
        'if (cancel_registration && !canCancel',
        'if (!cancel_registration && !canCancel',
      ],
      [
        'money: of a class of a bundle more is refunded than is left of it',
        '    if (amount > named.left)',
        '    if (amount > 100 * named.left)',
      ],
      [
        'money: a class of another bundle is refunded',
        "    if (!named) refuseField('class_id', 'is not a class of this bundle');\n    if (amount > named.left)",
        '    if (named && amount > named.left)',
      ],
      [
        'money: what is set aside of a bundle is left to give',
        'amount - refunded - reserved`.as',
        'amount - refunded`.as',
      ],
    ],
  ),
  ...faultsIn(
    'features/transactions/refunds/server/ledger.ts',
    'features/transactions/refunds/server/settling.test.ts',
    [
      [
        'money: what was set aside stays so once it is given back',
        '{ refunded: 1, reserved: -1 }',
        '{ refunded: 1, reserved: 0 }',
      ],
      [
        'money: a failed refund is not free again',
        '{ refunded: 0, reserved: -1 }',
        '{ refunded: 0, reserved: 0 }',
      ],
      [
        'money: what a failed refund brought back is given still',
        '{ refunded: -1, reserved: 0 }',
        '{ refunded: 0, reserved: 0 }',
      ],
      ['money: a refund of a paid line is a credit', 'c.currency, -m.amount,', 'c.currency, m.amount,'],
      ['money: a refund of a line that is not paid is a debt', '\n    where m.payout_id is not null`', '`'],
    ],
  ),
  ...faultsIn(
    'features/transactions/refunds/server/settle.ts',
    'features/transactions/refunds/server/settling.test.ts',
    [
      [
        'money: an event that comes twice books a refund twice',
        'if (!refund || !mayBecome(refund.state as RefundState, state)) return false;',
        'if (!refund) return false;',
      ],
      [
        'money: a registration stays although it was to be cancelled',
        'if (refund.cancel_registration)',
        'if (!refund.cancel_registration)',
      ],
    ],
  ),
  ...faultsIn('features/payouts/server/claim.ts', 'features/payouts/server/pay-sales.test.ts', [
    ['money: what was refunded of a line is paid', 'paid = l.amount - l.refunded', 'paid = l.amount'],
    [
      'money: what has changed since the preview is paid',
      'fingerprint !== undefined && fingerprint !== fingerprintOf(tx, due, of)',
      "fingerprint !== undefined && fingerprint === ''",
    ],
    ['money: who cannot be paid is paid', 'const paid = due.filter(isPayable);', 'const paid = [...due];'],
  ]),
  ...faultsIn('features/payouts/server/bridge.ts', 'features/payouts/server/bridge-histories.test.ts', [
    [
      'money: a payout says of later refunds that they were taken off',
      'coalesce(sum(l.amount - l.paid), 0)::bigint as refunds',
      'coalesce(sum(l.refunded), 0)::bigint as refunds',
    ],
    ['money: what is owed beyond a balance is not said', 'carried: Math.max(0, -sumOf(terms))', 'carried: 0'],
  ]),
  ...faultsIn(
    'features/users/payment-settings/server/payment-approval.ts',
    'features/payouts/server/payees/standings.test.ts',
    [
      [
        'money: changed payout details are approved unseen',
        'where user_id = ${id} and id <= ${up_to} and needs_approval',
        'where user_id = ${id} and needs_approval',
      ],
    ],
  ),
  ...faultsIn(
    'features/payouts/batches/server/changed-since.ts',
    'features/payouts/batches/server/batches.test.ts',
    [
      [
        'money: a charge in dispute is approved',
        '(c.held is not null or c.disputed_at is not null)',
        '(c.held is not null)',
      ],
    ],
  ),
  ...faultsIn(
    'features/payouts/batches/server/decide-batch.ts',
    'features/payouts/batches/server/batches.test.ts',
    [
      [
        'money: a batch that was decided is decided again',
        "  if (state === 'proposed' || state === 'failed' || (state === 'making' && decided_at === null))",
        "  if (state !== 'cancelled')",
      ],
      ['money: what a cancelled batch claimed is not free', '    await freeClaimed(tx, id);\n', ''],
    ],
  ),
  ...faultsIn(
    'features/payouts/server/payees/standings.ts',
    'features/payouts/server/payees/standings.test.ts',
    [
      [
        'money: a deleted payee who was released is not paid',
        '(u.del_status = 1 and r.id is null)',
        '(u.del_status = 1)',
      ],
      [
        'money: a new account is paid at once',
        'new_account: standing.payable_from !== null',
        'new_account: standing.payable_from === undefined',
      ],
    ],
  ),
  ...faultsIn('features/commissions/server/split.ts', 'features/commissions/server/split.test.ts', [
    [
      'money: the units left over of a sale go to the smallest remainders',
      'order by open desc, pool * weight % weights desc, type, row_id',
      'order by open desc, pool * weight % weights asc, type, row_id',
    ],
    [
      'money: of equal remainders of a sale the higher type goes first',
      'weights desc, type, row_id',
      'weights desc, type desc, row_id',
    ],
    ['money: a code that nobody typed counts', ' and ${coded}.code_key = c.code_key`', '`'],
  ]),
  ...faultsIn('features/users/coins/server/coins.ts', 'features/users/coins/server/coins.test.ts', [
    [
      'money: coins are given to somebody deleted',
      '  if (user.del_status === 1) refuse(400, DELETED);\n  const grant',
      '  const grant',
    ],
    [
      'money: an entry of coins is reversed twice',
      "    if (before) refuse(400, 'This entry is already reversed');\n",
      '',
    ],
    [
      'money: a reversal is reversed',
      "    if (entry.kind === 'reversal') refuse(400, 'A reversal cannot be reversed');\n",
      '',
    ],
    [
      'money: coins that have been spent are taken back',
      'entry.amount > user.lilt_balance',
      'entry.amount > 100 * user.lilt_balance',
    ],
  ]),
  ...faultsIn(
    'server/db/migrations/090-119/090-coins-on-sites.sql',
    'features/tokens/server/redeem-token.test.ts',
    [
      ['money: a used token is redeemed again', 't.status = 1 and t.used = 0', 't.status = 1'],
      ['money: a token is not redeemed on its last day', 't.expiry_date >= (clock', 't.expiry_date > (clock'],
      ['money: a token that is switched off is redeemed', 't.status = 1 and t.used = 0', 't.used = 0'],
    ],
  ),
  ...faultsIn('core/money.ts', 'core/money.test.ts', [
    [
      'money: a share is counted down although its remainder is the largest',
      'entry.share += 1n;',
      'entry.share += 0n;',
    ],
    [
      'money: of equal remainders the higher type goes first',
      'a.part.type - b.part.type',
      'b.part.type - a.part.type',
    ],
    [
      'money: of one type the higher row goes first',
      'a.part.row_id - b.part.row_id',
      'b.part.row_id - a.part.row_id',
    ],
    ['money: yen have cents', "new Set(['JPY', 'KRW', 'CLP'])", "new Set(['KRW', 'CLP'])"],
    [
      'money: a typed amount loses the zero of its tenths',
      ".padEnd(decimals, '0')",
      ".padStart(decimals, '0')",
    ],
    [
      'money: more decimals than the currency has are cut off',
      "if (withoutEnd(fraction, '0').length > decimals) return null;\n",
      'if (fraction.length > 9) return null;\n',
    ],
    [
      'money: an amount above the largest is taken',
      'return minor <= MAX_MINOR ? minor : null;',
      'return minor;',
    ],
    [
      'money: nothing is divided among parts without weight',
      '    if (amount === 0) return',
      '    if (amount >= 0) return',
    ],
  ]),
  ...faultsIn('core/percent.ts', 'core/percent.test.ts', [
    [
      'money: hundredths of a percent are cut instead of rounded',
      'return Math.round(percent * 100);',
      'return Math.trunc(percent * 100);',
    ],
    [
      'money: a percentage above the largest stays as typed',
      '(toNumber(cleaned) ?? 0) > max',
      '(toNumber(cleaned) ?? 0) > 10 * max',
    ],
    [
      'money: a negative percentage loses its sign',
      "  if (/^\\s*[-−]\\s*[\\d.,]/.test(typed)) return '0';\n",
      '',
    ],
    ['money: 1.000 is read as one', '(?:[.,]\\d{0,2})?|', '(?:[.,]\\d{0,3})?|'],
    [
      'money: a comma between thousands is a decimal point',
      "return Number(cleaned.replaceAll(',', ''));",
      "return Number(cleaned.replace(',', '.'));",
    ],
  ]),
  ...faultsIn('core/coercions.ts', 'core/coercions.test.ts', [
    ['money: a discount above 100 stays', 'return wholeOf(value, 100);', 'return wholeOf(value, MAX_ORDER);'],
    ['money: the decimals of a discount round up', 'Math.trunc(', 'Math.ceil('],
  ]),
  ...faultsIn('core/fields.ts', 'core/fields.test.ts', [
    [
      'money: a percentage has three decimals',
      'value * 100 - Math.round(value * 100)',
      'value * 1000 - Math.round(value * 1000)',
    ],
  ]),
  ...faultsIn('features/commissions/rules.ts', 'features/commissions/rules.test.ts', [
    [
      'money: the instructor’s row counts towards the sum',
      'row.type === CODE || row.type === INSTRUCTOR ? sum',
      'row.type === CODE ? sum',
    ],
    [
      'money: a referral code counts towards the sum',
      'row.type === CODE || row.type === INSTRUCTOR ? sum',
      'row.type === INSTRUCTOR ? sum',
    ],
    ['money: a group may come to 100.01', 'if (over > 0) faults', 'if (over > 1) faults'],
    [
      'money: a referral code may be larger than what is left',
      'if (over <= 0 && codeOver > 0) {',
      'if (over <= 0 && codeOver > 10_000) {',
    ],
    [
      'money: of two referral codes the smaller is the limit',
      'Math.max(largest, row.commission)',
      'Math.min(largest, row.commission)',
    ],
    [
      'money: a program stands twice in a group',
      'for (const type of [PLATFORM, PROGRAM] as const)',
      'for (const type of [PLATFORM] as const)',
    ],
    [
      'money: one person has two referrals in a group',
      '    if (referred.has(referrer_id))\n',
      '    if (referred.size > 9)\n',
    ],
    ['money: one code in two cases stands twice', 'return code.trim().toLowerCase();', 'return code.trim();'],
    ['money: a row of more than 100 %', 'row.commission <= 100)', 'row.commission <= 1000)'],
    [
      'money: a discount of more than 100 %',
      "row.discount_type === 'percent' ? 100 : 1_000_000",
      "row.discount_type === 'amount' ? 100 : 1_000_000",
    ],
    [
      'money: the least specific level wins',
      'Math.max(row.level, winners.get(keyOf(row)) ?? 0)',
      'Math.min(row.level, winners.get(keyOf(row)) ?? 9)',
    ],
    [
      'money: one code replaces all others of the levels above',
      "row.type === CODE ? `code ${codeKey(row.code ?? '')}` : String(row.type)",
      'String(row.type)',
    ],
    [
      'money: a share is shown by the cents of another currency',
      'const decimals = decimalsOf(currency) + 4;',
      'const decimals = 6;',
    ],
  ]),
  ...faultsIn('features/transactions/rules.ts', 'features/transactions/rules.test.ts', [
    [
      'money: a refund follows what a line got instead of what it holds',
      'hundredths: line.amount - line.refunded,',
      'hundredths: line.amount,',
    ],
    [
      'money: a refund of a charge that was never divided fails',
      '  if (parts.every(({ hundredths }) => hundredths === 0)) return lines.map(() => 0);\n',
      '',
    ],
    [
      'money: a payout that waits has paid',
      '  return payout_status === 1 ? `paid out',
      '  return payout_status === 0 ? `paid out',
    ],
    [
      'money: an event is cancelled with its refund',
      "type === 'class_payment' || type === 'bundle_payment'",
      "type !== 'membership_payment'",
    ],
  ]),
  ...faultsIn('features/payouts/membership/rules.ts', 'features/payouts/membership/rules.test.ts', [
    [
      'money: members who attended more weigh more in the lens',
      'BigInt(attendances) * (unit / BigInt(of))',
      'BigInt(attendances) * unit',
    ],
    ['money: the units left over of what members pay are lost', 'first.slice(0, left)', 'first.slice(0, 0)'],
    [
      'money: what is left of a split goes to the smallest remainders',
      'a.remainder > b.remainder ? -1 : 1',
      'a.remainder < b.remainder ? -1 : 1',
    ],
    [
      'money: the site comes first where remainders are equal',
      '(a.user_id ?? Infinity) - (b.user_id ?? Infinity)',
      '(a.user_id ?? -1) - (b.user_id ?? -1)',
    ],
  ]),
  ...faultsIn('features/coupons/rules.ts', 'features/coupons/rules.test.ts', [
    [
      'money: a coupon whose time is over is usable',
      'Date.parse(redeem_by) >= now',
      'Date.parse(redeem_by) <= now',
    ],
  ]),
  ...faultsIn('features/tokens/server/token-batches.ts', 'features/tokens/server/token-batches.test.ts', [
    ['money: two batches of tokens find the same code free', '    await lockCodes(tx);\n', ''],
  ]),
  ...faultsIn('features/tokens/rules.ts', 'features/tokens/rules.test.ts', [
    [
      'money: a token is over on its last day',
      'expiry_date.slice(0, 10) < new',
      'expiry_date.slice(0, 10) <= new',
    ],
  ]),
  ...faultsIn('features/classes/rules.ts', 'features/classes/rules.test.ts', [
    [
      'money: a price in euros of a file becomes one in dollars',
      'const meant = own.includes(currency) ? currency : first;',
      'const meant = currency;',
    ],
    [
      'money: a file names another currency than the one said',
      '  if (fixed && !own.includes(currency)) return `"${shown(typed)}" is not in ${currency}`;\n',
      '',
    ],
    [
      'money: 1.299 is read as one dollar and some',
      '(?:\\.\\d{3})+(?:,\\d{1,2})?$/',
      '(?:\\.\\d{3}){2,}(?:,\\d{1,2})?$/',
    ],
    [
      'money: what is not paid for keeps its price',
      "const cost = NO.includes(paid ?? '')",
      "const cost = YES.includes(paid ?? '')",
    ],
  ]),
  ...faultsIn('features/money-settings/rules.ts', 'features/money-settings/rules.test.ts', [
    [
      'money: a limit of refunds is raised by one superadmin alone',
      '([code, to]) => (to ?? Infinity) > (now.refund_approval_above[code] ?? Infinity)',
      '([code, to]) => (to ?? Infinity) < (now.refund_approval_above[code] ?? Infinity)',
    ],
    [
      'money: a limit of refunds is taken away by one superadmin alone',
      '([code, to]) => (to ?? Infinity) >',
      '([code, to]) => (to ?? 0) >',
    ],
    [
      'money: the days of hold are shortened by one superadmin alone',
      '(HOLDS.includes(name) && Number(value) < Number(before))',
      '(HOLDS.includes(name) && Number(value) > Number(before))',
    ],
    [
      'money: the approval of payouts is switched off by one superadmin alone',
      '(APPROVALS.includes(name) && value === false)',
      '(APPROVALS.includes(name) && value === true)',
    ],
    [
      'money: of two changes of the rules the earlier holds',
      '{ ...earlier.refund_approval_above, ...later.refund_approval_above }',
      '{ ...later.refund_approval_above, ...earlier.refund_approval_above }',
    ],
  ]),
  ...faultsIn('features/users/payment-settings/rules.ts', 'features/users/payment-settings/rules.test.ts', [
    ['money: a routing number is weighted 3, 1, 7', '[3, 7, 1][index % 3]', '[3, 1, 7][index % 3]'],
    ['money: a card number is read from its front', '    .reverse()\n', ''],
    [
      'money: a bank account needs both of its numbers',
      "['iban', 'account_number'], ['account_currency']",
      "['iban'], ['account_number'], ['account_currency']",
    ],
    ['money: a payment without a name is complete', "bank_deposit: [['full_name'], ", 'bank_deposit: ['],
  ]),
  ...faultsIn(
    'features/payouts/membership/web/payable.ts',
    'features/payouts/membership/web/payable.test.ts',
    [
      [
        'money: a period of members is paid before its last day is over',
        'day.getTime() >= Date',
        'day.getTime() > Date',
      ],
      [
        'money: days that were paid already are paid again',
        '  if (overlaps) return',
        '  if (overlaps && pool) return',
      ],
      [
        'money: the last month is the one before',
        'day(now.getUTCMonth() - 1, 1)',
        'day(now.getUTCMonth() - 2, 1)',
      ],
    ],
  ),
  ...faultsIn('features/transactions/web/refund-words.ts', 'features/transactions/web/refund-words.test.ts', [
    [
      'money: a refund that was given back by hand is still owed',
      'returned_at === null',
      'returned_at !== null',
    ],
    ['money: a part that was refunded reads as all', 'refunded === amount ?', 'refunded <= amount ?'],
    ['money: a refund of unknown outcome reads as given back', "  if (unknown) return 'unconfirmed';\n", ''],
  ]),
  ...faultsIn('features/payouts/web/lines/line-state.ts', 'features/payouts/web/lines/line-state.test.ts', [
    ['money: a line forced to wait reads as active', "override === '1'", "override !== '1'"],
    ['money: a debt reads as added to the payout', 'amount < 0', 'amount > 0'],
  ]),
  ...faultsIn('features/payouts/web/offers.ts', 'features/payouts/web/offers.test.ts', [
    ['money: whoever has no money is asked for a way to be paid', 'amount > 0 &&', 'amount >= 0 &&'],
  ]),
  ...faultsIn(
    'features/commissions/web/cards/draft/arithmetic.ts',
    'features/commissions/web/cards/draft/arithmetic.test.ts',
    [
      [
        'money: what is kept of an earlier split counts twice',
        'minorOf(line.amount, currency) - minorOf(line.kept, currency)',
        'minorOf(line.amount, currency)',
      ],
      ['money: a share that was rounded up reads as rounded down', 'if (added > 0)', 'if (added < 0)'],
    ],
  ),
  ...faultsIn(
    'features/transactions/requests/server/refund-requests-decided.ts',
    'features/transactions/requests/server/approvals.test.ts',
    [
      [
        'money: requests are approved together that have changed since they were shown',
        '    refuseChanged(preview,',
        '    if (asked.length === 0) refuseChanged(preview,',
      ],
      [
        'money: one’s own request is approved among others',
        "    await refuseOwn(tx, ids, 'approved');\n",
        '',
      ],
    ],
  ),
  ...faultsIn(
    'features/transactions/requests/server/approval-preview.ts',
    'features/transactions/requests/server/approvals.test.ts',
    [
      [
        'money: the preview of an approval gives more of a charge than is left',
        'request.refund_available, currency) - before',
        'request.refund_available, currency)',
      ],
      [
        'money: the preview of an approval takes every refund from the whole of the lines',
        '    left.refunded += share;\n',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'features/gift-purchases/server/fulfilment-ends.ts',
    'features/gift-purchases/server/undo.test.ts',
    [
      [
        'store: a fulfillment is undone by the staff of another program',
        'tx.actor.program_id !== 0 && tx.actor.program_id !== program_id',
        'tx.actor.program_id < 0',
      ],
      ['store: a fulfillment is undone after its day', '    if (!can_undo) refuse', '    if (!id) refuse'],
      [
        'store: an undone fulfillment is printed',
        '    if (fulfilment.undone_at) refuseUndone',
        '    if (!id) refuseUndone',
      ],
    ],
  ),
];
