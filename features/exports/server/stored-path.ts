/** Where the file of an attempt stands in the store: no two attempts write the same. */
export function storedPath({ file_name, attempts }: { file_name: string; attempts: number }): string {
  return `reports/${file_name.replace('.csv', '')}-${attempts}.csv`;
}
