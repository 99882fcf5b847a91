/** A bank's schema, and its sums, of the transfers to IBANs. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { BATCH, fileRow } from '../../../../test/rows/payment-rows.ts';
import { painFormat } from './pain-001.ts';
import type { FileRow } from './rows.ts';

const XSD = path.join(import.meta.dirname, '../../../../test/bank-files/pain.001.001.09.xsd');

const written = (rows: readonly FileRow[]) => painFormat.write(rows, { ...BATCH, number: 1 });
const transfer = (id: number, full_name: string, amount = 1000) =>
  fileRow(id, { method: 'bank_deposit', currency: 'EUR', amount, details: { full_name } });

async function faultsOf(xml: string) {
  const { errors } = await validateXML({
    xml: [{ fileName: 'file.xml', contents: xml }],
    schema: [await readFile(XSD, 'utf8')],
  });
  return errors.map(({ message }) => message);
}

/** Every text by the name of its element, in order. */
function textsOf(xml: string): Record<string, string[]> {
  const texts: Record<string, string[]> = {};
  const open: string[] = [];
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', ({ name }) => open.push(name));
  parser.on('text', (text) => {
    const name = open.at(-1) ?? '';
    if (text.trim()) (texts[name] ??= []).push(text);
  });
  parser.on('closetag', () => open.pop());
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return texts;
}

test('says who pays whom how much, and is what the schema allows', async () => {
  const xml = written([transfer(1, 'Zoë Müller & Söhne <GmbH>'), transfer(2, "d'Arc", 99_999_999_999)]);
  expect(await faultsOf(xml)).toEqual([]);
  expect(textsOf(xml)).toEqual({
    MsgId: ['PROVOST-12-1'],
    CreDtTm: ['2026-11-22T00:00:00Z'],
    NbOfTxs: ['2', '2'],
    CtrlSum: ['1000000009.99', '1000000009.99'],
    Nm: ['Provost Gmbh', 'Provost Gmbh', 'Zoe Muller Sohne GmbH', "d'Arc"],
    PmtInfId: ['PROVOST-12-1'],
    PmtMtd: ['TRF'],
    Cd: ['SEPA'],
    Dt: ['2026-11-22'],
    IBAN: ['DE02120300000000202051', 'DE89370400440532013000', 'DE89370400440532013000'],
    BICFI: ['BYLADEM1001'],
    ChrgBr: ['SLEV'],
    EndToEndId: ['PAYOUT-1', 'PAYOUT-2'],
    InstdAmt: ['10.00', '999999999.99'],
    Ustrd: ['PAYOUT-1', 'PAYOUT-2'],
  });
});

test('the schema finds what is wrong', async () => {
  const xml = written([transfer(1, 'Ada')]);
  const wrong: [string, string][] = [
    ['<PmtMtd>TRF</PmtMtd>', ''],
    ['<ChrgBr>SLEV</ChrgBr>', '<ChrgBr>DEBT</ChrgBr>'],
    ['Ccy="EUR"', ''],
    ['>10.00</InstdAmt>', '>10.001</InstdAmt>'],
    ['<Nm>Ada</Nm>', '<Nm>Zoë</Nm>'],
    ['<Nm>Ada</Nm>', `<Nm>${'x'.repeat(71)}</Nm>`],
    ['<EndToEndId>PAYOUT-1</EndToEndId>', '<EndToEndId>/1</EndToEndId>'],
  ];
  for (const [from, to] of wrong) expect(await faultsOf(xml.replace(from, to)), to).not.toEqual([]);
});

test('whatever payees are called, what it can name it names as the schema allows, with the sums that it has', async () => {
  const names = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }),
    fc.string({ unit: 'grapheme-ascii', minLength: 60, maxLength: 90 }),
    fc.string({
      unit: fc.constantFrom(...'/&<>"\'-?:(). é ß ø A z 9 👩 ́'.split('')),
      minLength: 1,
      maxLength: 90,
    }),
  );
  const made = fc.sample(fc.tuple(names, fc.integer({ min: 1, max: 99_999_999_999 })), {
    numRuns: 1000,
    seed: 1,
  });
  const rows = made
    .map(([name, amount], n) => transfer(n + 1, name, amount))
    .filter((row) => painFormat.carries(row, BATCH));
  expect(rows.length).toBeGreaterThan(300);
  const xml = written(rows);
  expect(await faultsOf(xml)).toEqual([]);
  const { NbOfTxs, CtrlSum, InstdAmt = [] } = textsOf(xml);
  const cents = InstdAmt.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n);
  expect(NbOfTxs?.[0]).toBe(String(rows.length));
  expect(BigInt(CtrlSum?.[0]?.replace('.', '') ?? 0)).toBe(cents);
});
