/** Words on each file of a person's export, for the person who reads it. Specification: A person's data. */

/** Contents by the name of the file without its ending: tables of the database first, then what is put together. */
export const FILE_WORDS: Readonly<Record<string, string>> = {
  attendances: 'Class sessions: when they were attended, or, for a teacher, were held and attended by others',
  charge_lines: 'Shares of sales that belong to the person',
  charges: 'Purchases, and for a teacher the sales of their classes',
  class_comments: 'Comments on classes',
  class_programs: 'Classes that were made for the person, with the program each is shown in',
  class_users: 'Enrolments',
  classes: 'Classes that the person teaches',
  commission_rows: 'Agreements by which the person gets a share of sales',
  data_requests: 'Requests for the own data or its erasure',
  email_rule_sends: 'Which automatic emails were due, sent or left out, and why',
  email_unsubscribes: 'Emails that the person has unsubscribed from',
  erasures: 'Requested erasures',
  gift_purchases: 'Purchases in the gift shop, and prizes',
  lilt_entries: 'LiL-T that were given and spent',
  membership_parts: 'Parts of the membership pools, with the minutes that count',
  payee_changes: 'When payout details or the email address were changed',
  payment_notifications: 'Reminders to complete the payout details',
  payment_settings: 'Payout details that are not secret',
  payout_adjustments: 'Credits and debts',
  payout_releases: 'Decisions that payouts may go on',
  payouts: 'Payouts',
  refund_lines: 'What refunds took from the person’s shares',
  refund_requests: 'Refunds that the person requested',
  seen_users: 'When the person was last seen on a site',
  site_logins: 'Sign-ins to a site by staff in the person’s name',
  site_password_requests: 'When a new password was requested',
  site_password_resets: 'Links for a new password that were sent',
  site_user_categories: 'Categories that the person chose',
  site_user_programs: 'Programs that the person belongs to',
  site_user_references: 'Numbers by which the sites know the person',
  site_user_sites: 'Sites that the person may use',
  site_users: 'The account: name, addresses, texts and settings',
  tickets: 'Tickets of events',
  user_import_rows: 'Rows of imported files that brought the person’s data',
  addresses: 'Email addresses that the person has or had',
  mails: 'Emails that were sent to those addresses, with their text',
  audit: 'What was done to the account, when, and what it was before and after',
  versions: 'The account as it stood at earlier times',
  site_facts: 'What sites told about the person',
  payment_accounts: 'Bank accounts and addresses for payouts, in the clear',
  payout_accounts: 'The account that each payout went to, in the clear',
};

const ABOUT = `This archive holds what Provost keeps about one person.

Each file below is a list of records as JSON. Any text editor opens it.
- Amounts are whole numbers of the smallest unit of their currency: 1250 in USD is 12.50 dollars.
- Times are in UTC, as in 2026-01-31T12:00:00Z.
- Fields that end in _id are numbers of other records: user_id, student_id and instructor_id of people, program_id of programs.
- Numbers and payment references of other people are left out (null), as are passwords and links that open something.

Files:
`;

/** Returns the text that comes first in the archive; a file that has no words of its own is listed by its name. */
export function readmeOf(names: readonly string[], pictures: number): string {
  const lines = names.map((name) => `- ${name}.json: ${FILE_WORDS[name] ?? name.replaceAll('_', ' ')}`);
  return `${[ABOUT + lines.join('\n'), ...(pictures > 0 ? ['- images/: Images of the person'] : [])].join('\n')}\n`;
}
