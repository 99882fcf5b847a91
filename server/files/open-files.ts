import path from 'node:path';
import type { Config } from '../config.ts';
import type { FileStore } from './files.ts';
import { localFiles } from './files-local.ts';

/** Opens the configured store; throws a ConfigError for an unusable STORAGE_URL. */
export async function openFiles(config: Pick<Config, 'dataDir' | 'storageUrl'>): Promise<FileStore> {
  if (!config.storageUrl) return localFiles(path.join(config.dataDir, 'storage'));
  // Loaded only here: the client of S3 costs an installation that keeps its files itself half a second.
  const { s3Files } = await import('./files-s3.ts');
  return s3Files(config.storageUrl);
}
