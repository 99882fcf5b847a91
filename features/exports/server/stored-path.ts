/** Returns the stored path of an attempt's file: no two attempts share one. */
export function storedPath({ file_name, attempts }: { file_name: string; attempts: number }): string {
  return `reports/${file_name.replace('.', `-${attempts}.`)}`;
}
