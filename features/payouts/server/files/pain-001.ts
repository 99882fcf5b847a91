/** SEPA credit transfers as a pain.001.001.09. Specification: Payment files. */
import { isSEPACountry } from 'ibantools';
import { must } from '../../../../core/must.ts';
import { amountText } from './csv.ts';
import { plainName, SEPA_LETTERS } from './plain-letters.ts';
import { type FileFacts, type FileRow, type Format, referenceOf, totalOf } from './rows.ts';

const LARGEST_TRANSFER_CENTS = 99_999_999_999;
const NAME = 70;

export const painFormat: Format = {
  version: 1,
  extension: 'xml',
  carries: ({ currency, amount, details }, { sepa_debtor }) =>
    sepa_debtor !== null &&
    currency === 'EUR' &&
    amount <= LARGEST_TRANSFER_CENTS &&
    isSEPACountry(details.iban?.slice(0, 2) ?? '') &&
    nameOf(details.full_name) !== null &&
    nameOf(sepa_debtor.name) !== null,
  write: (rows, facts) => {
    if (!facts.sepa_debtor) throw new Error('no debtor of SEPA is set');
    const root = element('CstmrCdtTrfInitn', [
      header(rows, facts, facts.sepa_debtor),
      payment(rows, facts, facts.sepa_debtor),
    ]);
    return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${root}</Document>\n`;
  },
};

type Debtor = NonNullable<FileFacts['sepa_debtor']>;

function header(rows: readonly FileRow[], facts: FileFacts, debtor: Debtor): string {
  return element('GrpHdr', [
    element('MsgId', idOf(facts)),
    element('CreDtTm', `${facts.day}T00:00:00Z`),
    ...sums(rows),
    element('InitgPty', [element('Nm', writtenName(debtor.name))]),
  ]);
}

function payment(rows: readonly FileRow[], facts: FileFacts, debtor: Debtor): string {
  return element('PmtInf', [
    element('PmtInfId', idOf(facts)),
    element('PmtMtd', 'TRF'),
    ...sums(rows),
    element('PmtTpInf', [element('SvcLvl', [element('Cd', 'SEPA')])]),
    element('ReqdExctnDt', [element('Dt', facts.day)]),
    element('Dbtr', [element('Nm', writtenName(debtor.name))]),
    account('DbtrAcct', debtor.iban),
    element('DbtrAgt', [element('FinInstnId', [element('BICFI', debtor.bic)])]),
    element('ChrgBr', 'SLEV'),
    ...rows.map(transfer),
  ]);
}

function transfer(row: FileRow): string {
  const { amount, currency, details } = row;
  return element('CdtTrfTxInf', [
    element('PmtId', [element('EndToEndId', referenceOf(row))]),
    element('Amt', [`<InstdAmt Ccy="${currency}">${amountText(amount, currency)}</InstdAmt>`]),
    element('Cdtr', [element('Nm', writtenName(details.full_name))]),
    account('CdtrAcct', must(details.iban, 'IBAN of a transfer')),
    element('RmtInf', [element('Ustrd', referenceOf(row))]),
  ]);
}

function sums(rows: readonly FileRow[]): string[] {
  return [element('NbOfTxs', String(rows.length)), element('CtrlSum', amountText(totalOf(rows), 'EUR'))];
}

function account(name: string, iban: string): string {
  return element(name, [element('Id', [element('IBAN', iban)])]);
}

function idOf({ id, number }: FileFacts): string {
  return `PROVOST-${id}-${number}`;
}

/** `carries` has taken no row with another name. */
function writtenName(name: string | undefined): string {
  return must(nameOf(name), 'name in the letters of SEPA');
}

function nameOf(name: string | undefined): string | null {
  return plainName(name ?? '', SEPA_LETTERS, NAME);
}

function element(name: string, content: string | readonly string[]): string {
  const inner =
    typeof content === 'string'
      ? content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      : content.join('');
  return `<${name}>${inner}</${name}>`;
}
