/** The value. Where it is missing this is a fault of ours and no refusal: a plain error, a 500 with a line in the log; `what` says of what. */
export function must<Value>(value: Value, what: string): NonNullable<Value> {
  if (value === undefined || value === null) throw new Error(`There is no ${what}`);
  return value;
}
