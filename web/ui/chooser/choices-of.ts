type ChoicesQuery = { data: unknown; error: unknown; isFetching: boolean; refetch: () => unknown };

/** What a chooser says while what it offers is on its way or could not be loaded, and that opening it tries again. */
export function choicesOf({ data, error, isFetching, refetch }: ChoicesQuery, none: string) {
  const failed = error && !isFetching ? 'The list could not be loaded. Open it to try again.' : undefined;
  return {
    arriving: isFetching && data === undefined,
    description: failed,
    nothingFoundMessage: failed ?? (isFetching ? 'Loading…' : none),
    onDropdownOpen: () => {
      if (failed) void refetch();
    },
  };
}
