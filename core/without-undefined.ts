type Defined<Given> = { [Name in keyof Given]: Exclude<Given[Name], undefined> };

/** What was said of an object whose fields may be left out: a field that is undefined is none. */
export function withoutUndefined<Given extends object>(given: Given): Partial<Defined<Given>> {
  const defined = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as Partial<Defined<Given>>;
}
