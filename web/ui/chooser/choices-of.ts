type ChoicesQuery = { data: unknown; error: unknown; isFetching: boolean; refetch: () => unknown };

/** Props of a chooser while its options load and after they failed, when opening it retries. */
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
