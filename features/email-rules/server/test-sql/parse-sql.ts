import { loadModule, parseSync, SqlError } from 'libpg-query';
import { COLUMN_FIELDS, type ColumnField, kindOf } from '../../conditions/fields.ts';
import { MOST_DAYS, USER_TYPES } from '../../conditions/items.ts';
import type { Operand, Operator, Tree } from '../../conditions/tree.ts';
import { faultAfter, SqlFault } from './sql-fault.ts';
import { isObject, NodeReader } from './sql-nodes.ts';
import { refuseOtherTokens } from './sql-tokens.ts';

const SELECTED = ['id', 'first_name', 'last_name', 'user_type', 'dateadded', 'membership', 'membership_at'];

/** The conditions of one plain SELECT over `site_users`, by PostgreSQL's own grammar; throws a {@link SqlFault} at the first node that is not on the list. */
export async function parseConditions(sql: string): Promise<Tree> {
  await loadModule();
  refuseOtherTokens(sql);
  return new Reader(sql).select(parsed(sql));
}

function parsed(sql: string): unknown {
  try {
    return parseSync(sql);
  } catch (error) {
    if (error instanceof SqlError && error.sqlDetails)
      throw faultAfter(sql, Math.max(error.sqlDetails.cursorPosition, 0), error.sqlDetails.message);
    throw new SqlFault('This cannot be read', 1, sql.slice(0, 40));
  }
}

class Reader extends NodeReader {
  select(answer: unknown): Tree {
    const { stmts } = this.node(answer, ['version', 'stmts']);
    const [one, second] = this.list(stmts);
    if (second !== undefined || one === undefined) this.refuse('One SELECT is accepted');
    // `stmt_len` is there where something follows the statement.
    const { stmt } = this.node(one, ['stmt']);
    const select = this.body(stmt, 'SelectStmt', [
      'targetList',
      'fromClause',
      'whereClause',
      'limitOption',
      'op',
    ]);
    if (select['limitOption'] !== 'LIMIT_OPTION_DEFAULT' || select['op'] !== 'SETOP_NONE')
      this.refuse('Only a plain SELECT is accepted');
    this.#targets(this.list(select['targetList']));
    this.#from(this.list(select['fromClause']));
    if (select['whereClause'] === undefined) this.refuse('A WHERE is needed', this.end);
    return this.#condition(select['whereClause']);
  }

  #targets(targets: readonly unknown[]): void {
    if (targets.length === 0) this.refuse(`SELECT * or any of ${SELECTED.join(', ')}`);
    for (const target of targets) {
      const { val } = this.body(target, 'ResTarget', ['val', 'location']);
      const name = this.#column(val, true);
      if (name !== '*' && !SELECTED.includes(name)) this.refuse(`SELECT * or any of ${SELECTED.join(', ')}`);
    }
  }

  #from(tables: readonly unknown[]): void {
    if (tables.length !== 1) this.refuse('FROM site_users is what is accepted');
    const keys = ['relname', 'inh', 'relpersistence', 'location'];
    const { relname, inh, relpersistence } = this.body(tables[0], 'RangeVar', keys);
    if (relname !== 'site_users' || inh !== true || relpersistence !== 'p')
      this.refuse('FROM site_users is what is accepted');
  }

  #condition(node: unknown): Tree {
    const [kind, body] = this.kind(node, ['BoolExpr', 'A_Expr']);
    if (kind === 'A_Expr') return this.#comparison(body);
    const { boolop, args } = this.node(body, ['boolop', 'args', 'location']);
    const parts = this.list(args).map((part) => this.#condition(part));
    if (boolop === 'AND_EXPR') return { all: parts };
    if (boolop === 'OR_EXPR') return { any: parts };
    return this.refuse('Only AND and OR are accepted');
  }

  #comparison(body: unknown): Tree {
    const keys = ['kind', 'name', 'lexpr', 'rexpr', 'location', 'rexpr_list_start', 'rexpr_list_end'];
    const { kind, name, lexpr, rexpr, location } = this.node(body, keys);
    const sign = this.word(name);
    if (kind === 'AEXPR_IN' && sign === '=') {
      const field = this.#field(lexpr);
      return { any: this.#operands(field, rexpr).map((operand) => ({ field, operator: '=', operand })) };
    }
    if (kind === 'AEXPR_BETWEEN' && sign === 'BETWEEN') {
      const field = this.#field(lexpr);
      this.#refuseOrder(field, '<=', location);
      const [low, high] = this.#operands(field, rexpr);
      if (!low || !high) this.refuse('BETWEEN takes two constants');
      return {
        all: [
          { field, operator: '>=', operand: low },
          { field, operator: '<=', operand: high },
        ],
      };
    }
    const operator = SIGNS.find((one) => one === sign);
    if (kind !== 'AEXPR_OP' || operator === undefined)
      this.refuse('This comparison is not accepted', location);
    const turned = !this.#isColumn(lexpr);
    const field = this.#field(turned ? rexpr : lexpr);
    this.#refuseOrder(field, operator, location);
    const operand = this.#operand(field, turned ? lexpr : rexpr);
    return { field, operator: turned ? TURNED[operator] : operator, operand };
  }

  #refuseOrder(field: ColumnField, operator: Operator, location: unknown): void {
    const kind = kindOf(field);
    if ((kind === 'user_type' || kind === 'membership') && operator !== '=' && operator !== '<>')
      this.refuse(`${field} is compared by =, <> or IN`, location);
  }

  #operands(field: ColumnField, node: unknown): Operand[] {
    const { items } = this.body(node, 'List', ['items']);
    return this.list(items).map((item) => this.#operand(field, item));
  }

  #operand(field: ColumnField, node: unknown): Operand {
    const kind = kindOf(field);
    const [name, body] = this.kind(node, kind === 'date' ? ['A_Const', 'A_Expr'] : ['A_Const']);
    if (name === 'A_Expr') return this.#daysAgo(body);
    const constant = this.#constant(body);
    if (kind === 'user_type') {
      if (!USER_TYPES.some((type) => type === constant)) this.refuse("user_type is 'S', 'I' or 'O'");
      return { text: String(constant) };
    }
    if (kind === 'date') return { moment: this.#moment(constant) };
    if (typeof constant !== 'number') this.refuse(`${field} is compared with numbers`);
    if (kind === 'membership' && constant !== 0 && constant !== 1) this.refuse('membership is 0 or 1');
    return { number: this.#decimal };
  }

  /** The digits of the last number read, as they were written. */
  #decimal = '';

  #constant(body: unknown): number | string {
    const node = this.node(body, ['ival', 'fval', 'sval', 'location']);
    if (node['sval'] !== undefined) {
      const { sval } = this.node(node['sval'], ['sval']);
      return typeof sval === 'string' ? sval : '';
    }
    const digits =
      node['ival'] === undefined
        ? this.node(node['fval'], ['fval'])['fval']
        : this.#integer(this.node(node['ival'], ['ival'])['ival']);
    if (typeof digits !== 'string' || !/^-?\d{1,15}(?:\.\d{1,6})?$/.test(digits))
      this.refuse('A number has at most 15 digits and 6 decimals');
    this.#decimal = digits;
    return Number(digits);
  }

  /** The parser leaves a 0 out. */
  #integer(value: unknown): string {
    return typeof value === 'number' ? String(value) : '0';
  }

  #moment(constant: number | string): string {
    const known = typeof constant === 'string' && MOMENT.test(constant);
    const date = known ? new Date(constant.length === 10 ? `${constant}T00:00:00Z` : constant) : null;
    // The calendar moves the 30th of February on; the text has to say the day that is meant.
    if (!date || Number.isNaN(date.getTime()) || !isDay(String(constant).slice(0, 10)))
      return this.refuse(
        "A date is written '2026-01-31' or '2026-01-31T12:00:00Z', or now() - interval '30 days'",
      );
    return date.toISOString();
  }

  #daysAgo(body: unknown): Operand {
    const { kind, name, lexpr, rexpr } = this.node(body, ['kind', 'name', 'lexpr', 'rexpr', 'location']);
    if (kind !== 'AEXPR_OP' || this.word(name) !== '-') this.refuse(NOW_MINUS);
    const call = this.body(lexpr, 'FuncCall', ['funcname', 'funcformat', 'location']);
    if (this.word(call['funcname']) !== 'now' || call['funcformat'] !== 'COERCE_EXPLICIT_CALL')
      this.refuse(NOW_MINUS);
    const { arg, typeName } = this.body(rexpr, 'TypeCast', ['arg', 'typeName', 'location']);
    const { names, typemod } = this.node(typeName, ['names', 'typemod', 'location']);
    const [schema, type, third] = this.list(names).map((one) => this.word([one]));
    if (schema !== 'pg_catalog' || type !== 'interval' || third !== undefined || typemod !== -1)
      this.refuse(NOW_MINUS);
    const said = this.#constant(this.kind(arg, ['A_Const'])[1]);
    const days =
      typeof said === 'string' ? Number(/^(\d{1,5}) days?$/.exec(said)?.[1] ?? Number.NaN) : Number.NaN;
    if (!(days <= MOST_DAYS)) this.refuse(`An interval is written '30 days', at most ${MOST_DAYS}`);
    return { days_ago: days };
  }

  #field(node: unknown): ColumnField {
    const name = this.#column(node, false);
    const field = COLUMN_FIELDS.find((one) => one === name);
    return field ?? this.refuse(`Conditions are on ${COLUMN_FIELDS.join(', ')}`);
  }

  #isColumn(node: unknown): boolean {
    return isObject(node) && 'ColumnRef' in node;
  }

  #column(node: unknown, star: boolean): string {
    const { fields } = this.body(node, 'ColumnRef', ['fields', 'location']);
    const [field, second] = this.list(fields);
    if (second !== undefined) this.refuse('Columns are named without their table');
    if (star && isObject(field) && 'A_Star' in field) {
      this.body(field, 'A_Star', []);
      return '*';
    }
    return this.word([field]);
  }
}

const SIGNS: readonly Operator[] = ['=', '<>', '<', '<=', '>', '>='];
const TURNED: Readonly<Record<Operator, Operator>> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};
const NOW_MINUS = "A date is compared with a date or with now() - interval '30 days'";
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?$/;

function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) && day > '0000-12-31';
}
