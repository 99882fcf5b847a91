type Defined<Given> = { [Name in keyof Given]: Exclude<Given[Name], undefined> };

/** Removes fields that are undefined. */
export function withoutUndefined<Given extends object>(given: Given): Partial<Defined<Given>> {
  const defined = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as Partial<Defined<Given>>;
}
